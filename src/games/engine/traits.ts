/** The six axes of the reflection prompt, along which general social skill is described. */
export const AXES = ['deception', 'detection', 'persuasion', 'information', 'coalition', 'timing'] as const;

/** One of {@link AXES}. */
export type Axis = (typeof AXES)[number];

/**
 * Game-neutral traits of a move, two on each axis. A game's candidate moves are annotated with them
 * (usually −1 to 1); a builtin policy weighs them, and the builtin reflector learns which go with winning.
 *
 * A trait describes how a move looks from the mover's own seat. It says nothing of whether the move is good.
 * A negative value is the opposite conduct, and the size says how much the move is about that at all: a card
 * that decides a mission may be 1, a remark that leans the same way 0.3.
 */
export const TRAITS = {
  /** Does what a player with nothing to hide would do; below 0, what such a player would not do. */
  blend: 'deception',
  /** Says or pretends what the mover holds to be untrue; below 0, pointedly true. */
  bluff: 'deception',
  /** Acts on the evidence: against those it points at, with those it clears; below 0, against the evidence. */
  suspect: 'detection',
  /** Seeks evidence: asks, tests, tries what is not yet known. */
  probe: 'detection',
  /** Puts forward a view or a demand of the mover's own; below 0, stays out of the argument. */
  assert: 'persuasion',
  /** Goes along with what most of the table wants or does; below 0, against it. */
  conform: 'persuasion',
  /** Tells the others what the mover knows or intends; below 0, withholds it. */
  share: 'information',
  /** Rests on what others have said or announced; below 0, flies in the face of it. */
  listen: 'information',
  /** Serves partners, allies or the common good, if need be at a cost; below 0, at their expense. */
  loyalty: 'coalition',
  /** Puts or keeps the mover where things are decided: on the team, in the lead, with the resources. */
  control: 'coalition',
  /** Keeps a gain, a weapon or a commitment for later. */
  patience: 'timing',
  /** Accepts the chance of a bad end for a larger gain; below 0, insures against it. */
  risk: 'timing',
} as const satisfies Record<string, Axis>;

/** One of {@link TRAITS}. */
export type Trait = keyof typeof TRAITS;

/** Every trait, in the order of the axes. */
export const TRAIT_NAMES = Object.keys(TRAITS) as readonly Trait[];

/** How strongly a move shows each trait; a trait that is absent is 0. */
export type TraitVector = Readonly<Partial<Record<Trait, number>>>;
