import { gate } from '../tests/support/gate.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { addStudent, sellPackage } from '../tests/support/world/api.ts'
import { signIn } from './support/coach.ts'
import { startOwnApp } from './support/own-app.ts'
import { expect, test } from './support/test.ts'

/** PostgreSQL 17 crashes and restarts while a lesson is being saved. */
test('a lesson saved while the database restarts is registered once, and takes one credit', async ({
  browser,
}) => {
  const server = await startPostgres()
  const app = await startOwnApp({ data: { connectionString: await server.createEmptyDatabase() } })
  try {
    const coach = await app.backend.coach({ email: 'reinicio@voleio.test' })
    const marina = await addStudent(coach, { name: 'Marina Couto' })
    await sellPackage(coach, marina, { total_classes: 4 })
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    })
    const page = await context.newPage()
    await signIn(page, coach.email, coach.password)

    const down = gate()
    let requests = 0
    await page.route('**/rpc/apply_session_plan', async (route) => {
      // The database crashes during the first request; later requests find it down, then up again.
      if (++requests === 1) {
        await server.crash()
        down.open()
      }
      await route.fallback()
    })
    await page.goto('/app/sessions/new')
    await page.getByText('Marina Couto').click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
    await page.getByLabel('Observações da aula').fill('Choveu no fim')
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
    await down.passed
    await expect(page.getByText('Erro ao registrar sessão', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Ocorreu um erro. Tente novamente.', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel('Observações da aula')).toHaveValue('Choveu no fim')

    await server.start()
    await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
    await expect(page.getByText('Mostrando 1 - 1 de 1 sessões')).toBeVisible()
    await page.goto('/app/students')
    await expect(page.getByRole('link', { name: /Marina Couto/ })).toContainText('3 crédito(s)')
    expect(await app.backend.sql('select notes from public.sessions')).toEqual([{ notes: 'Choveu no fim' }])
    await context.close()
  } finally {
    await app.close()
    await server.stop()
  }
})
