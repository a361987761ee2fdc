import type { CarriedPlaybook, LineUp, Slot } from '../players/game-spec.js';
import type { PlayerIdentity } from '../players/player.js';

/** A slot as it is stored: its playbook by hash alone. */
interface StoredSlot {
  readonly player: PlayerIdentity;
  readonly playbook: string | null;
}

/** A line-up as the column `games.line_up` holds it. */
export type StoredLineUp =
  | { readonly by: 'side'; readonly main: StoredSlot; readonly alt: StoredSlot }
  | { readonly by: 'focal'; readonly focal: StoredSlot; readonly others: StoredSlot }
  | { readonly by: 'seat'; readonly seats: readonly StoredSlot[] };

/** The slots of a line-up. */
export function slotsOf(lineUp: LineUp): readonly Slot[] {
  switch (lineUp.by) {
    case 'side':
      return [lineUp.main, lineUp.alt];
    case 'focal':
      return [lineUp.focal, lineUp.others];
    case 'seat':
      return lineUp.seats;
  }
}

/** A line-up without the texts of its playbooks. */
export function withoutTexts(lineUp: LineUp): StoredLineUp {
  const bare = ({ player, playbook }: Slot): StoredSlot => ({ player, playbook: playbook?.hash ?? null });
  switch (lineUp.by) {
    case 'side':
      return { by: 'side', main: bare(lineUp.main), alt: bare(lineUp.alt) };
    case 'focal':
      return { by: 'focal', focal: bare(lineUp.focal), others: bare(lineUp.others) };
    case 'seat':
      return { by: 'seat', seats: lineUp.seats.map(bare) };
  }
}

/** A line-up with the texts of its playbooks, which `textOf` finds by hash. */
export function withTexts(stored: StoredLineUp, textOf: (hash: string) => string): LineUp {
  const carried = (hash: string | null): CarriedPlaybook | null =>
    hash === null ? null : { hash, text: textOf(hash) };
  const full = ({ player, playbook }: StoredSlot): Slot => ({ player, playbook: carried(playbook) });
  switch (stored.by) {
    case 'side':
      return { by: 'side', main: full(stored.main), alt: full(stored.alt) };
    case 'focal':
      return { by: 'focal', focal: full(stored.focal), others: full(stored.others) };
    case 'seat':
      return { by: 'seat', seats: stored.seats.map(full) };
  }
}
