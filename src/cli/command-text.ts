import { DEFAULT_DB, DEFAULT_PLAYBOOKS } from './options.js';

const USER_INFO = /([a-z][\w+.-]*:\/\/)[^/?#]*@/gi;
const QUERY_VALUE = /([?&][^=&#\s]*=)[^&#\s]*/g;

/**
 * A command line that may be stored and shown: user names, passwords and query values of URLs, which is where a
 * command line holds a key, are replaced by `***`.
 */
export function withoutSecrets(argv: readonly string[]): string[] {
  return argv.map((word) =>
    word.includes('://') ? word.replace(USER_INFO, '$1***@').replace(QUERY_VALUE, '$1***') : word,
  );
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line as the user would type it. */
export function commandText(argv: readonly string[]): string {
  return ['spartan', ...argv.map(shellWord)].join(' ');
}

/** The options that lead another command to this store; none for the usual place. */
export function dbOption(db: string): string[] {
  return db === DEFAULT_DB ? [] : ['--db', db];
}

/** The options that lead another command to these playbooks; none for the usual place. */
export function playbooksOption(folder: string): string[] {
  return folder === DEFAULT_PLAYBOOKS ? [] : ['--playbooks', folder];
}
