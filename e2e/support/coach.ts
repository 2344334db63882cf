import { expect, type Page } from '@playwright/test'
import { newestMail } from './mailbox.ts'

export const PASSWORD = 'voleio123'

export interface NewCoach {
  name: string
  email: string
}

let count = 0

/** A new coach, so that parallel journeys do not interfere. */
export function newCoach(name: string): NewCoach {
  return { name, email: `e2e-${process.pid}-${Date.now()}-${++count}@voleio.test` }
}

/** The link in the newest mail to this address, from the preview server's mailbox. */
async function linkInMailbox(page: Page, email: string): Promise<string> {
  const { link } = await newestMail(page, email)
  if (!link) throw new Error('The mail has no link')
  return link
}

/**
 * Signs up on the screen, and follows the link of the mail that the app sent. The confirmation signs the coach in. Ends
 * on the dashboard.
 */
export async function openAccount(page: Page, coach: NewCoach, linkTo = linkInMailbox) {
  await page.goto('/app/login?tab=signup')
  await page.getByLabel('Nome').fill(coach.name)
  await page.getByLabel('Email', { exact: true }).fill(coach.email)
  await page.getByLabel('Telefone').fill('11987654321')
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Criar Conta' }).click()
  await expect(page.getByText('Cadastro realizado!', { exact: true })).toBeVisible()

  await page.goto(await linkTo(page, coach.email))
  await expect(page.getByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  // The button disappears after five seconds, perhaps while it is being pressed, so go by address.
  await page.goto('/app/dashboard')
  await expect(page).toHaveURL(/\/app\/dashboard/)
}

export async function signOut(page: Page) {
  // Below 1024 px 'Sair' is in the sheet 'Mais'.
  if ((page.viewportSize()?.width ?? 0) < 1024)
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(page.getByText('Logout realizado', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/login/)
}

export async function signIn(page: Page, email: string, password = PASSWORD) {
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/app/login')) await page.goto('/app/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/dashboard/)
}

/**
 * Opens another screen as a link in the app does. Starting the app anew for each screen took half of a long journey's
 * time.
 */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((address) => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Adds a student on the screen. Ends on the list of students. */
export async function addStudent(page: Page, name: string) {
  await page.goto('/app/students/new')
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Telefone').fill('11912345678')
  await page.getByLabel('Gênero').selectOption({ label: 'Feminino' })
  await page.getByLabel('Tipo de aluno').selectOption({ label: 'Aluno Fixo' })
  await page.getByLabel('Classe').selectOption({ label: '3 Classe' })
  await page.getByRole('main').locator('button[type=submit]').click()
  await expect(page.getByText('Aluno criado com sucesso', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/students$/)
}

/** The id of a student, from the link of the student's card. */
export async function studentId(page: Page, name: string): Promise<string> {
  const card = page.getByRole('link', { name: new RegExp(name) })
  const href = await card.getAttribute('href')
  const id = href?.split('/').at(-1)
  if (!id) throw new Error(`No card of ${name}`)
  return id
}

/** Chooses the student in the form of a new package. */
export async function chooseStudent(page: Page, name: string) {
  await page.getByLabel('Aluno', { exact: true }).click()
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
}
