import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { answerFrom } from '../../src/build/static-host.ts'
import type { EmbeddedOptions } from '../../supabase/embedded/embedded-supabase.ts'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import { startBackend, type Backend } from '../../tests/support/backend.ts'
import { listen } from '../../tests/support/listen.ts'
import { startPostgres } from '../../tests/support/postgres.ts'

const DIST = path.resolve(import.meta.dirname, '../..', process.env.E2E_DIST ?? '.voleio/dist')

/** The built app with its own API and port. */
export interface OwnApp {
  url: string
  backend: Backend
  /** Ends every request without an answer, or answers again: for browsers that cannot be told to be offline. */
  hangUp: (isGone: boolean) => void
  close: () => Promise<void>
}

/**
 * The built app on a database that the journey can read and change (the preview server's belongs to another process).
 * In memory by default; its mails link to this server.
 */
export async function startOwnApp(options: Partial<EmbeddedOptions> = {}): Promise<OwnApp> {
  if (!existsSync(path.join(DIST, 'index.html')))
    throw new Error('Build the app first: npm run build:embedded')
  const answer = answerFrom(DIST)
  let backend: Backend | null = null
  let isGone = false
  const http = createServer((request, response) => {
    if (isGone) {
      response.destroy()
      return
    }
    const isApi = /^\/(?:auth|rest)\/v1(?:[/?]|$)/.test(request.url ?? '')
    if (!isApi || backend === null) sendFile(answer, request, response)
    else answerWith(backend.fetch, request, response).catch(() => response.destroy())
  })
  const url = `http://localhost:${await listen(http, 'localhost')}`
  const started = await startBackend({ siteUrl: url, ...options })
  backend = started
  return {
    url,
    backend: started,
    hangUp: (now) => {
      isGone = now
    },
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await started.close()
    },
  }
}

export type PostgresApp = OwnApp

/**
 * The same on PostgreSQL 17. The preview server has a single connection; here two devices run concurrently, as on a
 * hosted database.
 */
export async function startPostgresApp(): Promise<PostgresApp> {
  const server = await startPostgres()
  try {
    const app = await startOwnApp({ data: { connectionString: await server.createEmptyDatabase() } })
    return {
      ...app,
      close: async () => {
        await app.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

function sendFile(answer: ReturnType<typeof answerFrom>, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { file, status, headers } = answer(pathname)
  response.writeHead(status, headers)
  createReadStream(path.join(DIST, file)).pipe(response)
}
