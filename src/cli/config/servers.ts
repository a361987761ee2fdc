import { UserError } from '../../base/errors.js';
import { listText } from '../../base/text.js';
import { PROVIDERS } from '../../models/registry.js';
import type { LineUps } from './line-ups.js';
import { PLAYER_OPTIONS } from './names.js';

/**
 * Refuses options of model servers that no player of the command could heed, so that nothing that was typed is
 * silently without effect.
 *
 * @param options the command's options, with what the configuration added
 * @param typed names of those that were typed
 * @throws UserError `input.option`
 */
export function checkServerOptions(
  options: Readonly<Record<string, unknown>>,
  typed: ReadonlySet<string>,
): void {
  const lineUps = options['lineUps'] as LineUps | undefined;
  const names = PLAYER_OPTIONS.flatMap((option) => {
    const value = options[option];
    return typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [];
  });
  if (names.length === 0) return;
  const models = names.map((name) => lineUps?.get(name)?.model ?? name);
  const providers = PROVIDERS.filter(({ id }) => models.some((model) => model.startsWith(`${id}:`)));
  if (typed.has('baseUrl') && providers.length === 0) {
    throw new UserError(
      'input.option',
      `--base-url is the address of a model server, and ${listText([...new Set(models)])} asks none: add --model openai:NAME, or leave --base-url out`,
    );
  }
  if (typed.has('baseUrl') && providers.length > 1) {
    throw new UserError(
      'input.option',
      `--base-url is the address of one server, and this command has models of ${listText(providers.map(({ id }) => `${id}:`))}: leave it out, and set ${listText(
        providers.map(({ urlVariable }) => urlVariable),
      )}, or configure players with their addresses`,
    );
  }
  const keepers = PROVIDERS.filter(({ takes }) => takes.has('keepAlive'));
  if (typed.has('keepAlive') && !providers.some((provider) => keepers.includes(provider))) {
    throw new UserError(
      'input.option',
      `--keep-alive is for models of ${listText(
        keepers.map(({ id }) => `${id}:`),
        'or',
      )}, and there is none here: leave it out`,
    );
  }
}
