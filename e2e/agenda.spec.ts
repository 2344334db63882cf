import type { Locator } from '@playwright/test'
import ICAL from 'ical.js'
import { addDays, parseLocalDate } from '../src/core/dates.ts'
import type { LocalDate } from '../src/core/model.ts'
import type { Coach } from '../tests/support/backend.ts'
import { once, planSlots } from '../tests/support/world/agenda.ts'
import { addStudent, giveLesson, sellPackage, setProfile } from '../tests/support/world/api.ts'
import { closeToast, goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { kill } from './support/phone.ts'
import { expect, test, type Page } from './support/test.ts'

/** A week of a coach (docs/product.md, 'Agenda', 'Today', 'Calendar'). */

/**
 * A zone in which it is between three and four in the afternoon now, so that this morning's lessons have begun whenever
 * the test runs.
 */
const ZONE = afternoonZone(new Date())
const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date())
const WEEKDAYS = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb']
const THURSDAY = 4

test.use({ timezoneId: ZONE, actionTimeout: 20_000 })

function afternoonZone(now: Date): string {
  const hours = 15 - now.getUTCHours()
  // No zone is 15 hours ahead of UTC, so just after midnight UTC take the zone in which it is still yesterday
  // afternoon.
  const ahead = hours > 14 ? hours - 24 : hours
  // The sign is as in POSIX: Etc/GMT+3 is three hours behind UTC.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const weekdayOf = (day: LocalDate) => parseLocalDate(day).getDay()
/** The instant of a local time in ZONE. */
function at(day: LocalDate, time: string): Date {
  const noon = new Date(`${day}T12:00:00Z`)
  const hour = Number(new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, hour: '2-digit' }).format(noon))
  const date = Number(new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, day: 'numeric' }).format(noon))
  const ahead = hour - 12 + (date === noon.getUTCDate() ? 0 : 24)
  return new Date(Date.parse(`${day}T${time}:00Z`) - ahead * 3_600_000)
}

/** The next holiday that has the same date every year and is more than two weeks ahead. */
function nextHoliday(): LocalDate {
  const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']
  const year = Number(TODAY.slice(0, 4))
  const days = [year, year + 1].flatMap((each) => fixed.map((date) => `${each}-${date}`))
  return days.find((day) => day > addDays(TODAY, 14)) ?? TODAY
}

const told = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const row = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^\\d\\d:\\d\\d ${name}`) })

/** Adds a slot on these weekdays; the form starts with today's weekday. */
async function addSlot(page: Page, names: string[], time: string, weekdays = [weekdayOf(TODAY)]) {
  await page.getByRole('button', { name: 'Novo horário' }).first().click()
  const form = page.getByRole('dialog', { name: 'Novo horário' })
  await form.getByRole('button', { name: 'Escolher alunos' }).click()
  const chooser = page.getByRole('dialog', { name: 'Alunos do horário' })
  for (const name of names) await chooser.getByRole('checkbox', { name: new RegExp(name) }).check()
  await chooser.getByRole('button', { name: /Concluir/ }).click()
  for (const [weekday, label] of WEEKDAYS.entries()) {
    const chip = form.getByRole('button', { name: label, exact: true })
    const isPressed = (await chip.getAttribute('aria-pressed')) === 'true'
    if (isPressed !== weekdays.includes(weekday)) await chip.click()
  }
  await form.getByLabel('Hora', { exact: true }).fill(time)
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await told(page, 'Horário adicionado')
  await expect(form).toBeHidden()
}

async function packageFor(api: Coach, name: string) {
  const student = await addStudent(api, { name })
  return { student, package: await sellPackage(api, student, { total_classes: 4 }) }
}

/** Reads the calendar at the address that the app shows. */
async function calendarOf(page: Page) {
  await goWithin(page, '/app/profile?tab=aulas')
  await page.getByRole('button', { name: 'Gerar Endereço' }).click()
  const address = await page.getByLabel('Endereço do calendário').inputValue()
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  return ICAL.Component.fromString(await answer.text())
    .getAllSubcomponents('vevent')
    .map((event) => ({
      at: new ICAL.Event(event).startDate.toJSDate().toISOString(),
      names: new ICAL.Event(event).summary,
    }))
}

const timesOf = (events: { at: string; names: string }[], names: string, day: LocalDate) =>
  events
    .filter((event) => event.names === names && event.at >= at(day, '00:00').toISOString())
    .filter((event) => event.at < at(addDays(day, 1), '00:00').toISOString())
    .map((event) => event.at)

/** The signs of a lesson in 'Hoje' must not cover the hour or the name. */
async function expectUncovered(lesson: Locator, text: string | RegExp) {
  const boxes = [lesson.getByText(text), lesson.getByRole('status')].map((each) => each.boundingBox())
  const [said, signs] = await Promise.all(boxes)
  if (!said || !signs) throw new Error('The lesson is not on the screen')
  const isBelow = signs.y >= said.y + said.height
  expect(isBelow || signs.x >= said.x + said.width, `${String(text)} is covered`).toBe(true)
}

/** Opens the occurrence of `name` in the agenda of this day; returns its dialog. */
async function openOccurrence(page: Page, day: LocalDate, name: string): Promise<Locator> {
  await goWithin(page, `/app/agenda?dia=${day}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(name) })
    .click()
  return page.getByRole('dialog')
}

test('a week of five slots: answered, repeated, skipped, moved and changed; all places agree', async ({
  page,
}) => {
  test.setTimeout(150_000)
  const api = await startSignedIn(page, newCoach('Semana Cheia'))
  const ana = await packageFor(api, 'Ana Alves')
  const bia = await packageFor(api, 'Bia Braga')
  const caio = await packageFor(api, 'Caio Costa')
  const group = [await packageFor(api, 'Dora Dias'), await packageFor(api, 'Eva Esteves')]
  const nextWeek = addDays(TODAY, 7)
  const holiday = nextHoliday()
  const others = [1, 2, 3, 5].filter((weekday) => ![weekdayOf(TODAY), weekdayOf(holiday)].includes(weekday))
  const [first = 1, second = 2] = others
  const evenings = weekdayOf(holiday) === weekdayOf(TODAY) ? [first, second] : [weekdayOf(holiday), first]
  await giveLesson(api, { date: at(addDays(TODAY, -7), '09:00') }, group)

  await test.step('five slots, two of them planned before', async () => {
    await slotToday(api, '10:00', bia.student, { weekday: weekdayOf(TODAY), ends_on: null })
    await slotToday(api, '14:00', caio.student, { weekday: weekdayOf(TODAY), ends_on: null })
    await page.goto('/app/agenda')
    await addSlot(page, ['Ana Alves'], '08:00')
    await addSlot(page, ['Dora Dias', 'Eva Esteves'], '18:00', evenings)
  })

  await test.step('the three of today: one tap, details, rain', async () => {
    await goWithin(page, '/app/dashboard')
    await page.getByRole('button', { name: /^Aconteceu: .*Ana Alves/ }).click()
    await row(page, 'Ana Alves').getByRole('radio', { name: '4 estrelas' }).check({ force: true })
    await expect(row(page, 'Ana Alves').getByRole('button', { name: 'Foco: Ana Alves' })).toBeVisible()
    await row(page, 'Bia Braga')
      .getByRole('button', { name: /^Opções/ })
      .click()
    await page.getByRole('link', { name: /^Detalhes: .*Bia Braga/ }).click()
    await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
    await page.getByLabel('Observações da aula').fill('Saque')
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
    await told(page, 'Sessão registrada com sucesso')
    await goWithin(page, '/app/dashboard')
    await page.getByRole('button', { name: /^Não aconteceu: .*Caio Costa/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect(row(page, 'Caio Costa')).toContainText('· chuva')
  })

  await test.step('last week’s group again, in three taps', async () => {
    await closeToast(page)
    await page.getByRole('button', { name: 'Repetir turma' }).tap()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Dora Dias, Eva Esteves/ })
      .tap()
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).tap()
    await told(page, 'Sessão registrada com sucesso')
  })

  await test.step('a holiday is skipped in one tap', async () => {
    await goWithin(page, `/app/agenda?dia=${holiday}`)
    await page.getByRole('button', { name: 'Pular este dia' }).click()
    await told(page, /marcadas? como não realizadas?/)
  })

  const evening =
    [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(nextWeek, days)).find((day) => weekdayOf(day) === first) ??
    nextWeek
  const thursday = addDays(evening, THURSDAY - first)
  await test.step('one lesson moves to Thursday', async () => {
    const dialog = await openOccurrence(page, evening, 'Dora Dias')
    await dialog.getByRole('button', { name: 'Mudar só este dia' }).click()
    await dialog.getByLabel('Dia', { exact: true }).fill(thursday)
    await dialog.getByLabel('Hora', { exact: true }).fill('19:30')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await told(page, 'Aula remarcada')
  })

  await test.step('from next week on Ana comes at seven', async () => {
    const dialog = await openOccurrence(page, nextWeek, 'Ana Alves')
    await dialog.getByRole('button', { name: 'Mudar deste dia em diante' }).click()
    await dialog.getByLabel('Hora', { exact: true }).fill('07:00')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await told(page, 'Horário alterado')
  })

  await test.step('history, statements and calendar agree', async () => {
    await goWithin(page, '/app/sessions')
    await expect(page.getByText('Mostrando 1 - 4 de 4 sessões')).toBeVisible()
    const balance = async (student: string) => {
      await goWithin(page, `/app/students/${student}/statement`)
      const rows = page.getByRole('table', { name: 'Extrato de créditos' }).getByRole('row')
      await expect(rows.nth(1)).toBeVisible()
      return (await rows.nth(1).getByRole('cell').allInnerTexts()).slice(1)
    }
    expect(await balance(ana.student)).toEqual(['−1', '3'])
    expect(await balance(caio.student)).toEqual(['+4', '4'])
    expect(await balance(group[0]?.student ?? '')).toEqual(['−1', '2'])

    const events = await calendarOf(page)
    expect(timesOf(events, 'Ana', TODAY)).toEqual([at(TODAY, '08:00').toISOString()])
    expect(timesOf(events, 'Ana', nextWeek)).toEqual([at(nextWeek, '07:00').toISOString()])
    expect(timesOf(events, 'Caio', TODAY)).toEqual([])
    expect(timesOf(events, 'Caio', nextWeek)).toEqual([at(nextWeek, '14:00').toISOString()])
    expect(timesOf(events, 'Dora, Eva', evening)).toEqual([])
    expect(timesOf(events, 'Dora, Eva', thursday)).toEqual([at(thursday, '19:30').toISOString()])
    // Ana's changed hour is a new slot: from that day on the days that were skipped are planned again, as the dialog
    // said.
    for (const names of ['Bia', 'Caio', 'Dora, Eva']) expect(timesOf(events, names, holiday)).toEqual([])
  })
})

/** Inserts a slot that begins today, by the API; with one lesson unless `weekly` says otherwise. */
async function slotToday(
  { client, id: user_id }: Coach,
  start_time: string,
  student_id: string,
  weekly: { weekday?: number; ends_on?: null } = {},
) {
  const slot_id = crypto.randomUUID()
  const slot = { id: slot_id, user_id, start_time, starts_on: TODAY, ends_on: TODAY, ...weekly }
  await client.from('lesson_slots').insert(slot).throwOnError()
  await client.from('lesson_slot_students').insert({ user_id, slot_id, student_id }).throwOnError()
}

interface AnswerRow {
  date: string
  slot_date: string
  session_package_assignments: { student: { name: string }; feedback: { rating: number } | null }[]
}

/** The coach's lessons and skips in the database. */
async function answersOf({ client }: Coach) {
  const { data: lessons } = await client
    .from('sessions')
    .select(
      'date, slot_date, session_package_assignments(student:students(name), feedback:session_feedbacks(rating))',
    )
    .order('date')
    .overrideTypes<AnswerRow[], { merge: false }>()
    .throwOnError()
  const { data: skips } = await client.from('slot_exceptions').select('slot_date, reason').throwOnError()
  const { data: students } = await client
    .from('students')
    .select('name, total_credits')
    .order('name')
    .throwOnError()
  return {
    lessons: lessons.map(({ date, slot_date, session_package_assignments: seats }) => ({
      at: new Date(date).toISOString(),
      day: slot_date,
      seats: seats.map(({ student, feedback }) => [student.name, feedback?.rating ?? null]),
    })),
    skips,
    students,
  }
}

test('at a desk four lessons side by side still say their hour in full', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const api = await startSignedIn(page, newCoach('Marta Lima'))
  const times = ['10:00:00', '10:10:00', '10:20:00', '10:30:00']
  const rafa = await addStudent(api, { name: 'Rafa Lima' })
  await planSlots(api, ZONE, { add: times.map((time) => once(TODAY, time, [rafa])) })
  await page.goto('/app/agenda')
  const lessons = page.getByRole('button', { name: /^10:\d0 – 11/ })
  await expect(lessons).toHaveCount(times.length)
  for (const lesson of await lessons.all()) {
    const cut = await lesson.evaluate((block) => {
      const hour = document.createRange()
      hour.selectNodeContents(block.querySelector('.figures') ?? block)
      return hour.getBoundingClientRect().right - block.getBoundingClientRect().right
    })
    expect(cut, 'the hour ends within its lesson').toBeLessThanOrEqual(0)
  }
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the three of today are answered, the app is killed: each is there once', async ({
    context: phone,
    page: first,
  }) => {
    let page = first
    const api = await startSignedIn(page, newCoach('Agenda Sem Sinal'))
    await setProfile(api, { time_zone: ZONE })
    for (const [name, time] of [
      ['Ana Alves', '08:00'],
      ['Bia Braga', '10:00'],
      ['Caio Costa', '14:00'],
    ] as const)
      await slotToday(api, time, (await packageFor(api, name)).student)
    await page.goto('/app/dashboard')
    await expect(row(page, 'Caio Costa')).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    // The coach's profile is the last thing that the prefetch reads.
    for (const part of ['occurrences', 'remaining_classes', 'main_sport'])
      await expect.poll(async () => (await keptOnDevice(page, 'databases')).includes(part)).toBe(true)

    await phone.setOffline(true)
    await page.getByRole('button', { name: /^Aconteceu: .*Ana Alves/ }).click()
    await row(page, 'Ana Alves').getByRole('radio', { name: '4 estrelas' }).check({ force: true })
    await expect(row(page, 'Ana Alves')).toContainText(/aguardando envio/i)
    await expectUncovered(row(page, 'Ana Alves'), /^08:00/)
    await kill(page)
    page = await phone.newPage()
    await page.goto('/app/dashboard')
    await expect(page.getByRole('button', { name: /^Aconteceu: .*Ana Alves/ })).toHaveCount(0)
    await expectUncovered(row(page, 'Ana Alves'), 'Ana Alves')
    await row(page, 'Bia Braga')
      .getByRole('button', { name: /^Opções/ })
      .click()
    await page.getByRole('link', { name: /^Detalhes: .*Bia Braga/ }).click()
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
    await told(page, 'Aula salva neste aparelho.')
    await goWithin(page, '/app/dashboard')
    await page.getByRole('button', { name: /^Não aconteceu: .*Caio Costa/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect(row(page, 'Caio Costa')).toContainText(/aguardando envio/i)
    await expectUncovered(row(page, 'Caio Costa'), /^14:00/)
    expect(await answersOf(api)).toMatchObject({ lessons: [], skips: [] })

    await phone.setOffline(false)
    await goWithin(page, '/app/outbox')
    await expect(page.getByRole('heading', { name: 'Tudo sincronizado' })).toBeVisible()
    expect(await answersOf(api)).toEqual({
      lessons: [
        { at: at(TODAY, '08:00').toISOString(), day: TODAY, seats: [['Ana Alves', 4]] },
        { at: at(TODAY, '10:00').toISOString(), day: TODAY, seats: [['Bia Braga', 3]] },
      ],
      skips: [{ slot_date: TODAY, reason: 'rain' }],
      students: [
        { name: 'Ana Alves', total_credits: 3 },
        { name: 'Bia Braga', total_credits: 3 },
        { name: 'Caio Costa', total_credits: 4 },
      ],
    })
    await goWithin(page, '/app/dashboard')
    await expect(page.getByText('Boa tarde', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Aconteceu/ })).toHaveCount(0)
  })
})
