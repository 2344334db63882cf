import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { answerFrom } from '../../src/build/static-host.ts'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import { startBackend, type Backend } from '../../tests/support/backend.ts'
import { startPostgres } from '../../tests/support/postgres.ts'

const DIST = path.resolve(import.meta.dirname, '../..', process.env.E2E_DIST ?? '.voleio/dist')

export interface PostgresApp {
  url: string
  backend: Backend
  close: () => Promise<void>
}

/**
 * The built app and its API over PostgreSQL 17 on a port of its own. The preview server has one connection, where two
 * devices take turns; here they meet as they do on a hosted database.
 */
export async function startPostgresApp(): Promise<PostgresApp> {
  if (!existsSync(path.join(DIST, 'index.html')))
    throw new Error('Build the app first: npm run build:embedded')
  const server = await startPostgres()
  try {
    const connectionString = await server.createEmptyDatabase()
    const answer = answerFrom(DIST)
    let backend: Backend | null = null
    const http = createServer((request, response) => {
      const isApi = /^\/(?:auth|rest)\/v1(?:[/?]|$)/.test(request.url ?? '')
      if (!isApi || backend === null) sendFile(answer, request, response)
      else answerWith(backend.fetch, request, response).catch(() => response.destroy())
    })
    await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
    const address = http.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    const url = `http://localhost:${address.port}`
    // Its mails lead here, so the port comes first.
    const started = await startBackend({ data: { connectionString }, siteUrl: url })
    backend = started
    return {
      url,
      backend: started,
      close: async () => {
        http.closeAllConnections()
        await new Promise((resolve) => http.close(resolve))
        await started.close()
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
