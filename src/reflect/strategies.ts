/** Which reflector writes by which strategy. */
import { gameById } from '../games/index.js';
import { builtinProfile } from '../players/builtin/profiles.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflector, Strategy } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { builtinReflector } from './builtin-reflector.js';
import { chatReflector } from './chat-reflector.js';
import { builtinNotesReflector } from './notes/builtin.js';
import { chatNotesReflector } from './notes/chat.js';
import { builtinRulesReflector } from './rules/builtin.js';
import { chatRulesReflector } from './rules/chat.js';

/**
 * The builtin reflector of a strategy.
 *
 * @param profile name of the profile whose games are reflected on; notes are private, so their writer is the player
 */
export function builtinReflectorBy(strategy: Strategy, profile: string): Reflector {
  switch (strategy) {
    case 'playbook':
      return builtinReflector(gameById);
    case 'rules':
      return builtinRulesReflector(gameById);
    case 'notes':
      return builtinNotesReflector(builtinProfile(profile), gameById);
  }
}

/** The reflector of a strategy that a model answers for. */
export function chatReflectorBy(strategy: Strategy, asker: Asker, prompts: PromptLibrary): Reflector {
  switch (strategy) {
    case 'playbook':
      return chatReflector(asker, prompts);
    case 'rules':
      return chatRulesReflector(asker, prompts);
    case 'notes':
      return chatNotesReflector(asker, prompts);
  }
}
