import { addStudent } from '../tests/support/world/api.ts'
import { chooseStudent, goWithin, newCoach, PASSWORD } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test, type Route } from './support/test.ts'

/** On bad networks, with expired logins and after double clicks, typed text is kept, and each write happens once. */

test('a lost answer to selling a package and to registering a lesson leaves one of each', async ({
  page,
}) => {
  const api = await startSignedIn(page, newCoach('Rede Pior'))
  await addStudent(api, { name: 'Caio Prado' })
  let losing = true
  let lost = 0
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST' || !losing) return route.fallback()
    lost++
    // The server may close an idle connection just as it is used again: retry once.
    await route.fetch({ maxRetries: 1 })
    await route.abort('connectionreset')
  }
  await page.route('**/rpc/sell_package', lose)
  await page.route('**/rpc/apply_session_plan', lose)

  await page.goto('/app/packages/new')
  await chooseStudent(page, 'Caio Prado')
  await page.getByLabel('Preço (R$)').fill('400')
  await page.getByRole('button', { name: 'Criar Pacote' }).click()
  await expect(page.getByText('Erro ao criar pacote').first()).toBeVisible()
  await expect(page.getByLabel('Preço (R$)')).toHaveValue(/400/)
  losing = false
  await page.getByRole('button', { name: 'Criar Pacote' }).click()
  await expect(page).toHaveURL(/\/app\/students\/[0-9a-f-]+$/)

  losing = true
  await goWithin(page, '/app/sessions/new')
  await page.getByRole('checkbox', { name: /Caio Prado/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
  await expect(page.getByText('Aula salva neste aparelho.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/sessions$/)
  losing = false
  await expect(page.getByText('1 pendência enviada', { exact: true })).toBeVisible()
  await expect(page.getByText('Mostrando 1 - 1 de 1 sessões')).toBeVisible()
  expect(lost).toBeGreaterThanOrEqual(2)
  // 4 credits bought once, 1 used once.
  await goWithin(page, '/app/students')
  await expect(page.getByRole('link', { name: /Caio Prado/ })).toContainText('3 crédito(s)')
})

test('a second click on a slow submit adds one student', async ({ page }) => {
  await startSignedIn(page, newCoach('Dedo Rápido'))
  let posts = 0
  await page.route('**/rest/v1/students*', async (route) => {
    if (route.request().method() === 'POST') posts++
    await route.fallback()
  })
  await page.goto('/app/students/new')
  await page.getByLabel('Nome').fill('Davi Duplo')
  await page.getByLabel('Telefone').fill('11912345678')
  await page.getByLabel('Gênero').selectOption('male')
  await page.getByLabel('Tipo de aluno').selectOption('occasional')
  await page.getByLabel('Classe').selectOption('7-classe')
  await page.getByRole('main').locator('button[type=submit]').dblclick()
  await expect(page.getByText('1 aluno(s) encontrado(s)')).toBeVisible()
  expect(posts).toBe(1)
})

test('a login that expires while typing: the same coach finds the same screen and text', async ({ page }) => {
  const coach = newCoach('Sessão Vencida')
  await startSignedIn(page, coach)
  await page.goto('/app/students/new')
  await page.getByLabel('Nome').fill('Eva <script>alert(1)</script> 🎾')
  await page.getByLabel('Telefone').fill('11912345678')
  await page.getByRole('textbox', { name: /^Notas(?! privadas)/ }).fill('Texto longo que não pode se perder.')
  await page.getByLabel('Gênero').selectOption('female')
  await page.getByLabel('Tipo de aluno').selectOption('fixed')
  await page.getByLabel('Classe').selectOption('3-classe')
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
  await page.getByRole('main').locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/app\/login/)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByLabel('Email', { exact: true }).fill(coach.email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/students\/new$/)
  await expect(page.getByLabel('Nome')).toHaveValue('Eva <script>alert(1)</script> 🎾')
  await expect(page.getByRole('textbox', { name: /^Notas(?! privadas)/ })).toHaveValue(
    'Texto longo que não pode se perder.',
  )
  await page.getByRole('main').locator('button[type=submit]').click()
  await expect(page.getByText('1 aluno(s) encontrado(s)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Eva <script>alert(1)</script> 🎾' })).toBeVisible()
})
