import type { Locator } from '@playwright/test'
import { once, planSlots } from '../tests/support/world/agenda.ts'
import { addStudent } from '../tests/support/world/api.ts'
import { goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** What only a browser shows of the agenda, and its calendar at the host (docs/product.md, 'Agenda', 'Calendar'). */

/**
 * A zone in which it is between three and four in the afternoon now, so that this morning's lessons have begun whenever
 * the test runs.
 */
const ZONE = afternoonZone(new Date())
const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date())

test.use({ timezoneId: ZONE, actionTimeout: 20_000 })

function afternoonZone(now: Date): string {
  const hours = 15 - now.getUTCHours()
  // No zone is 15 hours ahead of UTC, so just after midnight UTC take the zone in which it is still yesterday
  // afternoon.
  const ahead = hours > 14 ? hours - 24 : hours
  // The sign is as in POSIX: Etc/GMT+3 is three hours behind UTC.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const row = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^\\d\\d:\\d\\d ${name}`) })

/** The signs of a lesson in 'Hoje' must not cover the hour or the name. */
async function expectUncovered(lesson: Locator, text: string | RegExp) {
  const boxes = [lesson.getByText(text), lesson.getByRole('status')].map((each) => each.boundingBox())
  const [said, signs] = await Promise.all(boxes)
  if (!said || !signs) throw new Error('The lesson is not on the screen')
  const isBelow = signs.y >= said.y + said.height
  expect(isBelow || signs.x >= said.x + said.width, `${String(text)} is covered`).toBe(true)
}

test('at a desk four lessons side by side say their hour in full, and the calendar at its address has them', async ({
  page,
}) => {
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

  await goWithin(page, '/app/profile?tab=aulas')
  await page.getByRole('button', { name: 'Gerar Endereço' }).click()
  const answer = await page.request.get(await page.getByLabel('Endereço do calendário').inputValue())
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await answer.text()).match(/^SUMMARY:Rafa\r$/gm)).toHaveLength(times.length)
})

test('the signs of what waits cover neither hour nor name of a row', async ({ page }) => {
  const api = await startSignedIn(page, newCoach('Agenda Sem Sinal'))
  const plan = async (name: string, time: string) => once(TODAY, time, [await addStudent(api, { name })])
  await planSlots(api, ZONE, {
    add: [await plan('Ana Alves', '08:00:00'), await plan('Caio Costa', '14:00:00')],
  })
  await page.goto('/app/dashboard')
  await expect(row(page, 'Caio Costa')).toBeVisible()
  await page.route('**/rest/v1/**', (route) => route.abort('connectionreset'))
  await row(page, 'Ana Alves')
    .getByRole('button', { name: /^Opções/ })
    .click()
  await page.getByRole('button', { name: /^Aconteceu: .*Ana Alves/ }).click()
  await expect(row(page, 'Ana Alves')).toContainText(/aguardando envio/i)
  await expectUncovered(row(page, 'Ana Alves'), /^08:00/)
  await page.getByRole('button', { name: /^Não aconteceu: .*Caio Costa/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(row(page, 'Caio Costa')).toContainText(/aguardando envio/i)
  await expectUncovered(row(page, 'Caio Costa'), /^14:00/)
  // As it is drawn on another visit.
  await goWithin(page, '/app/outbox')
  await goWithin(page, '/app/dashboard')
  await expectUncovered(row(page, 'Ana Alves'), 'Ana Alves')
})
