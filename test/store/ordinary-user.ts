/** The user id of "nobody". */
const NOBODY = 65534;

/**
 * Does `work` without the rights of root, to whom no file is read-only. Where the tests are not run by root,
 * simply does it.
 */
export function asOrdinaryUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
