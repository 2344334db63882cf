import type { Rolldown } from 'vite'

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/** What a module is needed by. `many`, `several`: by more than one, or three, modules that are loaded on their own. */
type Needs = Readonly<Record<keyof typeof LOADED | 'many' | 'several', boolean>>

/** Modules that are loaded on their own: a visit is some of them, with what they import. */
const LOADED = {
  early: /\/early-student\.ts$/,
  landing: /\/landing-document\.ts$/,
  student: /\/student-document\.tsx$/,
  main: /\/main\.tsx$/,
  lead: /\/lead-form-page\.tsx$/,
  app: /\/coach-app\.tsx$/,
  login: /\/login-page\.tsx$/,
  shell: /\/shell\.tsx$/,
  dashboard: /\/dashboard-page\.tsx$/,
  /** Any other screen of the coach. */
  screen:
    /\/(?!landing|beta|privacy-policy|lead-form|not-found|public-student|login|dashboard)[\w-]+-page\.tsx$/,
}

/**
 * Chunks of what first visits share, the leanest visit first; the first row that holds takes the module. By itself the
 * bundler makes a chunk for each set of pages that share something: a hundred files, most under a kilobyte.
 *
 * No row has a 'not', and what a module imports is needed wherever the module is. So a chunk imports from rows above
 * its own alone: there are no circles, and what only the coach's app needs is never part of a public page.
 */
const CHUNKS: readonly (readonly [name: string, takes: (by: Needs) => boolean])[] = [
  // Runs before React is there, or without it.
  ['first', (by) => by.many && (by.early || (by.landing && by.student))],
  ['base', (by) => by.student && (by.main || by.lead)],
  ['main', (by) => by.many && (by.main || (by.lead && (by.app || by.shell || by.dashboard)))],
  ['student-and-app', (by) => by.student && (by.app || by.login)],
  ['student-and-screens', (by) => by.student && (by.shell || by.dashboard || by.screen)],
  ['lead-and-screens', (by) => by.lead && (by.login || by.screen)],
  ['coach-app', (by) => by.app || (by.login && (by.shell || by.dashboard))],
  ['forms', (by) => by.login && by.screen],
  ['screens', (by) => (by.shell && (by.dashboard || by.screen)) || (by.dashboard && by.screen)],
  ['several-screens', (by) => by.screen && by.several],
]

/** The name of a module's chunk; null where the bundler decides. */
export function chunkOf(id: string, modules: Modules): string | null {
  const loaders = loadersOf(id, modules)
  const isNeededBy = (loader: RegExp) => loaders.some((module) => loader.test(module))
  const loadedOnTheirOwn = loaders.filter((module) => isLoadedOnItsOwn(module, modules)).length
  const needs: Needs = {
    many: loadedOnTheirOwn > 1,
    several: loadedOnTheirOwn > 3,
    early: isNeededBy(LOADED.early),
    landing: isNeededBy(LOADED.landing),
    student: isNeededBy(LOADED.student),
    main: isNeededBy(LOADED.main),
    lead: isNeededBy(LOADED.lead),
    app: isNeededBy(LOADED.app),
    login: isNeededBy(LOADED.login),
    shell: isNeededBy(LOADED.shell),
    dashboard: isNeededBy(LOADED.dashboard),
    screen: isNeededBy(LOADED.screen),
  }
  return CHUNKS.find(([, takes]) => takes(needs))?.[0] ?? null
}

function isLoadedOnItsOwn(id: string, modules: Modules): boolean {
  const info = modules.getModuleInfo(id)
  return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
}

/** Every module that brings this one with it, itself included. */
function loadersOf(id: string, modules: Modules): string[] {
  const found = new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return [...found]
}
