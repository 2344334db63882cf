import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { bundleApp } from './bundle.ts'
import type { Order, Report } from './history.ts'
import { PLANTED } from './planted.ts'
import { play, stopPlaying } from './play.ts'
import { shrink } from './shrink.ts'
import { SOMETIMES } from './sometimes.ts'

const HELP = `npm run simulate -- --seed=1 --days=5 [--seeds=3] [--sittings=4] [--lanes=2] [--trace]   plays histories
npm run simulate -- --planted[=pattern] [--seed=1] [--days=8] [--seeds=4]   plays each planted bug till a promise breaks
--lanes   so many side by side; without it one for each core
--twice   plays each history twice
--no-shrink   does not look for a shorter history after a failure`

const { values } = parseArgs({
  // '--planted' without a value means all planted bugs.
  args: process.argv.slice(2).map((argument) => (argument === '--planted' ? '--planted=' : argument)),
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    days: { type: 'string', default: '5' },
    sittings: { type: 'string', default: '4' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    planted: { type: 'string' },
    twice: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed)
const days = Number(values.days)
const sittings = Number(values.sittings)
const lanes = Number(values.lanes)
const say = (line: string) => process.stdout.write(`${line}\n`)

const sumOf = (faults: Report['faults']) => Object.values(faults).reduce((sum, each) => sum + each, 0)

function figures({ seed, days: played, hash, actions, done, requests, faults, kills, milliseconds }: Report) {
  const speed = (played / (milliseconds / 1000)).toFixed(2)
  return (
    `seed ${seed}: ${played} days, ${actions} actions (${done} done), ${requests} requests, ${sumOf(faults)} faults, ` +
    `${kills} kills, ${Math.round(milliseconds / 1000)} s (${speed} days/s), trace ${hash.slice(0, 16)}`
  )
}

const mapped = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

/** The sums over several histories, the most frequent kind first. */
function mostFirst(
  reports: readonly Report[],
  of: (report: Report) => Record<string, number>,
): [kind: string, count: number][] {
  const all: Record<string, number> = {}
  for (const report of reports) {
    for (const [kind, count] of Object.entries(of(report))) all[kind] = (all[kind] ?? 0) + count
  }
  return Object.entries(all).toSorted(([, a], [, b]) => b - a)
}

/** The summary of several histories. */
function totals(reports: readonly Report[], seconds: number): string {
  const sum = (of: (report: Report) => number) => reports.reduce((all, report) => all + of(report), 0)
  const played = sum((report) => report.days)
  const counts = (of: (report: Report) => Record<string, number>) =>
    mostFirst(reports, of)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')
  const pressed = Object.fromEntries(mostFirst(reports, ({ deeds }) => mapped(deeds, (each) => each.pressed)))
  const states = Object.keys(SOMETIMES)
  const never = states.filter((state) => reports.every(({ reached }) => !reached.has(state)))
  const within = (most: number) =>
    states.filter((state) => reports.some(({ reached }) => (reached.get(state) ?? days + 1) <= most)).length
  const byDay = Array.from({ length: days }, (_, day) => within(day + 1))
  const kinds = mostFirst(reports, ({ deeds }) => mapped(deeds, (each) => each.done))
  return [
    `\n${reports.length} seeds: ${played} days, ` +
      `${sum(({ actions }) => actions)} actions (${sum(({ done }) => done)} done), ` +
      `${sum(({ requests }) => requests)} requests, ${sum(({ faults }) => sumOf(faults))} faults, ` +
      `${sum(({ kills }) => kills)} kills, ${sum(({ signOuts }) => signOuts)} sign-outs, ` +
      `${sum(({ taps }) => taps)} taps of students, ` +
      `${Math.round(seconds)} s (${(played / seconds).toFixed(2)} days/s)`,
    `done: ${kinds.map(([kind, count]) => `${kind} ${count} of ${pressed[kind]}`).join(', ')}`,
    `faults: ${counts(({ faults }) => faults)}`,
    `states reached by the end of each day: ${byDay.join(', ')} of ${states.length}` +
      (never.length > 0 ? '; never:' : ''),
    ...never.map((state) => `  ${state}`),
  ].join('\n')
}

/** Runs the jobs in `lanes` threads at the same time. */
async function sideBySide<Job>(jobs: readonly Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const waiting = [...jobs]
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(job)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, lane))
}

/** Shows a failure, whether it can be replayed, and the shortest history that was found. */
async function explain(order: Order, report: Report): Promise<void> {
  say(`\nSeed ${report.seed} breaks a promise on day ${report.days}:\n  ${report.broken}\n`)
  if (values['no-shrink']) {
    say(report.story.join('\n'))
    return
  }
  const again = await play({ ...order, days: report.days })
  say(
    `Replayed: trace ${again.hash === report.hash ? 'is the same' : 'DIFFERS'}: ${report.hash}, ${again.hash}`,
  )
  const { report: short, runs } = await shrink({ ...order, days: report.days }, report, { most: 80, say })
  say(
    `\nThe shortest history after ${runs} runs (${report.parts.length} parts before, ${short.parts.length} now):`,
  )
  say(short.story.join('\n'))
}

async function playSeeds(): Promise<boolean> {
  const began = Date.now()
  const code = await bundleApp()
  const reports: Report[] = []
  await sideBySide(
    Array.from({ length: Number(values.seeds ?? 1) }, (_, index) => first + index),
    async (seed) => {
      const report = await play({ seed, days, sittings, code })
      reports.push(report)
      say(figures(report))
      if (report.broken !== null) say(`  ${report.broken}`)
      if (values.trace) say(report.trace.join('\n'))
      if (!values.twice) return
      const { hash } = await play({ seed, days, sittings, code })
      if (hash !== report.hash) throw new Error(`Seed ${seed} is two histories: ${report.hash} and ${hash}`)
    },
  )
  say(totals(reports, (Date.now() - began) / 1000))
  const failed = reports.filter(({ broken }) => broken !== null).toSorted((a, b) => a.seed - b.seed)
  for (const report of failed) await explain({ seed: report.seed, days, sittings, code }, report)
  return failed.length === 0
}

/**
 * Plays each planted bug until a promise breaks, on the given seeds one after the other; prints after how many days.
 */
async function playPlanted(text: string): Promise<boolean> {
  const table = new Map<string, string>()
  const chosen = PLANTED.filter(({ name }) => new RegExp(text).test(name))
  const unchanged = await bundleApp()
  await sideBySide(chosen, async ({ name, patches, sql }) => {
    const code = patches ? await bundleApp(patches) : unchanged
    let needed = 0
    let report: Report | null = null
    for (let seed = first; seed < first + Number(values.seeds ?? 4) && !report?.broken; seed++) {
      report = await play({ seed, days, sittings, code, sql })
      needed += report.days
    }
    if (report?.broken) {
      table.set(name, `${needed} ${needed === 1 ? 'day' : 'days'}`)
      say(`${name}\n      after ${needed} days: ${report.broken}`)
      if (chosen.length === 1) await explain({ seed: report.seed, days, sittings, code, sql }, report)
    } else say(`NOT FOUND in ${needed} days: ${name}`)
  })
  say('')
  for (const { name } of chosen) say(`${(table.get(name) ?? 'NOT FOUND').padEnd(10)} ${name}`)
  say(`${table.size} of ${chosen.length} planted bugs found`)
  return table.size === chosen.length
}

if (values.help) say(HELP)
else {
  try {
    const isGood = values.planted === undefined ? await playSeeds() : await playPlanted(values.planted)
    process.exitCode = isGood ? 0 : 1
  } finally {
    await stopPlaying()
  }
}
