import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday, noonOf } from '../tests/support/world/values.ts'
import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** Journeys through the history: correcting a lesson, and assigning a package. */

const saved = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

async function expectCredits(page: Page, credits: Record<string, string>) {
  await page.goto('/app/students')
  for (const [name, label] of Object.entries(credits)) {
    await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText(label)
  }
}

test('correcting a session: another student, another package, then deleting it @one-size', async ({
  page,
}) => {
  const coach = newCoach('Corrige Tudo')
  const api = await startSignedIn(page, coach)
  const marina = await addStudent(api, { name: 'Marina Couto' })
  const lucas = await addStudent(api, { name: 'Lucas Andrade' })
  const ten = await sellPackage(api, marina, { total_classes: 10 })
  await sellPackage(api, lucas, { total_classes: 8 })
  await sellPackage(api, lucas, {
    total_classes: 4,
    purchase_date: daysFromToday(-40),
    expiry_date: daysFromToday(-3),
  })
  await giveLesson(api, { date: noonOf(-1) }, [{ student: marina, package: ten }])
  await expectCredits(page, { 'Marina Couto': '9 crédito(s)', 'Lucas Andrade': '12 crédito(s)' })

  await test.step('it was Lucas and not Marina', async () => {
    await page.goto('/app/sessions')
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('button', { name: 'Adicionar ou remover alunos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alunos da aula' })
    await dialog.getByText('Marina Couto').click()
    await dialog.getByText('Lucas Andrade').click()
    await dialog.getByRole('button', { name: 'Concluir · 1 aluno' }).click()
    await expect(page.getByText('1 crédito volta para o Pacote de 10 aulas')).toBeVisible()
    // The package that registering would take, because the other one has expired.
    await expect(page.getByText('1 crédito sai do Pacote de 8 aulas')).toBeVisible()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await saved(page, 'Sessão atualizada com sucesso')
    await expect(page.getByRole('link', { name: 'Lucas Andrade' })).toBeVisible()
    await expectCredits(page, { 'Marina Couto': '10 crédito(s)', 'Lucas Andrade': '11 crédito(s)' })
  })

  await test.step('from the expired package that still has credits', async () => {
    await page.goto('/app/sessions')
    await page.getByRole('button', { name: 'Editar' }).click()
    const choice = page.getByRole('group', { name: 'Lucas Andrade' }).getByLabel('Pacote')
    await choice.selectOption({ label: await optionWith(page, 'vencido') })
    await expect(page.getByText(/^Fora da validade nesta data: este pacote venceu em/)).toBeVisible()
    await expect(page.getByText('1 crédito volta para o Pacote de 8 aulas')).toBeVisible()
    await expect(page.getByText('1 crédito sai do Pacote de 4 aulas, que está vencido')).toBeVisible()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await saved(page, 'Sessão atualizada com sucesso')
    await expectCredits(page, { 'Marina Couto': '10 crédito(s)', 'Lucas Andrade': '11 crédito(s)' })
  })

  await test.step('it never took place: the credit returns where it came from, and it is said that it is expired', async () => {
    await page.goto('/app/sessions')
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('button', { name: 'Apagar aula' }).click()
    const question = page.getByRole('alertdialog')
    await expect(
      question.getByText('1 crédito volta para o Pacote de 4 aulas, que está vencido'),
    ).toBeVisible()
    await question.getByRole('button', { name: 'Apagar aula' }).click()
    await saved(page, 'Sessão deletada com sucesso')
    await expect(page.getByText('Nenhuma sessão encontrada')).toBeVisible()
    await expectCredits(page, { 'Marina Couto': '10 crédito(s)', 'Lucas Andrade': '12 crédito(s)' })
  })
})

async function optionWith(page: Page, text: string): Promise<string> {
  const label = await page.getByRole('option').filter({ hasText: text }).first().textContent()
  if (!label) throw new Error(`No option with '${text}'`)
  return label
}

test('assigning a package sold after the session, and the alert is gone @one-size', async ({ page }) => {
  const coach = newCoach('Acerta Conta')
  const api = await startSignedIn(page, coach)
  await addStudent(api, { name: 'Olívia Prado' })

  await page.goto('/app/sessions/new')
  await page.getByText('Olívia Prado').click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
  await saved(page, 'Sessão registrada com sucesso')
  await expect(page).toHaveURL(/\/app\/sessions$/)

  await test.step('there is nothing to assign yet: the dialog leads to selling a package to her', async () => {
    await expect(page.getByText('1 aula(s) sem pacote atribuído')).toBeVisible()
    await page.getByRole('button', { name: 'Ver detalhes' }).click()
    await page.getByRole('button', { name: 'Atribuir Pacote a Olívia Prado' }).click()
    await page.getByRole('link', { name: 'Vender um pacote' }).click()
    await expect(page.getByLabel('Aluno', { exact: true })).toContainText('Olívia Prado')
    await page.getByLabel('Preço (R$)').fill('300')
    // Unticked, because the sale would settle the lesson.
    await page.getByRole('group', { name: 'Acertar aulas sem pacote (1)' }).getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await expect(page).toHaveURL(/\/app\/students\/[0-9a-f-]+$/)
  })

  await test.step('the alert leads to the history, where the package is assigned', async () => {
    await page.goto('/app/dashboard')
    await page.getByRole('link', { name: /Olívia Prado.*sem pacote/ }).click()
    await expect(page).toHaveURL(/\/app\/sessions/)
    await page.getByRole('button', { name: 'Ver detalhes' }).click()
    await page.getByRole('button', { name: 'Atribuir Pacote a Olívia Prado' }).click()
    const dialog = page.getByRole('dialog', { name: 'Atribuir Pacote' })
    await dialog.getByRole('radio', { name: /^Pacote de 4 aulas/ }).check()
    await expect(dialog.getByText('1 crédito sai do Pacote de 4 aulas')).toBeVisible()
    await dialog.getByRole('button', { name: 'Atribuir Pacote' }).click()
    await saved(page, 'Pacote atribuído com sucesso')
    await expect(page.getByText('1 aula(s) sem pacote atribuído')).toHaveCount(0)
  })

  await page.goto('/app/dashboard')
  await expect(page.getByText(/sem pacote/)).toHaveCount(0)
  await expectCredits(page, { 'Olívia Prado': '3 crédito(s)' })
})

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
  await giveLesson(api, { date: noonOf(-1) }, [{ student }])
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
  await page.getByRole('button', { name: /^Foco e notas/ }).click()
  await page.getByLabel('Pacote').selectOption({ index: 1 })
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
