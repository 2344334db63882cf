import { Worker } from 'node:worker_threads'
import { startPostgres, type OwnPostgresServer } from '../support/postgres.ts'
import type { Order, Report } from './history.ts'
import { makeDatabase } from './server.ts'

// Before the first date: the devices are in São Paulo.
process.env['TZ'] = 'America/Sao_Paulo'
// The bundle is a production build, also when a test starts it.
process.env['NODE_ENV'] = 'production'
// Logins cost nothing here.
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

/** Nothing happens by itself, and plans depend on no statistics: the order of rows would be another one each time. */
const SETTINGS = ['autovacuum=off', 'max_parallel_workers_per_gather=0', 'jit=off']

let server: Promise<OwnPostgresServer> | undefined

/** Once the database that all copy is there: lanes would make it side by side. */
async function start(): Promise<OwnPostgresServer> {
  const started = await startPostgres(SETTINGS)
  await started.drop(await started.copyDatabase('simulation', makeDatabase))
  return started
}

/** Plays a history in a database of its own, and in a thread of its own: its clock and its chance are the thread's. */
export async function play(order: Order): Promise<Report> {
  const postgres = await (server ??= start())
  const url = await postgres.copyDatabase('simulation', makeDatabase)
  // One connection: one statement after the other, and the time that one is told holds for the next.
  const database = `${url}?max=1&simulation.seed=${order.seed}`
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

/** Ends what the histories were played on. */
export async function stopPlaying(): Promise<void> {
  await (await server)?.stop()
}
