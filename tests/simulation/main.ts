import { Worker } from 'node:worker_threads'
import { bundleApp } from './bundle.ts'
import type { Order, Report } from './history.ts'

// Before the first date: the coaches' devices are in São Paulo.
process.env['TZ'] = 'America/Sao_Paulo'
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

/** Each history has a thread of its own: its clock and its chance are the thread's. */
export function play(order: Order): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./history.ts', import.meta.url), { workerData: order })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
const code = await bundleApp()
for (const seed of [Number(process.argv[2] ?? 1)]) {
  const report = await play({ seed, days: Number(process.argv[3] ?? 1), code })
  console.log(report.story.join('\n'))
  console.log({ ...report, story: 0, trace: report.trace.length, parts: report.parts.length })
}
