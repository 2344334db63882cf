import type { Concurrency } from './concurrency'
import type { Cost } from './measure'
import type { PlanCacheTimes } from './plan-cache'
import type { Compared, Figures } from './run'

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A table as Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  print(`\n| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
  for (const row of rows) print(`| ${row.join(' | ')} |`)
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const kB = (bytes: number): string => number(bytes / 1000, 1)
const ms = (value: number): string => number(value, value < 10 ? 1 : 0)
/** The ratio, with two significant digits. */
const times = (many: number, few: number): string => {
  const ratio = many / few
  return `${ratio >= 10 ? number(ratio) : number(ratio, 1)}×`
}

/** Two mobile networks: latency in ms, bytes per ms. */
const NETWORKS = [
  { name: '400 ms, 400 kbit/s', wait: 400, bytesPerMs: 50 },
  { name: '100 ms, 4 Mbit/s', wait: 100, bytesPerMs: 500 },
] as const

/** Seconds to the answer: round trips, bytes (answers gzipped), and the server's time. */
function onNetwork({ trips, up, zipped, sqlMs }: Figures, network: (typeof NETWORKS)[number]): string {
  return number((trips * network.wait + (up + zipped) / network.bytesPerMs + sqlMs) / 1000, 1)
}

const pair = (of: Compared, show: (figures: Figures) => string): string =>
  `${show(of.ours)} / ${show(of.theirs)}`

/** Prints traffic, and the waiting time on mobile networks. */
export function printTravel(compared: readonly Compared[]): void {
  printTable(
    [
      'ours / the baseline',
      'requests',
      'one after another',
      'kB there and back',
      'kB, answers by gzip',
      ...NETWORKS.map(({ name }) => `s at ${name}`),
    ],
    compared.map((of) => [
      of.name,
      pair(of, ({ requests }) => number(requests)),
      pair(of, ({ trips }) => number(trips)),
      pair(of, ({ up, down }) => kB(up + down)),
      pair(of, ({ up, zipped }) => kB(up + zipped)),
      ...NETWORKS.map((network) => pair(of, (figures) => onNetwork(figures, network))),
    ]),
  )
}

/** Prints times without a network. */
export function printTime(compared: readonly Compared[]): void {
  printTable(
    ['ours / the baseline', 'ms, median', 'ms, p95', 'ms of SQL alone', 'blocks read', 'runs'],
    compared.map((of) => [
      of.name,
      pair(of, (figures) => ms(figures.ms)),
      pair(of, ({ p95 }) => ms(p95)),
      pair(of, ({ sqlMs }) => ms(sqlMs)),
      pair(of, ({ blocks }) => number(blocks)),
      number(of.ours.runs),
    ]),
  )
}

const grown = (before: Compared, after: Compared, pick: (figures: Figures) => number): string =>
  `${times(pick(after.ours), pick(before.ours))} / ${times(pick(after.theirs), pick(before.theirs))}`

/** Prints how many times as much it takes in a world with so many times the rows. */
export function printGrowth(few: readonly Compared[], many: readonly Compared[]): void {
  printTable(
    ['ours / the baseline', 'requests', 'kB', 'ms of SQL', 'blocks read', 'ms'],
    many.flatMap((after, index) => {
      const before = few[index]
      if (!before) return []
      return [
        [
          after.name,
          grown(before, after, ({ requests }) => requests),
          grown(before, after, ({ up, down }) => up + down),
          grown(before, after, ({ sqlMs }) => sqlMs),
          grown(before, after, ({ blocks }) => blocks),
          grown(before, after, (figures) => figures.ms),
        ],
      ]
    }),
  )
}

/** Prints the results of many coaches at once. */
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

/** Prints what planning each statement anew would cost; the product keeps its plans. */
export function printPlanCache(rows: readonly PlanCacheTimes[]): void {
  printTable(
    ['ms on the server', 'plans kept', 'planned anew', 'ratio'],
    rows.map(({ name, kept, anew }) => [name, number(kept, 1), number(anew, 1), number(anew / kept, 2)]),
  )
}

/** Prints what row-level security costs: the same statement with and without it. */
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
