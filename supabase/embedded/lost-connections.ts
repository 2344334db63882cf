import type { ReservedSql, Sql } from 'postgres'

type Driver = Pick<Sql, 'reserve' | 'end'>

/** What ends a connection besides the driver's own words: an administrator, a crash, a server that is starting. */
const FATAL: readonly string[] = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']

const CLOSING_SECONDS = 2

/**
 * When PostgreSQL goes away in the middle of a transaction, the driver (postgres 3.4) writes the following 'rollback' to
 * a socket that is gone: it throws outside of every promise, and whoever waits for that transaction waits for ever. So a
 * connection that was lost is written to no more, and not given back: the driver opens another one by itself.
 */
export function surviveLostConnections(driver: Driver): void {
  const reserve = driver.reserve.bind(driver)
  const end = driver.end.bind(driver)
  Object.assign(driver, {
    reserve: async () => guarded(await reserve()),
    // A lost connection that was not opened again would be waited for.
    end: (options) => end({ timeout: CLOSING_SECONDS, ...options }),
  } satisfies Driver)
}

function guarded(connection: ReservedSql): ReservedSql {
  let lost: unknown = null
  const unsafe = connection.unsafe.bind(connection)
  const release = connection.release.bind(connection)
  return Object.assign(connection, {
    unsafe: (...query: Parameters<typeof unsafe>) => {
      if (lost !== null) return Promise.reject(lost)
      const running = unsafe(...query)
      running.catch((error: unknown) => {
        if (isLost(error)) lost = error
      })
      return running
    },
    release: () => {
      if (lost === null) release()
    },
  })
}

/** True for the end of a connection, as the driver or the server tells it. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return code.startsWith('CONNECTION_') || code.startsWith('08') || FATAL.includes(code)
}
