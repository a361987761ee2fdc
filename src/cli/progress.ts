import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import { TOURNAMENT_ARM } from '../experiments/tournament.js';
import type { SequentialLook } from '../loop/judge.js';
import type { RunEvent } from '../loop/ports.js';
import type { Plan, PlayStep, Step } from '../loop/plan.js';
import { dollars } from '../models/prices.js';
import type { Io } from './io.js';

/** Model traffic so far, for the progress line. */
export interface Traffic {
  readonly calls: number;
  readonly replayed: number;
  readonly retried: number;
  readonly tokens: number;
  /** What the run has paid, in US dollars; null where a price is not known. */
  readonly cost: number | null;
  /** Note of the limiter, such as a wait for a rate limit. */
  readonly note: string | null;
}

const REDRAW_MS = 120;

/** `850`, `12.3k`, `4.56M`. */
export function compactNumber(value: number): string {
  if (value < 1000) return String(value);
  if (value < 1e6) return `${(value / 1e3).toFixed(1)}k`;
  return `${(value / 1e6).toFixed(2)}M`;
}

/** `0.4 s`, `38 s`, `12 min`, `3 h 05 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

function stepTitle(plan: Plan, step: Step): string {
  // A tournament has a step for every few games of every two models: its kinds of game say enough.
  if (plan.arm === TOURNAMENT_ARM && step.kind === 'play') return step.game;
  switch (step.kind) {
    case 'play': {
      const armed = step.lineUp.by === 'side' ? armedSides(step) : '';
      return `R${step.round} ${step.role}${armed}`;
    }
    case 'reflect':
      return `R${step.round} reflection`;
    case 'judge':
      return 'judging';
  }
}

function armedSides(step: PlayStep): string {
  if (step.lineUp.by !== 'side') return '';
  const sides = (['alt', 'main'] as const).filter(
    (side) => step.lineUp.by === 'side' && step.lineUp[side].playbook.from !== 'none',
  );
  return sides.length === 1 ? ` (${sides[0]}-armed)` : '';
}

function lookText({ pairs, widest, decided, cells, stop }: SequentialLook): string {
  const width = `widest interval ${Math.round(widest * 100)} points`;
  const next = !stop ? 'more games are added' : decided === cells ? 'that is enough' : 'no more may be added';
  return `looked after ${pairs} pairs: ${decided} of ${cells} cells decided, ${width}; ${next}`;
}

/** Shows how a run goes: one line redrawn on a terminal, a line a finished step elsewhere, nothing when quiet. */
export interface Progress {
  onEvent(event: RunEvent): void;
  /** A line that stays. */
  note(line: string): void;
  stop(): void;
}

/** Starts showing progress of a plan on standard error. */
export function startProgress(
  plan: Plan,
  io: Io,
  options: { quiet: boolean; traffic: () => Traffic },
): Progress {
  const started = io.now().getTime();
  const total = plan.steps.reduce((sum, step) => sum + (step.kind === 'play' ? step.count : 0), 0);
  const titles = new Map(plan.steps.map((step) => [step.id, stepTitle(plan, step)]));
  const titleOf = (step: Step): string => titles.get(step.id) ?? '';
  /** Games of all steps of a title: planned, and not played yet. */
  const planned = new Map<string, number>();
  for (const step of plan.steps) {
    const title = titleOf(step);
    if (step.kind === 'play') planned.set(title, (planned.get(title) ?? 0) + step.count);
  }
  const left = new Map(planned);
  let done = 0;
  let stored = 0;
  let voids = 0;
  let current = '';
  let drawn = 0;
  const live = io.errIsTerminal && !options.quiet;
  const update = live ? createLogUpdate(io.errStream) : undefined;

  const seconds = (): number => (io.now().getTime() - started) / 1000;
  const line = (): string => {
    const { calls, replayed, retried, tokens, cost, note } = options.traffic();
    const played = done - stored;
    const remaining = played === 0 ? null : (seconds() / played) * (total - done);
    const parts = [
      `${done}/${total} games`,
      ...(stored > 0 ? [`${stored} from the store`] : []),
      ...(voids > 0 ? [`${voids} void`] : []),
      ...(calls + replayed > 0 ? [`${compactNumber(calls)} calls, ${compactNumber(tokens)} tokens`] : []),
      ...(cost !== null && cost > 0 ? [dollars(cost)] : []),
      ...(replayed > 0 ? [`${compactNumber(replayed)} replayed`] : []),
      ...(retried > 0 ? [`${retried} retries`] : []),
      ...(remaining === null || done === total ? [] : [`${duration(remaining)} left`]),
      ...(note === null ? [] : [note]),
    ];
    return `${pc.bold(current)}  ${parts.join(' · ')}`;
  };
  const draw = (force: boolean): void => {
    if (update === undefined) return;
    const now = io.now().getTime();
    if (!force && now - drawn < REDRAW_MS) return;
    drawn = now;
    update(line());
  };
  const say = (text: string): void => {
    if (options.quiet) return;
    if (update === undefined) {
      io.err(`${text}\n`);
    } else {
      update.clear();
      io.err(`${text}\n`);
      draw(true);
    }
  };
  const finishGames = (step: PlayStep, count: number): void => {
    done += count;
    const title = titleOf(step);
    const open = (left.get(title) ?? 0) - count;
    left.set(title, open);
    if (open === 0 && count > 0 && update === undefined)
      say(`${title}: ${planned.get(title) ?? 0} games  (${done}/${total})`);
  };
  return {
    onEvent(event) {
      switch (event.type) {
        case 'step-started':
          current = titleOf(event.step);
          if (event.step.kind === 'play') {
            stored += event.stored;
            finishGames(event.step, event.stored);
          }
          break;
        case 'game':
          if (event.status === 'void') voids += 1;
          current = titleOf(event.step);
          finishGames(event.step, 1);
          break;
        case 'look':
          say(lookText(event.look));
          break;
        case 'playbook':
          say(`R${event.step.round} reflection: wrote ${event.label}`);
          break;
        case 'rejected':
          say(
            `R${event.step.round} reflection: rejected, ${event.reason}; the previous playbook stays in use`,
          );
          break;
      }
      draw(false);
    },
    note: say,
    stop() {
      update?.clear();
    },
  };
}
