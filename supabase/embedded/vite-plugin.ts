import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { ROOT } from './config.ts'
import { emptyFolder, FolderInUseError } from './data-folder.ts'
import { OutdatedDatabaseError } from './database.ts'
import {
  EMBEDDED_ANON_KEY,
  startEmbeddedSupabase,
  type EmbeddedOptions,
  type EmbeddedSupabase,
} from './embedded-supabase.ts'
import { answerMailbox } from './mailbox-page.ts'
import { answerWith } from './node-adapter.ts'

export { EMBEDDED_ANON_KEY }

/**
 * Serves the embedded Supabase from Vite's dev and preview servers, and points the app at it. Hosted builds do not use
 * this plugin.
 *
 * VOLEIO_DATA sets another data folder; VOLEIO_FRESH=1 empties it first. VOLEIO_POSTGRES, a connection string, stores
 * the data on that server instead of in a folder: the journeys do so, because the server answers in a third of the
 * time.
 */
export function embeddedSupabase(): Plugin {
  return {
    name: 'voleio:embedded-supabase',
    config: () => ({
      define: {
        // '/' means that the API shares the page's origin, whatever its host and port.
        'import.meta.env.VITE_SUPABASE_URL': JSON.stringify('/'),
        'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(EMBEDDED_ANON_KEY),
        // No area code begins with 0, so nobody has this number.
        'import.meta.env.VITE_AGENT_PHONE': JSON.stringify('5500900000000'),
      },
    }),
    configureServer: (server) => mount(server, 'dev', server.config.server.port ?? 5173),
    configurePreviewServer: (server) => mount(server, 'preview', server.config.preview.port ?? 4173),
  }
}

async function mount(server: ViteDevServer | PreviewServer, command: 'dev' | 'preview', port: number) {
  const { logger } = server.config
  const connectionString = process.env.VOLEIO_POSTGRES
  const folder = path.resolve(ROOT, process.env.VOLEIO_DATA ?? `.voleio/${command}`)
  const siteUrl = `http://localhost:${port}`
  const started = performance.now()
  const { embedded, release } = await share(folder, {
    data: connectionString === undefined ? { folder } : { connectionString },
    seed: true,
    siteUrl,
    onMail: ({ to, subject, link }) => {
      logger.info(`  ✉  ${subject} → ${to}${link === null ? '' : `\n     ${link}`}`)
    },
  }).catch((error: unknown) => {
    if (!(error instanceof OutdatedDatabaseError || error instanceof FolderInUseError)) throw error
    const data = path.relative(ROOT, folder)
    // By itself a reset empties the folder of `npm run dev`.
    const which = error instanceof OutdatedDatabaseError ? ` -- ${data}` : ''
    // The message says what to do, and a stack trace would hide it.
    logger.error(`\n  ${data}: ${error.message}${which}\n`)
    process.exit(1)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)

  const api = async (request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) => {
    try {
      if (answerMailbox(request, response, embedded.mails())) return
      if (/^\/(?:auth|rest)\/v1(?:[/?]|$)/.test(request.url ?? '')) {
        await answerWith(embedded.fetch, request, response)
      } else next()
    } catch (error) {
      // Of an address like '//' too, which is no URL: unhandled it would end the server.
      next(error)
    }
  }
  server.middlewares.use((request, response, next) => void api(request, response, next))

  server.httpServer?.once('close', () => void release())
  server.httpServer?.once('listening', () => {
    const where = connectionString ?? path.relative(ROOT, folder)
    logger.info(`  Supabase (embedded) in ${where}, ready in ${seconds} s`)
    logger.info(`  Demo coach: ana@voleio.test / voleio123     Mails: ${siteUrl}/_mailbox\n`)
  })
}

interface Shared {
  starting: Promise<EmbeddedSupabase>
  users: number
}

declare global {
  var voleioEmbedded: Map<string, Shared> | undefined
}

/**
 * Starts one instance per folder and process. On a restart Vite creates the new dev server before it closes the old
 * one, and reloads this module, which must find the existing instance: hence the global.
 */
async function share(folder: string, options: EmbeddedOptions) {
  const all = (globalThis.voleioEmbedded ??= new Map())
  const shared: Shared = all.get(folder) ?? { starting: start(folder, options), users: 0 }
  all.set(folder, shared)
  shared.users += 1
  const release = async () => {
    shared.users -= 1
    if (shared.users > 0) return
    all.delete(folder)
    await (await shared.starting).close()
  }
  try {
    return { embedded: await shared.starting, release }
  } catch (error) {
    all.delete(folder)
    throw error
  }
}

async function start(folder: string, options: EmbeddedOptions): Promise<EmbeddedSupabase> {
  if (process.env.VOLEIO_FRESH === '1') await emptyFolder(folder)
  const embedded = await startEmbeddedSupabase(options)
  // PostgreSQL flushes and releases the folder before the process exits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void embedded.close().finally(() => process.exit(0)))
  }
  return embedded
}
