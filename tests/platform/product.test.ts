import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Whoever clones the repository can look up what its comments cite: a heading of a page in docs/, and nothing that the
 * repository does not hold, a source file that has moved included. The form of a citation is at the top of
 * docs/product.md.
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
const PRODUCT = 'docs/product.md'
/** Plants what it looks for. */
const SELF = 'tests/platform/product.test.ts'

const FILES = [
  ...['src', 'supabase', 'tests', 'e2e', 'docs'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.replaceAll('\\', '/')),
    ),
  ),
  ...readdirSync(ROOT),
].filter((name) => /\.(?:tsx?|sql|css|html|md|toml)$/.test(name) && name !== SELF)

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const isPage = (file: string) => file.endsWith('.md')

/** A citation may be broken over two lines of a comment: without line ends and what begins a comment's line. */
const flat = (source: string) => source.replace(/\n\s*(?:\*(?!\/)|--|\/\/)?\s*/g, ' ')

const headings = new Map<string, Set<string>>()

/** The headings of a page; undefined when there is no such page. */
function headingsOf(page: string): Set<string> | undefined {
  if (!headings.has(page) && existsSync(path.join(ROOT, page))) {
    headings.set(page, new Set([...read(page).matchAll(/^#{2,4} (.+)$/gm)].map(([, text = '']) => text)))
  }
  return headings.get(page)
}

/** What cannot be looked up here, wherever it stands. */
const FOREIGN = [
  /(?:\bspec(?:ification)?,? )?§ ?\d|\bspec \d/gi,
  /\bthe specification\b/gi,
  /\bissues? #?\d/gi,
  /\bthe prototype\b/gi,
  // Not a relative import.
  /(?<!['"])\.\.\/shared\b|\/work\/shared\b/g,
]

const CITATION = /(?<![\w./-])docs\/([\w/-]+\.md)`?(?:, '([^']+)')?/g
/** As much of a source file's path as names it; not one with a wildcard, and not what an import names. */
const SOURCE = /(?<![\w./*<>{}'"@-])((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)\b/g
const BARE_PAGE = /(?<![\w./*<>{}-])((?:[\w-]+\/)*[\w-]+\.md)\b/g

/** What is wrong with the citations in a file. */
function faultsOf(file: string, source: string): string[] {
  const text = flat(source)
  const foreign = FOREIGN.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found))
  const places = isPage(file) ? [path.posix.dirname(file), 'docs', ''] : ['']
  const unknownPages = [...text.matchAll(BARE_PAGE)].flatMap(([, name = '']) =>
    places.some((place) => existsSync(path.join(ROOT, place, name))) ? [] : [name],
  )
  const unknownSources = [...text.matchAll(SOURCE)].flatMap(([, name = '']) =>
    [...FILES, SELF].some((known) => `/${known}`.endsWith(`/${name}`)) ? [] : [name],
  )
  const headless = [...text.matchAll(CITATION)].flatMap(([cited, name = '', heading]) => {
    const page = `docs/${name}`
    const known = headingsOf(page)
    // A missing page is among the unknown ones already.
    if (known === undefined) return []
    if (heading !== undefined) return known.has(heading) ? [] : [cited]
    return page === PRODUCT && !isPage(file) ? [`${cited} without a heading`] : []
  })
  return [...foreign, ...unknownPages, ...unknownSources, ...headless]
}

describe('what files cite is in the repository', () => {
  it('in all of them', () => {
    const faults = FILES.flatMap((file) => faultsOf(file, read(file)).map((fault) => `${file}: ${fault}`))
    expect(faults).toEqual([])
  })

  it.each([
    [`/** See spec §4. */`, ['spec §4']],
    [`-- the owner's name (spec 3)`, ['spec 3']],
    [`/** Issue 6, 'Attack'. */`, ['Issue 6']],
    [`/** As the prototype did (../shared/design). */`, ['the prototype', '../shared']],
    [`/** The alerts of product.md, and database.md. */`, ['product.md', 'database.md']],
    [`import { paths } from '../shared/paths.ts'`, []],
    [`// docs/gone.md says why.`, ['docs/gone.md']],
    [`/** As app/gone.ts does, and credits/charge.ts. */`, ['app/gone.ts']],
    [`// docs/product.md says why.`, ['docs/product.md without a heading']],
    [`-- docs/product.md, 'No such rule'`, ["docs/product.md, 'No such rule'"]],
    [`/**\n * (docs/product.md,\n * 'Two devices')\n */`, []],
    [`-- docs/product.md, 'Alerts'; docs/data-model.md, 'Lock order'`, []],
  ])('would notice in %j', (source, faults) => {
    expect(faultsOf('src/planted.ts', source)).toEqual(faults)
  })
})
