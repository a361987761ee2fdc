import { hash } from 'node:crypto';
import { UserError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json.js';
import { cleanText, shorten, stripReasoning } from '../../base/text.js';
import { fromStable, narrowSchema, stableSchema } from '../../games/engine/actions.js';
import type { Decision } from '../../games/engine/actions.js';
import type { GameDefinition, View } from '../../games/engine/definition.js';
import { ModelFault } from '../../models/chat.js';
import type {
  CallSite,
  ChatMessage,
  ChatReply,
  ChatRequest,
  ModelIdentity,
  RecordedCall,
} from '../../models/chat.js';
import { extractJson, onlyBlanksWereCut } from '../../models/extract.js';
import {
  calibrate,
  countsAsOpenAi,
  estimateTokens,
  promptTokens,
  UNCALIBRATED,
} from '../../models/tokens.js';
import { byteLength, countTokens } from '../../playbooks/tokens.js';
import { formLines } from '../../prompts/library.js';
import type { PromptLibrary } from '../../prompts/library.js';
import { VoidGame } from '../player.js';
import type { Answer, Correction, Player, PlayerTurn } from '../player.js';

/** Asks a model; every reply is recorded before it returns. */
export interface Asker {
  readonly identity: ModelIdentity;
  ask(site: CallSite, request: ChatRequest, signal: AbortSignal): Promise<RecordedCall>;
}

/** Longest part of a refused answer that is shown back to the model, in characters. */
const MAX_ECHO = 1500;
/** Room kept for the chat template's own tokens and for an estimate that is too low. */
const CONTEXT_MARGIN = 64;
/** A reply cut by length is asked for once more with this multiple of the cap. */
const LENGTH_FACTOR = 2;

/** Tokens that OpenAI's chat format adds to each message. */
const MESSAGE_TOKENS = 4;

function seedFor(site: CallSite): number {
  const place = `${site.episode}/${site.seat ?? ''}/${site.turn}/${site.attempt}`;
  const digest = hash('sha256', place, 'buffer');
  return digest.readUInt32LE(0) & 0x7fffffff;
}

function problemOf(reply: ChatReply): string | undefined {
  switch (reply.finish) {
    case 'length':
      return onlyBlanksWereCut(reply.text) ? undefined : 'the answer was cut off because it was too long';
    case 'filter':
      return "the answer was withheld by the provider's content filter";
    case 'refusal':
      return 'the answer was a refusal';
    default:
      return undefined;
  }
}

/** The log of one seat: each event is rendered when it is first seen, so that prompts only grow at their end. */
class SeatLog {
  readonly #lines: string[] = [];
  /** Which lines are talk. */
  readonly #talk: boolean[] = [];

  constructor(
    private readonly prompts: PromptLibrary,
    private readonly game: GameDefinition,
  ) {}

  update(view: View): void {
    for (const event of view.events.slice(this.#lines.length)) {
      this.#lines.push(this.prompts.event(this.game, event));
      this.#talk.push(event.talk !== undefined);
    }
  }

  /** Utterances in the log. */
  get utterances(): number {
    return this.#talk.filter(Boolean).length;
  }

  /** The log's lines without its `cut` oldest utterances; what is not talk always stays. */
  without(cut: number): readonly string[] {
    if (cut === 0) return this.#lines;
    let left = cut;
    const kept: string[] = [];
    for (const [index, line] of this.#lines.entries()) {
      if (this.#talk[index] === true && left > 0) {
        left -= 1;
        if (left === 0) kept.push(this.prompts.player.render('cut', { count: cut }));
      } else {
        kept.push(line);
      }
    }
    return kept;
  }
}

/** What a {@link chatPlayer} needs. */
export interface ChatPlayerInput {
  readonly game: GameDefinition;
  readonly gameId: string;
  readonly asker: Asker;
  readonly prompts: PromptLibrary;
  /** Text of the playbook this seat carries. */
  readonly playbook: string | null;
}

/**
 * A language model at one seat of one game. Its system text never changes during the game, its log is
 * append-only, and the question comes last. When the context window is known and a prompt does not fit,
 * the oldest utterances are left out, never rules, secrets or results.
 *
 * What is left out depends on this seat's prompts and recorded replies of this game alone, never on other games
 * or on earlier sittings: a game that is resumed or replayed makes the very same prompts.
 */
export function chatPlayer(input: ChatPlayerInput): Player {
  const { game, gameId, asker, prompts, playbook } = input;
  const { settings } = asker.identity;
  const log = new SeatLog(prompts, game);
  const exact = countsAsOpenAi(asker.identity);
  let system: string | undefined;
  let cut = 0;
  let calibration = UNCALIBRATED;

  const systemFor = (view: View): string =>
    prompts.player.render('system', {
      // Clean text only, and no way out of the tag that holds it.
      playbook: playbook === null ? null : cleanText(playbook).replaceAll('</playbook>', '‹/playbook›'),
      rules: prompts.rules(game, view.options),
      players: view.players,
      self: view.self,
      seat: prompts.seat(game, view),
    });

  const messagesFor = (
    view: View,
    decision: Decision,
    corrections: readonly Correction[],
    without: number,
  ): ChatMessage[] => [
    { role: 'system', content: (system ??= systemFor(view)) },
    { role: 'user', content: prompts.turn(game, decision, log.without(without)) },
    ...corrections.flatMap(({ text, problem }): ChatMessage[] => [
      { role: 'assistant', content: shorten(stripReasoning(cleanText(text)), MAX_ECHO) || '(nothing)' },
      { role: 'user', content: prompts.player.render('correction', { problem, forms: formLines(decision) }) },
    ]),
  ];

  const estimateOf = (messages: readonly ChatMessage[]): number =>
    messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

  /**
   * Tokens of a prompt. Where OpenAI's models answer they are counted, the schema among them, unless there is
   * room for as many as the text has bytes. Elsewhere they are estimated, and raised by what the server counted
   * of earlier prompts of this seat; a lower count is not trusted, since some servers leave cached tokens out.
   */
  const sizeOf = async (messages: readonly ChatMessage[], schema: string, room: number): Promise<number> => {
    if (!exact) return Math.ceil(estimateOf(messages) * Math.max(1, calibration.ratio));
    const texts = [schema, ...messages.map(({ content }) => content)];
    const frame = messages.length * MESSAGE_TOKENS;
    const atMost = texts.reduce((sum, text) => sum + byteLength(text), frame);
    if (atMost <= room) return atMost;
    const counts = await Promise.all(texts.map(countTokens));
    return counts.reduce((sum, count) => sum + count, frame);
  };

  /** Leaves out as many more of the oldest utterances as it takes; in steps, so that the prefix stays put. */
  const fitted = async (
    view: View,
    decision: Decision,
    corrections: readonly Correction[],
    schema: JsonObject,
  ): Promise<ChatMessage[]> => {
    for (;;) {
      const messages = messagesFor(view, decision, corrections, cut);
      if (settings.context === null) return messages;
      const room = settings.context - settings.maxOutputTokens - CONTEXT_MARGIN;
      const size = await sizeOf(messages, JSON.stringify(schema), room);
      if (size <= room) return messages;
      if (cut >= log.utterances) {
        throw new UserError(
          'model.context',
          `a prompt of about ${size} tokens does not fit ${asker.identity.model} with a context of ` +
            `${settings.context} and ${settings.maxOutputTokens} for the answer; raise --context or shorten the playbook`,
        );
      }
      cut = Math.min(log.utterances, cut + view.players.length);
    }
  };

  const wireFor = (decision: Decision): JsonObject =>
    settings.wire === 'stable' ? stableSchema(game.actions) : narrowSchema(decision);

  return {
    async decide({ view, decision, turn, corrections }: PlayerTurn, signal): Promise<Answer> {
      log.update(view);
      const schema = {
        name: settings.wire === 'stable' ? game.id : `${game.id}_${decision.kind}`,
        schema: wireFor(decision),
      };
      const messages = await fitted(view, decision, corrections, schema.schema);
      const ask = async (again: boolean): Promise<ChatReply> => {
        const site: CallSite = {
          episode: gameId,
          seat: view.seat,
          turn,
          attempt: corrections.length * 2 + (again ? 1 : 0),
        };
        const cap = settings.maxOutputTokens * (again ? LENGTH_FACTOR : 1);
        try {
          const request = { messages, schema, maxOutputTokens: cap, seed: seedFor(site) };
          const { reply } = await asker.ask(site, request, signal);
          if (settings.context !== null && !exact) {
            calibration = calibrate(calibration, estimateOf(messages), promptTokens(reply.usage));
          }
          return reply;
        } catch (error) {
          // What concerns the whole run comes as another kind of error and stops it.
          if (error instanceof ModelFault) throw new VoidGame(error.message, { cause: error });
          throw error;
        }
      };
      let reply = await ask(false);
      if (reply.finish === 'length' && !onlyBlanksWereCut(reply.text)) reply = await ask(true);
      const problem = problemOf(reply);
      if (problem !== undefined) return { kind: 'unreadable', problem, text: reply.text, cut };
      const found = extractJson(reply.text);
      if (!found.ok) {
        const onlyReasoned = reply.text.trim() === '' && reply.reasoning !== '';
        const why = onlyReasoned ? 'there was reasoning but no answer' : found.problem;
        return { kind: 'unreadable', problem: why, text: reply.text, cut };
      }
      const value = settings.wire === 'stable' ? fromStable(found.value, game.actions) : found.value;
      return { kind: 'action', value, text: reply.text, cut };
    },
  };
}
