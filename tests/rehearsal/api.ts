import { createServer } from 'node:http'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import type { Backend } from '../support/backend.ts'
import { listen } from '../support/listen.ts'

/** The API on an origin of its own, as a hosted project is for the browser. */
export interface Api {
  url: string
  /** Answers from now on; before, every request waits. */
  serve: (backend: Backend) => void
  close: () => Promise<void>
}

/** What the edge of hosted Supabase allows every page: rows are guarded by row-level security, not by origins. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-range, content-location, x-supabase-api-version',
}

/** The build names the API before the API knows where the site is: so it listens first, and learns to answer later. */
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
