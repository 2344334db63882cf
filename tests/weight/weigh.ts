/**
 * `npm run weigh`: compares the download size of each branch of the app, from Vite's manifest, with its budget
 * (docs/architecture.md). Exits with 1 if a budget is exceeded or a bundle contains what it must not.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
}

interface Branch {
  name: string
  document: string
  /** Entries and lazy chunks that load before the page is shown, in order. */
  chain: string[]
  /** Gzip kB of JavaScript. */
  budget: number
  /** Requests of a first visit, without requests to the API. */
  requests: number
  /** Whether the page must not contain the coach's client library. */
  isPublic: boolean
}

const CSS_BUDGET = 16
/** Gzip kB of each part that the student's page loads later: a tab, a dialog. */
const LATER_BUDGET = 9
const FONT_BUDGET = 40
/** kB that fit into the first round trip of a connection: 10 segments of 1460 bytes, minus about 1 kB of headers. */
const FIRST_ROUND_TRIP = 13.2
/** Uncompressed kB that the service worker caches. */
const PRECACHE_BUDGET = 1750
/**
 * Documents that are readable before any script runs. The student's document is not among them, because it waits for
 * data.
 */
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
/** Documents without any script. */
const WITHOUT_SCRIPTS = ['eng.html', 'test-en.html', 'test-pt.html', 'privacy-policy.html']
/** 'coach-app' is the name of a chunk of several modules (src/build/chunks.ts). */
const APP = ['index.html', 'coach-app']

const BRANCHES: Branch[] = [
  {
    // The landing page's document never loads the app.
    name: 'landing',
    document: 'index.html',
    chain: ['src/app/landing-document.ts'],
    budget: 100,
    requests: 6,
    isPublic: true,
  },
  {
    name: 'English, beta, privacy',
    document: 'eng.html',
    chain: [],
    budget: 100,
    requests: 3,
    isPublic: true,
  },
  {
    name: 'lead form',
    document: 'lead-form.html',
    chain: ['index.html', 'src/site/lead-form/lead-form-page.tsx'],
    budget: 124,
    requests: 12,
    isPublic: true,
  },
  {
    name: 'public student page',
    document: 'student.html',
    chain: ['src/app/student-document.tsx'],
    budget: 106,
    // The request for the data is one more.
    requests: 11,
    isPublic: true,
  },
  {
    // A tap opens a PIX code, which must not load the coach's app.
    name: 'with a PIX code',
    document: 'student.html',
    chain: ['src/app/student-document.tsx', 'src/payments/pix/pix-panel.tsx'],
    budget: 115,
    requests: 13,
    isPublic: true,
  },
  {
    name: 'login',
    document: 'spa.html',
    chain: [...APP, 'src/account/login-page.tsx'],
    budget: 204,
    requests: 15,
    isPublic: false,
  },
  {
    name: 'dashboard',
    document: 'spa.html',
    chain: [...APP, 'src/app/shell.tsx', 'src/dashboard/dashboard-page.tsx'],
    budget: 210,
    requests: 17,
    isPublic: false,
  },
  {
    name: "with the day's lessons",
    document: 'spa.html',
    chain: [
      ...APP,
      'src/app/shell.tsx',
      'src/dashboard/dashboard-page.tsx',
      'src/dashboard/today/today-lessons.tsx',
    ],
    budget: 282,
    requests: 26,
    isPublic: false,
  },
  {
    name: 'agenda',
    document: 'spa.html',
    chain: [...APP, 'src/app/shell.tsx', 'src/agenda/week/agenda-page.tsx'],
    budget: 232,
    requests: 20,
    isPublic: false,
  },
  {
    // The heaviest of the coach's other screens.
    name: "a student's profile",
    document: 'spa.html',
    chain: [...APP, 'src/app/shell.tsx', 'src/students/profile/student-profile-page.tsx'],
    budget: 248,
    requests: 21,
    isPublic: false,
  },
]

/** Texts that survive minification and reveal a module that must not be shipped. */
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

/** All chunks that these chunks load, themselves included. */
function closure(keys: string[]): Chunk[] {
  const seen = new Map<string, Chunk>()
  const visit = (key: string) => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk) throw new Error(`The build has no chunk '${key}': correct BRANCHES in tests/weight/weigh.ts.`)
    if (seen.has(key)) return
    seen.set(key, chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...seen.values()]
}

/** A document's inline styles, and the stylesheets that it links. */
function stylesOf(document: string): { inline: string; linked: string[] } {
  const html = read(document).toString()
  const all = (what: RegExp) => [...html.matchAll(what)].map(([, found = '']) => found)
  return {
    inline: all(/<style>([\s\S]*?)<\/style>/g).join(''),
    linked: all(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g),
  }
}

function row(name: string, measured: number, budget: number, note = '', unit: 'kB' | '' = 'kB'): void {
  const over = measured > budget
  const figure = unit === 'kB' ? measured.toFixed(1) : String(measured)
  process.stdout.write(
    `${over ? '✗' : '✓'} ${name.padEnd(24)} ${figure.padStart(7)} ${unit.padEnd(2)} ` +
      `of ${String(budget).padStart(4)} ${note}\n`,
  )
  if (over) faults.push(`${name.trim()}: ${figure} ${unit}, more than ${budget}`)
}

process.stdout.write('Gzip bytes per branch\n')
const scriptsOf = (chunks: Chunk[]) =>
  new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')))
for (const { name, document, chain, budget, requests, isPublic } of BRANCHES) {
  const chunks = closure(chain)
  const scripts = scriptsOf(chunks)
  const { inline, linked } = stylesOf(document)
  row(name, gzipKb(scripts), budget, `JS in ${scripts.size} files`)
  row('  styles', gzipKb(linked) + gzipSync(inline, { level: 9 }).length / 1024, CSS_BUDGET)
  // Plus the document, its icon and its font.
  row('  requests', 3 + linked.length + scripts.size, requests, '', '')
  if (!isPublic) continue
  const carried = new Set(scripts)
  if (document === 'student.html') {
    const later = chunks.flatMap(({ dynamicImports = [] }) => dynamicImports)
    const parts = later.map((part) => [...scriptsOf(closure([part]))].filter((file) => !scripts.has(file)))
    row('  a part, later', Math.max(...parts.map(gzipKb)), LATER_BUDGET, 'JS')
    for (const file of parts.flat()) carried.add(file)
  }
  for (const file of carried) {
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

for (const document of READ_WITHOUT_SCRIPTS) row(document, gzipKb([document]), FIRST_ROUND_TRIP)

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
const firstFont = /\/([^/]+\/figtree-pt-[^"]+)"/.exec(read('spa.html').toString())?.[1] ?? ''
row('first font', gzipKb([firstFont]), FIRST_ROUND_TRIP)
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
