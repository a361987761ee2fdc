import { fileURLToPath } from 'node:url';

/** The study files that come with the lab. */
export const SHIPPED_STUDIES = fileURLToPath(new URL('../../studies', import.meta.url));
