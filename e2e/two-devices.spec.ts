import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { noonOf } from '../tests/support/world/values.ts'
import { neverPrefetch, newCoach } from './support/coach.ts'
import { signInByApi, startSignedIn } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** docs/product.md, 'Two devices': one coach on a phone and at a desk. No credit may be lost or spent twice. */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const notes = (page: Page) => page.getByLabel('Observações da aula')

/** Counts, because a toast is in the page twice while it is announced. */
const isShown = async (page: Page, text: string) => (await page.getByText(text, { exact: true }).count()) > 0

test('the last credit is taken once; of two who save a lesson at the same moment one is told, loses nothing, and saves on top', async ({
  browser,
  page: desktop,
}) => {
  const context = await browser.newContext(PHONE)
  const phone = await context.newPage()
  const both = (act: (page: Page) => Promise<unknown>) => Promise.all([act(phone), act(desktop)])
  const account = newCoach('Dois Aparelhos')
  const coach = await startSignedIn(desktop, account)
  const marina = await addStudent(coach, { name: 'Marina Couto' })
  await sellPackage(coach, marina, { total_classes: 1 })
  await giveLesson(coach, { date: noonOf(-1) }, [
    { student: await addStudent(coach, { name: 'Lucas Reis' }) },
  ])
  await signInByApi(phone, account.email)
  // It reads the lessons once more, and a form that is open would be told of the other device's change before it saves.
  await both(neverPrefetch)

  await test.step('both register with the last credit: one lesson takes it, the other one is told', async () => {
    await both(async (page) => {
      await page.goto('/app/sessions/new')
      await page.getByText('Marina Couto').click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await expect(page.getByText(/fica com 0$/).first()).toBeVisible()
    })
    await both((page) => page.getByRole('button', { name: /^Registrar (·|aula)/ }).click())
    await both((page) =>
      expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible(),
    )
    const withoutPackage = 'Marina Couto ficou sem pacote nesta aula'
    const told = [await isShown(phone, withoutPackage), await isShown(desktop, withoutPackage)]
    expect(told.filter(Boolean)).toHaveLength(1)
    const { data: packages } = await coach.client.from('packages').select('remaining_classes').throwOnError()
    expect(packages).toEqual([{ remaining_classes: 0 }])
    const { data: seats } = await coach.client
      .from('session_package_assignments')
      .select('package_id')
      .eq('student_id', marina)
      .throwOnError()
    expect(seats.filter(({ package_id }) => package_id !== null)).toHaveLength(1)
    expect(seats).toHaveLength(2)
  })

  await test.step('both save the same lesson: one is told what changed, and saves on top', async () => {
    await both(async (page) => {
      // Yesterday's. How many of the new ones a device knows depends on which of them was saved first.
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Lucas Reis' })
        .getByRole('button', { name: 'Editar' })
        .click()
      await expect(page.getByText('Nenhum crédito muda.')).toBeVisible()
    })
    await notes(phone).fill('Do celular')
    await notes(desktop).fill('Do computador')
    await both((page) => page.getByRole('button', { name: 'Salvar', exact: true }).click())
    const [refused, done] = ['Esta aula mudou em outro aparelho', 'Sessão atualizada com sucesso']
    await both((page) =>
      expect(
        page
          .getByText(refused, { exact: true })
          .or(page.getByText(done, { exact: true }))
          .first(),
      ).toBeVisible(),
    )
    const [onPhone, atDesk] = [await isShown(phone, refused), await isShown(desktop, refused)]
    expect([onPhone, atDesk].filter(Boolean)).toHaveLength(1)
    const [loser, own, other] = onPhone
      ? [phone, 'Do celular', 'Do computador']
      : [desktop, 'Do computador', 'Do celular']
    await expect(loser.getByText(`Observações da aula: “${other}”`)).toBeVisible()
    await expect(notes(loser)).toHaveValue(own)
    await loser.getByRole('button', { name: 'Salvar o meu' }).click()
    await expect(loser.getByText(done, { exact: true })).toBeVisible()
    const { data } = await coach.client.from('sessions').select('notes').eq('notes', own).throwOnError()
    expect(data).toHaveLength(1)
  })
  await context.close()
})
