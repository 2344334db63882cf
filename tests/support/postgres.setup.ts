import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresPort: number
  }
}

/** Starts one PostgreSQL server for all files of a run, because a start takes longer than most files. */
export default async function startForRun({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isRunning = 'postgresPort' in vitest.getRootProject().getProvidedContext()
  if (isRunning) return undefined
  const server = await startPostgres()
  vitest.provide('postgresPort', server.port)
  return () => server.stop()
}
