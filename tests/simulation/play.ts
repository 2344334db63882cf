import { Worker } from 'node:worker_threads'
import type { Order, Report } from './history.ts'

// Before the first date: the devices are in São Paulo.
process.env['TZ'] = 'America/Sao_Paulo'
// The bundle is a production build, also when a test starts it.
process.env['NODE_ENV'] = 'production'
// Logins cost nothing here.
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

/** Plays a history, in a thread of its own: its clock and its chance are the thread's. */
export function play(order: Order): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./history.ts', import.meta.url), { workerData: order })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
