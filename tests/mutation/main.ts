/**
 * `npm run mutate`: finds small changes of the rules that no test of `tests/domain` notices, except for changes that
 * alter nothing (`equivalent.txt`). Stryker's instrumenter, from npm, puts all changes (mutants) into the code, each
 * behind a switch; `runner.ts` repeats the tests with one mutant after the other. Stryker itself would start Vitest
 * anew for each mutant, which takes far longer. `-- credits` checks one folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startVitest } from 'vitest/node'
import config from '../../vitest.config.ts'

interface Mutant {
  id: string
  fileName: string
  replacement: string
  location: Record<'start' | 'end', { line: number; column: number }>
  /** 'Ignored' for kinds of mutants that are left out. */
  status?: string
}

interface Source {
  name: string
  content: string
  mutate: boolean
}

interface Stryker {
  Instrumenter: new (logger: object) => {
    instrument: (files: Source[], options: object) => Promise<{ files: Source[]; mutants: Mutant[] }>
  }
}

const TOOL = '@stryker-mutator/instrumenter@10.1.1'
const FOLDERS = ['credits', 'agenda', 'agreement', 'payments', 'outbox']
/** Files of other layers (docs/architecture.md), and the rules that only hooks call. */
const NO_RULES = /\/use-|(?:texts|data|schema)\.ts$|credits\/(?:tell|undo|opened|untold)\.ts$/

const print = (line: string) => process.stdout.write(`${line}\n`)
const root = path.resolve(import.meta.dirname, '../..')
const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS

const tool = path.join(root, '.voleio/mutation')
const entry = path.join(tool, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
if (!existsSync(entry)) {
  const args = ['install', '--prefix', tool, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', TOOL]
  execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
const { Instrumenter }: Stryker = await import(pathToFileURL(entry).href)

const sources = folders
  .flatMap((folder) => globSync(`src/${folder}/**/*.ts`, { cwd: root }))
  .filter((name) => !NO_RULES.test(name.replaceAll('\\', '/')))
  .map((name) => path.join(root, name))
  .map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
const logger = { debug() {}, info() {}, warn: print, isDebugEnabled: () => false }
const instrumented = await new Instrumenter(logger).instrument(sources, {
  plugins: null,
  ignorers: [],
  // Left out: texts, and codes that types check.
  excludedMutations: ['StringLiteral'],
})
const mutants = instrumented.mutants.filter(({ status }) => status !== 'Ignored')

const domain = config.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'domain',
)
if (typeof domain !== 'object' || !('test' in domain))
  throw new Error('vitest.config.ts has no project domain')
const vitest = await startVitest(
  'test',
  [],
  {
    ...domain.test,
    config: false,
    root,
    watch: false,
    // The tests of the account's book show everything, slowly, and say little about a rule.
    include: ['tests/domain/!(rights)/**/*.test.ts'],
    isolate: false,
    // The cache would keep the code of the last run, with other mutants.
    fsModuleCache: false,
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    reporters: ['dot'],
    silent: true,
    testTimeout: 5_000,
  },
  {
    ...(domain.resolve && { resolve: domain.resolve }),
    plugins: [
      {
        name: 'voleio:mutants',
        enforce: 'pre',
        transform: (_, id) => instrumented.files.find(({ name }) => name === path.normalize(id))?.content,
      },
    ],
  },
)
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const metas = tests.map((test) => test.meta())
await vitest.close()

const idsOf = (kind: 'reached' | 'killed' | 'imported') => new Set(metas.flatMap((meta) => meta[kind] ?? []))
const [reached, killed, imported] = [idsOf('reached'), idsOf('killed'), idsOf('imported')]
const judged = mutants.filter(({ id }) => reached.has(id) || !imported.has(id))

/** One line explains one mutant, so that a further mutant of the same text is printed. */
const explained = readFileSync(path.join(import.meta.dirname, 'equivalent.txt'), 'utf8')
  .split('\n')
  .filter((line) => folders.some((folder) => line.startsWith(`src/${folder}/`)))
let unanswered = 0
for (const { id, fileName, replacement, location } of judged) {
  if (killed.has(id)) continue
  const { start, end } = location
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  const code = lines.join(' ').slice(start.column, lines.length === 1 ? end.column : undefined)
  const change = `${code} → ${replacement}`.replaceAll(/\s+/g, ' ')
  const name = path.relative(root, fileName).replaceAll('\\', '/')
  const at = explained.indexOf(`${name} ${change}`)
  if (at !== -1) {
    explained.splice(at, 1)
    continue
  }
  unanswered += 1
  print(`${name}:${start.line + 1} ${reached.has(id) ? '' : 'no test: '}${change}`)
}
for (const line of explained) print(`in equivalent.txt, and noticed, or no more: ${line}`)
for (const folder of folders) {
  const own = judged.filter(({ fileName }) => fileName.startsWith(path.join(root, 'src', folder, path.sep)))
  const noticed = own.filter(({ id }) => killed.has(id)).length
  print(
    `${folder}: ${noticed} of ${own.length} mutants noticed, ${((100 * noticed) / own.length).toFixed(1)} %`,
  )
}
process.exitCode = tests.every((test) => test.ok()) && unanswered + explained.length === 0 ? 0 : 1
