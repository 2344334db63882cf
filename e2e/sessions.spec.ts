import { once, planSlots } from '../tests/support/world/agenda.ts'
import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday, noonOf } from '../tests/support/world/values.ts'
import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

/**
 * A lesson's card, its edit form and their dialogs, with the longest name; what they do is tested in
 * tests/pages/sessions.
 */

test('axe finds nothing in the edit form and its dialogs, and they fit 320 px @one-size', async ({
  page,
}) => {
  const coach = newCoach('Acessível')
  const api = await startSignedIn(page, coach)
  const long = 'Maximiliana'.repeat(9)
  const student = await addStudent(api, { name: long })
  await sellPackage(api, student, {
    total_classes: 4,
    purchase_date: daysFromToday(-40),
    expiry_date: daysFromToday(-3),
  })
  const slot = once(daysFromToday(-1), '12:00:00', [student])
  await planSlots(api, 'America/Sao_Paulo', { add: [slot] })
  const lesson = await giveLesson(api, { date: noonOf(-1) }, [{ student }])
  // Of the agenda, so that 'Avisou que não vem' stands beside the package.
  const answer = { slot_id: slot.id, slot_date: daysFromToday(-1) }
  await api.client.from('sessions').update(answer).eq('id', lesson).throwOnError()
  await setTheme(page, 'light')
  await page.setViewportSize({ width: 320, height: 640 })
  const check = async () => {
    await expectNoViolationsOnPhoneAndDesk(page, page.url())
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }

  await page.goto('/app/sessions')
  await page.getByRole('button', { name: 'Ver detalhes' }).click()
  await check()
  await page.getByRole('button', { name: /^Atribuir Pacote a/ }).click()
  await page.getByRole('radio').check()
  await check()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByText('Nenhum crédito muda.')).toBeVisible()
  const notes = page.getByRole('button', { name: /^Foco e notas/ })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    // Regression: it stood across the edge of its card.
    const over = await notes.evaluate((button) => {
      const row = button.closest('[role=group]')
      return row ? button.getBoundingClientRect().right - row.getBoundingClientRect().right : NaN
    })
    expect(over, `'Foco e notas' stays in its card, ${width} px`).toBeLessThanOrEqual(0)
  }
  await notes.click()
  await page.getByLabel('Pacote').selectOption({ index: 1 })
  // Regression: the field was 40 px wide, beside 'Avisou que não vem', with its hint below it in eight lines.
  await expect(page.getByRole('button', { name: 'Avisou que não vem' })).toBeVisible()
  const { width = 0 } = (await page.getByLabel('Pacote').boundingBox()) ?? {}
  expect(width, 'the name of the package can be read').toBeGreaterThan(150)
  // Without this the prefetch might read the other device's change just before the click, and the form would save on
  // top of it.
  await page.route('**/rpc/get_sessions_page', (route) => route.abort())
  await api.client
    .from('sessions')
    .update({ notes: 'x'.repeat(500) })
    .eq('user_id', api.id)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Esta aula mudou em outro aparelho', { exact: true })).toBeVisible()
  await check()
  await page.getByRole('button', { name: 'Adicionar ou remover alunos' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible()
  await check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apagar aula' }).click()
  await expect(page.getByRole('alertdialog').getByText('Nenhum crédito volta')).toBeVisible()
  await check()
})
