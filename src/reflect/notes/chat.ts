/** A language model that keeps private notes, a call for each seat. */
import { gameById } from '../../games/index.js';
import { mayKnow } from '../../games/engine/engine.js';
import { pruneToBudget } from '../../playbooks/budget.js';
import { budgetPerSeat, formatNotes, parseNotes } from '../../playbooks/notes.js';
import { checkPlaybookText } from '../../playbooks/text.js';
import { estimateTokens } from '../../models/tokens.js';
import type { Asker } from '../../players/chat/chat-player.js';
import type { Reflection, Reflector, Trajectory } from '../../players/player.js';
import type { PromptLibrary } from '../../prompts/library.js';
import { askForText, capsFor, insideTag, promptRoom, windowTooSmall, wordCount } from '../chat-reflector.js';
import { eventLog, resultWord, TALK_LIMITS } from '../trajectory-text.js';
import { all, rewriteNotes } from './seats.js';
import type { SeatReflection } from './seats.js';

/** What a seat is asked, with its view of the game alone. Of others it learns what its own events say. */
function question(
  prompts: PromptLibrary,
  trajectory: Trajectory,
  seat: number,
  prior: string | null,
  talkLimit: number,
): string {
  const game = gameById(trajectory.game);
  const { role = '', side } = trajectory.roles[seat] ?? {};
  const seen = trajectory.events.filter((event) => mayKnow(event, seat));
  return prompts.reflect.render('notes ask', {
    rules: prompts.rules(game, trajectory.options),
    players: trajectory.players,
    self: trajectory.players[seat] ?? '',
    seat: prompts.seat(game, { secret: trajectory.secrets[seat] ?? {} }),
    role,
    side: side === undefined ? null : side === 'alt' ? 'minority' : 'majority',
    log: eventLog(prompts, game, seen, talkLimit),
    result: resultWord(trajectory.outcome.rewards[seat] ?? 0),
    prior,
  });
}

/** A reply as a seat's notes within their budget. */
async function checkedNotes(reply: string, budget: number): Promise<SeatReflection> {
  const checked = checkPlaybookText(reply);
  if (!checked.ok) return { ok: false, reason: checked.reason };
  const pruned = await pruneToBudget(checked.text, budget);
  if (pruned.text.trim() === '') {
    return { ok: false, reason: `no part of the reply keeps to ${budget} tokens` };
  }
  return { ok: true, text: pruned.text, notes: [...checked.notes, ...pruned.notes] };
}

/**
 * After each game a model rewrites the notes of each seat, a call a seat, recorded under that seat. It is shown what
 * the seat was told and saw, its role, its result and its notes so far, and nothing else of the game.
 */
export function chatNotesReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    write: ({ trajectories, prior, episode, budget }, signal) =>
      rewriteNotes(trajectories, prior, budget, async (task) => {
        const caps = capsFor(task.budget, context);
        const system = prompts.reflect.render('notes system', { words: caps.words });
        const carried = task.prior === null ? null : insideTag(task.prior);
        const room = promptRoom(context, caps.reply, [system]);
        const user = TALK_LIMITS.map((limit) =>
          question(prompts, task.trajectory, task.seat, carried, limit),
        ).find((text) => estimateTokens(text) <= room);
        if (user === undefined) throw windowTooSmall(asker, 'not even a game without its talk');
        const reply = await askForText(
          asker,
          { episode, seat: task.seat, turn: task.index },
          {
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
            maxOutputTokens: caps.reply,
          },
          signal,
        );
        return reply.ok ? checkedNotes(reply.text, task.budget) : reply;
      }),
  };
}

/** A model writes the notes of each seat that has any, as long as those, without having seen a game. */
export function chatNotesPlacebo(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ prior, episode, budget }, signal): Promise<Reflection> {
      const like = prior === null ? new Map<number, string>() : parseNotes(prior);
      const seats = [...like.keys()];
      if (seats.length === 0)
        return { ok: false, reason: 'there are no notes to write a placebo like', notes: [] };
      const share = await budgetPerSeat(budget, seats);
      const caps = capsFor(share, context);
      const replies = await all(
        [...like].map(async ([seat, text]): Promise<readonly [number, SeatReflection]> => {
          const words = Math.min(caps.words, wordCount(text));
          const messages = [
            { role: 'system', content: prompts.reflect.render('notes system', { words }) },
            { role: 'user', content: prompts.reflect.render('notes placebo', { words }) },
          ] as const;
          const request = { messages, maxOutputTokens: caps.reply };
          const reply = await askForText(asker, { episode, seat, turn: 0 }, request, signal);
          return [seat, reply.ok ? await checkedNotes(reply.text, share) : reply];
        }),
      );
      const refused = replies.flatMap(([seat, reply]) => (reply.ok ? [] : [`seat ${seat}: ${reply.reason}`]));
      const written = replies.flatMap(([seat, reply]): [number, string][] =>
        reply.ok ? [[seat, reply.text]] : [],
      );
      // A seat without a placebo would carry nothing, and the control would be weaker than what it stands against.
      return refused.length > 0
        ? { ok: false, reason: 'a seat wrote no placebo', notes: refused }
        : { ok: true, text: formatNotes(new Map(written)), notes: ['written without seeing a game'] };
    },
  };
}
