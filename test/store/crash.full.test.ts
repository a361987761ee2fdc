import { it } from 'vitest';
import { surviveKills } from './writer.js';

it('a writer loses nothing it has acknowledged, in 15 kills one after another on one store', async () => {
  await surviveKills(15);
});
