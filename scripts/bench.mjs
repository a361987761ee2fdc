// Runs the benchmarks as plain JavaScript, as users run the lab: a loader of TypeScript in the measured processes
// would add its own memory and CPU to every figure.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const [from, to] = [join(root, 'bench'), join(root, 'dist-bench')];

rmSync(to, { recursive: true, force: true });
for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
  const target = join(to, file);
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.js')) cpSync(join(from, file), target);
  if (!file.endsWith('.ts')) continue;
  const { outputText } = ts.transpileModule(readFileSync(join(from, file), 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  writeFileSync(target.replace(/\.ts$/, '.js'), outputText);
}
await import(join(to, 'main.js'));
