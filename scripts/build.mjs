// Compiles src/ to dist/. Runs at `npm ci`, so that `npx spartan` works straight after.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
chmodSync(`${root}dist/cli/main.js`, 0o755);

// npm does not link a package's own command. Without this, `npx spartan` would install the folder into npx's
// cache first, which takes longer than the run.
const bin = `${root}node_modules/.bin`;
if (existsSync(bin) && process.platform !== 'win32') {
  rmSync(`${bin}/spartan`, { force: true });
  symlinkSync('../../dist/cli/main.js', `${bin}/spartan`);
}
