import { addStudent } from '../tests/support/world/api.ts'
import { fillInStudent, goWithin, newCoach, PASSWORD } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

/** On bad networks and with expired logins, typed text is kept, and each write happens once. */
test('a sale whose answer is lost is one; a login that expires while typing: the same coach finds the same screen and text', async ({
  page,
}) => {
  const coach = newCoach('Rede Pior')
  const api = await startSignedIn(page, coach)
  const caio = await addStudent(api, { name: 'Caio Prado' })

  await test.step('the answer to a sale is lost until the coach presses again', async () => {
    await page.route('**/rpc/sell_package', async (route) => {
      // The server may close an idle connection just as it is used again: retry once.
      await route.fetch({ maxRetries: 1 })
      await route.abort('connectionreset')
    })
    await page.goto(`/app/packages/new?student=${caio}`)
    await page.getByLabel('Preço (R$)').fill('400')
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await expect(page.getByText('Erro ao criar pacote').first()).toBeVisible()
    await expect(page.getByLabel('Preço (R$)')).toHaveValue(/400/)
    await page.unroute('**/rpc/sell_package')
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await expect(page).toHaveURL(/\/app\/students\/[0-9a-f-]+$/)
    await goWithin(page, '/app/students')
    await expect(page.getByRole('link', { name: /Caio Prado/ })).toContainText('4 crédito(s)')
  })

  await test.step('the login expires while a student is typed', async () => {
    const save = await fillInStudent(page, 'Eva <script>alert(1)</script> 🎾')
    await page.getByRole('textbox', { name: /^Notas(?! privadas)/ }).fill('Texto que não pode se perder.')
    // As if the server had revoked the login: it refuses the access token and the refresh token.
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
      }),
    )
    await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
      }),
    )
    await save.click()
    await expect(page).toHaveURL(/\/app\/login/)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByLabel('Email', { exact: true }).fill(coach.email)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveURL(/\/app\/students\/new$/)
    await expect(page.getByLabel('Nome')).toHaveValue('Eva <script>alert(1)</script> 🎾')
    await expect(page.getByRole('textbox', { name: /^Notas(?! privadas)/ })).toHaveValue(
      'Texto que não pode se perder.',
    )
    // Two clicks on a slow button add one student.
    await save.dblclick()
    await expect(page.getByText('2 aluno(s) encontrado(s)')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Eva <script>alert(1)</script> 🎾' })).toBeVisible()
  })
})
