/**
 * `npm run weigh`: what each branch of the app makes a visitor download, from Vite's manifest, against the budgets of
 * docs/architecture.md. Exits with 1 when one is passed, or when a bundle holds what it never may.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

interface Branch {
  name: string
  /** Entries and lazy chunks that must load before the page shows, in order. */
  chain: string[]
  /** Gzip kB of JavaScript. */
  budget: number
  /** A stranger's page: must not carry the client library of the coach's app. */
  isPublic: boolean
}

const CSS_BUDGET = 14
const FONT_BUDGET = 40
/** Raw kB of what the worker keeps, for a coach who opens the app. */
const PRECACHE_BUDGET = 1536
/** Documents that can be read before any script runs, but the student's, which waits for its data. */
const READ_WITHOUT_SCRIPTS = [
  'index.html',
  'pt.html',
  'eng.html',
  'test-en.html',
  'test-pt.html',
  'lead-form.html',
  'lead-form-pt.html',
  'privacy-policy.html',
  '404.html',
]
/** Those of them that load no script at all. */
const WITHOUT_SCRIPTS = ['eng.html', 'test-en.html', 'test-pt.html', 'privacy-policy.html']
const APP = ['index.html', 'src/app/coach-app.tsx']

const BRANCHES: Branch[] = [
  {
    // Its document never loads the app.
    name: 'landing',
    chain: ['src/app/landing-document.ts'],
    budget: 100,
    isPublic: true,
  },
  { name: 'English, beta, privacy', chain: [], budget: 100, isPublic: true },
  {
    name: 'lead form',
    chain: ['index.html', 'src/pages/lead-form/lead-form-page.tsx'],
    budget: 130,
    isPublic: true,
  },
  {
    name: 'public student page',
    chain: ['src/app/early-student.ts', 'src/app/student-document.tsx'],
    budget: 108,
    isPublic: true,
  },
  { name: 'login', chain: [...APP, 'src/pages/login/login-page.tsx'], budget: 210, isPublic: false },
  {
    name: 'dashboard',
    chain: [...APP, 'src/app/shell.tsx', 'src/pages/dashboard/dashboard-page.tsx'],
    budget: 215,
    isPublic: false,
  },
]

/** Texts that survive minification, and what they give away. */
const NEVER_SHIPPED = ['@supabase/lite', 'pglite', 'supalite']
const CLIENT_LIBRARY = ['supabase-js', 'GoTrue']

const dist = path.resolve(fileURLToPath(new URL('../..', import.meta.url)), process.argv[2] ?? '.voleio/dist')
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
)
const read = (file: string) => readFileSync(path.join(dist, file))
const gzipKb = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1024

const faults: string[] = []

/** The chunks that these load, themselves included. */
function closure(keys: string[]): Chunk[] {
  const seen = new Map<string, Chunk>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk '${key}': correct BRANCHES in tests/weight/weigh.ts.`)
    if (seen.has(key)) return
    seen.set(key, chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...seen.values()]
}

function row(name: string, kb: number, budget: number, note = ''): void {
  const over = kb > budget
  process.stdout.write(
    `${over ? '✗' : '✓'} ${name.padEnd(24)} ${kb.toFixed(1).padStart(7)} kB of ${String(budget).padStart(4)} ${note}\n`,
  )
  if (over) faults.push(`${name} weighs ${kb.toFixed(1)} kB, more than ${budget}`)
}

process.stdout.write('Gzip bytes per branch\n')
for (const { name, chain, budget, isPublic } of BRANCHES) {
  const chunks = closure(chain)
  const scripts = new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')))
  // Every document links the styles of the app's entry, whatever scripts it loads.
  const styles = new Set([...closure(['index.html']), ...chunks].flatMap(({ css }) => css ?? []))
  row(name, gzipKb(scripts), budget, `JS in ${scripts.size} files`)
  row(`  styles`, gzipKb(styles), CSS_BUDGET)
  if (!isPublic) continue
  for (const file of scripts) {
    const found = CLIENT_LIBRARY.find((text) => read(file).includes(text))
    if (found)
      faults.push(`${name} carries supabase-js ('${found}' in ${file}): public pages use plain fetch`)
  }
}

const early = READ_WITHOUT_SCRIPTS.flatMap((document) =>
  [
    ...read(document)
      .toString()
      .matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"/g),
  ].map(([, file = '']) => file),
)
row('before first paint', gzipKb(new Set(early)), 0, `JS, in ${READ_WITHOUT_SCRIPTS.length} documents`)

for (const document of WITHOUT_SCRIPTS) {
  if (/<script type="module"/.test(read(document).toString())) faults.push(`${document} loads a script`)
}

const kept = [
  ...read('sw.js')
    .toString()
    .matchAll(/\burl:"([^"]+)"/g),
].map(([, file = '']) => file)
if (kept.length === 0) faults.push('sw.js lists no files: correct how tests/weight/weigh.ts reads it')
row(
  "worker's files",
  kept.reduce((sum, file) => sum + read(file).length / 1024, 0),
  PRECACHE_BUDGET,
  `raw, ${kept.length} files`,
)

const shipped = readdirSync(dist, { recursive: true, encoding: 'utf8' })
row(
  'fonts',
  shipped.filter((file) => file.endsWith('.woff2')).reduce((sum, file) => sum + read(file).length / 1024, 0),
  FONT_BUDGET,
)
for (const file of shipped.filter((name) => name.endsWith('.js'))) {
  const found = NEVER_SHIPPED.find((text) => read(file).includes(text))
  if (found) faults.push(`${file} contains '${found}': the embedded Supabase must never be shipped`)
}

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
