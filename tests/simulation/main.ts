import { parseArgs } from 'node:util'
import { bundleApp } from './bundle.ts'
import type { Order, Report } from './history.ts'
import { PLANTED } from './planted.ts'
import { play } from './play.ts'
import { shrink } from './shrink.ts'

const HELP = `npm run simulate -- --seed=1 --days=5 [--seeds=3] [--sittings=4] [--trace]   plays histories, --twice each twice
npm run simulate -- --planted[=text] [--seed=1] [--days=8]   plays each planted bug until a promise breaks
--no-shrink   does not look for a shorter history after a failure`

const { values } = parseArgs({
  // '--planted' alone means all of them.
  args: process.argv.slice(2).map((argument) => (argument === '--planted' ? '--planted=' : argument)),
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '5' },
    sittings: { type: 'string', default: '4' },
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
const say = (line: string) => process.stdout.write(`${line}\n`)

function figures({
  seed,
  days: played,
  hash,
  actions,
  done,
  requests,
  faults,
  kills,
  milliseconds,
}: Report): string {
  const speed = (played / (milliseconds / 1000)).toFixed(2)
  return (
    `seed ${seed}: ${played} days, ${actions} actions (${done} done), ${requests} requests, ${faults} faults, ` +
    `${kills} kills, ${Math.round(milliseconds / 1000)} s (${speed} days/s), trace ${hash.slice(0, 16)}`
  )
}

/** Shows a failure, that it can be replayed, and the shortest history found. */
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
  const code = await bundleApp()
  let isKept = true
  for (let seed = first; seed < first + Number(values.seeds); seed++) {
    const report = await play({ seed, days, sittings, code })
    say(figures(report))
    if (values.trace) say(report.trace.join('\n'))
    if (values.twice) {
      const { hash } = await play({ seed, days, sittings, code })
      if (hash !== report.hash) throw new Error(`Seed ${seed} is two histories: ${report.hash} and ${hash}`)
    }
    if (report.broken === null) continue
    isKept = false
    await explain({ seed, days, sittings, code }, report)
  }
  return isKept
}

/** Days until each planted bug is noticed: those of the seed, then those of the next one. */
async function playPlanted(text: string): Promise<boolean> {
  let found = 0
  const chosen = PLANTED.filter(({ name }) => name.includes(text))
  for (const { name, patches, sql } of chosen) {
    const code = await bundleApp(patches)
    let needed = 0
    let report: Report | null = null
    for (let seed = first; seed < first + 3 && !report?.broken; seed++) {
      report = await play({ seed, days, sittings, code, sql })
      needed += report.days
    }
    if (report?.broken) {
      found += 1
      say(`found after ${needed} days: ${name}\n      ${report.broken}`)
      if (chosen.length === 1) await explain({ seed: report.seed, days, sittings, code, sql }, report)
    } else say(`NOT FOUND in ${needed} days: ${name}`)
  }
  say(`${found} of ${chosen.length} planted bugs found`)
  return found === chosen.length
}

if (values.help) say(HELP)
else {
  const isGood = values.planted === undefined ? await playSeeds() : await playPlanted(values.planted)
  process.exitCode = isGood ? 0 : 1
}
