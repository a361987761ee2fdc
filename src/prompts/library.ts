import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../base/errors.js';
import { contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { GameDefinition, GameEvent, View } from '../games/engine/definition.js';
import { describeForm } from '../games/engine/actions.js';
import type { Decision } from '../games/engine/actions.js';
import { compileTemplates } from './template-file.js';
import type { SectionVariables, TemplateFile } from './template-file.js';
import { TurnFrames } from './turn-frames.js';

/** The texts shipped with the lab. */
export const SHIPPED_PROMPTS = fileURLToPath(new URL('../../prompts', import.meta.url));

const MAX_TEMPLATE_BYTES = 256 * 1024;

/** Sections of `player.hbs`, the frame around every game's texts. */
export const PLAYER_SECTIONS: SectionVariables = {
  system: ['playbook', 'rules', 'players', 'self', 'seat'],
  turn: ['log', 'ask', 'forms'],
  cut: ['count'],
  correction: ['problem', 'forms'],
};

/** Sections of `reflect.hbs`. */
export const REFLECT_SECTIONS: SectionVariables = {
  system: ['words'],
  first: ['rules', 'games', 'leftOut'],
  revise: ['rules', 'games', 'leftOut', 'prior'],
  placebo: ['words'],
  game: ['number', 'players', 'result', 'log'],
  player: ['name', 'role', 'side', 'result'],
  silence: ['count'],
  'rules system': ['words', 'sections', 'revises'],
  'rules ask': ['rules', 'games', 'leftOut', 'prior', 'count'],
  'rules placebo': ['count', 'words'],
  'notes system': ['words'],
  'notes ask': ['rules', 'players', 'self', 'seat', 'role', 'side', 'log', 'result', 'prior'],
  'notes placebo': ['words'],
};

/** Sections that the prompt file of a game must have. */
export function gameSections(game: GameDefinition): SectionVariables {
  return {
    rules: Object.keys(game.options.parse({})),
    seat: [...game.secretFields],
    ...Object.fromEntries(Object.entries(game.events).map(([type, fields]) => [`event ${type}`, fields])),
    ...Object.fromEntries(game.decisions.map((kind) => [`ask ${kind}`, []])),
  };
}

/** Speech is data: it stays inside its quotation marks and cannot open or close a tag of ours. */
export function quoteSafe(text: string): string {
  return text.replaceAll('"', "'").replaceAll('<', '‹').replaceAll('>', '›');
}

/** Every text a model reads, from the shipped folder or a user's. */
export interface PromptLibrary {
  /** Hash of all texts a player of this game reads; part of a game's id. */
  gameVersion(game: GameDefinition): string;
  /** Hash of all texts a reflector on these games reads. */
  reflectVersion(games: readonly GameDefinition[]): string;
  readonly player: TemplateFile;
  readonly reflect: TemplateFile;
  rules(game: GameDefinition, options: JsonObject): string;
  seat(game: GameDefinition, view: Pick<View, 'secret'>): string;
  /** One event as one line of the log. */
  event(game: GameDefinition, event: GameEvent): string;
  ask(game: GameDefinition, decision: Decision): string;
  /** What a player is asked at a moment: the lines of the log so far, the question, the legal answers. */
  turn(game: GameDefinition, decision: Decision, log: readonly string[]): string;
}

/**
 * Opens a prompt library.
 *
 * @param override a folder whose files replace the shipped ones of the same name
 */
export function openPrompts(override?: string): PromptLibrary {
  if (override !== undefined && !(existsSync(override) && statSync(override).isDirectory())) {
    throw new UserError(
      'prompt.template',
      `--prompts: "${override}" is not a folder; name one that holds .hbs files`,
    );
  }
  const load = (name: string, sections: SectionVariables): TemplateFile => {
    const own = override === undefined ? undefined : join(override, name);
    const path = own !== undefined && existsSync(own) ? own : join(SHIPPED_PROMPTS, name);
    if (!existsSync(path))
      throw new UserError('prompt.template', `prompt file ${name} is missing in ${SHIPPED_PROMPTS}`);
    if (statSync(path).size > MAX_TEMPLATE_BYTES) {
      throw new UserError(
        'prompt.template',
        `prompt file ${path} is larger than ${MAX_TEMPLATE_BYTES / 1024} KiB`,
      );
    }
    return compileTemplates(path === own ? path : name, readFileSync(path, 'utf8'), sections);
  };
  const games = new Map<string, TemplateFile>();
  const ofGame = (game: GameDefinition): TemplateFile => {
    const known = games.get(game.id);
    if (known !== undefined) return known;
    const file = load(`games/${game.id}.hbs`, gameSections(game));
    games.set(game.id, file);
    return file;
  };
  const player = load('player.hbs', PLAYER_SECTIONS);
  const reflect = load('reflect.hbs', REFLECT_SECTIONS);
  const ask = (game: GameDefinition, decision: Decision): string =>
    ofGame(game).render(`ask ${decision.kind}`, {});
  const turns = new Map<string, TurnFrames>();
  const turnsOf = (game: GameDefinition): TurnFrames => {
    let frames = turns.get(game.id);
    if (frames === undefined) {
      frames = new TurnFrames((decision, log) =>
        player.render('turn', { log, ask: ask(game, decision), forms: formLines(decision) }),
      );
      turns.set(game.id, frames);
    }
    return frames;
  };
  // Public events reach every seat as the same object: each is rendered once, not once a seat.
  const lines = new WeakMap<GameEvent, string>();
  return {
    player,
    reflect,
    gameVersion: (game) => contentId([player.hash, ofGame(game).hash]),
    reflectVersion: (list) => contentId([reflect.hash, ...list.map((game) => ofGame(game).hash)]),
    rules: (game, options) => ofGame(game).render('rules', options),
    seat: (game, view) => ofGame(game).render('seat', view.secret),
    event(game, event) {
      const known = lines.get(event);
      if (known !== undefined) return known;
      const said = event.talk === undefined ? undefined : event.data['text'];
      const data = typeof said === 'string' ? { ...event.data, text: quoteSafe(said) } : event.data;
      const line = ofGame(game)
        .render(`event ${event.type}`, data)
        .replace(/\s*\n\s*/g, ' ');
      lines.set(event, line);
      return line;
    },
    ask,
    turn: (game, decision, log) => turnsOf(game).text(decision, log),
  };
}

/** The legal answers of a decision, one a line. */
export function formLines(decision: Decision): string {
  return decision.forms.map((form) => describeForm(form)).join('\n');
}
