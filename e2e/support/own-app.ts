import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { answerFrom } from '../../src/build/static-host.ts'
import type { EmbeddedOptions } from '../../supabase/embedded/embedded-supabase.ts'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import { startBackend, type Backend, type BackendOptions, type Coach } from '../../tests/support/backend.ts'
import { listen } from '../../tests/support/listen.ts'
import { connectToServer, startPostgres } from '../../tests/support/postgres.ts'

const DIST = path.resolve(import.meta.dirname, '../..', process.env.E2E_DIST ?? '.voleio/dist')

/** The built app with its own API on its own port. */
export interface OwnApp {
  url: string
  backend: Backend
  /**
   * With true, ends every request without an answer until called with false: for browsers that cannot be set offline.
   */
  hangUp: (isGone: boolean) => void
  close: () => Promise<void>
}

/** Starts the built app on a new PostgreSQL 17, whose data the journey can read and change. */
export async function startOwnApp(options: Partial<EmbeddedOptions> = {}): Promise<OwnApp> {
  const server = await startPostgres()
  try {
    const app = await serveApp({ data: { connectionString: await server.createEmptyDatabase() }, ...options })
    const close = async () => {
      await app.close()
      await server.stop()
    }
    return { ...app, close }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The same on a new database of the server on which the journeys run; `baseURL` is theirs. */
export async function startAppOfJourney(baseURL: string | undefined): Promise<OwnApp> {
  const answer = await fetch(`${baseURL}/_postgres`)
  const server = connectToServer(Number(await answer.text()))
  const connectionString = await server.createEmptyDatabase()
  await server.close()
  return serveApp({ data: { connectionString } })
}

/** Serves the built app with an API on the database `data`. Mails link to this server. */
async function serveApp(options: BackendOptions): Promise<OwnApp> {
  if (!existsSync(path.join(DIST, 'index.html')))
    throw new Error('Build the app first: npm run build:embedded')
  const answer = answerFrom(DIST)
  let backend: Backend | null = null
  let isGone = false
  const underWay = new Set<Promise<void>>()
  const http = createServer((request, response) => {
    if (isGone) {
      response.destroy()
      return
    }
    const isApi = /^\/(?:auth|rest)\/v1(?:[/?]|$)/.test(request.url ?? '')
    if (!isApi || backend === null) {
      sendFile(answer, request, response)
      return
    }
    const answered = answerWith(backend.fetch, request, response)
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(answered))
    underWay.add(answered)
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
      // postgres.js throws outside of any promise if a connection ends while the driver asks for the types of a new
      // one, so let all requests finish first.
      await Promise.all(underWay)
      await started.close()
    },
  }
}

const OF_THE_WEEK = {
  lesson_slots: ['starts_on', 'ends_on', 'time_since'],
  lesson_replies: ['slot_date', 'for_start', 'replied_at'],
  agreements: ['starts_on', 'created_at'],
  occurrence_guests: ['slot_date', 'for_start'],
  openings: ['slot_date', 'for_start', 'closes_at'],
}

/**
 * Makes `days` days go by: everything that the coach planned, agreed and offered, and every reply, becomes that much
 * older.
 */
export async function letDaysPass(days: number, { sql }: Backend, { id }: Coach): Promise<void> {
  for (const [table, columns] of Object.entries(OF_THE_WEEK)) {
    const older = columns.map((column) => `${column} = ${column} - make_interval(days => $2)`).join(', ')
    // Triggers would judge the replies again.
    await sql(`alter table public.${table} disable trigger user`)
    await sql(`update public.${table} set ${older} where user_id = $1`, [id, days])
    await sql(`alter table public.${table} enable trigger user`)
  }
}

function sendFile(answer: ReturnType<typeof answerFrom>, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { file, status, headers } = answer(pathname)
  response.writeHead(status, headers)
  createReadStream(path.join(DIST, file)).pipe(response)
}
