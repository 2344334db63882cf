import type { Rolldown } from 'vite'
import { mapRecord } from '../core/records.ts'

type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/** What needs a module. `many`, `several`: more than one, or more than three, modules that are loaded on their own. */
type Needs = Readonly<Record<keyof typeof LOADED | 'many' | 'several', boolean>>

/** Modules that are loaded on their own. A visit loads some of them, with their imports. */
const LOADED = {
  landing: /\/landing-document\.ts$/,
  student: /\/student-document\.tsx$/,
  /** What the student's page loads later: what it shares with the coach's screens must bring none of these along. */
  studentLater: /\/(public-student\/[\w-]+|student-agreement-body)\.tsx?$/,
  main: /\/main\.tsx$/,
  lead: /\/lead-form-page\.tsx$/,
  app: /\/coach-app\.tsx$/,
  login: /\/login-page\.tsx$/,
  shell: /\/shell\.tsx$/,
  dashboard: /\/dashboard-page\.tsx$/,
  /** What the dashboard shows once it is drawn, and '+'. */
  today: /\/(today-lessons|below|panels|first-steps-card|plus-sheet)\.tsx$/,
  /** The heaviest of the other screens, so it must not load what only other screens share. */
  profile: /\/student-profile-page\.tsx$/,
  /** Opened on a court, so it loads its forms later. */
  agenda: /\/agenda-page\.tsx$/,
  /** The PIX panel, and the PIX rules with their library: the public page opens both too. */
  pixPanel: /\/pix-panel\.tsx$/,
  pix: /\/payments\/pix\/pix\.ts$/,
  /** The coach's other screens. */
  screen:
    /\/(?!landing|beta|privacy-policy|lead-form|not-found|public-student|login|dashboard)[\w-]+-page\.tsx$/,
}

/**
 * The chunks that first visits share, the leanest visit first. A module goes into the first row that matches. Without
 * this the bundler would make a chunk for each set of pages that share a module: a hundred files, most under a
 * kilobyte.
 *
 * No row contains a negation, and whatever needs a module needs its imports too. So a chunk imports only from rows
 * above it: no cycles arise, and a public page never loads what only the coach's app needs.
 */
const CHUNKS: readonly (readonly [name: string, takes: (by: Needs) => boolean])[] = [
  // Without React: the landing page runs none.
  ['first', (by) => by.many && by.landing && by.student],
  // The carousel, which the agenda shares: one request loads it with the code that starts it.
  ['landing', (by) => by.many && by.landing],
  ['base', (by) => (by.student || by.studentLater) && (by.main || by.lead)],
  ['main', (by) => by.many && (by.main || (by.lead && (by.app || by.shell || by.dashboard)))],
  ['student-app', (by) => ((by.student || by.studentLater) && (by.app || by.login)) || (by.pix && by.agenda)],
  ['pix', (by) => by.pix],
  // Separate from what the student's page shares with screens that a coach opens later.
  [
    'student-first',
    (by) => (by.student || by.studentLater || by.pixPanel) && (by.shell || by.dashboard || by.agenda),
  ],
  ['student-screens', (by) => (by.student || by.pixPanel) && (by.screen || by.today)],
  ['student', (by) => by.many && by.student],
  ['student-later', (by) => by.studentLater && by.screen],
  ['lead-screens', (by) => by.lead && (by.login || by.screen)],
  ['coach-app', (by) => by.app || (by.login && (by.shell || by.dashboard))],
  ['fields', (by) => by.login && by.profile],
  ['forms', (by) => by.login && by.screen],
  ['screens', (by) => (by.many && by.shell) || (by.dashboard && by.screen)],
  ['dashboard', (by) => by.many && by.dashboard],
  // Otherwise the agenda would load everything that the profile shares with other screens.
  ['agenda-profile', (by) => by.agenda && by.profile],
  ['today-profile', (by) => by.today && by.profile],
  ['profile-screens', (by) => by.profile && by.several],
  ['profile-few', (by) => by.many && by.profile],
  ['agenda-screens', (by) => by.many && by.agenda],
  ['today-screens', (by) => by.many && by.today],
  ['several-screens', (by) => by.screen && by.several],
]

/** The chunk of a module; null leaves it to the bundler. */
export function chunkOf(id: string, modules: Modules): string | null {
  const loaders = loadersOf(id, modules)
  const loadedOnTheirOwn = loaders.filter((module) => isLoadedOnItsOwn(module, modules)).length
  const needs: Needs = {
    many: loadedOnTheirOwn > 1,
    several: loadedOnTheirOwn > 3,
    ...mapRecord(LOADED, (loader) => loaders.some((module) => loader.test(module))),
  }
  return CHUNKS.find(([, takes]) => takes(needs))?.[0] ?? null
}

function isLoadedOnItsOwn(id: string, modules: Modules): boolean {
  const info = modules.getModuleInfo(id)
  return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
}

/** All modules that import this one, directly or indirectly, and the module itself. */
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
