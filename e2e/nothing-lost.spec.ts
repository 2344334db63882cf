import { addStudent } from '../tests/support/world/api.ts'
import { fillInStudent, newCoach, PASSWORD } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

/** On bad networks and with expired logins, typed text is kept, and each write happens once. */
test('a login that expires while typing: the same coach finds the same screen and text', async ({ page }) => {
  const coach = newCoach('Rede Pior')
  const api = await startSignedIn(page, coach)
  await addStudent(api, { name: 'Caio Prado' })

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
