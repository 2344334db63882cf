import { describe, expect, test } from 'vitest'
import { profile } from '@/account/profile-data'
import { clubs } from '@/clubs/data'
import { students } from '@/students/data'
import { addStudent, dataOf } from '../support/world/services'
import { newId } from '../support/world/values'
import { loseAnswers } from './device'
import { device, ownDevice } from './own-device'

/**
 * A kind of row that a form edits: how to create it, rename it with or without the version that was seen, and read it.
 */
interface Edited {
  make: () => Promise<{ id: string; updated_at: string }>
  rename: (id: string, name: string, seen?: { updated_at: string }) => Promise<unknown>
  nameOf: (id: string) => Promise<string | undefined>
  path: string
}

const SUBJECTS: Record<string, Edited> = {
  'a student': {
    make: () => addStudent({ name: 'Antes' }),
    rename: (id, name, seen) => students.update(id, { name }, seen),
    nameOf: async (id) => dataOf(await students.get(id))?.name,
    path: '/students',
  },
  'a club': {
    make: async () =>
      dataOf(await clubs.create(newId(), { name: 'Antes', address: '', phone: '', isDefault: false })),
    rename: (id, name, seen) => clubs.update(id, { name }, seen),
    nameOf: async (id) => dataOf(await clubs.list()).find((club) => club.id === id)?.name,
    path: '/clubs',
  },
  'the profile': {
    make: async () => {
      const row = dataOf(await profile.get())
      if (!row) throw new Error('No profile')
      return row
    },
    rename: (_id, name, seen) => profile.update({ name }, seen),
    nameOf: async () => dataOf(await profile.get())?.name,
    path: '/profiles',
  },
}

ownDevice()

describe.each(Object.entries(SUBJECTS))(
  '%s that was edited elsewhere',
  (_, { make, rename, nameOf, path }) => {
    test('is not overwritten, and the answer says so', async () => {
      const seen = await make()
      await rename(seen.id, 'De outro aparelho')
      expect(await rename(seen.id, 'Daqui', seen)).toMatchObject({
        success: false,
        code: 'overtaken',
        message: 'Estes dados mudaram em outro aparelho. Confira e tente novamente.',
      })
      expect(await nameOf(seen.id)).toBe('De outro aparelho')
    })

    test('by this very edit, whose answer was lost, is saved', async () => {
      const seen = await make()
      device.network(loseAnswers((request) => request.method === 'PATCH' && request.url.includes(path), 1))
      expect(await rename(seen.id, 'Daqui', seen)).toMatchObject({ success: true })
      device.network(null)
      expect(await rename(seen.id, 'Daqui', seen)).toMatchObject({ success: true })
      expect(await nameOf(seen.id)).toBe('Daqui')
    })
  },
)
