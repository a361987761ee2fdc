/**
 * Codes of the errors a user may meet, one line of meaning each.
 * The command line prints the message and exits with 2 (see {@link UserError}).
 */
export const ERROR_CODES = {
  'input.option': 'a command-line option or argument has a value that cannot be used',
  'input.unknown-name': 'a game, profile, provider, run or playbook of that name does not exist',
  'input.config': 'a configuration, content or study file cannot be used',
  'playbook.file': 'a playbook file cannot be read or has broken front matter',
  'playbook.taken': 'the playbook name belongs to another run',
  'prompt.template': 'a prompt template cannot be used',
  'model.key-missing': 'the provider needs an API key and none is set',
  'model.unreachable': 'the model server does not answer',
  'model.not-found': 'the server has no model of that name',
  'model.auth': 'the server refused the API key',
  'model.quota': 'the account behind the API key has no quota left',
  'model.refused': 'the server refuses every request of this run',
  'model.context': 'a prompt cannot be made to fit the model’s context window',
  'replay.differs': 'a run does not come out as it was recorded',
  'store.open': 'the store cannot be opened',
  'store.locked': 'another run is writing to the store',
  'store.newer': 'the store was written by a newer version',
  'store.full': 'the disk is full',
} as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Something the user can mend. Its message is one line: what was expected, what was got, what to do.
 */
export class UserError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UserError';
    this.code = code;
  }
}

/** The run was stopped on purpose (a limit, a pause); what was finished is stored. */
export class StoppedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StoppedError';
  }
}

/** The user stopped the run (Ctrl-C). */
export class InterruptedError extends StoppedError {
  constructor(reason: string) {
    super(reason);
    this.name = 'InterruptedError';
  }
}
