/** The six axes of the reflection prompt, along which general social skill is described. */
export const AXES = ['deception', 'detection', 'persuasion', 'information', 'coalition', 'timing'] as const;

/** One of {@link AXES}. */
export type Axis = (typeof AXES)[number];

/**
 * Game-neutral traits of a move, two on each axis. A game's candidate moves are annotated with them
 * (usually −1 to 1); a builtin policy weighs them, and the builtin reflector learns which go with winning.
 */
export const TRAITS = {
  blend: 'deception',
  strike: 'deception',
  suspect: 'detection',
  probe: 'detection',
  assert: 'persuasion',
  conform: 'persuasion',
  share: 'information',
  listen: 'information',
  loyalty: 'coalition',
  control: 'coalition',
  patience: 'timing',
  risk: 'timing',
} as const satisfies Record<string, Axis>;

/** One of {@link TRAITS}. */
export type Trait = keyof typeof TRAITS;

/** How strongly a move shows each trait; a trait that is absent is 0. */
export type TraitVector = Readonly<Partial<Record<Trait, number>>>;
