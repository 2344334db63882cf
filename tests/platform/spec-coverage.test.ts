import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TABLE = 'docs/spec-coverage.md'

interface Row {
  item: string
  proof: string
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Rows of all tables, without headers. */
function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [, item, proof, end] = line.split('|').map((cell) => cell.trim())
    if (item === undefined || proof === undefined || end !== '' || /^(Item|-+)$/.test(item)) return []
    return [{ item, proof }]
  })
}

/** All texts between an opening and a closing mark. */
function quoted(text: string, marks: RegExp): string[] {
  return [...text.matchAll(marks)].flatMap(([, inside]) => inside ?? [])
}

/** Test files named in a proof, each with the quoted words of its tests. */
function namesIn(proof: string): { file: string; names: string[] }[] {
  return [...proof.matchAll(/`((?:tests|e2e)\/[^`]+)`([^`]*)/g)].map(([, file = '', rest = '']) => ({
    file,
    names: quoted(rest, /“([^”]+)”/g),
  }))
}

/** Titles of a file's tests and groups, including those of tables. */
function titlesOf(source: string): string[] {
  return [...source.matchAll(/(?:\b(?:it|test|describe)|\))\(\s*(?:'([^']+)'|"([^"]+)"|`([^`]+)`)\s*,/g)].map(
    ([, ...texts]) => texts.find((text) => text !== undefined) ?? '',
  )
}

/** Problems of a row, as instructions. */
function faultsOf({ item, proof }: Row): string[] {
  const named = namesIn(proof)
  const waits = /^issue [456]$/.test(proof)
  if (waits) return []
  if (named.length === 0) return ['names no test and no issue that it waits for']
  const missing = named.filter(({ file }) => !existsSync(path.join(ROOT, file))).map(({ file }) => file)
  if (missing.length > 0) return missing.map((file) => `${file} does not exist`)

  const sources = named.map(({ file, names }) => ({ file, names, source: read(file) }))
  const unproven = sources.flatMap(({ file, names, source }) => {
    const titles = titlesOf(source)
    if (names.length === 0) return [`names no test of ${file}`]
    return names
      .filter((name) => !titles.some((title) => title.includes(name)))
      .map((name) => `no test of ${file} is called “${name}”`)
  })
  const unsaid = quoted(item, /'([^']+)'/g)
    .filter((text) => !sources.some(({ source }) => source.includes(text)))
    .map((text) => `'${text}' stands in none of its tests`)
  return [...unproven, ...unsaid]
}

describe(TABLE, () => {
  const rows = rowsOf(read(TABLE))

  it('covers every section of the specification that the app has', () => {
    const sections = quoted(read(TABLE), /^## (§.+)$/gm).join(' ')
    for (const section of [2, 3, 4, 5, 6, 7, 8, 9]) expect(sections).toContain(`§${section}`)
    expect(rows.length).toBeGreaterThan(200)
  })

  it.each(rows)('$item', (row) => {
    expect(faultsOf(row)).toEqual([])
  })

  it.each([
    { item: 'x', proof: 'somewhere', fault: 'names no test and no issue that it waits for' },
    { item: 'x', proof: '`tests/gone.test.ts` “x”', fault: 'tests/gone.test.ts does not exist' },
    {
      item: 'x',
      proof: '`tests/domain/shared/names.test.ts` “nobody”',
      fault: 'no test of tests/domain/shared/names.test.ts is called “nobody”',
    },
    {
      item: "'Usuária'",
      proof: '`tests/domain/shared/names.test.ts` “the user is called by %s”',
      fault: "'Usuária' stands in none of its tests",
    },
  ])('would notice: $fault', ({ fault, ...row }) => {
    expect(faultsOf(row)).toEqual([fault])
  })
})
