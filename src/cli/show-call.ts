import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import type { CallSite, ChatRequest, TokenUsage } from '../models/chat.js';
import { totalTokens } from '../models/spending.js';
import { isDropped } from '../store/index.js';
import type { Store, StoredCall } from '../store/index.js';
import { duration } from './progress.js';

/** A stored call with what its game says about it. */
export interface CallStory {
  readonly call: StoredCall;
  /** Why the question was asked in this attempt: null for a first one. */
  readonly askedAgain: string | null;
  /** What was wrong with the answer; null when it was taken, or when nobody can tell. */
  readonly notTaken: string | null;
}

/**
 * The call of that number and its story. A player is asked once more for a cut reply, so two attempts belong to
 * each answer, and each answer that is not taken is one of the decision's problems.
 *
 * @throws UserError when there is no such call
 */
export function callStory(store: Store, id: string): CallStory {
  const call = /^\d{1,15}$/.test(id) ? store.call(Number(id)) : undefined;
  if (call === undefined) {
    throw new UserError(
      'input.unknown-name',
      `no call "${id.slice(0, 40)}"; "spartan calls RUN" lists the calls of a run by number`,
    );
  }
  const site = call.status === 'reply' ? call.call.site : call.fault.site;
  const answer = Math.floor(site.attempt / 2);
  const problems = problemsOf(store, site);
  const askedAgain =
    site.attempt % 2 === 1
      ? 'the reply before was cut off by its length, so it was asked for with twice the cap'
      : answer > 0
        ? `the answer before was not taken: ${problems[answer - 1] ?? 'the game that says why is not stored'}`
        : null;
  return { call, askedAgain, notTaken: problems[answer] ?? null };
}

function problemsOf(store: Store, { episode, seat, turn }: CallSite): readonly string[] {
  if (seat === null || !store.games.status([episode]).has(episode)) return [];
  const decision = store.games
    .load(episode)
    .decisions.find((candidate) => candidate.seat === seat && candidate.turn === turn);
  return decision?.problems ?? [];
}

function usageText(usage: TokenUsage | null): string {
  if (usage === null) return 'the server reported none';
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  return `${totalTokens(usage)}: ${input} fresh input, ${cachedInput} cached, ${cacheWrite} written to a cache, ${output} output, of which ${reasoning} reasoning`;
}

function block(title: string, text: string): string {
  return `--- ${title} ---\n${text}\n`;
}

function requestBlocks({ messages, schema }: ChatRequest): string[] {
  return [
    ...messages.map(({ role, content }) => block(role, content)),
    ...(schema === undefined ? [] : [block(`schema ${schema.name}`, JSON.stringify(schema.schema))]),
  ];
}

/** One call as text: what it was for, what was sent and why, what came back. */
export function callText({ call, askedAgain, notTaken }: CallStory): string {
  const about = call.status === 'reply' ? call.call : call.fault;
  const { site, identity, request } = about;
  const where =
    site.seat === null
      ? `reflection ${site.episode}`
      : `game ${site.episode}, seat ${site.seat}, turn ${site.turn}`;
  const faults = call.status === 'reply' ? call.call.faults : [...(call.fault.earlier ?? []), call.fault];
  const lines = [
    `Call ${call.id} of run ${call.runId}, ${call.createdAt}`,
    `For: ${where}, attempt ${site.attempt}`,
    `Model: ${identity.provider}:${identity.model} at ${identity.endpoint}`,
    `Settings: ${JSON.stringify(identity.settings)}`,
    ...(call.status === 'reply' ? [`Really sent: ${JSON.stringify(call.call.reply.sent)}`] : []),
    `Output cap: ${request.maxOutputTokens} tokens, seed ${request.seed ?? 'none'}`,
    ...(call.status === 'reply' && isDropped(call.call.key)
      ? ['Its texts were dropped by "spartan store prune --calls"; what it took is kept.']
      : []),
    ...(askedAgain === null ? [] : [`Asked again: ${askedAgain}`]),
    ...faults.map(
      ({ kind, status, message }, at) =>
        `Request ${at + 1} got no reply: ${kind}${status === null ? '' : ` ${status}`}, ${cleanLine(message)}`,
    ),
  ];
  if (call.status === 'fault') {
    return [...lines, `Given up after ${faults.length} requests.`, '', ...requestBlocks(request)].join('\n');
  }
  const { reply } = call.call;
  return [
    ...lines,
    `Finish: ${reply.finish}, after ${duration(reply.durationMs / 1000)}`,
    `Tokens: ${usageText(reply.usage)}`,
    ...(notTaken === null ? [] : [`Not taken: ${notTaken}`]),
    '',
    ...requestBlocks(request),
    ...(reply.reasoning === '' ? [] : [block('reasoning', reply.reasoning)]),
    block('reply', reply.text),
  ].join('\n');
}
