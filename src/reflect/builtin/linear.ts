/** A symmetric matrix as its rows. */
export type Matrix = readonly Float64Array[];

/** A square matrix of zeros. */
export function zeros(size: number): Float64Array[] {
  return Array.from({ length: size }, () => new Float64Array(size));
}

/** The lower Cholesky factor of a symmetric positive definite matrix. Throws when it is not one. */
function cholesky(matrix: Matrix): Float64Array[] {
  const size = matrix.length;
  const factor = zeros(size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i]?.[j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (factor[i]?.[k] ?? 0) * (factor[j]?.[k] ?? 0);
      const row = factor[i] as Float64Array;
      if (i === j) {
        if (!(sum > 0)) throw new Error('matrix is not positive definite');
        row[j] = Math.sqrt(sum);
      } else row[j] = sum / (factor[j]?.[j] ?? 1);
    }
  }
  return factor;
}

/** Solves `matrix · x = right` for each right-hand side; the matrix is symmetric positive definite. */
export function solve(matrix: Matrix, rights: readonly Float64Array[]): Float64Array[] {
  const factor = cholesky(matrix);
  const size = matrix.length;
  return rights.map((right) => {
    const x = Float64Array.from(right);
    for (let i = 0; i < size; i += 1) {
      let sum = x[i] ?? 0;
      for (let k = 0; k < i; k += 1) sum -= (factor[i]?.[k] ?? 0) * (x[k] ?? 0);
      x[i] = sum / (factor[i]?.[i] ?? 1);
    }
    for (let i = size - 1; i >= 0; i -= 1) {
      let sum = x[i] ?? 0;
      for (let k = i + 1; k < size; k += 1) sum -= (factor[k]?.[i] ?? 0) * (x[k] ?? 0);
      x[i] = sum / (factor[i]?.[i] ?? 1);
    }
    return x;
  });
}

/** The diagonal of the inverse of a symmetric positive definite matrix. */
export function inverseDiagonal(matrix: Matrix): Float64Array {
  const units = matrix.map((_, index) => {
    const unit = new Float64Array(matrix.length);
    unit[index] = 1;
    return unit;
  });
  return Float64Array.from(solve(matrix, units), (column, index) => column[index] ?? 0);
}
