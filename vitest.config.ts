import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

/** Where the services of src/ believe their API to be; tests answer it themselves (tests/support/backend.ts). */
const env = {
  VITE_SUPABASE_URL: 'http://localhost:5173',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_voleio_embedded',
  // Every test opens accounts of its own: a costly hash would be a third of the time of all of them.
  LITE_AUTH_BCRYPT_COST: '4',
}

/** Three kinds of tests: pure rules, real databases, and screens in a DOM (see docs/architecture.md). */
export default defineConfig({
  test: {
    // Two cores are what CI has; the default leaves one of them idle.
    maxWorkers: '100%',
    // A file of its own process each would compile Postgres and load React a hundred times, a third of the whole run.
    // The files of one worker share their modules; each opens a database of its own and leaves nothing behind.
    isolate: false,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'domain',
          env,
          environment: 'node',
          include: ['tests/{domain,lib,texts}/**/*.test.ts'],
          // The property tests play hundreds of sequences; the machine may be busy.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'data',
          env,
          environment: 'node',
          include: ['tests/{attack,db,services,platform}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'screens',
          env,
          environment: 'jsdom',
          include: ['tests/{components,hooks,pages,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/screens.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
