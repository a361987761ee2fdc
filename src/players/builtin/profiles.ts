import { UserError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import type { Trait } from '../../games/engine/traits.js';
import type { PlayerIdentity } from '../player.js';
import type { MaximSide } from './maxims.js';

/**
 * Raised when a change of a profile, of the policy or of how maxims are read changes what builtin players do.
 * Part of a builtin player's identity, and so of a game's id.
 */
export const POLICY_VERSION = 1;

/** Weight of each trait for one side; an absent trait weighs 0. */
export type TraitWeights = Readonly<Partial<Record<Trait, number>>>;

/** What makes one builtin player different from another. */
export interface Profile {
  readonly name: string;
  /** One line for lists and reports. */
  readonly description: string;
  /** `uniform` draws from the legal actions and reads no playbook; `traits` weighs candidate moves. */
  readonly policy: 'uniform' | 'traits';
  /** Softmax temperature, above 0: the lower, the more a better-weighed move is preferred. */
  readonly temperature: number;
  /** How far a playbook is followed: 0 not at all, 1 fully. */
  readonly follow: number;
  /** Chance that an utterance repeats the words spoken just before it. */
  readonly echo: number;
  /** What the player believes before it has read anything. */
  readonly priors: Readonly<Record<MaximSide, TraitWeights>>;
}

/** How often `parrot` repeats the utterance just before its own. */
export const PARROT_ECHO_RATE = 0.5;

const NOVICE_PRIORS: Profile['priors'] = {
  alt: { loyalty: 0.4, listen: 0.2 },
  main: { suspect: 0.6, listen: 1.2, conform: 0.5 },
  any: { suspect: 0.3, listen: 0.3, loyalty: 0.3 },
};

const EXPERT_PRIORS: Profile['priors'] = {
  alt: { loyalty: 1.5, control: 1, bluff: 0.5 },
  main: { suspect: 2, control: 1, risk: -1, share: 0.5 },
  any: { suspect: 1, listen: 0.5, loyalty: 0.5, control: 0.5 },
};

/** Every builtin profile, weakest first. */
export const BUILTIN_PROFILES: readonly Profile[] = [
  {
    name: 'random',
    description: 'draws evenly from the legal actions, says nothing, reads no playbook',
    policy: 'uniform',
    temperature: 1,
    follow: 0,
    echo: 0,
    priors: { alt: {}, main: {}, any: {} },
  },
  {
    name: 'novice',
    description: 'plays with faint preferences and follows its playbook',
    policy: 'traits',
    temperature: 1,
    follow: 1,
    echo: 0,
    priors: NOVICE_PRIORS,
  },
  {
    name: 'parrot',
    description: `a novice that repeats the previous speaker's words in ${PARROT_ECHO_RATE * 100} % of its answers to them`,
    policy: 'traits',
    temperature: 1,
    follow: 1,
    echo: PARROT_ECHO_RATE,
    priors: NOVICE_PRIORS,
  },
  {
    name: 'expert',
    description: 'plays with sound preferences, steadily, and follows its playbook half-way',
    policy: 'traits',
    temperature: 0.5,
    follow: 0.5,
    echo: 0,
    priors: EXPERT_PRIORS,
  },
];

/** The profile of that name; a {@link UserError} with the nearest name when there is none. */
export function builtinProfile(name: string): Profile {
  const profile = BUILTIN_PROFILES.find((candidate) => candidate.name === name);
  if (profile !== undefined) return profile;
  const names = BUILTIN_PROFILES.map((candidate) => candidate.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `profiles are: ${names.join(', ')}` : `did you mean "builtin:${near}"?`;
  throw new UserError('input.unknown-name', `unknown builtin profile "${name.slice(0, 60)}"; ${hint}`);
}

/** Who a builtin player is, as it enters a game's id. */
export function builtinIdentity(name: string): PlayerIdentity {
  return { kind: 'builtin', profile: builtinProfile(name).name, policyVersion: POLICY_VERSION };
}
