import type { Concurrency } from './concurrency'
import type { Cost } from './measure'
import type { Usage } from './meter'
import type { PlanCacheTimes } from './plan-cache'
import type { Compared } from './run'

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Prints a table in Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  print(`\n| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
  for (const row of rows) print(`| ${row.join(' | ')} |`)
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const kB = (bytes: number): string => number(bytes / 1000, 1)
const ms = (value: number): string => number(value, value < 10 ? 1 : 0)
/** The ratio with two significant digits. */
const times = (many: number, few: number): string => {
  const ratio = many / few
  return `${ratio >= 10 ? number(ratio) : number(ratio, 1)}×`
}

/** The network on a court: milliseconds of latency, and bytes per millisecond. */
const COURT = { name: '400 ms, 400 kbit/s', wait: 400, bytesPerMs: 50 } as const

/** Seconds until the answer has arrived: round trips, the compressed bytes, and the time on the server. */
const onCourt = ({ trips, up, zipped, sqlMs }: Usage): string =>
  number((trips * COURT.wait + (up + zipped) / COURT.bytesPerMs + sqlMs) / 1000, 1)

const pair = (of: Compared, show: (usage: Usage) => string): string => `${show(of.ours)} / ${show(of.theirs)}`

/** Prints what an action takes in a large world, and how many times the blocks of a small world it reads. */
export function printComparison(few: readonly Compared[], many: readonly Compared[]): void {
  printTable(
    [
      'ours / the baseline',
      'requests',
      'one after another',
      'kB by gzip',
      `s at ${COURT.name}`,
      'ms of SQL',
      'blocks',
      'growth of blocks',
    ],
    many.map((of, index) => {
      const before = few[index]
      return [
        of.name,
        pair(of, ({ requests }) => number(requests)),
        pair(of, ({ trips }) => number(trips)),
        pair(of, ({ up, zipped }) => kB(up + zipped)),
        pair(of, onCourt),
        pair(of, ({ sqlMs }) => ms(sqlMs)),
        pair(of, ({ blocks }) => number(blocks)),
        before
          ? `${times(of.ours.blocks, before.ours.blocks)} / ${times(of.theirs.blocks, before.theirs.blocks)}`
          : '',
      ]
    }),
  )
}

/** Prints the results of many coaches who work at the same time. */
export function printConcurrency(ours: Concurrency, theirs: Concurrency): void {
  printTable(
    ['ours / the baseline', 'ms, median', 'ms, p95'],
    ours.actions.map(({ name, p50, p95 }, index) => [
      name,
      `${ms(p50)} / ${ms(theirs.actions[index]?.p50 ?? Number.NaN)}`,
      `${ms(p95)} / ${ms(theirs.actions[index]?.p95 ?? Number.NaN)}`,
    ]),
  )
  const [mine, other] = [ours, theirs].map(
    ({ perSecond, requests, errors }) =>
      `${number(perSecond, 1)} actions a second by ${number(requests)} requests, ${errors.length} errors`,
  )
  print(`\nOurs: ${mine}. The baseline: ${other}.`)
}

/** Prints what planning each statement anew would cost; the product caches its plans. */
export function printPlanCache(rows: readonly PlanCacheTimes[]): void {
  printTable(
    ['ms on the server', 'cached plans', 'planned anew', 'ratio'],
    rows.map(({ name, kept, anew }) => [name, number(kept, 1), number(anew, 1), number(anew / kept, 2)]),
  )
}

/** Prints the cost of row-level security: the same statement with and without it. */
export function printWall(rows: readonly { name: string; coach: Cost; past: Cost }[]): void {
  printTable(
    ['request', 'rows read, coach / past it', 'blocks', 'ms', 'ms, ratio'],
    rows.map(({ name, coach, past }) => [
      name,
      `${number(coach.rows)} / ${number(past.rows)}`,
      `${number(coach.blocks)} / ${number(past.blocks)}`,
      `${ms(coach.ms)} / ${ms(past.ms)}`,
      number(coach.ms / past.ms, 2),
    ]),
  )
}
