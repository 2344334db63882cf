import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { EMBEDDED_ANON_KEY } from '../supabase/embedded/embedded-supabase.ts'
import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { noonOf } from '../tests/support/world/values.ts'
import { expectNoViolations, expectNoViolationsInBothThemes, setTheme } from './support/axe.ts'
import { goWithin, newCoach, PASSWORD, studentId } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** docs/product.md, 'Rights of the coach': export everything, close the account, import it again, erase a student. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses the button and reads the file that it downloads. */
async function downloaded(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).first().click()])
  return { download, bytes: await readFile(await download.path()) }
}

/** Opens the book of the ZIP from disk without a network: its links and folds must work, and it must print whole. */
async function expectBookOffline(page: Page, source: string) {
  const path = test.info().outputPath('caderno.html')
  await writeFile(path, source)
  const book = await page.context().newPage()
  const asked: string[] = []
  book.on('request', (request) => asked.push(request.url()))
  await page.context().setOffline(true)
  await book.goto(pathToFileURL(path).href)
  await expectNoViolationsInBothThemes(book, 'the book')
  await book.getByRole('link', { name: 'Marina Couto' }).click()
  const part = book.getByRole('article', { name: 'Marina Couto' })
  await expect(part.getByRole('heading', { name: 'Marina Couto' })).toBeInViewport()
  await expect(part.getByText('Saldo atual: 9')).toBeVisible()
  const lesson = part.getByText('Melhorou, Marina!')
  await part.getByText('1 aula', { exact: true }).click()
  await expect(lesson).toBeHidden()
  await book.emulateMedia({ media: 'print' })
  await expect(lesson).toBeVisible()
  expect(asked).toEqual([book.url().replace(/#.*/, '')])
  await book.close()
  await page.context().setOffline(false)
}

/**
 * Asserts what a student's link answers to the request of its page, which shows 'Aluno não encontrado' of a failure.
 */
async function expectLink(page: Page, student_uuid: string, answer: Record<string, unknown>) {
  const asked = await page.request.post('/rest/v1/rpc/get_student_public_data', {
    headers: { apikey: EMBEDDED_ANON_KEY },
    data: { student_uuid },
  })
  expect(await asked.json()).toMatchObject(answer)
}

async function expectCredits(page: Page, credits: Record<string, string>) {
  await goWithin(page, '/app/students')
  for (const [name, label] of Object.entries(credits)) {
    await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText(label)
  }
}

test('a coach exports everything, closes the account, imports it with the same balances, and erases a student', async ({
  page,
}) => {
  await setTheme(page, 'light')
  const coach = newCoach('Rita Retorno')
  const api = await startSignedIn(page, coach)
  const marina = await addStudent(api, { name: 'Marina Couto' })
  const lucas = await addStudent(api, { name: 'Lucas Prado' })
  const ten = await sellPackage(api, marina, { total_classes: 10 })
  await sellPackage(api, lucas, { total_classes: 4 })
  await giveLesson(api, { date: noonOf(-2), notes: 'Marina errou o saque' }, [
    { student: marina, package: ten, feedback: { rating: 4, notes: 'Melhorou, Marina!' } },
    { student: lucas },
  ])
  const balances = { 'Marina Couto': '9 crédito(s)', 'Lucas Prado': '4 crédito(s)' }
  await expectCredits(page, balances)

  let file = ''
  await test.step('takes everything along: real files with good names', async () => {
    await goWithin(page, '/app/profile?tab=app')
    const json = await downloaded(page, 'Arquivo completo (JSON)')
    expect(json.download.suggestedFilename()).toMatch(/^voleio-exportacao-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json.bytes.toString())).toMatchObject({ format: 'voleio-export', version: 1 })
    file = await json.download.path()
    const zip = await downloaded(page, 'Planilhas (CSV)')
    expect(zip.download.suggestedFilename()).toMatch(/^voleio-planilhas-\d{4}-\d\d-\d\d\.zip$/)
    const { 'caderno.html': book } = unzipSync(zip.bytes)
    await expectBookOffline(page, strFromU8(book ?? new Uint8Array()))
  })

  await test.step('closes the account, by keyboard', async () => {
    await button(page, 'Encerrar conta').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Encerrar a sua conta?' })
    await expect(dialog.getByText('2 alunos, com 13 créditos, e as páginas deles')).toBeVisible()
    await expectNoViolations(page, 'closing the account')
    await dialog.getByLabel('Sua senha').focus()
    await page.keyboard.type(PASSWORD)
    await dialog.getByLabel('Digite ENCERRAR para confirmar').focus()
    await page.keyboard.type('encerrar')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Sua conta foi encerrada.')).toBeVisible()
    await expect(page).toHaveURL(/\/app\/login$/)
    await expectNoViolations(page, 'goodbye')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /auth|owner/.test(key))),
    ).toEqual([])
    await expectLink(page, marina, { success: false })
  })

  await test.step('opens an account with the same address, which is empty, and brings everything back', async () => {
    await startSignedIn(page, coach)
    await page.goto('/app/profile?tab=app')
    await button(page, 'Importar dados').click()
    const dialog = page.getByRole('dialog', { name: 'Importar dados' })
    await dialog.getByLabel('Arquivo de exportação (JSON)').setInputFiles(file)
    await expect(dialog.getByText('Exportado por Rita Retorno')).toBeVisible()
    await expectNoViolations(page, 'what is in the file')
    await button(page, 'Importar').click()
    await expect(dialog.getByText('2 alunos, 2 pacotes, 1 aula e 13 créditos')).toBeVisible()
    await expectNoViolations(page, 'imported')
    await button(page, 'Concluir').click()
    await expectCredits(page, balances)
  })

  await test.step('lets a student go and keeps the figures', async () => {
    const id = await studentId(page, 'Marina Couto')
    expect(id).not.toBe(marina)
    await expectLink(page, id, { success: true, student: { name: 'Marina Couto' } })
    await goWithin(page, `/app/students/${id}`)
    await page.getByText('Dados e privacidade').click()
    await button(page, 'Anonimizar aluno').click()
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar este aluno?' })
    await expect(dialog.getByText('O que fica')).toBeVisible()
    await expectNoViolations(page, 'anonymising')
    await dialog.getByLabel('Digite ANONIMIZAR para confirmar').fill('ANONIMIZAR')
    await dialog.getByRole('button', { name: 'Anonimizar aluno' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Aluno anonimizado' })).toBeVisible()
    await expectNoViolations(page, 'anonymised')
    await expectCredits(page, { 'Aluno anonimizado': '9 crédito(s)', 'Lucas Prado': '4 crédito(s)' })
    await goWithin(page, '/app/sessions')
    await expect(page.getByRole('link', { name: 'Aluno anonimizado' })).toBeVisible()
    await expect(page.getByText('Marina')).toHaveCount(0)
    await expectLink(page, id, { success: false })
  })
})
