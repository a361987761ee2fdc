import tseslint from 'typescript-eslint';

const noAmbientEffects = [
  { object: 'Math', property: 'random', message: 'Randomness comes from the seeded rng.' },
  { object: 'Date', property: 'now', message: 'Time comes in as an argument.' },
];

export default tseslint.config(
  { ignores: ['dist/**', 'dist-bench/**', 'results/**', 'node_modules/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-properties': 'off',
    },
  },
  {
    // Rules, statistics and diagnostics are pure: the same input gives the same output on every machine.
    files: [
      'src/games/**',
      'src/stats/**',
      'src/diagnostics/**',
      'src/experiments/**',
      'src/reflect/**',
      'src/playbooks/**',
    ],
    rules: {
      'no-restricted-properties': ['error', ...noAmbientEffects],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Time comes in as an argument.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.cjs', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);
