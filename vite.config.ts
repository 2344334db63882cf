import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import release from './package.json' with { type: 'json' }
import { chunkOf } from './src/build/chunks.ts'
import { ALIASES, ENGLISH } from './src/build/config.ts'
import { prerender } from './src/build/prerender.ts'
import { serviceWorker } from './src/build/service-worker.ts'
import { calendarAsHosted, previewAsHosted } from './src/build/static-host.ts'
import { describeProblems, readSettings } from './src/lib/settings/settings.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * `vite` serves with the embedded Supabase unless .env.local names a hosted project; `vite build` is for a hosted
 * project, and fails without its settings; `--mode embedded` builds and previews with the embedded one.
 */
export default defineConfig(async ({ command, mode, isPreview }) => {
  const raw = loadEnv(mode, root, 'VITE_')
  const embedded = mode === 'embedded' || (command === 'serve' && !isPreview && !raw.VITE_SUPABASE_URL)

  // Imported only when it is served; a hosted build must not contain it.
  const local = embedded ? await import('./supabase/embedded/vite-plugin.ts') : null
  const read = readSettings(
    local
      ? {
          ...raw,
          VITE_SUPABASE_URL: '/',
          VITE_SUPABASE_ANON_KEY: local.EMBEDDED_ANON_KEY,
          VITE_AGENT_PHONE: '',
        }
      : raw,
    local && 'http://localhost',
  )
  if (!read.ok && !isPreview) {
    const hint =
      command === 'build' && !embedded
        ? '\n\nA build is for a hosted Supabase project: see .env.example. ' +
          'To build and serve with the embedded one, run `npm run preview`.'
        : ''
    const error = new Error(`${describeProblems(read.problems, ENGLISH)}${hint}`)
    // The stack of a settings error helps nobody.
    error.stack = error.message
    throw error
  }

  const api = { origin: embedded ? null : read.settings.supabaseUrl, key: read.settings.supabaseAnonKey }

  return {
    root,
    plugins: [
      react(),
      tailwindcss(),
      ...(local ? [local.embeddedSupabase()] : []),
      prerender({ siteUrl: read.settings.siteUrl, api }),
      serviceWorker(),
      calendarAsHosted(api),
      previewAsHosted(),
      {
        name: 'voleio:agent-phone',
        apply: 'build',
        buildStart() {
          if (embedded || read.settings.agentPhone !== '') return
          this.warn("VITE_AGENT_PHONE is not set: this build has no button 'Falar com o Agente'.")
        },
      },
    ],
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(raw.VITE_APP_VERSION || release.version) },
    resolve: { alias: ALIASES },
    build: {
      // A separate folder: an embedded build must never be published by mistake.
      outDir: embedded ? '.voleio/dist' : 'dist',
      emptyOutDir: true,
      // For `npm run weigh`; hosts do not need it.
      manifest: embedded,
      // Every browser that supports these modules supports preload.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Radix names each function for debuggers by such a call, which would keep what nobody uses: 3 kB of a page.
        treeshake: { manualPureFunctions: ['__name'] },
        output: {
          codeSplitting: {
            groups: [{ name: chunkOf, debugName: 'shared', includeDependenciesRecursively: false }],
          },
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      watch: { ignored: ['**/.voleio/**'] },
      // Vite's defaults, plus the data of the embedded Supabase with its signing key.
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/.voleio/**'] },
    },
    preview: { port: 4173, strictPort: true },
  }
})
