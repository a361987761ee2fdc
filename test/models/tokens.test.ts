import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calibrate,
  countsAsOpenAi,
  estimateTokens,
  promptTokens,
  UNCALIBRATED,
} from '../../src/models/tokens.js';
import { countTokens } from '../../src/playbooks/tokens.js';

/** The same two sentences in several scripts. */
const TEXTS = {
  English:
    'I listen before I speak, and I write down who approved which team. When a mission fails I look first at the players who were on it twice.',
  German:
    'Ich höre zu, bevor ich spreche, und schreibe auf, wer welcher Mannschaft zugestimmt hat. Wenn eine Mission scheitert, sehe ich zuerst auf die Spieler, die zweimal dabei waren.',
  Chinese: '我在发言之前先听别人说话,并记下谁赞成了哪支队伍。任务失败时,我首先看两次参加任务的玩家。',
  Japanese:
    '私は話す前に聞き、誰がどのチームを承認したかを書き留めます。任務が失敗したら、まず二度参加したプレイヤーを見ます。',
  Korean:
    '나는 말하기 전에 듣고, 누가 어느 팀을 승인했는지 적어 둔다. 임무가 실패하면 두 번 참가한 플레이어를 먼저 본다.',
  Russian:
    'Я слушаю, прежде чем говорить, и записываю, кто одобрил какую команду. Когда миссия проваливается, я сначала смотрю на игроков, которые участвовали в ней дважды.',
  Greek: 'Ακούω πριν μιλήσω και σημειώνω ποιος ενέκρινε ποια ομάδα.',
  Hindi: 'मैं बोलने से पहले सुनता हूँ, और लिखता हूँ कि किसने किस टीम को मंज़ूरी दी।',
  emoji: '🙂🎉🚀🔥🤔🙈🙉🙊',
};

describe('an estimate of tokens', () => {
  it.each(Object.entries(TEXTS))(
    'of %s text is on the high side of the exact count, by less than twice',
    async (_script, text) => {
      const exact = await countTokens(text);
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(exact);
      expect(estimateTokens(text)).toBeLessThan(2 * exact);
    },
  );

  it('grows with the text and is nothing for nothing', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(Math.floor(0.9 * estimateTokens(a)));
        expect(estimateTokens(a)).toBeLessThanOrEqual(Math.ceil(3 * a.length));
      }),
    );
  });
});

describe('a calibration', () => {
  it('believes the first count and meets later ones half-way', () => {
    const first = calibrate(UNCALIBRATED, 1000, 1400);
    expect(first).toEqual({ ratio: 1.4, samples: 1 });
    expect(calibrate(first, 1000, 1000)).toEqual({ ratio: 1.2, samples: 2 });
  });

  it('learns nothing from a short prompt, or from a server that does not count', () => {
    expect(calibrate(UNCALIBRATED, 50, 500)).toBe(UNCALIBRATED);
    expect(calibrate(UNCALIBRATED, 5000, null)).toBe(UNCALIBRATED);
  });

  it('stays within bounds, and the same counts give the same ratio', () => {
    const counts = fc.array(fc.tuple(fc.nat(100_000), fc.option(fc.nat(1_000_000))));
    fc.assert(
      fc.property(counts, (seen) => {
        const run = () =>
          seen.reduce((known, [estimated, told]) => calibrate(known, estimated, told), UNCALIBRATED);
        expect(run().ratio).toBeGreaterThanOrEqual(0.6);
        expect(run().ratio).toBeLessThanOrEqual(3);
        expect(run()).toEqual(run());
      }),
    );
  });
});

it('counts the prompt of a reply over all classes of input', () => {
  const usage = { input: 10, cachedInput: 20, cacheWrite: 30, output: 40, reasoning: 5 };
  expect(promptTokens(usage)).toBe(60);
  expect(promptTokens(null)).toBeNull();
  expect(promptTokens({ ...usage, input: 0, cachedInput: 0, cacheWrite: 0 })).toBeNull();
});

it.each([
  ['openai', 'https://api.openai.com/v1', true],
  ['openai', 'https://mine.openai.azure.com/openai/v1', true],
  ['openai', 'http://localhost:8000/v1', false],
  ['ollama', 'https://api.openai.com/v1', false],
  ['openai', 'not an address', false],
])('%s at %s counts as OpenAI does: %s', (provider, endpoint, exact) => {
  expect(countsAsOpenAi({ provider, endpoint })).toBe(exact);
});
