import type { KnipConfig } from 'knip'

/**
 * `npm run deadcode`: files, exports and dependencies that nothing needs. Runs twice: over everything, and with
 * `--production` over what is built, where use by a test does not count. Exports that only their own file and a test
 * use are allowed.
 */
// Knip loads vite.config.ts, which requires settings; any project will do.
process.env['VITE_SUPABASE_URL'] ??= 'https://voleio.supabase.co'
process.env['VITE_SUPABASE_ANON_KEY'] ??= 'sb_publishable_voleio'

const production = process.argv.includes('--production')

export default {
  // '!' marks files that count in production.
  entry: [
    'src/entry-server.tsx!',
    // Scripts of the documents of a build (src/site/documents.ts).
    'src/app/{landing-document,student-document,student-first}.{ts,tsx}!',
    // Replacements of packages (src/build/config.ts).
    'src/data/left-out.ts!',
    // Run by hand; the first loads the others through Vite.
    'tests/og/{draw.ts,card.tsx,courts.tsx}',
    // Bundled for each simulated device.
    'tests/simulation/app.tsx',
    ...(production ? ['src/build/*.ts!'] : []),
  ],
  project: ['*.ts', 'src/**/*.{ts,tsx,css}!', '{tests,e2e}/**/*.{ts,tsx}', 'supabase/embedded/*.ts'],
  // Of the system: `npm run rehearse` and `npm run webkit` explain how to install them.
  ignoreBinaries: production ? [] : ['nginx', 'apt-get', 'localedef', 'Xvfb', 'WebKitWebDriver'],
  ignoreExportsUsedInFile: production,
  treatConfigHintsAsErrors: true,
} satisfies KnipConfig
