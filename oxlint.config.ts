import { defineConfig, type OxlintOverride } from 'oxlint'

const FOLDERS = [
  'app',
  'pages',
  'components',
  'hooks',
  'queries',
  'services',
  'domain',
  'texts',
  'lib',
  'build',
] as const
type Folder = (typeof FOLDERS)[number]

/** Which folder of src/ may import which (docs/architecture.md); written only here. */
const MAY_IMPORT: Record<Folder, readonly Folder[]> = {
  app: ['pages', 'components', 'hooks', 'queries', 'domain', 'texts', 'lib'],
  pages: ['components', 'hooks', 'queries', 'domain', 'texts', 'lib'],
  components: ['domain', 'texts', 'lib'],
  hooks: ['queries', 'services', 'domain', 'texts', 'lib'],
  queries: ['services', 'domain', 'texts', 'lib'],
  services: ['domain', 'texts', 'lib'],
  domain: ['texts'],
  texts: [],
  lib: [],
  build: ['domain', 'texts', 'lib'],
}

/** What a folder may import of others as types only: what a screen shows is what a service answers. */
const MAY_IMPORT_TYPES: Partial<Record<Folder, readonly Folder[]>> = { pages: ['services'] }

interface Pattern {
  group: string[]
  message: string
  allowTypeImports?: boolean
}

const WHAT_TO_DO: Record<Folder, string> = {
  app: 'src/app composes: reach data through a hook.',
  pages: 'Share code between pages by moving it to components, hooks or domain.',
  components: 'A component gets everything by props: let the page pass it.',
  hooks: 'A hook stands between React and the services and knows no screen.',
  queries: 'Queries are plain data and functions over the query client: no React, no hooks, no screens.',
  services: 'A service is plain async functions over Supabase: no React, no hooks, no screens.',
  domain: 'A rule takes data and returns data: pass in what it needs.',
  texts: 'Texts are plain data.',
  lib: 'lib knows nothing of the product: pass in what it needs.',
  build:
    'The build runs on Node, before the app exists: what it shows of the app comes from src/entry-server.tsx.',
}

const REACT = [
  'react',
  'react/**',
  'react-dom',
  'react-dom/**',
  'react-router-dom',
  'react-hook-form',
  '@tanstack/**',
  '@radix-ui/**',
]
const PLAIN: readonly Folder[] = ['services', 'domain', 'texts', 'lib', 'build']

/** How far a relative import may climb: within a layer, or within one of its subfolders (a capability, a room). */
type Depth = 'layer' | 'subfolder'

/** Whether './x' and '../x' stay inside the layer, and for a page inside its own folder. */
const depthOf = (folder: Folder) => ({
  layer: `src/${folder}/${folder === 'pages' ? '*/' : ''}*`,
  subfolder: `src/${folder}/${folder === 'pages' ? '*/' : ''}*/**`,
})

/** The patterns of `no-restricted-imports` for a folder's files at one depth. */
function patternsFor(folder: Folder, depth: Depth = 'layer') {
  const allowed = MAY_IMPORT[folder]
  const types: readonly Folder[] = MAY_IMPORT_TYPES[folder] ?? []
  const closed = FOLDERS.filter((other) => other !== folder && !allowed.includes(other))
  // A page imports its own folder by './', so '@/pages' in a page always means another page.
  const banned: readonly Folder[] = folder === 'pages' ? [...closed, 'pages'] : closed
  const patterns: Pattern[] = [
    {
      group: banned
        .filter((other) => !types.includes(other))
        .flatMap((other) => [`@/${other}`, `@/${other}/**`]),
      message: `src/${folder} may import ${allowed.join(', ') || 'nothing of ours'}. ${WHAT_TO_DO[folder]}`,
    },
    {
      group: depth === 'subfolder' ? ['../../**'] : ['../**'],
      message: `An import that leaves its layer, or its page, is written with '@/', where the rule above can see it.`,
    },
  ].filter(({ group }) => group.length > 0)
  if (types.length > 0) {
    patterns.push({
      group: types.flatMap((other) => [`@/${other}`, `@/${other}/**`]),
      message: `src/${folder} may import only types of ${types.join(', ')}. ${WHAT_TO_DO[folder]}`,
      allowTypeImports: true,
    })
  }
  if (folder !== 'services') {
    patterns.push({
      group: ['@supabase/**'],
      message: 'Only src/services knows Supabase: call a service through a hook.',
    })
  }
  if (['app', 'pages', 'components', 'hooks', 'queries'].includes(folder)) {
    patterns.push({
      group: ['@/domain/credits/opened'],
      message: `What a write answered is taken out by telling it: tell() of src/hooks/effects/tell.ts.`,
    })
  }
  if (PLAIN.includes(folder)) {
    patterns.push({ group: REACT, message: `src/${folder} is plain TypeScript, without React.` })
  }
  return patterns
}

function restrict(files: string[], patterns: ReturnType<typeof patternsFor>): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** Node loads src/build with vite.config.ts, where '@/' does not resolve, so it imports by '../'. */
function patternsForBuild() {
  const { build: allowed } = MAY_IMPORT
  const closed = FOLDERS.filter((other) => other !== 'build' && !allowed.includes(other))
  return [
    {
      group: [...closed.flatMap((other) => [`../${other}`, `../${other}/**`]), '../../**'],
      message: `src/build may import ${allowed.join(', ')}. ${WHAT_TO_DO.build}`,
    },
    { group: ['@/**'], message: `Node loads src/build without Vite, and knows no '@/': write '../'.` },
    ...patternsFor('build').filter(({ group }) => group.includes('react') || group.includes('@supabase/**')),
  ]
}

export default defineConfig({
  jsPlugins: ['./tests/lint/no-steering-by-text.ts'],
  plugins: ['typescript', 'react', 'import', 'unicorn', 'jsx-a11y', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'src/services/supabase/database.types.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
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
    restrict(['src/build/**'], patternsForBuild()),
    ...FOLDERS.filter((folder) => folder !== 'build').flatMap((folder) => [
      restrict([depthOf(folder).layer], patternsFor(folder)),
      restrict([depthOf(folder).subfolder], patternsFor(folder, 'subfolder')),
    ]),
    {
      ...restrict(
        ['src/domain/*/**'],
        [
          ...patternsFor('domain', 'subfolder'),
          { group: ['zod', 'zod/**'], message: 'In src/domain only *.schema.ts files use zod.' },
        ],
      ),
      excludeFiles: ['src/domain/**/*.schema.ts'],
    },
    restrict(
      ['src/hooks/effects/tell.ts'],
      patternsFor('hooks', 'subfolder').filter(({ group }) => !group.includes('@/domain/credits/opened')),
    ),
    {
      files: ['src/**'],
      rules: { 'voleio/no-steering-by-text': 'error' },
      // The only places that read texts of others: the provider's and the browser's.
      excludeFiles: [
        'src/services/supabase/errors.ts',
        'src/services/account/auth.ts',
        'src/app/use-unexpected-errors.ts',
      ],
    },
  ],
})
