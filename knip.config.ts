import type { KnipConfig } from 'knip'

/**
 * `npm run deadcode`: files, exports and dependencies that nothing needs. It looks twice: at everything, and with
 * `--production` at what is built, where a test is no reason to keep something. There an export that only its own file
 * and a test read is all right: tests may look inside.
 */
// Knip asks vite.config.ts what it builds, for a hosted project too; which one is no matter.
process.env['VITE_SUPABASE_URL'] ??= 'https://voleio.supabase.co'
process.env['VITE_SUPABASE_ANON_KEY'] ??= 'sb_publishable_voleio'

const production = process.argv.includes('--production')

export default {
  // A '!' marks what counts in production.
  entry: [
    'src/entry-server.tsx!',
    // What the documents of a build run (src/domain/site/documents.ts).
    'src/app/{landing,student}-document.{ts,tsx}!',
    'src/app/prefetch-student.ts!',
    // Stand in for packages, by vite.config.ts.
    'src/services/supabase/no-{realtime,storage}.ts!',
    // Run by hand; Vite loads the others for the first.
    'tests/og/{draw.ts,card.tsx,courts.tsx}',
    ...(production ? ['src/build/*.ts!'] : []),
  ],
  project: ['*.ts', 'src/**/*.{ts,tsx,css}!', '{tests,e2e}/**/*.{ts,tsx}', 'supabase/embedded/*.ts'],
  // Not from npm: `npm run rehearse` says how to get it.
  ignoreBinaries: production ? [] : ['nginx'],
  ignoreExportsUsedInFile: production,
  treatConfigHintsAsErrors: true,
} satisfies KnipConfig
