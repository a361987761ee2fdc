import { UserError } from '../base/errors.js';
import { cleanText } from '../base/text.js';
import { ModelFault } from '../models/chat.js';
import type { ChatReply } from '../models/chat.js';
import { checkPlaybookText, truncatedReason } from '../playbooks/text.js';
import { estimateTokens } from '../players/chat/chat-player.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflection, Reflector } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { trajectoryText } from './trajectory-text.js';

/** Words a playbook should have at most; the paper's playbooks run to about as many. */
const PLAYBOOK_WORDS = 1200;
/** Cap on a reflector's visible output, in tokens: the words asked for with room to spare. */
const REPLY_TOKENS = 3000;
/** Tokens of prompt used when the model's context window is not known. */
const DEFAULT_PROMPT_TOKENS = 60_000;
/** With a small window the reply gets at most this share of it. */
const REPLY_SHARE = 0.3;
/** Kept for the chat template and for an estimate that is too low. */
const MARGIN = 128;

/**
 * A language model that writes playbooks. It reads full trajectories with the rules of each kind of game,
 * and the playbook to revise. A reply that is cut, withheld or no playbook is rejected with the reason.
 */
export function chatReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  const replyCap =
    context === null ? REPLY_TOKENS : Math.min(REPLY_TOKENS, Math.floor(context * REPLY_SHARE));
  const words = Math.min(PLAYBOOK_WORDS, Math.floor(replyCap / 2));

  return {
    async write({ trajectories, prior, episode }, signal): Promise<Reflection> {
      const system = prompts.reflect.render('system', { words });
      const priorText = prior === null ? null : cleanText(prior).replaceAll('</playbook>', '‹/playbook›');
      const fixed = estimateTokens(system) + estimateTokens(priorText ?? '') + MARGIN;
      const budget = (context === null ? DEFAULT_PROMPT_TOKENS : context - replyCap) - fixed;
      const text = trajectoryText(prompts, trajectories, budget, estimateTokens);
      if (text === null) {
        throw new UserError(
          'model.context',
          `not even one game fits the reflection prompt of ${asker.identity.model} with a context of ` +
            `${context ?? DEFAULT_PROMPT_TOKENS}; raise --context or choose another --reflector`,
        );
      }
      const { rules, games, leftOut } = text;
      const user =
        priorText === null
          ? prompts.reflect.render('first', { rules, games, leftOut })
          : prompts.reflect.render('revise', { rules, games, leftOut, prior: priorText });
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ] as const;
      const ask = async (attempt: number, cap: number): Promise<ChatReply> => {
        const site = { episode, seat: null, turn: 0, attempt };
        try {
          return (await asker.ask(site, { messages, maxOutputTokens: cap }, signal)).reply;
        } catch (error) {
          // Going on with the old playbook would make another study than the one that was asked for.
          if (!(error instanceof ModelFault)) throw error;
          const what = `the reflection got no reply: ${error.message}; run the same command again to go on`;
          throw new UserError('model.unreachable', what, { cause: error });
        }
      };
      const notes = leftOut === null ? [] : [leftOut];
      let cap = replyCap;
      let reply = await ask(0, cap);
      if (reply.finish === 'length' && context === null) {
        cap = 2 * replyCap;
        reply = await ask(1, cap);
      }
      if (reply.finish === 'length') return { ok: false, reason: truncatedReason(cap), notes };
      if (reply.finish === 'filter') return { ok: false, reason: 'the provider withheld the reply', notes };
      if (reply.finish === 'refusal') return { ok: false, reason: 'the model refused', notes };
      const checked = checkPlaybookText(reply.text);
      return checked.ok
        ? { ok: true, text: checked.text, notes: [...notes, ...checked.notes] }
        : { ok: false, reason: checked.reason, notes };
    },
  };
}
