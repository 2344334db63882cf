import { defineConfig } from 'oxlint'

export default defineConfig({
  jsPlugins: ['./tests/lint/voleio.ts'],
  plugins: ['typescript', 'react', 'import', 'unicorn', 'jsx-a11y', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'src/data/database.types.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'no-nested-ternary': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'no-console': ['error', { allow: ['warn', 'error'] }],
    // The new JSX transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Styles and matchers are imported for their side effects.
    'import/no-unassigned-import': 'off',
    // An effect without clean-up returns nothing.
    'typescript/consistent-return': 'off',
    // We post only to workers and channels, which take no origin.
    'unicorn/require-post-message-target-origin': 'off',
    // role="status" on a div is what live regions are; <output> belongs to forms.
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    { files: ['src/**'], rules: { 'voleio/layers': 'error' } },
    {
      files: ['src/**'],
      rules: { 'voleio/no-steering-by-text': 'error' },
      // The only places that read texts of others: the provider's and the browser's.
      excludeFiles: ['src/data/errors.ts', 'src/account/auth-data.ts', 'src/app/use-unexpected-errors.ts'],
    },
  ],
})
