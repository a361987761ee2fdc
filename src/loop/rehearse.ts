import { gameById } from '../games/index.js';
import type { ChatRequest, ModelIdentity, RecordedCall } from '../models/chat.js';
import type { Gateways } from '../models/gateway.js';
import { builtinPlayer } from '../players/builtin/builtin-player.js';
import { builtinProfile } from '../players/builtin/profiles.js';
import { trajectoryOf } from '../players/game-spec.js';
import type { GameRecord, GameSpec } from '../players/game-spec.js';
import type { Player } from '../players/player.js';
import { playGame } from './play-game.js';
import type { PlayerFactory } from './play-game.js';
import type { Plan, ReflectStep } from './plan.js';
import type { Cast } from './ports.js';
import type { StepResult } from './execute.js';

/** What a rehearsal would have asked of a model. */
export interface Rehearsed {
  readonly identity: ModelIdentity;
  /** 1 for a prompt, 0 for the length of a move that answers it. */
  readonly calls: 0 | 1;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Counts tokens as a model does. */
export interface TokenCounts {
  prompt(identity: ModelIdentity, request: ChatRequest): Promise<number>;
  text(identity: ModelIdentity, text: string): Promise<number>;
}

/** Who decides in a rehearsal: a player that proposes moves of every kind. */
const STAND_IN = 'novice';

/** Prose in the first person, as playbooks are, for a playbook that is not written yet. */
const SENTENCE = 'I listen to what the others say before I decide, and I remember who stood by whom. ';
/** Tokens of {@link SENTENCE} in OpenAI's encoding. */
const SENTENCE_TOKENS = 20;
/** Share of its budget that a playbook usually fills. */
const FILLED = 0.7;

/** A text as long as a playbook of that budget usually is. */
export function standInPlaybook(budget: number): string {
  return SENTENCE.repeat(Math.max(1, Math.round((budget * FILLED) / SENTENCE_TOKENS))).trim();
}

/** What reflections will have given: a text of likely length in place of each that is not written yet. */
export function standInResults(plan: Plan): Map<string, StepResult> {
  return new Map(
    plan.steps.flatMap((step): [string, StepResult][] => {
      if (step.kind !== 'reflect') return [];
      const playbook = { hash: `stand-in of ${step.budget}`, text: standInPlaybook(step.budget) };
      const inUse = { playbook, label: 'stand-in', kept: 'stand-in' };
      return [[step.id, { kind: 'reflect', inUse, rejected: null, notes: [], overlap: null }]];
    }),
  );
}

/** Gateways that count what they are asked, and answer with an empty move or a playbook of likely length. */
export function countingGateways(
  counts: TokenCounts,
  budget: number,
): { readonly gateways: Gateways; readonly asked: Rehearsed[] } {
  const asked: Rehearsed[] = [];
  const gateways: Gateways = {
    for: ({ identity }) => ({
      identity,
      async ask(site, request): Promise<RecordedCall> {
        const text = site.seat === null ? standInPlaybook(budget) : '{}';
        const inputTokens = await counts.prompt(identity, request);
        // A move's length is that of the stand-in's move, which is added when it has decided.
        const outputTokens = site.seat === null ? await counts.text(identity, text) : 0;
        asked.push({ identity, calls: 1, inputTokens, outputTokens });
        const reply = {
          text,
          reasoning: '',
          finish: 'stop',
          usage: null,
          raw: {},
          sent: {},
          durationMs: 0,
        } as const;
        return { key: '', site, identity, request, reply, faults: [] };
      },
    }),
  };
  return { gateways, asked };
}

const NEVER = new AbortController().signal;

/** The builtin player of a seat; one that stands in where a model sits. */
const standInFor: PlayerFactory = ({ game, gameId, seat, role, slot }) =>
  builtinPlayer({
    profile: builtinProfile(slot.player.kind === 'builtin' ? slot.player.profile : STAND_IN),
    game,
    gameId,
    seat,
    role,
    playbook: slot.playbook?.text ?? null,
  });

/** Plays a game with builtin players on every seat. */
export function rehearseAlone(spec: GameSpec): Promise<GameRecord> {
  return playGame(gameById(spec.game), spec, standInFor, { stop: NEVER, abort: NEVER });
}

/**
 * Plays a game with builtin players on every seat, while the prompts that models on these seats would read are
 * made and counted. No request is sent and nothing is stored.
 *
 * @param castWith makes the cast whose chat players ask through the gateways
 */
export async function rehearseGame(
  spec: GameSpec,
  counts: TokenCounts,
  castWith: (gateways: Gateways) => Cast,
): Promise<{ readonly record: GameRecord; readonly asked: readonly Rehearsed[] }> {
  const { gateways, asked } = countingGateways(counts, 0);
  const cast = castWith(gateways);
  const spoken: Rehearsed[] = [];
  const playerFor: PlayerFactory = (seat): Player => {
    const { player } = seat.slot;
    const standIn = standInFor(seat);
    if (player.kind === 'builtin') return standIn;
    const { kind: _kind, ...identity } = player;
    const chat = cast.playerFor(seat);
    return {
      async decide(turn, signal) {
        const answer = await standIn.decide(turn, signal);
        await chat.decide(turn, signal);
        const outputTokens = await counts.text(identity, answer.text);
        spoken.push({ identity, calls: 0, inputTokens: 0, outputTokens });
        return answer;
      },
    };
  };
  const record = await playGame(gameById(spec.game), spec, playerFor, { stop: NEVER, abort: NEVER });
  return { record, asked: [...asked, ...spoken] };
}

/** Counts what a reflection on these games would ask of the model that writes it. */
export async function rehearseReflection(
  step: ReflectStep,
  games: readonly GameRecord[],
  prior: string | null,
  counts: TokenCounts,
  castWith: (gateways: Gateways) => Cast,
): Promise<readonly Rehearsed[]> {
  const { gateways, asked } = countingGateways(counts, step.budget);
  const reflector = castWith(gateways).reflectorFor(step.reflector, step.strategy, step.control);
  const trajectories = games.filter(({ status }) => status === 'finished').map(trajectoryOf);
  await reflector.write({ trajectories, prior, episode: step.id, budget: step.budget }, NEVER);
  return asked;
}
