/** Imports go one way; see docs/architecture.md for the picture. Each folder lists what it may import. */
const allowed = {
  // Words every folder shares: JSON, hashing, errors, clean text. They know nothing of the lab.
  base: [],
  stats: ['base'],
  games: ['base'],
  playbooks: ['base'],
  models: ['base'],
  diagnostics: ['base', 'games'],
  prompts: ['base', 'games'],
  players: ['base', 'games', 'models', 'playbooks', 'prompts'],
  reflect: ['base', 'games', 'models', 'playbooks', 'prompts', 'players', 'diagnostics'],
  store: ['base', 'games', 'models', 'playbooks', 'players'],
  loop: [
    'base',
    'games',
    'models',
    'playbooks',
    'prompts',
    'players',
    'reflect',
    'store',
    'diagnostics',
    'stats',
  ],
  experiments: ['base', 'games', 'models', 'playbooks', 'players', 'loop', 'stats'],
  report: [
    'base',
    'games',
    'prompts',
    'stats',
    'diagnostics',
    'playbooks',
    'loop',
    'store',
    'experiments',
    'players',
  ],
};

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'src-knows-no-test', severity: 'error', from: { path: '^src' }, to: { path: '^test|^bench' } },
    ...Object.entries(allowed).map(([folder, may]) => ({
      name: `imports-of-${folder}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...may].join('|')})/` },
    })),
    {
      name: 'sql-only-in-store',
      severity: 'error',
      from: { pathNot: '^src/store/' },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'model-clients-only-in-models',
      severity: 'error',
      from: { pathNot: '^src/models/' },
      to: { path: 'node_modules/(openai|ollama)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
