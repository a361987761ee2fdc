import { describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { wordsOf } from '../../src/base/words.js';
import { checkAction } from '../../src/games/engine/actions.js';
import type { Action, Decision } from '../../src/games/engine/actions.js';
import type { Candidate, GameEvent, Seat, View } from '../../src/games/engine/definition.js';
import { advance, isOver, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { TRAIT_NAMES } from '../../src/games/engine/traits.js';
import { gameById } from '../../src/games/index.js';
import { candidates } from '../../src/games/resistance/candidates.js';
import { tableOf } from '../../src/games/resistance/evidence.js';
import { missionNews, NO_NEWS, readRemarks, utterance } from '../../src/games/resistance/utterances.js';
import type { Facts } from '../../src/games/resistance/utterances.js';

const game = gameById('resistance');
const NAMES = ['Ana', 'Ben', 'Cara', 'Dov', 'Eli'];

interface Moment {
  readonly view: View;
  readonly decision: Decision;
  readonly listed: readonly Candidate[];
}

/** Every decision of a game in which each seat draws evenly from its candidates. */
function playOut(seed: string, options = game.options.parse({})): Moment[] {
  const rng = rngOf(`${seed}/draws`);
  const moments: Moment[] = [];
  let state = startGame(game, { names: NAMES, seed, options });
  while (!isOver(state)) {
    const actions = new Map<Seat, Action>();
    for (const { seat, decision, sole } of pending(game, state)) {
      if (sole !== undefined) continue;
      const view = viewFor(state, seat);
      const listed = candidates(view, decision);
      moments.push({ view, decision, listed });
      actions.set(seat, rng.pick(listed).action);
    }
    const next = advance(game, state, actions);
    if (!next.ok) throw new Error(next.refusal.reason);
    state = next.state;
  }
  return moments;
}

const moments = Array.from({ length: 40 }, (_, index) => playOut(`game ${index}`)).flat();

function ofKind(kind: string): Moment[] {
  return moments.filter((moment) => moment.decision.kind === kind);
}

const everyone = (type: string, data: GameEvent['data']): GameEvent => ({ type, audience: 'all', data });
const speech = (speaker: string, text: string): GameEvent => everyone('speech', { speaker, text });
const round = (data: Partial<Record<string, number | string>> = {}): GameEvent =>
  everyone('round', {
    mission: 1,
    size: 2,
    leader: 'Ana',
    successes: 0,
    failures: 0,
    rejections: 0,
    ...data,
  });

function viewOf(
  seat: Seat,
  events: readonly GameEvent[],
  secret: View['secret'] = { role: 'Resistance' },
): View {
  return { game: 'resistance', options: {}, players: NAMES, seat, self: NAMES[seat] ?? '', secret, events };
}

const vote: Decision = {
  kind: 'vote',
  forms: [{ action: 'vote', fields: { choice: { type: 'choice', options: ['approve', 'reject'] } } }],
  fallback: { action: 'abstain' },
};

function approval(view: View): Candidate['traits'] {
  const found = candidates(view, vote).find(({ action }) => action['choice'] === 'approve');
  if (found === undefined) throw new Error('approving is no candidate');
  return found.traits;
}

describe('candidates of The Resistance', () => {
  it('are legal and more than one, whenever a seat is asked', () => {
    for (const { decision, listed } of moments) {
      expect(listed.length).toBeGreaterThan(1);
      for (const { action } of listed) expect(checkAction(decision, action)).toEqual({ ok: true, action });
    }
  });

  it('have traits from −1 to 1', () => {
    const values = moments.flatMap(({ listed }) => listed.flatMap(({ traits }) => Object.values(traits)));
    expect(values.filter((value) => !(Math.abs(value) <= 1))).toEqual([]);
  });

  it('depend on the view alone, not on what was looked at before', () => {
    for (const { view, decision, listed } of rngOf('again').shuffle(moments).slice(0, 300)) {
      expect(candidates(view, decision)).toEqual(listed);
      expect(candidates(structuredClone(view), decision)).toEqual(listed);
    }
  });

  it('differ in every trait somewhere, for both sides, so that each can be learned', () => {
    const varied = (spy: boolean): Set<string> => {
      const found = new Set<string>();
      for (const { view, listed } of moments) {
        if ((view.secret['role'] === 'Spy') !== spy) continue;
        for (const trait of TRAIT_NAMES) {
          if (new Set(listed.map(({ traits }) => traits[trait] ?? 0)).size > 1) found.add(trait);
        }
      }
      return found;
    };
    expect(varied(true).size).toBe(12);
    expect(varied(false).size).toBe(12);
  });

  it('offer every team of the size, and never a fail card to the Resistance', () => {
    // Five over two and five over three are both ten.
    for (const { listed } of ofKind('propose')) expect(listed).toHaveLength(10);
    for (const { view } of ofKind('card')) expect(view.secret['role']).toBe('Spy');
    const card: Decision = { ...vote, kind: 'card' };
    expect(candidates(viewOf(0, [round()]), card)).toEqual([]);
  });

  it('speak in 10 to 40 words, and within a shorter limit when there is one', () => {
    for (const { listed } of ofKind('speak')) {
      for (const { action } of listed) {
        const words = wordsOf(action['text'] as string).length;
        expect(words, String(action['text'])).toBeGreaterThanOrEqual(10);
        expect(words, String(action['text'])).toBeLessThanOrEqual(40);
      }
    }
    const brief = playOut('brief', game.options.parse({ speechLength: 30 }));
    for (const { decision, listed } of brief) {
      for (const { action } of listed) expect(checkAction(decision, action).ok).toBe(true);
    }
  });
});

describe('a Resistance seat’s vote', () => {
  const failed = [
    round(),
    everyone('proposal', { leader: 'Ana', team: ['Ana', 'Ben'] }),
    everyone('ballots', {
      approve: ['Ana', 'Ben', 'Cara'],
      reject: ['Dov', 'Eli'],
      abstain: [],
      approved: true,
    }),
    everyone('mission', { mission: 1, team: ['Ana', 'Ben'], fails: 1, successes: 0, failures: 1 }),
    round({ mission: 2, size: 3, leader: 'Ben', failures: 1 }),
  ];
  const facing = (team: readonly string[]): View =>
    viewOf(2, [...failed, everyone('proposal', { leader: 'Ben', team: [...team] })]);

  it('goes by the evidence when it sides with those who were not on a failed mission', () => {
    expect(approval(facing(['Cara', 'Dov', 'Eli'])).suspect).toBeGreaterThan(0);
    expect(approval(facing(['Ana', 'Ben', 'Cara'])).suspect).toBeLessThan(0);
  });

  it('goes by the talk when it rejects a team that others speak against', () => {
    const team = everyone('proposal', { leader: 'Ana', team: ['Ana', 'Ben'] });
    const against = viewOf(2, [round(), speech('Dov', 'I do not trust Ben.'), team]);
    const inFavour = viewOf(2, [round(), speech('Dov', 'I trust Ben.'), team]);
    expect(approval(against).listen).toBeLessThan(0);
    expect(approval(inFavour).listen).toBeGreaterThan(0);
    expect(approval(against).suspect).toBeCloseTo(0, 12);
  });

  it('gambles by rejecting when four proposals in a row were rejected', () => {
    const team = everyone('proposal', { leader: 'Ana', team: ['Ana', 'Ben'] });
    expect(approval(viewOf(2, [round({ rejections: 0 }), team])).risk).toBeCloseTo(0, 12);
    expect(approval(viewOf(2, [round({ rejections: 4 }), team])).risk).toBeLessThan(0);
  });
});

describe('a Spy’s moves', () => {
  const secret = { role: 'Spy', partner: 'Eli' };
  const team = (names: string[]): GameEvent => everyone('proposal', { leader: 'Ana', team: names });

  it('serve its side by a team with a Spy on it', () => {
    expect(approval(viewOf(3, [round(), team(['Ana', 'Eli'])], secret)).loyalty).toBeGreaterThan(0);
    expect(approval(viewOf(3, [round(), team(['Ana', 'Ben'])], secret)).loyalty).toBeLessThan(0);
  });

  it('serve its side by the fifth rejection, whoever is on the team', () => {
    const events = [round({ rejections: 4 }), team(['Ana', 'Eli'])];
    expect(approval(viewOf(3, events, secret)).loyalty).toBeLessThan(0);
  });

  it('pretend when they accuse a member of the Resistance, not when they accuse the partner', () => {
    for (const { view, listed } of ofKind('speak')) {
      const partner = view.secret['partner'];
      if (typeof partner !== 'string') continue;
      for (const { action, traits } of listed) {
        const { accused } = readRemarks(action['text'] as string, view.seat, NAMES);
        if (accused.length === 0) continue;
        expect(Math.sign(traits.bluff ?? 0)).toBe(NAMES[accused[0] ?? -1] === partner ? -1 : 1);
      }
    }
  });
});

describe('the evidence of a table', () => {
  it('starts even: 2/5 for each in public, 1/2 for each other seat in a member’s own eyes', () => {
    const table = tableOf(viewOf(0, [round()]));
    table.suspicion.forEach((chance) => expect(chance).toBeCloseTo(0.4, 12));
    expect(table.suspicionOf(0)[0]).toBe(0);
    [1, 2, 3, 4].forEach((seat) => expect(table.suspicionOf(0)[seat]).toBeCloseTo(0.5, 12));
  });

  it('always sums to two Spies', () => {
    for (const { view } of rngOf('sums').shuffle(moments).slice(0, 200)) {
      const table = tableOf(view);
      expect(table.suspicion.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(2, 9);
      if (view.secret['role'] === 'Spy') continue;
      expect(table.suspicionOf(view.seat).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(2, 9);
    }
  });

  it('knows that two fails from a team of two are both its members', () => {
    const table = tableOf(
      viewOf(4, [
        round(),
        everyone('proposal', { leader: 'Ana', team: ['Ana', 'Ben'] }),
        everyone('ballots', { approve: NAMES, reject: [], abstain: [], approved: true }),
        everyone('mission', { mission: 1, team: ['Ana', 'Ben'], fails: 2, successes: 0, failures: 1 }),
      ]),
    );
    table.suspicion.forEach((chance, seat) => expect(chance).toBeCloseTo(seat < 2 ? 1 : 0, 12));
  });

  it('follows Bayes’ rule on a single fail from a team of two', () => {
    // No ballot or proposal to weigh: nobody led or voted. Likelihoods of one fail: one Spy on the team 0.65, both 0.5.
    // Of ten pairs one is the team (0.5), six have one member on it (0.65 each), three none (0): total 4.4.
    // A member is a Spy in the one pair and in three of the six: (0.5 + 3 × 0.65) / 4.4; others in two of the six.
    const mission = everyone('mission', {
      mission: 1,
      team: ['Ana', 'Ben'],
      fails: 1,
      successes: 0,
      failures: 1,
    });
    const ratio = (events: readonly GameEvent[]): number => {
      const [ana = 0, , cara = 0, dov = 0] = tableOf(viewOf(4, events)).suspicion;
      expect(cara).toBeCloseTo(dov, 12);
      return ana / cara;
    };
    const everyoneApproved = everyone('ballots', { approve: NAMES, reject: [], abstain: [], approved: true });
    const byEli = [round({ leader: 'Eli' }), everyoneApproved, mission];
    // With equal ballots and an outsider as leader, Ana, Cara and Dov differ by the mission alone, but for Eli's own
    // weight, which raises pairs with Eli alike for Ana (0.65 e^x) and Cara (0): exact ratio below with x = 0.3.
    const w = Math.exp(0.3);
    const anaWeight = 0.5 + 2 * 0.65 + 0.65 * w;
    const caraWeight = 2 * 0.65;
    expect(ratio(byEli)).toBeCloseTo(anaWeight / caraWeight, 9);
  });
});

describe('talk', () => {
  const facts: Facts = { mission: 2, size: 3, leader: 'Ana', successes: 1, failures: 0, news: NO_NEWS };
  const news = [NO_NEWS, missionNews(1, ['Ana', 'Dov'], 0), missionNews(2, ['Ana', 'Dov', 'Eli'], 2)];
  const variants = Array.from({ length: 512 }, (_, variant) => variant);

  it('is understood by those who hear it, in every wording', () => {
    const [ben, speaker] = [1, 2];
    for (const told of news) {
      for (const variant of variants) {
        const say = (kind: Parameters<typeof utterance>[0], subject: string) =>
          readRemarks(utterance(kind, { ...facts, news: told }, subject, variant), speaker, NAMES);
        expect(say('accuse', 'Ben')).toEqual({ accused: [ben], backed: [], team: [] });
        expect(say('back', 'Ben')).toEqual({ accused: [], backed: [ben], team: [] });
        expect(say('suggest', 'Ana, Ben and me').team.toSorted()).toEqual([0, 1, 2]);
        for (const [kind, subject] of [
          ['recount', ''],
          ['ask', 'Ben'],
          ['wait', ''],
          ['defend', ''],
        ] as const) {
          expect(say(kind, subject)).toEqual({ accused: [], backed: [], team: [] });
        }
      }
    }
  });

  it('of others is understood too, by plain words for and against', () => {
    const read = (text: string) => readRemarks(text, 0, NAMES);
    expect(read("I don't trust Ben. Cara seems honest to me!").accused).toEqual([1]);
    expect(read("I don't trust Ben. Cara seems honest to me!").backed).toEqual([2]);
    expect(read('I propose a team of Dov, Eli and myself.').team.toSorted()).toEqual([0, 3, 4]);
    expect(read('Benjamin is a spy.').accused).toEqual([]);
    expect(read('Nice weather.')).toEqual({ accused: [], backed: [], team: [] });
  });
});
