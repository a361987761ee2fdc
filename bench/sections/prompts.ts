import type { PlaybookSource } from '../../src/loop/plan.js';
import type { Figure, Section } from '../figures.js';
import { playbookHash } from '../lab.js';
import { playResistance } from '../play.js';
import { promptMeter } from '../prompt-cost.js';
import type { PromptTokens } from '../prompt-cost.js';
import { stubModel } from '../stub-model.js';
import { talk } from '../talker.js';

const PLAYBOOK_WORDS = 1200;

interface Measured extends PromptTokens {
  readonly reusableShare: number;
}

async function tokensOf(
  wire: 'narrow' | 'stable',
  playbook: PlaybookSource,
  games: number,
  folder: string,
): Promise<Measured> {
  const meter = promptMeter(wire === 'stable');
  const model = stubModel({ latencyMs: 0, wire, onRequest: (request) => meter.add(request) });
  await playResistance({ model, games, concurrency: 10, playbook, folder });
  const { tokens, reusable, priced } = meter.total();
  return {
    tokens: tokens / games,
    reusable: reusable / games,
    priced: priced / games,
    reusableShare: reusable / tokens,
  };
}

function wires(figure: Figure, stable: number): Figure[] {
  return [
    { ...figure, what: `${figure.what}, narrow wire` },
    { ...figure, what: `${figure.what}, stable wire`, value: stable },
  ];
}

/** Prompt tokens of a game, as sent and as priced with a prefix cache, under both wire schemas. */
export async function promptSection(folder: string, quick: boolean): Promise<Section> {
  const games = quick ? 60 : 240;
  const text = talk(PLAYBOOK_WORDS);
  const carried: PlaybookSource = {
    from: 'text',
    playbook: { hash: playbookHash(text), text },
    label: 'bench@v1',
  };
  const measure = async (playbook: PlaybookSource): Promise<readonly [Measured, Measured]> => [
    await tokensOf('narrow', playbook, games, folder),
    await tokensOf('stable', playbook, games, folder),
  ];
  const [narrow, stable] = await measure({ from: 'none' });
  const [narrowArmed, stableArmed] = await measure(carried);
  const counted = { unit: 'tokens', counted: true } as const;
  const reuse = (a: Measured, b: Measured): string =>
    `reusable: ${(100 * a.reusableShare).toFixed(0)} % narrow, ${(100 * b.reusableShare).toFixed(0)} % stable`;
  return {
    title: `Prompt tokens a Resistance game (characters / 4), mean of ${games} games`,
    figures: [
      ...wires(
        {
          what: 'prompt tokens',
          value: narrow.tokens,
          reference: 267_000,
          target: { atMost: 200_000, aim: 160_000 },
          ...counted,
        },
        stable.tokens,
      ),
      ...wires(
        {
          what: 'priced with a prefix cache',
          value: narrow.priced,
          reference: 75_000,
          target: { atMost: 55_000, aim: 43_000 },
          note: reuse(narrow, stable),
          ...counted,
        },
        stable.priced,
      ),
      ...wires(
        {
          what: `priced, a playbook of ${PLAYBOOK_WORDS} words in every seat`,
          value: narrowArmed.priced,
          reference: 83_000,
          target: { atMost: 65_000, aim: 52_000 },
          note: reuse(narrowArmed, stableArmed),
          ...counted,
        },
        stableArmed.priced,
      ),
    ],
  };
}
