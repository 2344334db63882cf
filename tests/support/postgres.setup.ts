import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresPort: number
  }
}

/** One PostgreSQL server for all files of a run: starting one takes longer than most of the files. */
export default async function startForRun({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isRunning = 'postgresPort' in vitest.getRootProject().getProvidedContext()
  if (isRunning) return undefined
  const server = await startPostgres()
  vitest.provide('postgresPort', server.port)
  return () => server.stop()
}
