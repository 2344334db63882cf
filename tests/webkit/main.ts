/**
 * `npm run webkit`: the built app in Safari's engine, WebKitGTK, driven by WebDriver. Plays a coach's day, offline
 * included, then shows the main screens beside Chromium's (`.voleio/webkit/*.html`) and lists where texts or sizes
 * differ. Exits with 1 on a failure. `-- --dark` shows the screens in the dark theme; `-- --only=journey` or `--
 * --only=screens` runs one of the two parts.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnApp } from '../../e2e/support/own-app.ts'
import { ROOT } from '../../supabase/embedded/config.ts'
import { playJourney } from './journey.ts'
import { ensureWebKit } from './packages.ts'
import type { Report } from './report.ts'
import { compareScreens } from './screens.ts'
import { openDesk } from './webkit.ts'

const { values } = parseArgs({
  options: { dark: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const folder = path.join(ROOT, '.voleio/webkit')

const print = (line: string) => process.stdout.write(`${line}\n`)
const count = { passed: 0, failed: 0 }
const report: Report = (what, problems) => {
  count[problems.length === 0 ? 'passed' : 'failed'] += 1
  print(`${problems.length === 0 ? 'ok    ' : 'WRONG '} ${what}`)
  for (const problem of problems) print(`         ${problem}`)
}

try {
  ensureWebKit()
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
process.env['LITE_AUTH_BCRYPT_COST'] = '4'
const startedAt = performance.now()
await mkdir(folder, { recursive: true })
const desk = await openDesk()
const app = await startOwnApp({ seed: true })
try {
  if (values.only !== 'screens') await playJourney(desk, app, folder, report)
  if (values.only !== 'journey') {
    const theme = values.dark ? '-dark' : ''
    const { dark } = values
    const phone = { width: 390, height: 844, scale: 2, dark } as const
    await compareScreens(desk, app, `phone${theme}`, phone, folder, report)
    const desktop = { width: 1440, height: 900, scale: 1, dark } as const
    await compareScreens(desk, app, `desktop${theme}`, desktop, folder, report)
    print(`Pictures: ${folder}`)
  }
} finally {
  await app.close()
  await desk.close()
}
const seconds = Math.round((performance.now() - startedAt) / 1000)
print(`${count.passed} passed, ${count.failed} failed, ${seconds} s`)
process.exitCode = count.failed === 0 ? 0 : 1
