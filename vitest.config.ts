import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

/** Where the services of src/ believe their API to be; tests answer it themselves (tests/support/backend.ts). */
const env = {
  VITE_SUPABASE_URL: 'http://localhost:5173',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_voleio_embedded',
  VITE_AGENT_PHONE: '5500900000000',
  // Every test opens accounts of its own: a costly hash would be a third of the time of all of them.
  LITE_AUTH_BCRYPT_COST: '4',
}

/** Screens that keep something in the device's database: it stays open for whoever comes next in the same process. */
const KEEPING = [
  'tests/pages/outbox/outbox-page.test.tsx',
  'tests/pages/profile/my-data.test.tsx',
  'tests/pages/student-profile/rights.test.tsx',
]

const screens = {
  env,
  environment: 'jsdom',
  setupFiles: ['tests/support/screens.setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000,
} satisfies TestProjectInlineConfiguration['test']

/** Pure rules, real databases, and screens in a DOM (see docs/architecture.md). */
export default defineConfig({
  test: {
    // Two cores are what CI has; the default leaves one of them idle, and a third worker wins nothing.
    maxWorkers: '100%',
    // A process for each file would compile Postgres and load React a hundred times, a third of the whole run: the files
    // of one worker share their modules, and where they can their database (tests/support/backend.ts).
    isolate: false,
    // Each test opens a browser of its own, as it were; supabase-js warns of every one.
    onConsoleLog: (log) => !log.includes('Multiple GoTrueClient instances'),
    // `npm run coverage`: rules and services, by their own tests alone; what a screen happens to run proves nothing.
    // Just below what was measured; the lines that are missing are named in docs/proof.md.
    coverage: {
      provider: 'v8',
      include: ['src/{domain,services}/**'],
      reporter: [['text', { skipFull: true }]],
      thresholds: {
        'src/domain/**': { statements: 99, branches: 95, functions: 99, lines: 99 },
        'src/services/**': { statements: 88, branches: 81, functions: 91, lines: 93 },
      },
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
          include: ['tests/{attack,db,platform}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'services',
          env,
          environment: 'node',
          include: ['tests/services/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A device: what one of them left (a login, a channel between tabs) the next one would hear.
          isolate: true,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'screens',
          include: ['tests/{components,pages}/**/*.test.{ts,tsx}'],
          exclude: KEEPING,
          ...screens,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'device',
          include: ['tests/{hooks,queries,app}/**/*.test.{ts,tsx}', ...KEEPING],
          ...screens,
          isolate: true,
        },
      },
    ],
  },
})
