import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Coach } from '../tests/support/backend.ts'
import { gate } from '../tests/support/gate.ts'
import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday } from '../tests/support/world/values.ts'
import { expectNoViolations } from './support/axe.ts'
import { fillInStudent, newCoach, registerLesson } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { kill, openPhone } from './support/phone.ts'
import { expect, test, type Page } from './support/test.ts'

/** docs/product.md, 'Outbox': offline writes arrive exactly once, with a real browser, service worker and database. */

/** Signs up, adds students with credits, and opens the app once, so that the device has stored them. */
async function firstVisit(page: Page, name: string, credits: Record<string, number>) {
  const coach = newCoach(name)
  const api = await startSignedIn(page, coach)
  const students: Record<string, string> = {}
  const packages: Record<string, string> = {}
  for (const [student, total] of Object.entries(credits)) {
    const id = await addStudent(api, { name: student })
    students[student] = id
    if (total > 0) packages[student] = await sellPackage(api, id, { total_classes: total })
  }
  await page.goto('/app/students')
  await expect(page.getByText(`${Object.keys(credits).length} aluno(s) encontrado(s)`)).toBeVisible()
  await page.getByRole('link', { name: 'Hoje', exact: true }).click()
  await expect(page.getByText('Alunos Recentes')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  // Wait for the list of students with packages, and for the prefetch, whose last read is the coach's profile.
  for (const part of ['remaining_classes', 'main_sport']) {
    await expect.poll(async () => (await keptOnDevice(page, 'databases')).includes(part)).toBe(true)
  }
  return { api, students, packages }
}

async function registerOffline(page: Page, dateTime: string, ...names: string[]) {
  await registerLesson(page, names, async () => {
    await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
    await page.getByLabel('Data e hora da aula').fill(dateTime)
  })
  await expect(page.getByText('Aula salva neste aparelho.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/app\/sessions$/)
  // The address changes before the screen, and `goWithin` would find the form still there.
  await expect(page.getByRole('heading', { name: 'Histórico de Sessões' })).toBeVisible()
}

/** Fills the site's storage up to its quota. */
async function fillStorage(page: Page) {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('photos-of-somebody-else')
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('photos', { autoIncrement: true })
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('open')))
    })
    const fits = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('photos', 'readwrite')
        transaction.objectStore('photos').add(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))))
        transaction.addEventListener('complete', () => resolve(true))
        transaction.addEventListener('abort', () => resolve(false))
      })
    for (const size of [65_536, 4_096, 256, 16]) {
      let more = true
      while (more) more = await fits(size)
    }
  })
}

const chip = (page: Page, text: string | RegExp) => page.getByRole('link', { name: text })
/** The chip says nothing about entries that were sent. */
const WAITING = /pendente|Enviando|atenção/

interface LessonRow {
  date: string
  unassigned_count: number
  session_package_assignments: { student: { name: string }; package_id: string | null }[]
}

/** The coach's lessons in the database, oldest first: date, students, and students without a package. */
async function lessonsOf({ client }: Coach) {
  const { data } = await client
    .from('sessions')
    .select('date, unassigned_count, session_package_assignments(package_id, student:students(name))')
    .order('date')
    .overrideTypes<LessonRow[], { merge: false }>()
    .throwOnError()
  return data.map(({ date, session_package_assignments: seats }) => ({
    at: new Date(date).toISOString(),
    students: seats.map(({ student }) => student.name).toSorted(),
    withoutPackage: seats.filter(({ package_id }) => package_id === null).map(({ student }) => student.name),
  }))
}

async function creditsOf({ client }: Coach) {
  const { data } = await client.from('students').select('name, total_credits').order('name').throwOnError()
  return Object.fromEntries(
    (data as { name: string; total_credits: number }[]).map((s) => [s.name, s.total_credits]),
  )
}

test('lessons and a student are sent once each by a phone that died, lost an answer and had two tabs', async ({
  baseURL,
}) => {
  test.setTimeout(180_000)
  const profile = await mkdtemp(path.join(tmpdir(), 'voleio-phone-'))
  const yesterday = daysFromToday(-1)
  let phone = await openPhone(profile, baseURL)
  let page = await phone.newPage()
  const { api, students, packages } = await firstVisit(page, 'Quadra Sem Sinal', {
    'Ana Aluna': 4,
    'Beto Braga': 1,
    'Zeca Zanetti': 4,
  })

  await test.step('a lesson that was being sent is found after the restart, and registered once', async () => {
    const left = gate()
    await page.route('**/rpc/apply_session_plan', () => left.open())
    await registerLesson(page, ['Zeca Zanetti'], async () => {
      await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
      await page.getByLabel('Observações da aula').fill('Bom saque')
    })
    await left.passed
    await expect(chip(page, WAITING)).toHaveCount(0)
    await kill(page)
    expect(await lessonsOf(api)).toEqual([])

    page = await phone.newPage()
    await page.goto('/app/dashboard')
    await expect(page.getByText('1 pendência enviada', { exact: true }).first()).toBeVisible()
    const { data } = await api.client.from('sessions').select('notes').throwOnError()
    expect(data).toEqual([{ notes: 'Bom saque' }])
    expect(await creditsOf(api)).toEqual({ 'Ana Aluna': 4, 'Beto Braga': 1, 'Zeca Zanetti': 3 })
  })
  await page.close()

  // The app opens offline, and what was saved survives the death of its page.
  await phone.setOffline(true)
  page = await phone.newPage()
  await page.goto('/app/dashboard')
  await expect(page.getByText('Alunos Recentes')).toBeVisible()
  await registerOffline(page, `${yesterday}T08:00`, 'Ana Aluna')
  await registerOffline(page, `${yesterday}T09:00`, 'Ana Aluna', 'Beto Braga')
  await (await fillInStudent(page, 'Caio Costa')).click()
  await expect(page.getByText('Aluno salvo neste aparelho.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/app\/students$/)
  await expect(page.getByRole('heading', { name: 'Aguardando envio (1)' })).toBeVisible()
  await kill(page)

  page = await phone.newPage()
  await registerOffline(page, `${yesterday}T10:00`, 'Caio Costa', 'Ana Aluna')
  await expect(page.getByRole('heading', { name: 'Aguardando envio (3)' })).toBeVisible()
  const other = await phone.newPage()
  await other.goto('/app/outbox')
  await expect(chip(other, '4 pendentes')).toBeVisible()
  await expectNoViolations(other, 'what waits')

  // The whole browser closes before anything is sent.
  await phone.close()
  const before = await lessonsOf(api)
  expect(before).toMatchObject([{ students: ['Zeca Zanetti'], withoutPackage: [] }])

  // Another device uses Beto's last credit.
  const monday = new Date(`${daysFromToday(-2)}T15:00:00.000Z`)
  await giveLesson(api, { date: monday }, [
    { student: students['Beto Braga'] ?? '', package: packages['Beto Braga'] ?? '' },
  ])

  // Online again, the page dies after the server's write and before its answer.
  phone = await openPhone(profile, baseURL)
  let cut = 0
  await phone.route('**/rpc/apply_session_plan', async (route) => {
    cut += 1
    await route.fetch({ maxRetries: 1 })
    if (cut === 1) {
      await kill(page)
      return
    }
    // The next answers are cut off too.
    if (cut < 4) await route.abort('connectionreset')
    else await route.fallback()
  })
  page = await phone.newPage()
  const died = page.waitForEvent('crash')
  await page.goto('/app/dashboard').catch(() => {})
  await died
  // Two tabs send what is left.
  page = await phone.newPage()
  const second = await phone.newPage()
  await Promise.all([page, second].map((tab) => tab.goto('/app/outbox')))
  for (const tab of [page, second])
    await expect(tab.getByRole('heading', { name: 'Tudo sincronizado' })).toBeVisible()
  await expect(page.getByText('Beto Braga ficou sem pacote nesta aula')).toBeVisible()
  await phone.close()

  const at = (time: string) => new Date(`${yesterday}T${time}:00-03:00`).toISOString()
  expect(await lessonsOf(api)).toEqual([
    { at: monday.toISOString(), students: ['Beto Braga'], withoutPackage: [] },
    { at: at('08:00'), students: ['Ana Aluna'], withoutPackage: [] },
    { at: at('09:00'), students: ['Ana Aluna', 'Beto Braga'], withoutPackage: ['Beto Braga'] },
    { at: at('10:00'), students: ['Ana Aluna', 'Caio Costa'], withoutPackage: ['Caio Costa'] },
    ...before,
  ])
  expect(await creditsOf(api)).toEqual({
    'Ana Aluna': 1,
    'Beto Braga': 0,
    'Caio Costa': 0,
    'Zeca Zanetti': 3,
  })
  const { data: alerts } = await api.client
    .from('alerts')
    .select('student_name')
    .eq('type', 'unassigned_session')
    .eq('resolved', false)
    .order('student_name')
    .throwOnError()
  expect(alerts).toEqual([{ student_name: 'Beto Braga' }, { student_name: 'Caio Costa' }])
  await rm(profile, { recursive: true, force: true })
})

test('storage full: says so, keeps what was typed, takes nothing for saved, and saves once there is room', async ({
  page,
  context,
  baseURL,
}) => {
  const session = await context.newCDPSession(page)
  const origin = baseURL ?? ''
  // Set the quota before the browser measures it for the first time, because the browser keeps the result.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 6_000_000 })
  await startSignedIn(page, newCoach('Sem Espaço'))
  await page.goto('/app/dashboard')
  const save = await fillInStudent(page, 'Fábio Faria')
  await context.setOffline(true)
  await fillStorage(page)
  await save.click()
  await expect(page.getByText(/Este aparelho está sem espaço, e nada foi salvo/).first()).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Fábio Faria')

  // With space again, the same button saves.
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await save.click()
  await expect(page.getByText('Aluno salvo neste aparelho.').first()).toBeVisible()
})
