/**
 * Private notes, each seat's own, as one text: what a seat learned in its games, for the next player on that seat.
 * The text is a playbook like any other, kept, compared and edited as one; a player is shown its seat's part alone.
 */
import { countTokens } from './tokens.js';

const TITLE = '# Private notes by seat';
const HEADING = /^## Seat (\d{1,2})\s*$/;

/** True for a text that {@link formatNotes} wrote, edited or not. */
export function isNotes(text: string): boolean {
  return text.trimStart().startsWith(TITLE);
}

/** The notes of each seat that has any. */
export function parseNotes(text: string): Map<number, string> {
  const notes = new Map<number, string>();
  let seat: number | null = null;
  const lines: string[] = [];
  const close = (): void => {
    const body = lines.join('\n').trim();
    if (seat !== null && body !== '') notes.set(seat, body);
    lines.length = 0;
  };
  for (const line of text.split('\n')) {
    const found = HEADING.exec(line)?.[1];
    if (found === undefined) {
      lines.push(line);
      continue;
    }
    close();
    seat = Number(found);
  }
  close();
  return notes;
}

/** One text of the notes of all seats. A heading of ours inside a note is taken out of its way. */
export function formatNotes(notes: ReadonlyMap<number, string>): string {
  const parts = [...notes.entries()]
    .filter(([, text]) => text.trim() !== '')
    .sort(([a], [b]) => a - b)
    .map(([seat, text]) => {
      const body = text
        .split('\n')
        .map((line) => (HEADING.test(line) ? `#${line}` : line))
        .join('\n')
        .trim();
      return `## Seat ${seat}\n\n${body}`;
    });
  return [TITLE, ...parts].join('\n\n');
}

/** What a player on a seat is given of a playbook: all of it, or its seat's notes; null when those are empty. */
export function playbookForSeat(text: string, seat: number): string | null {
  return isNotes(text) ? (parseNotes(text).get(seat) ?? null) : text;
}

/**
 * Tokens that the notes of each seat may have so that all of them together keep to a budget: equal parts of what
 * titles and headings leave.
 *
 * @param budget of the whole text, in tokens as `countTokens` counts them
 * @param seats those that have notes, at least one
 */
export async function budgetPerSeat(budget: number, seats: readonly number[]): Promise<number> {
  const empty = formatNotes(new Map(seats.map((seat) => [seat, 'x'])));
  return Math.max(0, Math.floor((budget - (await countTokens(empty))) / seats.length));
}
