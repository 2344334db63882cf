import { createServer } from 'node:http'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import type { Backend } from '../support/backend.ts'
import { listen } from '../support/listen.ts'

/** The API on a separate origin, like a hosted project. */
export interface Api {
  url: string
  /** Starts answering; requests wait until then. */
  serve: (backend: Backend) => void
  close: () => Promise<void>
}

/** Hosted Supabase's edge allows every origin, because row-level security guards the rows. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-range, content-location, x-supabase-api-version',
}

/** The build needs the API's address before the API knows the site's, so the API listens first and answers later. */
export async function startApi(): Promise<Api> {
  let serve: Api['serve'] | undefined
  const backend = new Promise<Backend>((resolve) => {
    serve = resolve
  })
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(OPEN)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') {
      response.writeHead(200, {
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
        'access-control-max-age': '3600',
      })
      response.end()
      return
    }
    backend.then(({ fetch }) => answerWith(fetch, request, response)).catch(() => response.destroy())
  })
  const port = await listen(server, 'localhost')
  return {
    url: `http://localhost:${port}`,
    serve: (ready) => serve?.(ready),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
