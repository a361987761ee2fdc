import type { Rng } from '../src/base/rng.js';
import { rngOf } from './lab.js';

/** Talk of such a game, in short clauses; speeches are strung together from these. */
const CLAUSES = [
  'I was on the first mission and played my card as I promised you',
  'somebody on that team lied to the rest of us',
  'we should send the same two players again before we try anyone new',
  'I would rather see a rejected proposal than another failed mission',
  'the vote of the last round tells me more than all this talk',
  'it worries me how fast everyone agreed',
  'my neighbour has said nothing of use since the game began',
  'give me the lead once and I will show you a team that works',
  'if this mission fails we will know at least one name for certain',
  'nobody has explained why they approved that team',
  'I trust the two who voted against it',
  'please look at who was on both teams that failed',
  'a spy would have waited for a bigger team',
  'that is exactly what a spy would want you to think',
  'I have no proof yet but I have a strong feeling',
  'let us keep the team small and watch the cards',
  'there is still time to find out who is who',
  'we cannot afford to lose this one',
  'I will approve anything that leaves the leader of the last round out',
  'think about it and then vote with your head',
] as const;

/** Words in a speech: the talk that the published figures were measured at. */
const MIN_WORDS = 30;
const MAX_WORDS = 60;
const SPEECHES = 2048;

function wordsOfTalk(length: number, rng: Rng): string {
  const words: string[] = [];
  while (words.length < length) {
    const clause = rng.pick(CLAUSES).split(' ');
    if (words.length > 0) words.push(`${words.pop() ?? ''}${rng.pick([',', '.'])}`);
    words.push(...clause);
  }
  return `${words.slice(0, length).join(' ')}.`;
}

/** A text of so many words: a playbook, as far as its length goes. */
export function talk(words: number): string {
  return wordsOfTalk(words, rngOf('bench/talk'));
}

/** Made beforehand, so that a reply costs as little as can be. */
const speeches: readonly string[] = ((rng) =>
  Array.from({ length: SPEECHES }, () => wordsOfTalk(rng.int(MIN_WORDS, MAX_WORDS), rng)))(
  rngOf('bench/speeches'),
);

/**
 * How often a vote approves and a Spy plays "succeed". With even votes a game has about eight rounds: the 93
 * calls of the published figures where every member of a team is asked for a card, six fewer where only Spies are.
 */
const EVEN = 0.5;

/** A cheap, well-mixed stream of numbers in [0, 1) from a call's seed (mulberry32, T. Ettinger). */
function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TEAM = /is a list of exactly (\d+) different names from ([^)]+)\)/;
const ACTION = /\{"action":"(\w+)"/;
/** Longest text in which the legal answers can stand at the end of a prompt of The Resistance. */
const FORMS_WITHIN = 240;

/**
 * A legal answer to a prompt of The Resistance, read off the legal answers at its end, as a model would: the
 * same under either wire schema. Random moves, speeches of 30 to 60 words; the same seed gives the same answer.
 */
export function answerResistance(prompt: string, seed: number): string {
  const end = prompt.slice(-FORMS_WITHIN);
  const next = draws(seed);
  const action = ACTION.exec(end)?.[1];
  switch (action) {
    case 'speak':
      return JSON.stringify({ action, text: speeches[Math.floor(next() * SPEECHES)] });
    case 'vote':
      return next() < EVEN ? '{"action":"vote","choice":"approve"}' : '{"action":"vote","choice":"reject"}';
    case 'card':
      return next() < EVEN ? '{"action":"card","card":"succeed"}' : '{"action":"card","card":"fail"}';
    case 'propose': {
      const found = TEAM.exec(end);
      const names = (found?.[2] ?? '').split(', ');
      const team: string[] = [];
      for (let left = Number(found?.[1]); left > 0; left -= 1) {
        team.push(...names.splice(Math.floor(next() * names.length), 1));
      }
      return JSON.stringify({ action, team });
    }
    default:
      throw new Error(`a prompt ends in no known answer: ${end}`);
  }
}
