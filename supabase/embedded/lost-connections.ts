import type { ReservedSql, Sql } from 'postgres'
import { PREPARED } from './statements.ts'

type Driver = Pick<Sql, 'reserve' | 'end'>

/**
 * Codes that mean a lost connection, besides CONNECTION_* of the driver and SQLSTATE class 08: administrator shutdown,
 * crash, server starting, and two errors of the socket.
 */
const FATAL: readonly string[] = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']

const CLOSING_SECONDS = 2

/**
 * If PostgreSQL goes away during a transaction, the driver (postgres 3.4) writes the 'rollback' to a dead socket: the
 * write throws outside of any promise, and the transaction never settles. So after the connection is lost nothing is
 * written to it and it does not return to the pool; the driver opens a new one.
 */
export function surviveLostConnections(driver: Driver): void {
  const reserve = driver.reserve.bind(driver)
  const end = driver.end.bind(driver)
  Object.assign(driver, {
    reserve: async () => guarded(await reserve()),
    // Without a timeout `end` would wait for lost connections that were not reopened.
    end: (options) => end({ timeout: CLOSING_SECONDS, ...options }),
  } satisfies Driver)
}

/** What begins a transaction of the API (request-headers.ts): nobody reads its answer. */
const BEGINNING = /^(?:begin$|select set_config\(|with told as)/
const UNREAD = Object.assign([], { command: '', count: 0 })

function guarded(connection: ReservedSql): ReservedSql {
  let lost: unknown = null
  /**
   * What begins a transaction is sent at once, and the first statement waits for it. That one is sent alone: for a
   * value that cannot be sent the driver refuses the statement whose answer it waits for.
   */
  let beginning: Promise<unknown>[] = []
  const unsafe = connection.unsafe.bind(connection)
  const release = connection.release.bind(connection)
  return Object.assign(connection, {
    unsafe: (...[text, values]: Parameters<typeof unsafe>) => {
      const send = (): Promise<unknown> => {
        if (lost !== null) return Promise.reject(lost)
        const running = unsafe(text, values, PREPARED)
        running.catch((error: unknown) => {
          if (isLost(error)) lost = error
        })
        return running
      }
      if (BEGINNING.test(text)) {
        const sent = send()
        // A 'rollback' does not ask whether it failed.
        sent.catch(() => {})
        beginning.push(sent)
        return Promise.resolve(UNREAD)
      }
      const begun = beginning
      beginning = []
      return begun.length === 0 || text === 'rollback' ? send() : Promise.all(begun).then(send)
    },
    release: () => {
      if (lost === null) release()
    },
  })
}

/** Whether the driver or the server reports the end of the connection. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return code.startsWith('CONNECTION_') || code.startsWith('08') || FATAL.includes(code)
}
