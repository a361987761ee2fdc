/** Options of every `spartan playbook` command, as parsed. */
export interface PlaybookOptions {
  readonly playbooks: string;
  readonly db: string;
  readonly json?: boolean;
}
