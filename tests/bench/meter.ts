import { gzipSync } from 'node:zlib'
import type { PostgresDatabase } from '../support/postgres'
import { sum } from './measure'

/** The cost of one action of a coach. */
export interface Usage {
  requests: number
  /** Sequential round trips: requests that waited for the previous one. */
  trips: number
  /** Bytes sent: request lines, headers and bodies. */
  up: number
  /** Bytes received, with bodies compressed by gzip, as a host sends them. */
  zipped: number
  /** Milliseconds for planning and running the action's statements, including the work at the commit. */
  sqlMs: number
  /** Pages of 8 kB that the action's statements read. */
  blocks: number
}

interface Exchange {
  began: number
  ended: number
  up: number
  headers: number
  body: Uint8Array
}

type Send = (request: Request) => Promise<Response>

/** Measures the requests that are sent through it. */
export function makeMeter(send: Send): {
  send: Send
  take: () => Pick<Usage, 'requests' | 'trips' | 'up' | 'zipped'>
} {
  let exchanges: Exchange[] = []
  return {
    send: async (request) => {
      const up = sizeOf(request) + (await request.clone().arrayBuffer()).byteLength
      const began = performance.now()
      const response = await send(request)
      const body = new Uint8Array(await response.arrayBuffer())
      exchanges.push({ began, ended: performance.now(), up, headers: headerBytes(response.headers), body })
      return new Response(response.status === 204 ? null : body, response)
    },
    take: () => {
      const taken = exchanges
      exchanges = []
      return {
        requests: taken.length,
        trips: longestChain(taken),
        up: sum(taken.map(({ up }) => up)),
        zipped: sum(
          taken.map(({ headers, body }) => headers + Math.min(gzipSync(body).byteLength, body.byteLength)),
        ),
      }
    },
  }
}

/** Runs an action and measures it. */
export async function weigh(
  database: Pick<PostgresDatabase, 'sql'>,
  meter: ReturnType<typeof makeMeter>,
  action: () => Promise<unknown>,
): Promise<Usage> {
  meter.take()
  await database.sql.unsafe('select pg_stat_statements_reset()')
  await action()
  const [statements] = await database.sql.unsafe<{ ms: number; blocks: number }[]>(STATEMENTS)
  return { ...meter.take(), sqlMs: statements?.ms ?? Number.NaN, blocks: statements?.blocks ?? Number.NaN }
}

/** Sums of all statements. Nested statements count with their caller; those of deferred triggers count separately. */
const STATEMENTS = `select sum(s.total_plan_time + s.total_exec_time) as ms,
    sum(s.shared_blks_hit + s.shared_blks_read)::float8 as blocks
  from pg_stat_statements s join pg_database d on d.oid = s.dbid
 where d.datname = current_database() and s.toplevel and s.query not like '%pg_stat_statements%'`

/** Bytes of a request's line and headers in HTTP/1.1, without headers that a browser adds. */
function sizeOf(request: Request): number {
  const { pathname, search } = new URL(request.url)
  return (
    request.method.length +
    pathname.length +
    search.length +
    ' HTTP/1.1\r\n'.length +
    1 +
    headerBytes(request.headers)
  )
}

function headerBytes(headers: Headers): number {
  return sum([...headers].map(([name, value]) => name.length + value.length + ': \r\n'.length))
}

/** Length of the longest chain of exchanges in which each began after the previous one ended. */
function longestChain(exchanges: readonly Exchange[]): number {
  let chain = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { began, ended } of exchanges.toSorted((a, b) => a.ended - b.ended)) {
    if (began < free) continue
    chain += 1
    free = ended
  }
  return chain
}
