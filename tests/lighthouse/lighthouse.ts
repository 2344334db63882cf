/**
 * `npm run lighthouse`: runs Lighthouse (fetched from npm) as on a phone, in Chromium, against the built app with its
 * database. Compares the median of five runs of each public page with the page's minimum; exits with 1 on a miss. `--
 * --runs=1` for a quick look, `-- --only=/student-page` for one page.
 */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { parseArgs, promisify } from 'node:util'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser.ts'
import { servePreview } from '../support/preview.ts'

const TOOL = 'lighthouse@13.5.0'
/** Below this benchmark index of Lighthouse the machine was busy, and speeds mean nothing. */
const QUIET = 1000
const MOST_SHIFT = 0.02
/** Id of the first student of supabase/seed.sql. */
const STUDENT = '57d00000-0000-4000-8000-000000000001'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
type Least = Partial<Record<Category, number>>

const ALL: Least = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** `least`: minimum scores. `paint`: maximum milliseconds until the largest contentful paint. */
const PAGES: readonly { path: string; least: Least; paint: number }[] = [
  { path: '/', least: ALL, paint: 900 },
  { path: '/eng', least: ALL, paint: 900 },
  { path: '/lead-form', least: ALL, paint: 900 },
  { path: '/privacy-policy', least: ALL, paint: 900 },
  // The page is not indexable on purpose, which costs points.
  {
    path: `/student-page/${STUDENT}`,
    least: { performance: 97, accessibility: 100, 'best-practices': 100 },
    paint: 1200,
  },
  { path: '/exemplo', least: { performance: 98, accessibility: 100, 'best-practices': 100 }, paint: 1200 },
]

const MEASURES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
type Measure = keyof typeof MEASURES

interface Run {
  scores: Record<Category, number>
  /** In milliseconds; CLS has no unit. */
  measures: Record<Measure, number>
  benchmark: number
  /** Audits that cost points in categories where no point may be lost. */
  found: string[]
}

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Only pages whose address starts with this. */
    only: { type: 'string', default: '/' },
    dist: { type: 'string', default: '.voleio/dist' },
    port: { type: 'string', default: '4373' },
  },
})
const origin = `http://localhost:${options.port}`

/** The parts of Lighthouse's answer that are read here. */
interface Answer {
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { title: string; score: number | null; numericValue?: number }>>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

async function runOnce(url: string): Promise<Run> {
  const args = [
    '--yes',
    TOOL,
    url,
    '--quiet',
    '--output=json',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${['--headless=new', ...CHROMIUM_FLAGS].join(' ')}`,
  ]
  const start = () =>
    promisify(execFile)('npx', args, {
      cwd: tmpdir(),
      env: { ...process.env, CHROME_PATH: findBrowser() },
      maxBuffer: 2 ** 26,
      shell: process.platform === 'win32',
    })
  // Sometimes Chromium does not record the start of the navigation: try once more.
  const { stdout } = await start().catch(start)
  const { categories, audits, environment, runtimeError }: Answer = JSON.parse(stdout)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const scoreOf = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const measureOf = (measure: Measure) => audits[MEASURES[measure]]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    measures: { FCP: measureOf('FCP'), LCP: measureOf('LCP'), TBT: measureOf('TBT'), CLS: measureOf('CLS') },
    benchmark: environment.benchmarkIndex,
    found: CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}: ${audits[id]?.title ?? id}`),
    ),
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const HEADER = ['page', 'perf', 'a11y', 'best', 'SEO', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'benchmark']
const WIDTHS = [24, 6, 6, 6, 6, 8, 8, 8, 7, 10]
const line = (cells: readonly string[]) =>
  `${cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0))).join('')}\n`

const stop = await servePreview({ dist: options.dist, port: options.port, data: 'lighthouse' })
const missed: string[] = []
let wasBusy = false
try {
  process.stdout.write(`Lighthouse, mobile, median of ${options.runs}\n${line(HEADER)}`)
  for (const { path: address, least, paint } of PAGES.filter((page) => page.path.startsWith(options.only))) {
    const runs: Run[] = []
    while (runs.length < Number(options.runs)) runs.push(await runOnce(origin + address))
    const score = (category: Category) => median(runs.map(({ scores }) => scores[category]))
    const measure = (name: Measure) => median(runs.map(({ measures }) => measures[name]))
    const benchmark = median(runs.map((run) => run.benchmark))
    const isQuiet = benchmark >= QUIET
    wasBusy ||= !isQuiet
    const name = address.replace(STUDENT, '…')
    process.stdout.write(
      line([
        name,
        ...CATEGORIES.map((category) => (least[category] === undefined ? '-' : String(score(category)))),
        ...(['FCP', 'LCP', 'TBT'] as const).map((each) => measure(each).toFixed(0)),
        measure('CLS').toFixed(3),
        `${benchmark.toFixed(0)}${isQuiet ? '' : '!'}`,
      ]),
    )
    for (const category of CATEGORIES) {
      const needed = least[category]
      if (needed === undefined || score(category) >= needed) continue
      if (category === 'performance' && !isQuiet) continue
      missed.push(`${name}: ${category} ${score(category)}, at least ${needed}`)
    }
    if (isQuiet && measure('LCP') > paint)
      missed.push(`${name}: largest paint ${measure('LCP').toFixed(0)} ms, at most ${paint}`)
    if (measure('CLS') > MOST_SHIFT)
      missed.push(`${name}: layout shift ${measure('CLS').toFixed(3)}, at most ${MOST_SHIFT}`)
    const counted = new Set(
      runs.flatMap(({ found }) => found).filter((text) => least.seo !== undefined || !text.startsWith('seo')),
    )
    for (const text of counted) process.stdout.write(`  ${text}\n`)
  }
} finally {
  await stop()
}

if (wasBusy) {
  process.stdout.write(
    `\n! benchmarkIndex under ${QUIET}: the machine was busy or slow, ` +
      'so performance there is noise and was not judged.\n',
  )
}
for (const text of missed) process.stderr.write(`✗ ${text}\n`)
process.exitCode = missed.length === 0 ? 0 : 1
