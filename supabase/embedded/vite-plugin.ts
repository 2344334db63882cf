import path from 'node:path'
import { honoMiddleware } from '@supabase/lite/vite'
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { emptyFolder } from './data-folder.ts'
import { EMBEDDED_ANON_KEY, startEmbeddedSupabase } from './embedded-supabase.ts'
import { answerMailbox } from './mailbox-page.ts'
import { ROOT } from './config.ts'

/** The mode of builds that are served with the embedded API; every other build is for a hosted project. */
export const EMBEDDED_MODE = 'embedded'

/**
 * Serves the embedded Supabase from Vite's own dev and preview servers, and points the app at it. It takes no part in
 * a hosted build.
 *
 * VOLEIO_DATA names another data folder; VOLEIO_FRESH=1 empties it first (the browser tests do both).
 */
export function embeddedSupabase(): Plugin {
  return {
    name: 'voleio:embedded-supabase',
    config: () => ({
      define: {
        // '/': the API shares the page's own origin, whatever name or port the browser used.
        'import.meta.env.VITE_SUPABASE_URL': JSON.stringify('/'),
        'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(EMBEDDED_ANON_KEY),
      },
    }),
    configureServer: (server) => mount(server, 'dev', server.config.server.port ?? 5173),
    configurePreviewServer: (server) => mount(server, 'preview', server.config.preview.port ?? 4173),
  }
}

async function mount(server: ViteDevServer | PreviewServer, command: 'dev' | 'preview', port: number) {
  const { logger } = server.config
  const folder = path.resolve(ROOT, process.env.VOLEIO_DATA ?? `.voleio/${command}`)
  const siteUrl = `http://localhost:${port}`
  const started = performance.now()
  if (process.env.VOLEIO_FRESH === '1') await emptyFolder(folder)
  const embedded = await startEmbeddedSupabase({
    data: { folder },
    seed: true,
    siteUrl,
    onMail: ({ to, subject, link }) => {
      logger.info(`  ✉  ${subject} → ${to}${link === null ? '' : `\n     ${link}`}`)
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)

  const mailbox: Connect.NextHandleFunction = (request, response, next) => {
    if (!answerMailbox(request, response, embedded.mails())) next()
  }
  server.middlewares.use(mailbox)
  server.middlewares.use(honoMiddleware(embedded.app, ['/auth/v1', '/rest/v1']))

  // Postgres writes its last page and lets go of the folder before the process goes.
  const close = () => embedded.close()
  server.httpServer?.once('close', () => void close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(0)))
  }
  server.httpServer?.once('listening', () => {
    logger.info(`  Supabase (embedded) in ${path.relative(ROOT, folder)}, ready in ${seconds} s`)
    logger.info(`  Demo coach: ana@voleio.test / voleio123     Mails: ${siteUrl}/_mailbox\n`)
  })
}
