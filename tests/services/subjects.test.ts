import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '@/account/auth-data'
import { profile } from '@/account/profile-data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import { addDays } from '@/core/dates'
import { students } from '@/students/data'
import { sharedBackend } from '../support/backend'
import { addStudent, dataOf, sellPackage } from '../support/world/services'
import { newId, today } from '../support/world/values'
import { skipRetryDelays, makeDevice, failWith, to, type Device } from './device'

const backend = await sharedBackend()
let ana: Device

skipRetryDelays()
beforeEach(async () => {
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const club = (overrides = {}) => ({
  name: 'Clube da Lagoa',
  address: '',
  phone: '',
  isDefault: false,
  ...overrides,
})
const types = async () => dataOf(await alerts.list()).map(({ type }) => type)

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

  test('follow the facts: raised, refreshed in place, and closed when the cause ends', async () => {
    expect(dataOf(await alerts.reconcile(today))).toEqual({ raised: 1, ended: 0 })
    expect(await types()).toEqual(['no_club_registered'])
    await clubs.create(newId(), club())
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 2, startDate: today })
    // The sale itself raised the alert about low credits, and the alert about the missing club has ended.
    expect(dataOf(await alerts.reconcile(today))).toEqual({ raised: 0, ended: 1 })
    const [before] = dataOf(await alerts.list())
    expect(before).toMatchObject({ type: 'low_credits', priority: 'medium', student_name: 'Marina Costa' })
    await sellPackage(student.id, { totalClasses: 8 })
    dataOf(await alerts.reconcile(today))
    expect(await types()).toEqual([])
  })

  test('nothing to do is one request and no write', async () => {
    dataOf(await alerts.reconcile(today))
    ana.forget()
    expect(dataOf(await alerts.reconcile(today))).toEqual({ raised: 0, ended: 0 })
    expect(ana.requests).toEqual(['POST rpc/get_credit_facts'])
  })

  test('one that the coach closed stays closed until its cause has ended', async () => {
    dataOf(await alerts.reconcile(today))
    const [open] = dataOf(await alerts.list())
    expect(await alerts.resolve(open?.id ?? '')).toEqual({ success: true, data: null })
    dataOf(await alerts.reconcile(today))
    expect(await types()).toEqual([])
    const id = newId()
    await clubs.create(id, club())
    dataOf(await alerts.reconcile(today))
    await clubs.remove(id)
    dataOf(await alerts.reconcile(today))
    expect(await types()).toEqual(['no_club_registered'])
  })

  test('come newest first, and time alone brings the ones of expiry', async () => {
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 8, startDate: addDays(today, -25) })
    dataOf(await alerts.reconcile(addDays(today, -10)))
    expect(await types()).not.toContain('expiring_package')
    dataOf(await alerts.reconcile(today))
    expect((await types())[0]).toBe('expiring_package')
    dataOf(await alerts.reconcile(addDays(today, 10)))
    expect(await types()).toContain('expired_package')
    expect(await types()).not.toContain('expiring_package')
  })
})

describe('clubs', () => {
  test('come with the default first, then by name; only one is the default', async () => {
    const zinco = newId()
    await clubs.create(zinco, club({ name: 'Zinco', isDefault: true }))
    await clubs.create(newId(), club({ name: 'Beira Rio' }))
    await clubs.create(newId(), club({ name: 'Alvorada', isDefault: true }))
    expect(dataOf(await clubs.list()).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Alvorada', true],
      ['Beira Rio', false],
      ['Zinco', false],
    ])
    await clubs.setDefault(zinco)
    expect(dataOf(await clubs.list()).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Zinco', true],
      ['Alvorada', false],
      ['Beira Rio', false],
    ])
  })

  test('store digits of the phone and null for what is empty; an edit changes only what is given', async () => {
    const id = newId()
    const created = await clubs.create(id, club({ phone: '(21) 3333-4444', address: 'Rua A, 1' }))
    expect(dataOf(created)).toMatchObject({ phone: '5521933334444', address: 'Rua A, 1' })
    expect(dataOf(await clubs.update(id, { address: '' }))).toMatchObject({
      name: 'Clube da Lagoa',
      address: null,
      phone: '5521933334444',
    })
  })

  test('sent twice it is one club; one deleted since stays deleted', async () => {
    const id = newId()
    const created = await clubs.create(id, club())
    // The first club becomes the default, whatever was sent.
    expect(await clubs.create(id, club())).toEqual(created)
    // A repeat with other values overwrites nothing, and its result says that the club was already saved.
    expect(await clubs.create(id, club({ name: 'Clube do Lago' }))).toMatchObject({
      data: { name: 'Clube da Lagoa' },
      outcome: 'already-saved',
    })
    expect(dataOf(await clubs.list())).toHaveLength(1)
    await clubs.remove(id)
    expect(await clubs.create(id, club())).toMatchObject({
      success: false,
      message: 'Este clube já foi apagado',
    })
    expect(dataOf(await clubs.list())).toEqual([])
  })

  test('a failure has the message to show', async () => {
    expect(await clubs.update(newId(), { name: 'Fantasma' })).toMatchObject({
      success: false,
      message: 'Clube não encontrado',
    })
    expect(await clubs.setDefault(newId())).toMatchObject({ success: false, message: 'Clube não encontrado' })
    expect(await clubs.remove(newId())).toMatchObject({ success: false, message: 'Clube não encontrado' })
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
    expect(await profile.update({ phone: '(21) 98888-7777', mainSport: 'Padel' })).toMatchObject({
      success: true,
      message: 'Perfil atualizado',
      data: { name: 'Ana Ribeiro', phone: '5521988887777', main_sport: 'Padel' },
    })
    expect(dataOf(await profile.update({ phone: '' }))).toMatchObject({ phone: null })
  })

  test('holds the rules of lessons, which another device does not overwrite unseen', async () => {
    const seen = dataOf(await profile.get())
    expect(seen).toMatchObject({ package_order: 'oldest', cancel_extension_days: 0 })
    const saved = await profile.updateRules({ package_order: 'expires_first' }, seen ?? undefined)
    expect(saved).toMatchObject({
      success: true,
      data: { package_order: 'expires_first', cancel_extension_days: 0 },
    })
    expect(await profile.updateRules({ cancel_extension_days: 7 }, seen ?? undefined)).toMatchObject({
      code: 'overtaken',
    })
    expect(await profile.updateRules({ cancel_extension_days: 366 })).toMatchObject({ code: 'invalid' })
    dataOf(await profile.updateRules({ package_order: 'oldest' }))
  })

  test('takes the account along: a name that was changed is the one of the next login', async () => {
    dataOf(await profile.update({ name: 'Ana Lima', phone: '' }))
    expect(dataOf(await auth.getSession())).toMatchObject({ name: 'Ana Lima' })
    ana.network(failWith(to('/auth/v1/user'), { status: 500 }, 99))
    expect(await profile.update({ name: 'Ana Souza' })).toMatchObject({ success: false, code: 'server' })
    ana.network(null)
    dataOf(await profile.update({ name: 'Ana Souza' }))
    expect(dataOf(await auth.getSession())).toMatchObject({ name: 'Ana Souza' })
  })

  test('a refusal is the message of the catalogue', async () => {
    expect(await profile.update({ name: '' })).toMatchObject({
      code: 'invalid',
      message: 'Não foi possível salvar as alterações.',
    })
  })
})
