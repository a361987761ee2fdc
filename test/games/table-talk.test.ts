import { describe, expect, it } from 'vitest';
import type { GameEvent, View } from '../../src/games/engine/definition.js';
import { OWN_CLUE } from '../../src/games/chameleon/candidates.js';
import { OWN_QUESTION } from '../../src/games/insider/candidates.js';
import { remarksOf, TABLE_TALK, tableTalk, talkAgainst } from '../../src/games/shared/opinions.js';
import type { TableTalk } from '../../src/games/shared/opinions.js';
import { AROUND_HINT, GENERAL } from '../../src/games/spyfall/candidates.js';
import { WITH_ACCUSATION } from '../../src/games/undercover/candidates.js';
import { CLAIM_CLEAR, CLAIM_WOLF } from '../../src/games/werewolves/candidates.js';

const PLAYERS = ['Ana', 'Ben', 'Cal', 'Dot'];

function said(seat: number, text: string, discussion = 1): GameEvent {
  return {
    type: 'speech',
    audience: 'all',
    data: { speaker: PLAYERS[seat] ?? '', text },
    talk: { seat, discussion },
  };
}

const remarks = (text: string): unknown => remarksOf(said(0, text), PLAYERS);

function viewOf(events: readonly GameEvent[]): View {
  return { game: 'spyfall', options: {}, players: PLAYERS, seat: 3, self: 'Dot', secret: {}, events };
}

describe('what builtin players say', () => {
  it('has eight to forty words', () => {
    const texts = [
      ...TABLE_TALK,
      ...GENERAL,
      ...Object.values(AROUND_HINT).flat(),
      ...OWN_CLUE,
      ...OWN_QUESTION,
      ...CLAIM_WOLF,
      ...CLAIM_CLEAR,
    ];
    const lengths = texts.map((text) => text.split(' ').length);
    expect(texts.filter((_, i) => (lengths[i] ?? 0) < 8 || (lengths[i] ?? 0) > 40)).toEqual([]);
  });

  it('is understood as it is meant', () => {
    const spoken = (kind: TableTalk): unknown[] =>
      Array.from({ length: 8 }, (_, variant) => remarks(tableTalk(kind, 'Ben', variant)));
    for (const remark of spoken('accuse')) expect(remark).toEqual({ against: [1], for: [] });
    for (const remark of spoken('back')) expect(remark).toEqual({ against: [], for: [1] });
    for (const kind of ['ask', 'wait', 'defend'] as const) {
      for (const remark of spoken(kind)) expect(remark).toEqual({ against: [], for: [] });
    }
    for (const text of CLAIM_WOLF) expect(remarks(text.replaceAll('WHO', 'Cal'))).toMatchObject({ for: [] });
    for (const text of CLAIM_WOLF)
      expect(JSON.stringify(remarks(text.replaceAll('WHO', 'Cal')))).toContain('"against":[2');
    for (const text of CLAIM_CLEAR)
      expect(remarks(text.replaceAll('WHO', 'Cal'))).toMatchObject({ against: [] });
    for (const text of WITH_ACCUSATION) {
      expect(remarks(text.replace('PHRASE', 'is hot').replace('WHO', 'Dot'))).toEqual({
        against: [3],
        for: [],
      });
    }
  });
});

describe('what builtin players make of talk', () => {
  it('reads names as whole words, and never the speaker’s own', () => {
    expect(remarks('I suspect Benny and Cal.')).toEqual({ against: [2], for: [] });
    expect(remarks('Some say I, Ana, am lying.')).toEqual({ against: [], for: [] });
    expect(remarks('I do not trust Cal. I trust Dot!')).toEqual({ against: [2], for: [3] });
    expect(remarks('')).toEqual({ against: [], for: [] });
  });

  it('weighs speakers of the latest discussion, others than oneself, once each', () => {
    const talk = talkAgainst(
      viewOf([
        said(0, 'I suspect Ben.', 1),
        said(0, 'I suspect Cal. Cal is lying.', 2),
        said(1, 'I suspect Cal.', 2),
        said(2, 'I trust Ana.', 2),
        said(3, 'I suspect Ana.', 2),
      ]),
    );
    expect(talk).toEqual([-0.5, 0, 1, 0]);
  });
});
