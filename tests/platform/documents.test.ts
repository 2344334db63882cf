import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The commands and paths that the docs name exist. */

const ROOT = path.resolve(import.meta.dirname, '../..')

const PAGES = ['README.md', ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })]
  .filter((name) => name.endsWith('.md'))
  .map((name) => (name === 'README.md' ? name : path.posix.join('docs', name.replaceAll('\\', '/'))))

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** npm's own commands. */
const OWN = new Set(['ci', 'install', 'exec', 'audit', 'ls', 'outdated', 'view'])
/** Created by commands or by the person who deploys. */
const MADE = /^(?:supabase\/deployed|dist|\.voleio|node_modules|coverage|\.env)(?:$|[./])/

/** All inline code and fenced blocks of a page. */
function codeIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  const rest = markdown.replace(/^```\w*\n[\s\S]*?^```/gm, '')
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
}

/** npm commands that are neither scripts of package.json nor npm's own. */
function unknownCommands(code: string): string[] {
  const run = [...code.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name)
  const short = [...code.matchAll(/\bnpm (?!run\b)([a-z]+)/g)].map(([, name = '']) => name)
  return [
    ...run.filter((name) => !(name in scripts)).map((name) => `npm run ${name}`),
    ...short.filter((name) => !(name in scripts) && !OWN.has(name)).map((name) => `npm ${name}`),
  ]
}

/** Paths in the code that do not exist; '<…>', '*' and '…' are wildcards. */
function deadPaths(code: string): string[] {
  return [...code.matchAll(/(?<![\w/.@~-])((?:src|tests|e2e|docs|supabase|public|\.ci)\/[^\s`'"“”,;:()|]*)/g)]
    .map(([, found = '']) => found.replace(/[.,]$/, ''))
    .filter((found) => !MADE.test(found) && !/[<>{}*…]/.test(found) && !exists(found))
}

/** Whether the path exists, or begins the names of files, as a filter for tests may. */
function exists(found: string): boolean {
  const place = path.join(ROOT, found)
  if (existsSync(place)) return true
  const folder = path.dirname(place)
  const begins = [`${path.basename(place)}.`, `${path.basename(place)}-`]
  return (
    existsSync(folder) && readdirSync(folder).some((name) => begins.some((begin) => name.startsWith(begin)))
  )
}

/** Names of Vitest and Playwright projects that no configuration defines. */
function unknownProjects(code: string): string[] {
  const configs = read('vitest.config.ts') + read('playwright.config.ts')
  const known = new Set([...configs.matchAll(/name: '(\w+)'/g)].map(([, name]) => name))
  return [...code.matchAll(/--project[ =]"?!?(\w+)/g)].flatMap(([, name = '']) =>
    known.has(name) ? [] : [name],
  )
}

describe.each(PAGES)('%s', (page) => {
  const code = codeIn(read(page))

  it('names commands that package.json has', () => {
    expect(code.flatMap(unknownCommands)).toEqual([])
    expect(code.flatMap(unknownProjects)).toEqual([])
  })

  it('names files that are there', () => {
    expect(code.flatMap(deadPaths)).toEqual([])
  })
})

it('the pages of the documents are read', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/proof.md', 'docs/contributing.md']))
})

it('would notice a command and a file that are gone', () => {
  const page =
    'Run `npm run gone`, then\n\n```sh\nnpm run unit -- tests/gone --project gone\nnpm gone\n```\n\n' +
    'and see `src/outbox/rules.ts`.'
  expect(codeIn(page).flatMap(unknownCommands)).toEqual(['npm gone', 'npm run gone'])
  expect(codeIn(page).flatMap(unknownProjects)).toEqual(['gone'])
  expect(codeIn(page).flatMap(deadPaths)).toEqual(['tests/gone'])
})
