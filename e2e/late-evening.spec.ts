import { addStudent } from '../tests/support/world/api.ts'
import { chooseStudent, goWithin, newCoach, registerLesson } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

/**
 * At 22:30 in São Paulo, the time zone of these browsers, UTC, the server's zone, already has the next day. 'Today'
 * must be the coach's local day everywhere (docs/product.md, 'Money and dates').
 */
test('a package sold and a lesson registered belong to the local day', async ({ page }) => {
  test.slow()
  const { instant, day } = lastHalfPastTen('America/Sao_Paulo')
  await page.clock.setFixedTime(instant)
  const api = await startSignedIn(page, newCoach('Noite na Quadra'))
  await addStudent(api, { name: 'Nina Noturna' })

  await page.goto('/app/packages/new')
  await chooseStudent(page, 'Nina Noturna')
  await expect(page.getByLabel('Data de início')).toHaveValue(day.split('-').toReversed().join('/'))
  await page.getByLabel('Preço (R$)').fill('90')
  await page.getByLabel('Número de aulas').fill('1')
  await page.getByLabel('Validade (dias)').fill('1')
  await page.getByRole('button', { name: 'Criar Pacote' }).click()
  await expect(page).toHaveURL(/\/app\/students\/[0-9a-f-]+$/)

  await registerLesson(page, ['Nina Noturna'], () =>
    expect(page.getByText(/fica com 0$/).first()).toBeVisible(),
  )
  await expect(page).toHaveURL(/\/app\/sessions$/)
  await goWithin(page, '/app/dashboard')
  await expect(page.getByRole('main')).toContainText(/Aulas Hoje\s*1/)
  await goWithin(page, '/app/sessions')
  // On a phone a button opens the filters.
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('button', { name: 'Hoje' }).click()
  await expect(page.getByRole('button', { name: 'Hoje' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Mostrando 1 - 1 de 1 sessões')).toBeVisible()
  await goWithin(page, '/app/students')
  await expect(page.getByRole('link', { name: /Nina Noturna/ })).toContainText('Sem créditos')
})

/** The last 22:30 in this time zone, so that the lesson's time is in the past for the server. */
function lastHalfPastTen(timeZone: string): { instant: Date; day: string } {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const minute = 60_000
  for (let at = Math.floor(Date.now() / minute) * minute - minute; ; at -= minute) {
    const [day = '', time] = clock.format(at).split(' ')
    if (time === '22:30') return { instant: new Date(at), day }
  }
}
