import { describe, expect, test } from 'vitest'
import { profile } from '@/account/profile-data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import { addDays } from '@/core/dates'
import { students } from '@/students/data'
import { backend } from '../support/coach'
import { addStudent, dataOf, sellPackage } from '../support/world/services'
import { newId, today } from '../support/world/values'
import { ownDevice } from './own-device'

ownDevice()

const CLUB = { name: 'Clube da Lagoa', address: '', phone: '', isDefault: false }
const types = async () => dataOf(await alerts.list()).map(({ type }) => type)
const reconciled = async (day = today) => dataOf(await alerts.reconcile(day))

describe('alerts', () => {
  test('more than the API answers at once are all listed', async () => {
    await backend.sql(
      `insert into public.alerts (user_id, type, priority, message, dedupe_key)
       select id, 'no_club_registered', 'low', 'x', 'a' || i
         from generate_series(1, 1001) i, public.profiles where id = $1`,
      [dataOf(await profile.get())?.id ?? ''],
    )
    const listed = dataOf(await alerts.list())
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1001)
  })

  test('come newest first, and time alone brings the ones of expiry', async () => {
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 8, startDate: addDays(today, -25) })
    await reconciled(addDays(today, -10))
    expect(await types()).not.toContain('expiring_package')
    await reconciled()
    expect((await types())[0]).toBe('expiring_package')
    await reconciled(addDays(today, 10))
    expect(await types()).toContain('expired_package')
    expect(await types()).not.toContain('expiring_package')
  })
})

describe('clubs', () => {
  test('sent twice it is one club; one deleted since stays deleted', async () => {
    const id = newId()
    const created = await clubs.create(id, CLUB)
    // The first club becomes the default, whatever was sent.
    expect(await clubs.create(id, CLUB)).toEqual(created)
    // A repeat with other values overwrites nothing, and its result says that the club was already saved.
    const there = { data: { name: 'Clube da Lagoa' }, outcome: 'already-saved' }
    expect(await clubs.create(id, { ...CLUB, name: 'Clube do Lago' })).toMatchObject(there)
    expect(dataOf(await clubs.list())).toHaveLength(1)
    await clubs.remove(id)
    const gone = { success: false, message: 'Este clube já foi apagado' }
    expect(await clubs.create(id, CLUB)).toMatchObject(gone)
    expect(dataOf(await clubs.list())).toEqual([])
  })

  test('come with the default first, then by name in Portuguese order', async () => {
    const names = ['Zona Sul', 'beira-mar', 'Arena', 'Ágora']
    for (const name of names) await clubs.create(newId(), { ...CLUB, name })
    const listed = dataOf(await clubs.list()).map(({ name }) => name)
    expect(listed).toEqual(['Zona Sul', 'Ágora', 'Arena', 'beira-mar'])
  })

  test('a failure has the message to show', async () => {
    const unknown = { success: false, message: 'Clube não encontrado' }
    expect(await clubs.update(newId(), { name: 'Fantasma' })).toMatchObject(unknown)
    expect(await clubs.setDefault(newId())).toMatchObject(unknown)
    expect(await clubs.remove(newId())).toMatchObject(unknown)
  })
})

test('the newest students come alone, however many there are', async () => {
  for (let i = 1; i <= 6; i++) await addStudent({ name: `Aluno ${i}` })
  const newest = dataOf(await students.newest(4))
  expect(newest.map(({ name }) => name)).toEqual(['Aluno 6', 'Aluno 5', 'Aluno 4', 'Aluno 3'])
})

describe('profile', () => {
  test('starts from the sign-up and changes only the given fields', async () => {
    expect(dataOf(await profile.get())).toMatchObject({ name: 'Ana Ribeiro', main_sport: 'Tênis' })
    const changed = await profile.update({ phone: '(21) 98888-7777', mainSport: 'Padel' })
    const data = { name: 'Ana Ribeiro', phone: '5521988887777', main_sport: 'Padel' }
    expect(changed).toMatchObject({ message: 'Perfil atualizado', data })
    expect(dataOf(await profile.update({ phone: '' }))).toMatchObject({ phone: null })
  })

  test('holds the rules of lessons, which another device does not overwrite unseen', async () => {
    const seen = dataOf(await profile.get()) ?? undefined
    expect(seen).toMatchObject({ package_order: 'oldest', cancel_extension_days: 0 })
    const saved = dataOf(await profile.updateRules({ package_order: 'expires_first' }, seen))
    expect(saved).toMatchObject({ package_order: 'expires_first', cancel_extension_days: 0 })
    const late = await profile.updateRules({ cancel_extension_days: 7 }, seen)
    expect(late).toMatchObject({ code: 'overtaken' })
    expect(await profile.updateRules({ cancel_extension_days: 366 })).toMatchObject({ code: 'invalid' })
    dataOf(await profile.updateRules({ package_order: 'oldest' }))
  })

  test('a refusal is the message of the catalogue', async () => {
    const message = 'Não foi possível salvar as alterações.'
    expect(await profile.update({ name: '' })).toMatchObject({ code: 'invalid', message })
  })
})
