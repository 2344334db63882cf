import { Worker } from 'node:worker_threads'
import { startPostgres, type OwnPostgresServer } from '../support/postgres.ts'
import type { Order, Report } from './history.ts'
import { makeDatabase } from './server.ts'

// Set before the first date is made: the devices are in São Paulo.
process.env['TZ'] = 'America/Sao_Paulo'
// The bundle is a production build, also when a test starts the simulation.
process.env['NODE_ENV'] = 'production'
// Makes hashing passwords cheap.
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

/**
 * Nothing may run in the background and no plan may depend on statistics, because rows would come in another order each
 * time.
 */
const SETTINGS = ['autovacuum=off', 'max_parallel_workers_per_gather=0', 'jit=off']

let server: Promise<OwnPostgresServer> | undefined

/**
 * Starts the server and creates the template that all histories copy, before several threads would create it at once.
 */
async function start(): Promise<OwnPostgresServer> {
  const started = await startPostgres(SETTINGS)
  await started.drop(await started.copyDatabase('simulation', makeDatabase))
  return started
}

/** Plays a history on its own database and in its own thread, because clock and chance belong to the thread. */
export async function play(order: Order): Promise<Report> {
  const postgres = await (server ??= start())
  const url = await postgres.copyDatabase('simulation', makeDatabase)
  // A single connection, so that statements run one after the other, and the time set for one holds for the next.
  const database = `${url}&max=1&simulation.seed=${order.seed}`
  try {
    return await new Promise<Report>((resolve, reject) => {
      const workerData = { ...order, database }
      const worker = new Worker(new URL('./history.ts', import.meta.url), { workerData })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  } finally {
    await postgres.drop(url)
  }
}

/** Stops the server that the histories were played on. */
export async function stopPlaying(): Promise<void> {
  await (await server)?.stop()
}
