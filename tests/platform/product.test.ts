import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Comments cite only what the repository contains: headings of pages in docs/, and source files that still exist.
 * docs/product.md defines the form of a citation in its first lines.
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
const PRODUCT = 'docs/product.md'
/** This file, which contains planted faults. */
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

/** The text without line ends and comment markers, because a citation may be split over two lines of a comment. */
const flat = (source: string) => source.replace(/\n\s*(?:\*(?!\/)|--|\/\/)?\s*/g, ' ')

const headings = new Map<string, Set<string>>()

/** The headings of a page; undefined if the page does not exist. */
function headingsOf(page: string): Set<string> | undefined {
  if (!headings.has(page) && existsSync(path.join(ROOT, page))) {
    headings.set(page, new Set([...read(page).matchAll(/^#{2,4} (.+)$/gm)].map(([, text = '']) => text)))
  }
  return headings.get(page)
}

/** Citations of things outside the repository. */
const FOREIGN = [
  /(?:\bspec(?:ification)?,? )?§ ?\d|\bspec \d/gi,
  /\bthe specification\b/gi,
  /\bissues? #?\d/gi,
  /\bthe prototype\b/gi,
  // Except in a relative import.
  /(?<!['"])\.\.\/shared\b|\/work\/shared\b/g,
]

const CITATION = /(?<![\w./-])docs\/([\w/-]+\.md)`?(?:, '([^']+)')?/g
/**
 * The path of a source file, as far as the citation gives it; neither a path with a wildcard nor the path of an import.
 */
const SOURCE = /(?<![\w./*<>{}'"@-])((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)\b/g
const BARE_PAGE = /(?<![\w./*<>{}-])((?:[\w-]+\/)*[\w-]+\.md)\b/g

/** The faulty citations of a file. */
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
    // `unknownPages` reports the missing page.
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
