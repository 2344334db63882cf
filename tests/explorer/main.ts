/**
 * `npm run explore -- --seed=1 --minutes=3` drives the built app in Chromium at random, by what a screen reader would
 * read; `--help` says more. Each finding is written to `.voleio/explorer/`, with its steps and a picture.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../supabase/embedded/config.ts'
import { inWords, type Step } from './act.ts'
import { signatureOf, type Found, type Report } from './exploration.ts'
import { explore, replay } from './run.ts'
import { shorten } from './shorten.ts'
import { ALL_STATES } from './states.ts'

const HELP = `npm run explore -- --seed=1 [--minutes=3] [--seeds=1] [--steps=1000] [--trace]   explores
npm run explore -- --replay=file [--trace] [--runs=20]   plays a finding again, and looks for fewer steps that suffice`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    steps: { type: 'string', default: '100000' },
    replay: { type: 'string' },
    runs: { type: 'string', default: '20' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// Set before the first date is made: the devices are in São Paulo.
process.env['TZ'] = 'America/Sao_Paulo'
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

const folder = path.join(ROOT, '.voleio/explorer')
const say = (line: string) => process.stdout.write(`${line}\n`)
const order = { say, trace: values.trace }

interface Kept {
  signature: string
  promise: string
  screen: string
  found: string
  words: readonly string[]
  steps: readonly Step[]
}

async function keep(name: string, finding: Found): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { promise, screen, found, steps, picture } = finding
  const kept: Kept = {
    signature: signatureOf(finding),
    promise,
    screen,
    found,
    words: steps.map(inWords),
    steps,
  }
  const file = path.join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify(kept, null, 2))
  await writeFile(path.join(folder, `${name}.png`), picture)
  return path.relative(ROOT, file)
}

function tell({ steps, screens, checks, reached, toasts, milliseconds }: Report): void {
  const minutes = (milliseconds / 60_000).toFixed(1)
  const missed = ALL_STATES.filter((state) => !reached.has(state))
  say(`\n${minutes} minutes, ${steps.length} steps, ${screens.size} screens, ${checks} promises checked`)
  say(`screens: ${[...screens].toSorted().join('; ')}`)
  say(`toasts: ${[...toasts].toSorted().join('; ')}`)
  say(`reached ${reached.size} of ${ALL_STATES.length} states: ${[...reached].join('; ')}`)
  say(`never reached: ${missed.join('; ')}`)
}

async function exploreSeeds(): Promise<boolean> {
  let isGood = true
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
    say(`seed ${seed}`)
    const limit = { milliseconds: Number(values.minutes) * 60_000, steps: Number(values.steps) }
    const report = await explore(String(seed), limit, order)
    tell(report)
    for (const [at, found] of report.found.entries()) {
      say(`${found.promise}, ${found.screen}: --replay=${await keep(`seed-${seed}-${at + 1}`, found)}`)
    }
    isGood &&= report.found.length === 0
  }
  return isGood
}

async function again(file: string): Promise<boolean> {
  const kept: Kept = JSON.parse(await readFile(file, 'utf8'))
  const { found, runs } = await shorten(kept.steps, kept.signature, Number(values.runs), (steps) =>
    replay(steps, kept.signature, order),
  )
  if (found === null) {
    say(`${kept.steps.length} steps did not break it again: ${kept.promise}`)
    return true
  }
  say(`\nAfter ${runs} runs ${found.steps.length} of ${kept.steps.length} steps are left:`)
  say(found.steps.map(inWords).join('\n'))
  say(`${found.promise}, ${found.screen}: ${found.found}`)
  say(await keep(`${path.basename(file, '.json')}-short`, found))
  return false
}

if (values.help) say(HELP)
else process.exitCode = (await (values.replay === undefined ? exploreSeeds() : again(values.replay))) ? 0 : 1
