import type { Request } from '@playwright/test'
import { addStudent as studentByApi } from '../tests/support/world/api.ts'
import { addStudent, chooseStudent, goWithin, newCoach, studentId } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

test('a coach sells a package, registers a lesson, and the right credit is gone', async ({
  page,
  browser,
}) => {
  const api = await startSignedIn(page, newCoach('Carla Menezes'))
  const lucas = await studentByApi(api, { name: 'Lucas Andrade' })
  await addStudent(page, 'Marina Couto')
  const marina = await studentId(page, 'Marina Couto')

  await test.step("sells 'Pacote de 4 aulas' to the first", async () => {
    await goWithin(page, '/app/packages/new')
    await chooseStudent(page, 'Marina Couto')
    await expect(page.getByLabel('Número de aulas')).toHaveValue('4')
    await page.getByLabel('Preço (R$)').fill('380,00')
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await expect(page.getByText('Pacote criado com sucesso!', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/app/students/${marina}$`))
    await page.getByRole('tab', { name: 'Pacotes' }).click()
    await expect(page.getByText('Pacote de 4 aulas').first()).toBeVisible()
  })

  await test.step('registers one lesson for both, with two requests from the button to saved', async () => {
    await goWithin(page, '/app/sessions/new')
    await page.getByRole('checkbox', { name: /Marina Couto/ }).check()
    await page.getByRole('checkbox', { name: /Lucas Andrade/ }).check()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByText(/fica com 3$/).first()).toBeVisible()
    await expect(page.getByText('Sem pacote', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
    await page.getByLabel('Observações').fill('Saque e voleio, quadra 2.')
    await page.getByRole('radio', { name: '5 estrelas' }).first().check({ force: true })

    const writes: string[] = []
    const count = (request: Request) => {
      if (/\/rpc\/(get_credit_facts|apply_session_plan)$/.test(request.url())) writes.push(request.url())
    }
    page.on('request', count)
    // Requests by which screens read the credits again after the answer are not counted.
    const saved = page
      .waitForResponse((response) => response.url().endsWith('/rpc/apply_session_plan'))
      .finally(() => page.off('request', count))
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
    expect((await saved).status()).toBe(200)
    expect(writes).toHaveLength(2)
    await expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/app\/sessions$/)
  })

  await test.step('the first has 3 credits left, the second an open alert of high priority', async () => {
    await goWithin(page, '/app/students')
    await expect(page.getByRole('row', { name: /Marina Couto/ })).toContainText('3 crédito(s)')
    await expect(page.getByRole('row', { name: /Lucas Andrade/ })).toContainText('Sem créditos')
    await goWithin(page, '/app/dashboard')
    const alert = page.getByRole('listitem').filter({ hasText: 'está sem pacote' })
    await expect(alert).toContainText('Lucas Andrade')
    await expect(alert).toContainText('Alta')
  })

  await test.step("each public link shows that student's credits and lesson, and nothing of the other's", async () => {
    const visitor = await browser.newContext()
    const link = await visitor.newPage()
    const requests: string[] = []
    link.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) requests.push(request.url())
    })
    await link.goto(`/student-page/${marina}`)
    await expect(link.getByRole('heading', { name: 'Marina C.' })).toBeVisible()
    await expect(link.getByText('Aluno de Carla Menezes')).toBeVisible()
    await expect(link.locator('main')).toContainText(/Créditos Disponíveis\s*3/)
    await expect(link.locator('main')).toContainText(/Aulas Realizadas\s*1/)
    await expect(link.locator('body')).not.toContainText('Lucas')
    expect(requests).toHaveLength(1)

    await link.goto(`/student-page/${lucas}`)
    await expect(link.getByRole('heading', { name: 'Lucas A.' })).toBeVisible()
    await expect(link.locator('main')).toContainText(/Créditos Disponíveis\s*0/)
    await expect(link.locator('main')).toContainText(/Aulas Realizadas\s*1/)
    await expect(link.locator('body')).not.toContainText('Marina')
    // The public page must not show prices, payments, or the student's phone.
    await expect(link.locator('body')).not.toContainText('380')
    await visitor.close()
  })
})
