import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../supabase/embedded/config.ts'
import {
  emptyFolder,
  FolderInUseError,
  ForeignFolderError,
  takeFolder,
} from '../../supabase/embedded/data-folder.ts'
import { startBackend } from '../support/backend.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'voleio-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a data folder', () => {
  it('has one owner at a time, and is free again once released', async () => {
    const release = await takeFolder(folder)
    await expect(takeFolder(folder)).rejects.toThrow(FolderInUseError)
    await expect(emptyFolder(folder)).rejects.toThrow(String(process.pid))
    await release()
    await (
      await takeFolder(folder)
    )()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over from a process that died', async () => {
    const dead = execFile(process.execPath, ['-e', ''])
    await new Promise((resolve) => dead.once('exit', resolve))
    // In a container each process has the id of the last one.
    for (const pid of [dead.pid, process.pid]) {
      await writeFile(path.join(folder, 'lock'), String(pid))
      await (
        await takeFolder(folder)
      )()
    }
  })
})

it("a folder of something else, as after a mistyped 'npm run db:reset -- src', is not deleted", async () => {
  const file = path.join(folder, 'main.tsx')
  await writeFile(file, 'mine')
  await expect(emptyFolder(folder)).rejects.toThrow(ForeignFolderError)
  expect(await readFile(file, 'utf8')).toBe('mine')
})

describe('the embedded database in a folder', () => {
  // One test walks through all of this, because each start of PGlite takes a second.
  it(
    'begins anew after half a start, and keeps accounts, logins and mails',
    { timeout: 300_000 },
    async () => {
      // What a process leaves that is killed during the first start.
      await mkdir(path.join(folder, 'database'))
      await writeFile(path.join(folder, 'database/PG_VERSION'), '17')
      await writeFile(path.join(folder, 'database-unfinished'), '')
      const first = await startBackend({ data: { folder }, seed: true })
      const coach = await first.coach({ email: 'fica@voleio.test' })
      const { data } = await coach.client.auth.getSession()
      await first.close()

      const second = await startBackend({ data: { folder }, seed: true })
      try {
        expect((await second.signIn('fica@voleio.test', coach.password)).id).toBe(coach.id)
        const user = await second.client().auth.getUser(data.session?.access_token)
        expect(user.data.user?.id).toBe(coach.id)
        expect(second.mails()[0]?.to).toBe('fica@voleio.test')
        expect(await second.sql('select count(*)::int as n from clubs')).toEqual([{ n: 2 }])
      } finally {
        await second.close()
      }
    },
  )

  it('is released by a start that fails', async () => {
    await writeFile(path.join(folder, 'database'), 'no database')
    await expect(startBackend({ data: { folder } })).rejects.toThrow()
    expect(await readdir(folder)).not.toContain('lock')
  })

  it('is not reset while another process uses it', async () => {
    const release = await takeFolder(folder)
    const reset = promisify(execFile)(process.execPath, ['supabase/embedded/reset.ts', folder], { cwd: ROOT })
    await expect(reset).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by process'),
    })
    await release()
  })
})
