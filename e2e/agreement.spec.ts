import { DEFAULT_ZONE } from '../src/agenda/zone.ts'
import { addDays } from '../src/core/dates.ts'
import type { Coach } from '../tests/support/backend.ts'
import { addStudent, sellPackage, setProfile } from '../tests/support/world/api.ts'
import { expectNoViolations } from './support/axe.ts'
import { closeToast, goWithin } from './support/coach.ts'
import { signInByApi } from './support/data.ts'
import { letDaysPass, startAppOfJourney, type OwnApp } from './support/own-app.ts'
import { agendaDay, HOUR, planLesson } from './support/planned.ts'
import { meetsAtOnce } from './support/taps.ts'
import { expect, test, type Page } from './support/test.ts'

/** A week under combinados that the app enforces by itself (docs/product.md, 'Combinados', 'Replies'). */

let app: OwnApp
let coach: Coach

test.beforeAll(async ({ baseURL }) => {
  app = await startAppOfJourney(baseURL)
  coach = await app.backend.coach({ name: 'Ana Ribeiro' })
  await setProfile(coach, { time_zone: DEFAULT_ZONE })
})
test.afterAll(() => app.close())

/** Plans a lesson that begins in `hours` hours. */
const plan = (hours: number, students: string[]) =>
  planLesson(app.backend, coach, Date.now() + hours * HOUR, students)

const DAYS = 3

const seatsOf = async () => {
  const seats = await app.backend.sql<{ name: string; attendance: string; told_outcome: string | null }>(
    `select s.name, a.attendance, a.told_outcome
       from public.session_package_assignments a join public.students s on s.id = a.student_id
      where a.user_id = $1 order by s.name`,
    [coach.id],
  )
  return Object.fromEntries(
    seats.map(({ name, attendance, told_outcome }) => [name, [attendance, told_outcome]]),
  )
}

async function tellByLink(page: Page, link: string, name: string) {
  await page.goto(`${app.url}/student-page/${link}`)
  const lesson = page.getByRole('region', { name: 'Próxima aula' })
  expect(await meetsAtOnce(lesson.getByRole('button', { name: 'Não vou' }), `${name} não vai`)).toBe(false)
  await lesson.getByRole('button', { name: `${name} não vai` }).click()
  return lesson
}

async function openLesson(page: Page, day: string, names: RegExp) {
  await goWithin(page, `/app/agenda?dia=${day}`)
  await page.getByRole('button', { name: names }).click()
  return page.getByRole('dialog')
}

test('a week of the agreement: told in time, late, to the coach without signal, not at all, and taken back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(20_000)
  const student = (name: string) => addStudent(coach, { name })
  const [bia, caio, davi, eva, fabio] = [
    await student('Bia Braga'),
    await student('Caio Costa'),
    await student('Davi Dias'),
    await student('Eva Esteves'),
    await student('Fábio Faria'),
  ]
  const today = agendaDay(Date.now())
  for (const id of [bia, caio, davi, eva, fabio])
    await sellPackage(coach, id, {
      total_classes: 4,
      purchase_date: addDays(today, -20),
      expiry_date: addDays(today, 5),
    })

  await signInByApi(page, coach.email, app.url)
  await page.goto(`${app.url}/app/profile?form=combinados`)
  await page.getByLabel('Prazo da reposição (dias)').fill('30')
  await expect(page.getByRole('region', { name: 'Assim os alunos leem' })).toContainText(
    'Avise até 24 horas antes',
  )
  await page.getByRole('button', { name: 'Publicar combinados' }).click()
  await expect(page.getByText('Combinados publicados').first()).toBeVisible()

  const group = await plan(50, [bia, caio, davi, eva])
  const late = await plan(5, [fabio])
  // As if the agreement had been published long ago.
  await app.backend.sql(
    `update public.agreements set starts_on = starts_on - 60, created_at = created_at - interval '60 days'
      where user_id = $1`,
    [coach.id],
  )

  const visitor = await page.context().newPage()
  const first = await tellByLink(visitor, bia, 'Bia')
  await expect(first.getByText('Você não vai. A aula não é cobrada.')).toBeVisible()
  await expectNoViolations(visitor, 'a student who does not come')
  const second = await tellByLink(visitor, fabio, 'Fábio')
  await expect(second.getByText(/^Você não vai, e avisou depois do prazo/)).toBeVisible()
  const third = await tellByLink(visitor, eva, 'Eva')
  await third.getByRole('button', { name: 'Vou', exact: true }).click()
  await expect(third.getByText('Você vai.')).toBeVisible()

  await goWithin(page, '/app/dashboard')
  const news = page.getByRole('list', { name: 'Avisos dos alunos' })
  await expect(news.getByRole('listitem')).toHaveCount(2)
  await expect(news).toContainText(/Fábio Faria não vem/)
  await expect(news).toContainText(/Bia Braga não vem/)
  await goWithin(page, '/app/agenda')

  await letDaysPass(DAYS, app.backend, coach)
  const day = addDays(group, -DAYS)
  await page.goto(`${app.url}/app/dashboard`)
  const sheet = await openLesson(page, day, /Bia Braga, Caio Costa/)
  await expect(sheet.getByRole('list', { name: 'Avisos' })).toContainText(
    'Bia Braga: avisou a tempo, crédito fica',
  )
  await expectNoViolations(page, 'the answers of a lesson')
  await sheet.getByRole('button', { name: 'Avisou que não vem' }).click()
  const note = page.getByRole('dialog', { name: 'Avisou que não vem' })
  await note.getByLabel('Quem avisou').selectOption({ label: 'Caio Costa' })
  await note.getByText('Agora', { exact: true }).click()
  app.hangUp(true)
  await note.getByRole('button', { name: 'Anotar aviso' }).click()
  await expect(page.getByText('Aviso salvo neste aparelho.').first()).toBeVisible()
  app.hangUp(false)
  await goWithin(page, '/app/outbox')
  await expect(page.getByText(/^Enviado em/)).toBeVisible()

  const again = await openLesson(page, day, /Bia Braga, Caio Costa/)
  await expect(again.getByRole('list', { name: 'Avisos' })).toContainText(
    'Caio Costa: avisou depois do início, será cobrada',
  )
  await again.getByRole('button', { name: 'Aconteceu', exact: true }).click()
  await expect(page.getByText('Aula registrada').first()).toBeVisible()
  // The toast moves from the sheet to the screen, and on its way there is none to close.
  await expect(again).toHaveCount(0)
  await closeToast(page)
  const alone = await openLesson(page, addDays(late, -DAYS), /Fábio Faria/)
  await expect(alone.getByRole('list', { name: 'Avisos' })).toContainText(/avisou 4 h antes, será cobrada/)
  await expect(alone.getByRole('button', { name: 'Aconteceu', exact: true })).toHaveCount(0)
  await alone.getByRole('button', { name: 'Registrar faltas' }).click()
  await expect(page.getByText('Aula registrada').first()).toBeVisible()
  expect(await seatsOf()).toEqual({
    'Bia Braga': ['excused', 'kept'],
    'Caio Costa': ['absent', 'late'],
    'Davi Dias': ['present', null],
    'Eva Esteves': ['present', null],
    'Fábio Faria': ['absent', 'late'],
  })

  // The coach and the students read the same words.
  const words = {
    [bia]: /Falta avisada em \d\d\/\d\d às \d\d:\d\d/,
    [caio]: 'Falta cobrada: avisou depois do início',
    [fabio]: 'Falta cobrada: avisou 4 h antes (combinado: 24 h)',
  }
  await goWithin(page, '/app/sessions')
  for (const said of Object.values(words)) await expect(page.getByText(said).first()).toBeVisible()
  await goWithin(page, `/app/students/${fabio}/statement`)
  await expect(page.getByText(/Falta cobrada: avisou 4 h antes \(combinado: 24 h\)/).first()).toBeVisible()
  for (const [link, said] of Object.entries(words)) {
    await visitor.goto(`${app.url}/student-page/${link}?aba=aulas`)
    await expect(visitor.getByText(said)).toBeVisible()
  }
})

// It had said 'Sem conexão' to every tap, until somebody reloaded the page.
test('a student whose page is older than a deployment replies and saves a calendar after one reload @one-size', async ({
  page,
}) => {
  const other = await app.backend.coach({ name: 'Ana Ribeiro' })
  await setProfile(other, { time_zone: DEFAULT_ZONE })
  const starts_on = agendaDay(Date.now())
  const agreement = { starts_on, notice_hours: 2, makeup_days: 0, note: null }
  await other.client.rpc('save_agreement', { agreement }).throwOnError()
  const gil = await addStudent(other, { name: 'Gil Gomes' })
  await planLesson(app.backend, other, Date.now() + 40 * HOUR, [gil])
  await page.route(/\/visitor-data-/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.goto(`${app.url}/student-page/${gil}`)
  const coming = page.getByRole('button', { name: 'Vou', exact: true })
  await coming.focus()
  const reloaded = page.waitForEvent('load')
  await coming.press('Enter')
  await reloaded
  await coming.click()
  await expect(page.getByText('Você vai.')).toBeVisible()

  // A page reloads itself once in half a minute.
  await page.evaluate(() => sessionStorage.clear())
  await page.route(/\/lesson-calendar-/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  const again = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Adicionar ao calendário' }).click()
  await again
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Adicionar ao calendário' }).click()
  expect((await file).suggestedFilename()).toBe('minhas-aulas.ics')
})
