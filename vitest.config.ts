import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

/** The API address that src/ expects; tests answer it themselves (tests/support/backend.ts). */
const env = {
  VITE_SUPABASE_URL: 'http://localhost:5173',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_voleio_embedded',
  VITE_AGENT_PHONE: '5500900000000',
  // Every test opens its own accounts: a costly hash would take a third of the total time.
  LITE_AUTH_BCRYPT_COST: '4',
}

const globalSetup = 'tests/support/postgres.setup.ts'

const keepsOnDevice = (file: string) => readFileSync(file, 'utf8').includes("'fake-indexeddb/auto'")

/**
 * What uses IndexedDB, which stays open for later tests in the same process. Found by their import: one that a list
 * forgot let later tests start with what an earlier one had read.
 */
const KEEPING = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .filter((name) => /^tests\/(?:app|hooks|pages)\/.+\.test\.tsx?$/.test(name))
  .filter(keepsOnDevice)

/**
 * These tests look at what a page keeps while it is open (outbox, caches, the connection's state): in a shared process
 * the order of the files decided whether they passed.
 */
const DEVICE = [
  'tests/queries/*.test.{ts,tsx}',
  'tests/hooks/account/*.test.tsx',
  // A module that another file has loaded cannot be missing.
  'tests/**/*-missing.test.tsx',
  ...KEEPING,
]

/**
 * Each test simulates its own browser, and supabase-js warns about every one; refusals and dead networks, which the app
 * logs, are what many tests are about.
 */
const NOISE =
  /Multiple GoTrueClient instances|The backend refused a call|Failed to fetch|indexedDB is not defined|AuthApiError/

/** They cover no line that the other tests of services miss, and measuring coverage would slow them by a third. */
const FAULTS = ['tests/services/faults/matrix.test.ts', 'tests/services/faults/restart.test.ts']

const screens = {
  env,
  environment: 'jsdom',
  globalSetup,
  setupFiles: ['tests/support/screens.setup.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
} satisfies TestProjectInlineConfiguration['test']

/** Pure rules, real databases, and screens in a DOM (see docs/architecture.md). */
export default defineConfig({
  test: {
    // CI has two cores. The default would leave one idle; a third worker fills the waits of the others (4 % less time).
    maxWorkers: Math.max(3, availableParallelism()),
    // A process per file would load jsdom and React a hundred times. So the files of one worker share modules, and if
    // possible the database (tests/support/backend.ts). 'device' below is the exception.
    isolate: false,
    // The driver asks for the array types on each new connection and drops the failure if the server is killed
    // meanwhile, as `restart.test.ts` does; the statement that waited for the connection is told by itself.
    onUnhandledError: (error) => !('query' in error && String(error.query).includes('pg_catalog.pg_type')),
    onConsoleLog: (log) => !NOISE.test(log),
    // `npm run coverage`: rules and services by their own tests; code that a screen happens to run proves nothing.
    // Thresholds are just below the measured values; docs/proof.md names the missing lines.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Hooks, screens and the build have tests of other kinds. `left-out` is a stand-in for parts of supabase-js that
      // the build leaves out: no test can reach them. The card is drawn on a canvas, which only a browser has
      // (e2e/public-student.spec.ts).
      exclude: [
        'src/**/use-*.ts',
        'src/**/{texts,*-texts}.ts',
        'src/{app,build,lib,ui}/**',
        'src/credits/{tell,undo}.ts',
        'src/public-student/share-card.ts',
        'src/data/{queries/*,left-out,database.types}.ts',
      ],
      reporter: [['text', { skipFull: true }]],
      thresholds: { statements: 95.9, branches: 90.3, functions: 96.4, lines: 97.6 },
    },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'domain',
          env,
          environment: 'node',
          include: ['tests/{domain,lib,texts}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'data',
          env,
          environment: 'node',
          globalSetup,
          include: ['tests/{attack,db,platform,simulation}/**/*.test.ts'],
          // The attack of wild values takes 9 s on quiet cores, and took more than 60 beside journeys and simulation.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'services',
          env,
          environment: 'node',
          globalSetup,
          include: ['tests/services/**/*.test.ts'],
          exclude: FAULTS,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'faults',
          env,
          environment: 'node',
          globalSetup,
          include: FAULTS,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'screens',
          include: ['tests/{app,components,hooks,pages}/**/*.test.{ts,tsx}'],
          exclude: DEVICE,
          ...screens,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'device',
          // A process for each file.
          isolate: true,
          include: DEVICE,
          ...screens,
        },
      },
    ],
  },
})
