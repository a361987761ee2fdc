/** A language model that keeps a list of rules. */
import type { JsonObject } from '../../base/json.js';
import { extractJson } from '../../models/extract.js';
import { formatRules, NO_RULES, parseRules } from '../../playbooks/rules.js';
import type { Rule, Rulebook } from '../../playbooks/rules.js';
import type { Asker } from '../../players/chat/chat-player.js';
import type { Reflection, Reflector } from '../../players/player.js';
import type { PromptLibrary } from '../../prompts/library.js';
import { askForText, capsFor, gamesWithin, insideTag, promptRoom, wordCount } from '../chat-reflector.js';
import { applyOperations, mergeDuplicates, pruneRules } from './operations.js';
import { readReply, replySchema } from './reply.js';
import { RULE_SECTIONS } from './sections.js';

/** Words of one rule, about: what a placebo without a model to be like is measured by. */
const WORDS_PER_RULE = 40;

/** A reply's operations put to the rules, duplicates joined, cut to the budget; null when no rule is left. */
async function revised(
  book: Rulebook,
  reply: string,
  games: number,
  budget: number,
): Promise<{ readonly book: Rulebook | null; readonly reason: string; readonly notes: readonly string[] }> {
  const found = extractJson(reply);
  if (!found.ok) {
    return { book: null, reason: `the reply holds no operations: ${found.problem}`, notes: [] };
  }
  const read = readReply(found.value, games);
  const applied = applyOperations(book, read.operations);
  const merged = mergeDuplicates(applied.book);
  const pruned = await pruneRules(merged.book, budget);
  return {
    book: pruned.book.rules.length === 0 ? null : pruned.book,
    reason: 'no rule is left',
    notes: [...read.notes, ...applied.notes, ...merged.notes, ...pruned.notes],
  };
}

function schemaOf(schema: JsonObject): { readonly name: string; readonly schema: JsonObject } {
  return { name: 'rules', schema };
}

/**
 * A model reads full trajectories and the rules in use and answers with operations on them: marks, changes,
 * removals, additions. Code applies what is well formed, joins duplicates and cuts to the budget. A reply without
 * operations that leave a rule is rejected with the reason.
 */
export function chatRulesReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ trajectories, prior, episode, budget }, signal): Promise<Reflection> {
      const caps = capsFor(budget, context);
      const book = prior === null ? NO_RULES : parseRules(prior);
      const carried = book.rules.length === 0 ? null : insideTag(formatRules(book));
      const system = prompts.reflect.render('rules system', {
        words: caps.words,
        sections: RULE_SECTIONS,
        revises: carried !== null,
      });
      const widest = JSON.stringify(replySchema(book, trajectories.length));
      const room = promptRoom(context, caps.reply, [system, carried ?? '', widest]);
      const { rules, games, leftOut, used } = gamesWithin(prompts, trajectories, room, asker);
      const user = prompts.reflect.render('rules ask', {
        rules,
        games,
        leftOut,
        prior: carried,
        count: used.length,
      });
      const reply = await askForText(
        asker,
        { episode, turn: 0 },
        {
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          schema: schemaOf(replySchema(book, used.length)),
          maxOutputTokens: caps.reply,
        },
        signal,
      );
      const notes = leftOut === null ? [] : [leftOut];
      if (!reply.ok) return { ok: false, reason: reply.reason, notes };
      const made = await revised(book, reply.text, used.length, budget);
      const told = [...notes, ...made.notes];
      return made.book === null
        ? { ok: false, reason: made.reason, notes: told }
        : { ok: true, text: formatRules(made.book), notes: told };
    },
  };
}

/** The rules of a placebo with the ids and counts of the rules it is like, as far as there are as many. */
function dressedAs(written: readonly Rule[], like: Rulebook): Rulebook {
  const rules = written.map((rule, index): Rule => {
    const { id, helpful, harmful } = like.rules[index] ?? { ...rule, id: like.nextId + index };
    return { ...rule, id, helpful, harmful };
  });
  return { rules, nextId: Math.max(like.nextId, ...rules.map(({ id }) => id + 1)) };
}

/**
 * A model writes as many rules as those it stands against, of like length and with their ids and counts, without
 * having seen a game.
 */
export function chatRulesPlacebo(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ prior, episode, budget }, signal): Promise<Reflection> {
      const caps = capsFor(budget, context);
      const like = prior === null ? NO_RULES : parseRules(prior);
      const wanted = like.rules.reduce((sum, { text }) => sum + wordCount(text), 0);
      const words = wanted === 0 ? caps.words : Math.min(caps.words, wanted);
      const count = like.rules.length || Math.max(1, Math.round(words / WORDS_PER_RULE));
      const system = prompts.reflect.render('rules system', {
        words,
        sections: RULE_SECTIONS,
        revises: false,
      });
      const reply = await askForText(
        asker,
        { episode, turn: 0 },
        {
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: prompts.reflect.render('rules placebo', { count, words }) },
          ],
          schema: schemaOf(replySchema(NO_RULES, 0)),
          maxOutputTokens: caps.reply,
        },
        signal,
      );
      if (!reply.ok) return { ok: false, reason: reply.reason, notes: [] };
      const made = await revised(NO_RULES, reply.text, 0, budget);
      if (made.book === null) return { ok: false, reason: made.reason, notes: made.notes };
      const dressed = dressedAs(made.book.rules.slice(0, count), like);
      const { book, notes } = await pruneRules(dressed, budget);
      return {
        ok: true,
        text: formatRules(book),
        notes: ['written without seeing a game', ...made.notes, ...notes],
      };
    },
  };
}
