import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { cleanLine } from '../base/text.js';
import {
  checkNameFree,
  nextVersion,
  playbookPath,
  playbookVersions,
  readPlaybook,
} from '../playbooks/folder.js';
import { writePlaybookFile } from '../playbooks/file.js';
import { formatPlaybookRef, parsePlaybookRef } from '../playbooks/naming.js';
import { countTokens } from '../playbooks/tokens.js';
import { playerLabel } from '../players/player.js';
import type { Store } from '../store/index.js';
import type { PlaybookKeeper, WrittenPlaybook } from './ports.js';

function checkWritable(folder: string, name: string): void {
  const own = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(existsSync(own) ? own : folder, constants.W_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new UserError(
      'playbook.file',
      `playbook folder ${cleanLine(folder)} cannot be written (${code}); name another place with --playbooks`,
      { cause },
    );
  }
}

/**
 * Refuses, before a run plays its first game, a playbook name that belongs to another run and a folder that
 * cannot be written. Makes that folder, but nothing in it.
 */
export function claimPlaybookName(store: Store, folder: string, name: string, runId: string): void {
  checkNameFree(folder, name, runId);
  store.playbooks.claim(name, runId);
  checkWritable(folder, name);
}

/**
 * Keeps the versions that one run writes: first the file that people read and edit, then the store's index.
 * A run that was killed between the two, or after both, finds its version again instead of writing another.
 */
export function playbookKeeper(store: Store, folder: string, runId: string, now: () => Date): PlaybookKeeper {
  const written = (version: WrittenPlaybook): number | undefined =>
    playbookVersions(folder, version.name).find((number) => {
      const { meta } = readPlaybook(folder, version.name, number);
      return meta.run === runId && meta.hash === version.playbook.hash && meta.parent === version.parent;
    });
  return {
    async keep(version) {
      const { name, playbook, parent } = version;
      const known = written(version);
      const number = known ?? nextVersion(folder, name);
      const tokens = await countTokens(playbook.text);
      const meta = {
        name,
        version: number,
        parent,
        games: version.games,
        model: playerLabel(version.reflector),
        run: runId,
        sourceGames: version.sourceGames,
        tokens,
        date: now().toISOString(),
      };
      if (known === undefined) writePlaybookFile(playbookPath(folder, name, number), meta, playbook.text);
      const from = parent === null ? null : parsePlaybookRef(parent);
      store.playbooks.save(
        {
          name,
          version: number,
          hash: playbook.hash,
          runId,
          stepId: version.stepId,
          parent: from === null ? null : { name: from.name, version: from.version ?? 1 },
          games: version.games,
          model: meta.model,
          sourceGames: version.sourceGames,
          tokens,
          promptHash: version.promptVersion,
          checks: { overlap: version.overlap as unknown as JsonObject },
        },
        playbook.text,
      );
      return formatPlaybookRef(name, number);
    },
  };
}
