import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Thrown when another process uses the data folder: only one process at a time may open an embedded Postgres folder.
 */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}. Stop that command first (npm run dev, preview or test).`)
  }
}

/** This process. Its id alone is no name: in a container each process may have the id of the last one. */
const ME = `${process.pid} ${performance.timeOrigin}`

/**
 * Locks the folder for this process, creating it if needed; returns a function that unlocks it. A lock left by a dead
 * process is taken over. Throws FolderInUseError if a living process holds the lock.
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const lock = path.join(folder, 'lock')
  // Write the file first and then link it as the lock, so that nobody reads a lock without its owner.
  const mine = path.join(folder, `lock-${crypto.randomUUID()}`)
  await writeFile(mine, ME)
  try {
    for (;;) {
      try {
        await link(mine, lock)
        return () => rm(lock, { force: true })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
        const holder = await readFile(lock, 'utf8').catch(() => '')
        const pid = Number.parseInt(holder, 10)
        if (holder === ME || (pid !== process.pid && isRunning(pid))) throw new FolderInUseError(folder, pid)
        await rm(lock, { force: true })
      }
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/** Thrown instead of deleting a folder of something else, as a mistyped one would be. */
export class ForeignFolderError extends Error {
  override name = 'ForeignFolderError'
}

/**
 * Deletes a data folder with everything in it. Throws FolderInUseError if a living process holds its lock, and
 * ForeignFolderError if it holds no database.
 */
export async function emptyFolder(folder: string): Promise<void> {
  const inside = existsSync(folder) ? await readdir(folder) : []
  if (inside.length > 0 && !inside.includes('database') && !inside.includes('lock'))
    throw new ForeignFolderError(`${folder} holds no database of this app, so nothing in it was deleted.`)
  const release = await takeFolder(folder)
  await rm(folder, { recursive: true, force: true })
  await release()
}

/** Whether there is a process with this id, perhaps another user's. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
