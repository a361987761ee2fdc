/** UTF-8 bytes of a text. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * Longest unbroken run, in UTF-16 units, that is tokenised whole. The tokenizer's time grows with the square
 * of a run without a break: a 200 KB run takes half a minute.
 */
const LONGEST_RUN = 1000;
const LONG_RUN = new RegExp(`\\S{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}`);

/** Pieces whose token counts add up: the encoding never joins a character to the space after it. */
function boundedPieces(text: string): string[] {
  if (!LONG_RUN.test(text)) return [text];
  const pieces: string[] = [];
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    for (let at = 0; at < word.length; at += LONGEST_RUN) pieces.push(word.slice(at, at + LONGEST_RUN));
  }
  return pieces;
}

/**
 * Tokens of a text in OpenAI's `o200k_base` encoding (GPT-4o and later); other models differ. Special tokens
 * count as the plain text they are written in. Exact, except that a run of 1,000 characters or more without
 * (or of nothing but) white space is cut first, which can add a token or two a cut.
 *
 * The encoding's table is loaded at the first call (about 0.15 s), so that a command that counts nothing
 * does not wait for it.
 */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  const plain = { disallowedSpecial: new Set<string>() };
  return boundedPieces(text).reduce((sum, piece) => sum + count(piece, plain), 0);
}
