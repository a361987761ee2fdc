import { cleanText } from '../base/text.js';
import { checkAction, describeField } from '../games/engine/actions.js';
import type { Action, ActionForm, Decision, Field } from '../games/engine/actions.js';
import type { GameDefinition, View } from '../games/engine/definition.js';
import type { PromptLibrary } from '../prompts/library.js';
import type { Answer, Player } from './player.js';
import type { Json } from '../base/json.js';

/** How a person is shown text and asked for a line. */
export interface Console {
  show(text: string): void;
  /** One line; rejects with the signal's reason when it is aborted, or when the input ends. */
  ask(question: string, signal: AbortSignal): Promise<string>;
}

function menu(items: readonly string[]): string {
  return items.map((item, index) => `  ${index + 1}  ${item}`).join('\n');
}

/** An item by its number in the menu, or by its own words. */
function chosen(answer: string, items: readonly string[]): string | undefined {
  const text = answer.trim();
  const number = /^\d+$/.test(text) ? items[Number(text) - 1] : undefined;
  return number ?? items.find((item) => item.toLowerCase() === text.toLowerCase());
}

async function pick(
  terminal: Console,
  title: string,
  items: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  if (items.length === 1) return items[0] as string;
  for (;;) {
    const answer = await terminal.ask(`${title}\n${menu(items)}\n> `, signal);
    const item = chosen(answer, items);
    if (item !== undefined) return item;
    terminal.show(`Type a number from 1 to ${items.length}, or the words themselves.\n`);
  }
}

async function readField(terminal: Console, name: string, field: Field, signal: AbortSignal): Promise<Json> {
  switch (field.type) {
    case 'choice':
      return pick(terminal, `${name}:`, [...new Set(field.options)], signal);
    case 'text':
      return terminal.ask(`${name} (${describeField(field)}): `, signal);
    case 'integer': {
      const answer = await terminal.ask(`${name} (${describeField(field)}): `, signal);
      return /^-?\d+$/.test(answer.trim()) ? Number(answer) : answer;
    }
    case 'subset': {
      const question = `${name} (${describeField(field)}), separated by commas:\n${menu(field.options)}\n> `;
      const answer = await terminal.ask(question, signal);
      const parts = answer.split(',').filter((part) => part.trim() !== '');
      return parts.map((part) => chosen(part, field.options) ?? part.trim());
    }
    case 'assign': {
      const values: Record<string, Json> = {};
      for (const key of field.keys)
        values[key] = await pick(terminal, `${name} for ${key}:`, field.options, signal);
      return values;
    }
    case 'split': {
      terminal.show(`${name}: ${describeField(field)}.\n`);
      const shares: Record<string, Json> = {};
      for (const key of field.keys) {
        const answer = await terminal.ask(`  ${key}: `, signal);
        shares[key] = /^-?\d+$/.test(answer.trim()) ? Number(answer) : answer;
      }
      return shares;
    }
  }
}

async function readAction(terminal: Console, decision: Decision, signal: AbortSignal): Promise<Action> {
  const names = decision.forms.map((form) => form.action);
  const action = await pick(terminal, 'What do you do?', names, signal);
  const form = decision.forms.find((candidate) => candidate.action === action) as ActionForm;
  if (form.note !== undefined) terminal.show(`(${form.note})\n`);
  const fields: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    fields[name] = await readField(terminal, name, field, signal);
  }
  return { action, ...fields };
}

/**
 * A person at one seat. Sees exactly what a model at that seat would: rules, secret, the log as far as this
 * seat may know it. A mistyped answer is explained and asked for again, without end.
 */
export function humanPlayer(game: GameDefinition, prompts: PromptLibrary, terminal: Console): Player {
  let seen = -1;
  const update = (view: View): void => {
    if (seen < 0) {
      seen = 0;
      const secret = prompts.seat(game, view);
      terminal.show(
        `${prompts.rules(game, view.options)}\n\nPlayers: ${view.players.join(', ')}.\nYou are ${view.self}. ${secret}\n\n`,
      );
    }
    for (const event of view.events.slice(seen)) terminal.show(`${cleanText(prompts.event(game, event))}\n`);
    seen = view.events.length;
  };
  return {
    async decide({ view, decision }, signal): Promise<Answer> {
      update(view);
      terminal.show(`\n${prompts.ask(game, decision)}\n`);
      for (;;) {
        const value = await readAction(terminal, decision, signal);
        const checked = checkAction(decision, value);
        if (checked.ok) return { kind: 'action', value: checked.action, text: JSON.stringify(value) };
        terminal.show(`That is not legal: ${checked.reason}.\n`);
      }
    },
  };
}
