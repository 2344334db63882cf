import type { Rolldown } from 'vite'

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/** What it alone has is a chunk by itself. */
const ITS_OWN = /\/pages\/public-student\//
const STUDENT = /\/pages\/public-student\/public-student-page\.tsx$/
/** Pages that would grow if what only the student's page and the coach's screens share stood in one file with it. */
const LEAN =
  /\/(?:main|early-student|landing-document|coach-app|login-page|lead-form-page|not-found-page)\.tsx?$/

/**
 * A name for the chunk of what the public student page needs and the coach's screens share with it, null for all else,
 * which the bundler splits better by itself. By itself it would make some twenty files of it, most under a kilobyte:
 * a student's phone would ask for each.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (ITS_OWN.test(id)) return null
  const loaded = loadersOf(id, modules)
  const isStudents = [...loaded].some((module) => STUDENT.test(module))
  return isStudents && ![...loaded].some((module) => LEAN.test(module)) ? 'student-and-coach' : null
}

/** Every module that brings this one with it, itself included. */
function loadersOf(id: string, modules: Modules): Set<string> {
  const found = new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return found
}
