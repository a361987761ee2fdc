/** Writes the published JSON Schema of the configuration file: `npm run config-schema`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { configJsonSchema } from '../src/cli/config/schema.js';

const file = fileURLToPath(new URL('../spartan.config.schema.json', import.meta.url));
const style = await resolveConfig(file);
writeFileSync(file, await format(JSON.stringify(configJsonSchema()), { ...style, parser: 'json' }));
