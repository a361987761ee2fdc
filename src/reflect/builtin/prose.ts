import { AXES, TRAITS } from '../../games/engine/traits.js';
import type { Axis } from '../../games/engine/traits.js';
import { MAXIM_SIDES, writeMaxim } from '../../players/builtin/maxims.js';
import type { Maxim } from '../../players/builtin/maxims.js';
import { SECTION_OF } from '../rules/sections.js';

const INTRODUCTION =
  'I wrote this for myself after going through my own games, from every seat and with all hidden moves laid open. ' +
  'It says which conduct went with winning more often than chance would have it, how strongly, and on how many ' +
  'choices that rests. Where little has been seen I lean on it only a little.';

const LEADS: Readonly<Record<Axis, string>> = {
  deception: 'What I show need not be what I am; what matters is when the difference pays.',
  detection: 'Deeds leave traces, and I can follow them or look for more.',
  persuasion: 'A table can be moved, and so can I.',
  information: 'Every word tells something, mine as well as theirs.',
  coalition: 'Nobody wins such games alone for long.',
  timing: 'The same move is worth more or less at another moment.',
};

/** Maxims that rest on fewer clear choices than this are set apart as tentative. */
const TENTATIVE_BELOW = 100;

const TENTATIVE = {
  title: 'Not sure yet',
  lead: 'I have seen too little of these to rely on them, but they are what I would try first.',
};

function section(title: string, lead: string, maxims: readonly Maxim[]): string[] {
  if (maxims.length === 0) return [];
  const lines = MAXIM_SIDES.flatMap((side) =>
    maxims.filter((maxim) => maxim.side === side).map((maxim) => `- ${writeMaxim(maxim)}`),
  );
  return [`## ${title}\n\n${lead}\n\n${lines.join('\n')}`];
}

/**
 * A playbook made of maxims: a section for each axis, the hidden side's advice before the majority's, and one at
 * the end for what rests on little.
 */
export function writePlaybook(maxims: readonly Maxim[]): string {
  const settled = maxims.filter(({ evidence }) => evidence >= TENTATIVE_BELOW);
  const tentative = maxims.filter(({ evidence }) => evidence < TENTATIVE_BELOW);
  const sections = [
    ...AXES.flatMap((axis) =>
      section(
        SECTION_OF[axis],
        LEADS[axis],
        settled.filter((maxim) => TRAITS[maxim.trait] === axis),
      ),
    ),
    ...section(TENTATIVE.title, TENTATIVE.lead, tentative),
  ];
  return `# How I mean to play\n\n${INTRODUCTION}\n\n${sections.join('\n\n')}\n`;
}
