/**
 * `npm run splinter`: the public linter behind Supabase's advisors (github.com/supabase/splinter), asked about our
 * schema on PostgreSQL 17 as a hosted project has it, after the traffic of the product. Exits with 1 when it says
 * anything. It speaks through Supabase's own command-line tool, from npm; `-- <path or address of a splinter.sql>` asks
 * another version of it. `-- --planted` plants one violation for each lint and wants to hear of each.
 */
import { fileURLToPath } from 'node:url'
import { createServer, createServerModuleRunner } from 'vite'
import type * as Command from './splinter.ts'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// The requests of the product are written with '@/', which Node alone does not know.
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
// Said aloud: PostgreSQL's package ends a process that merely runs out of work with 0.
process.exit(code)
