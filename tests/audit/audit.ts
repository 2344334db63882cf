import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { EXCEPTIONS } from './exceptions.ts'
import { isReport, judge, stale, type LockedPackages } from './judge.ts'

/**
 * `npm run audit`: asks the registry which known weaknesses the locked packages have. Ends with 1 when a grave one is
 * part of the product, with 2 when nobody could be asked. It needs the network, so `npm test` does not run it: what is
 * known about a package changes without any change here.
 */

const root = path.resolve(import.meta.dirname, '../..')

function ask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { npm_execpath: npm } = process.env
    const [command, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
    // npm ends with an error when it finds something; what it printed tells the two apart.
    execFile(command, [...before, 'audit', '--json'], { cwd: root, maxBuffer: 2 ** 26 }, (_, stdout) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        resolve(null)
      }
    })
  })
}

const report = await ask()
if (!isReport(report)) {
  const told = typeof report === 'object' && report !== null && 'message' in report ? report.message : ''
  console.error(`Not audited: the registry gave no answer about these packages. ${String(told)}`)
  process.exit(2)
}

const lock: { packages: LockedPackages } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
)
const today = new Date().toISOString().slice(0, 10)
const findings = judge(report, lock.packages, EXCEPTIONS, today)
const forgotten = stale(findings, EXCEPTIONS, today)

console.warn(`${Object.keys(lock.packages).length - 1} packages, ${findings.length} known weaknesses`)
for (const { verdict, severity, shipped, advisory, title, package: name } of findings) {
  console.warn(`${verdict}: ${severity}, ${shipped ? 'shipped' : 'tools'}: ${name}, ${title} (${advisory})`)
}
for (const { advisory, until } of forgotten) {
  console.warn(`remove from tests/audit/exceptions.ts: ${advisory}, until ${until}`)
}
process.exit(forgotten.length > 0 || findings.some(({ verdict }) => verdict === 'fails') ? 1 : 0)
