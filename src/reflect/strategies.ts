/** Which reflector writes by which strategy. */
import { gameById } from '../games/index.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflector, Strategy } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { builtinReflector } from './builtin-reflector.js';
import { chatReflector } from './chat-reflector.js';

/** The builtin reflector of a strategy. */
export function builtinReflectorBy(_strategy: Strategy): Reflector {
  return builtinReflector(gameById);
}

/** The reflector of a strategy that a model answers for. */
export function chatReflectorBy(_strategy: Strategy, asker: Asker, prompts: PromptLibrary): Reflector {
  return chatReflector(asker, prompts);
}
