import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { renderDocuments, RenderedDocument } from '../entry-server.tsx'
import { type Api, type DocumentFile, NOT_FOUND } from '../site/documents.ts'
import { headerRules, headersFile, nginxConfig, redirectsFile } from './hosting.ts'
import {
  addedAfterPaint,
  askerOf,
  entryOf,
  hashOf,
  pageHtml,
  shellHtml,
  STARTER,
  withHead,
  withLateManifest,
  withoutFont,
  withoutManifest,
  withScript,
  withStyles,
  robots,
  sitemap,
} from './html.ts'
import { stylesFor } from './styles.ts'

type Options = { siteUrl: string; api: Api }

const LANDING_SCRIPT = 'src/app/landing-document.ts'
const STUDENT_SCRIPT = 'src/app/student-document.tsx'
/** Entry scripts of documents that do not run the app (src/entry-server.tsx). No module imports them. */
const DOCUMENT_SCRIPTS = [STUDENT_SCRIPT, LANDING_SCRIPT]
/** Readers of these pages install nothing; a coach installs the app from a landing page or from a screen of the app. */
const NEVER_INSTALLED: readonly DocumentFile[] = [
  'lead-form.html',
  'lead-form-pt.html',
  'privacy-policy.html',
  'student.html',
  'exemplo.html',
]
/** The modules of the lead form, the only prerendered page that runs the app. */
const LEAD_FORM = ['index.html', 'lead-form-page.tsx']
/** The module that is inlined in student.html. */
const STUDENT_FIRST = 'src/app/student-first.ts'
const SERVER_ENTRY = 'src/entry-server.tsx'

/**
 * Vite plugin that writes the public pages as complete HTML, the app's empty shell (spa.html), the sitemap, robots.txt
 * and the hosts' files (docs/decisions/0008-prerendering.md). Runs while the bundle is generated, before the service
 * worker lists the files. Fails the build if a page cannot be rendered.
 */
export function prerender({ siteUrl, api }: Options): Plugin {
  let config: ResolvedConfig
  return {
    name: 'voleio:prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
    },
    buildStart() {
      if (config.build.ssr !== false) return
      for (const id of DOCUMENT_SCRIPTS) this.emitFile({ type: 'chunk', id })
    },
    async generateBundle(_options, bundle) {
      if (config.build.ssr !== false) return
      const index = bundle['index.html']
      if (index?.type !== 'asset') return this.error('The bundle has no index.html')
      const fontFile = (name: string) =>
        Object.keys(bundle).find((file) => path.basename(file).startsWith(`${name}-`)) ??
        this.error(`The bundle has no font ${name}`)
      const template = String(index.source)
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })

      const entry = entryOf(template)
      const asker = askerOf(api)
      const first = await inlined(config, STUDENT_FIRST)
      const fileOf = (script: string) => (script === 'app' ? entry : `/${chunksOf(bundle, script)[0]}`)
      const addedLater = new Set<string>()
      for (const made of await render(config, siteUrl)) {
        const { file, script, urgent } = made
        const html = pageHtml(template, made)
        const runs = modulesOf(made)
        const texts = [
          { content: html, extension: 'html' },
          ...runs
            // The student's pages have no other stylesheet, so their styles must include what their lazy modules use.
            .flatMap((module) => codeOf(bundle, module, { lazy: module === STUDENT_SCRIPT }))
            .map((content) => ({ content, extension: 'js' })),
        ]
        const elements = runs.includes(STUDENT_SCRIPT) || script === 'app' ? null : elementsIn(html)
        // At an unknown address any screen of the app may open, so 404.html keeps the whole stylesheet.
        let styled = html
        if (file !== NOT_FOUND) {
          const { css, font } = withoutFont(await stylesFor(config.root, texts, fontFile, elements))
          const page = NEVER_INSTALLED.includes(file) ? withoutManifest(html) : withLateManifest(html)
          const later = addedAfterPaint(font)
          addedLater.add(later)
          styled = withScript(withStyles(page, css), `<script>${later}</script>`)
        }
        let source = styled
        if (urgent) source = startedAtOnce(styled, urgent, { bundle, asker, first, apiOrigin: api.origin })
        else if (script)
          source = withScript(styled, `<script data-entry="${fileOf(script)}">${STARTER}</script>`)
        if (file === 'index.html') index.source = source
        else emit(file, source)
      }
      emit('spa.html', shellHtml(template, fontFile('figtree-pt')))

      emit('sitemap.xml', sitemap(siteUrl))
      emit('robots.txt', robots(siteUrl))
      const rules = headerRules({
        scriptHashes: [STARTER, ...addedLater, asker, first].map(hashOf),
        apiOrigin: api.origin,
      })
      emit('_headers', headersFile(rules))
      emit('_redirects', redirectsFile(api))
      emit('nginx.conf', nginxConfig(rules, api))
    },
  }
}

/** The names of all elements in a document. */
const elementsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name))

/** The modules whose code, or part of it, a page runs. */
function modulesOf({ urgent, script }: RenderedDocument): readonly string[] {
  if (urgent) return [urgent]
  if (script === 'app') return LEAD_FORM
  return script ? [script] : []
}

async function render(config: ResolvedConfig, siteUrl: string): Promise<RenderedDocument[]> {
  const cache = path.join(config.root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  // Unique, for parallel builds; below node_modules, so that the pages resolve React.
  const outDir = await mkdtemp(path.join(cache, 'prerender-'))
  try {
    await build({
      configFile: false,
      root: config.root,
      mode: config.mode,
      logLevel: 'warn',
      define: config.define ?? {},
      resolve: { alias: config.resolve.alias },
      build: {
        ssr: SERVER_ENTRY,
        outDir,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    })
    const made: { renderDocuments: typeof renderDocuments } = await import(
      pathToFileURL(path.join(outDir, 'entry.mjs')).href
    )
    return await made.renderDocuments(siteUrl)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/** Bundles a module and its imports into one classic script. */
async function inlined({ root, mode, define = {}, resolve }: ResolvedConfig, input: string): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    define,
    resolve: { alias: resolve.alias },
    build: { write: false, copyPublicDir: false, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in made ? made.output : []
  if (chunk?.type !== 'chunk') throw new Error(`The build of ${input} has no chunk`)
  return chunk.code.trim()
}

/**
 * For a page with data from the network: the request starts as soon as the HTML is read, and the script waits for the
 * first words of the answer (src/app/student-first.ts).
 */
function startedAtOnce(
  html: string,
  script: string,
  {
    bundle,
    asker,
    first,
    apiOrigin,
  }: { bundle: Rolldown.OutputBundle; asker: string; first: string; apiOrigin: string | null },
): string {
  const files = chunksOf(bundle, script).map((file) => `/${file}`)
  const page = withHead(html, [
    ...(apiOrigin === null ? [] : [`<link rel="preconnect" href="${apiOrigin}" crossorigin />`]),
    `<script>${asker}</script>`,
  ])
  return withScript(page, `<script data-files="${files.join(' ')}">${first}</script>`)
}

/** The files of a module's chunk and of its imports; `lazy`: also of its dynamic imports. Throws without a chunk. */
function chunksOf(bundle: Rolldown.OutputBundle, module: string, { lazy = false } = {}): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`) === true)
  if (!own) throw new Error(`The build has no chunk for ${module}`)
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const output = bundle[file]
    if (output?.type !== 'chunk') return
    output.imports.forEach(visit)
    if (lazy) output.dynamicImports.forEach(visit)
  }
  visit(own.fileName)
  return [...found]
}

/** The code of the files that `chunksOf` lists. */
const codeOf = (bundle: Rolldown.OutputBundle, module: string, how: { lazy: boolean }): string[] =>
  chunksOf(bundle, module, how).flatMap((file) => {
    const output = bundle[file]
    return output?.type === 'chunk' ? [output.code] : []
  })
