import { addDays } from '../src/core/dates.ts'
import { addStudent, sellPackage } from '../tests/support/world/api.ts'
import { agreedLongAgo } from '../tests/support/world/past.ts'
import { expectNoViolations } from './support/axe.ts'
import { goWithin } from './support/coach.ts'
import { signInByApi } from './support/data.ts'
import { letDaysPass, startAppOfJourney, type OwnApp } from './support/own-app.ts'
import { agendaDay, HOUR, planLesson } from './support/planned.ts'
import { meetsAtOnce } from './support/taps.ts'
import { expect, test, type Page } from './support/test.ts'

/** An hour that one student frees finds another student (docs/product.md, 'Guests and openings'). */

const take = (student: Page) => student.getByRole('button', { name: 'Quero este horário' })

// The dashboard learns from the prefetched profile which of the students' replies are new.
test.use({ prefetches: true })

let app: OwnApp

test.beforeAll(async ({ baseURL }) => {
  app = await startAppOfJourney(baseURL)
})
test.afterAll(() => app.close())

test('the hour that Marina frees is offered, taken by one of two at once, given back, and charged to who came', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(20_000)
  const { sql } = app.backend
  const coach = await app.backend.coach({ name: 'Ana Ribeiro' })
  await agreedLongAgo(app.backend, coach.id)
  const today = agendaDay(Date.now())
  const ids: Record<string, string> = {}
  for (const [at, name] of ['Marina Costa', 'Rafa Lima', 'Bia Reis', 'Caio Melo', 'Davi Dias'].entries()) {
    const id = await addStudent(coach, { name, phone: '11987654321' })
    await sellPackage(coach, id, {
      total_classes: 3,
      purchase_date: addDays(today, -20),
      expiry_date: addDays(today, 20 + at),
    })
    ids[name] = id
  }
  const { 'Marina Costa': marina = '', 'Rafa Lima': rafa = '', 'Bia Reis': bia = '' } = ids
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 50 * HOUR
  const day = await planLesson(app.backend, coach, start, [marina])

  // Marina says by her link that she does not come.
  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, other] = await Promise.all([first.newPage(), second.newPage()])
  const open = (student: Page, link: string) => student.goto(`${app.url}/student-page/${link}`)
  await open(one, marina)
  expect(await meetsAtOnce(one.getByRole('button', { name: 'Não vou' }), 'Marina não vai')).toBe(false)
  await one.getByRole('button', { name: 'Marina não vai' }).click()
  await expect(one.getByText('Você não vai. A aula não é cobrada.')).toBeVisible()
  await expectNoViolations(one, 'a student who does not come')

  // The coach needs four taps from Marina's reply to the first chat.
  await signInByApi(page, coach.email, app.url)
  await page.goto(`${app.url}/app/dashboard`)
  await page.getByRole('link', { name: /^Marina Costa não vem/ }).click()
  await page.getByRole('button', { name: 'Oferecer horário' }).click()
  const offer = page.getByRole('dialog', { name: 'Oferecer horário' })
  await expect(offer.getByRole('checkbox')).toHaveCount(4)
  await expect(offer.getByRole('listitem').first()).toContainText('Rafa Lima')
  await expectNoViolations(page, 'an hour is offered')
  await offer.getByRole('button', { name: 'Oferecer a 4 alunos' }).click()
  const message = page.getByRole('dialog', { name: 'Mensagem para Rafa Lima' })
  await expect(message.getByText('1 de 4 · Horário disponível')).toBeVisible()
  const chat = page.waitForEvent('popup')
  await message.getByRole('link', { name: 'Abrir WhatsApp' }).click()
  await (await chat).close()
  await expect(page.getByRole('dialog', { name: 'Mensagem para Bia Reis' })).toBeVisible()

  // Two of the students press at once.
  await Promise.all([open(one, rafa), open(other, bia)])
  await expect(one.getByText('Usa 1 crédito (você tem 3)')).toBeVisible()
  await expect(one.getByText(/^Desistir depois de .* é cobrado$/)).toBeVisible()
  await expectNoViolations(one, 'an hour that is offered')
  await expect(take(other)).toBeVisible()
  await Promise.all([take(one).click(), take(other).click()])
  const answers = await Promise.all(
    [one, other].map(async (student) => {
      const answer = student.getByText(/^(Este horário é seu\.|Este horário já foi preenchido)$/)
      await expect(answer).toBeVisible()
      return answer.textContent()
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['Este horário já foi preenchido', 'Este horário é seu.']))
  const isFirst = answers[0] === 'Este horário é seu.'
  const [taker, loser] = isFirst ? [one, other] : [other, one]
  const [takerName, loserName] = isFirst ? (['Rafa', 'Bia'] as const) : (['Bia', 'Rafa'] as const)

  // The place is in both agendas and in the feed.
  const next = taker.getByRole('region', { name: 'Próxima aula' })
  await expect(next.getByRole('button', { name: 'Não vou' })).toBeVisible()
  await page.goto(`${app.url}/app/dashboard`)
  await expect(page.getByRole('link', { name: new RegExp(`^${takerName} .* aceitou`) })).toBeVisible()
  const lesson = page.getByRole('button', {
    name: new RegExp(`Marina Costa.*${takerName}[^,]*: só neste dia|${takerName}.*Marina Costa`),
  })
  await goWithin(page, `/app/agenda?dia=${day}`)
  await expect(lesson).toContainText('Oferecida: 1 de 1')
  const { data: token } = await coach.client.rpc('rotate_agenda_token').throwOnError()
  const [feed] = await sql<{ file: string }>(
    "select convert_from(public.get_agenda_feed($1), 'UTF8') as file",
    [token],
  )
  expect(feed?.file).toContain(takerName)

  // Given back in time, the place is free, and the other student takes it.
  await next.getByRole('button', { name: 'Não vou' }).click()
  await next.getByRole('button', { name: `${takerName} não vai` }).click()
  await expect(next.getByText('Você não vai. A aula não é cobrada.')).toBeVisible()
  await loser.reload()
  await take(loser).click()
  await expect(loser.getByText('Este horário é seu.')).toBeVisible()

  await lesson.click()
  const sheet = page.getByRole('dialog')
  const asked = sheet.getByRole('list', { name: 'Quem foi chamado' })
  const stands = (name: string, as: RegExp) =>
    expect(asked.getByRole('listitem').filter({ hasText: name })).toHaveText(as)
  await stands(takerName, /desistiu$/)
  await stands(loserName, /aceitou \S+ \d/)
  for (const name of ['Caio', 'Davi']) await stands(name, /chamado \S+ \d/)
  await expect(asked.getByRole('listitem')).toHaveCount(4)
  await expect(sheet.getByText(/^1 de 1 lugar preenchido/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Avisar quem falta' })).toHaveCount(0)
  await expectNoViolations(page, 'an hour that was offered')

  // Three days later the lesson is registered, and charges the students who came.
  await letDaysPass(3, app.backend, coach)
  await page.goto(`${app.url}/app/dashboard`)
  await goWithin(page, `/app/agenda?dia=${addDays(day, -3)}`)
  await page.getByRole('button', { name: /Marina Costa/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aconteceu', exact: true }).click()
  await expect(page.getByText('Aula registrada').first()).toBeVisible()
  const left = await sql<{ name: string; total_credits: number }>(
    'select name, total_credits from public.students where user_id = $1',
    [coach.id],
  )
  const credits = Object.fromEntries(
    left.map(({ name, total_credits }) => [name.split(' ')[0], total_credits]),
  )
  expect(credits).toEqual({ Marina: 3, Caio: 3, Davi: 3, [takerName]: 3, [loserName]: 2 })
  await Promise.all([first.close(), second.close()])
})
