import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresPort: number
  }
}

/** One PostgreSQL server for all files of a project: starting one takes longer than most of the files. */
export default async function startForProject(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresPort', server.port)
  return () => server.stop()
}
