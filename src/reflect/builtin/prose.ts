import { AXES, TRAITS } from '../../games/engine/traits.js';
import type { Axis } from '../../games/engine/traits.js';
import { MAXIM_SIDES, writeMaxim } from '../../players/builtin/maxims.js';
import type { Maxim } from '../../players/builtin/maxims.js';

const INTRODUCTION =
  'I wrote this for myself after going through my own games, from every seat and with all hidden moves laid open. ' +
  'It says which conduct went with winning more often than chance would have it, how strongly, and on how many ' +
  'choices that rests. Where little has been seen I lean on it only a little.';

const SECTIONS: Readonly<Record<Axis, { readonly title: string; readonly lead: string }>> = {
  deception: {
    title: 'Deception',
    lead: 'What I show need not be what I am; what matters is when the difference pays.',
  },
  detection: { title: 'Detection', lead: 'Deeds leave traces, and I can follow them or look for more.' },
  persuasion: { title: 'Persuasion', lead: 'A table can be moved, and so can I.' },
  information: { title: 'Information', lead: 'Every word tells something, mine as well as theirs.' },
  coalition: { title: 'Coalition', lead: 'Nobody wins such games alone for long.' },
  timing: { title: 'Timing and patience', lead: 'The same move is worth more or less at another moment.' },
};

/** A playbook made of maxims: one section for each axis, the hidden side's advice before the majority's. */
export function writePlaybook(maxims: readonly Maxim[]): string {
  const sections = AXES.flatMap((axis) => {
    const lines = MAXIM_SIDES.flatMap((side) =>
      maxims
        .filter((maxim) => maxim.side === side && TRAITS[maxim.trait] === axis)
        .map((maxim) => `- ${writeMaxim(maxim)}`),
    );
    return lines.length === 0
      ? []
      : [`## ${SECTIONS[axis].title}\n\n${SECTIONS[axis].lead}\n\n${lines.join('\n')}`];
  });
  return `# How I mean to play\n\n${INTRODUCTION}\n\n${sections.join('\n\n')}\n`;
}
