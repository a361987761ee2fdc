import { describe, expect, it } from 'vitest';
import { inverseDiagonal, solve } from '../../src/reflect/builtin/linear.js';

const matrix = [Float64Array.of(4, 2), Float64Array.of(2, 3)];

describe('symmetric positive definite systems', () => {
  it('are solved for each right-hand side', () => {
    // Determinant 8, inverse (3 −2; −2 4) / 8: (8, 10) gives (4/8, 24/8) = (0.5, 3).
    const [first, second] = solve(matrix, [Float64Array.of(8, 10), Float64Array.of(4, 2)]);
    expect(first?.[0]).toBeCloseTo(0.5, 12);
    expect(first?.[1]).toBeCloseTo(3, 12);
    expect(second?.[0]).toBeCloseTo(1, 12);
    expect(second?.[1]).toBeCloseTo(0, 12);
  });

  it('give the diagonal of their inverse', () => {
    const diagonal = inverseDiagonal(matrix);
    expect(diagonal[0]).toBeCloseTo(3 / 8, 12);
    expect(diagonal[1]).toBeCloseTo(4 / 8, 12);
  });

  it('are refused when the matrix is not positive definite', () => {
    expect(() => solve([Float64Array.of(1, 2), Float64Array.of(2, 1)], [Float64Array.of(1, 1)])).toThrow(
      'not positive definite',
    );
    expect(() => solve([Float64Array.of(NaN)], [Float64Array.of(1)])).toThrow('not positive definite');
  });
});
