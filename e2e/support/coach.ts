import { expect, type BrowserContext, type Page } from '@playwright/test'
import { prefetchSettings } from '../../src/lib/settings/prefetch.ts'
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

export async function signUp(page: Page, { name, email }: NewCoach, url = '') {
  await page.goto(`${url}/app/login?tab=signup`)
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Telefone').fill('11987654321')
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Criar Conta' }).click()
  await expect(page.getByText('Cadastro realizado!', { exact: true })).toBeVisible()
}

/**
 * Signs up on the screen, and follows the link of the mail that the app sent. The confirmation signs the coach in. Ends
 * on the dashboard.
 */
export async function openAccount(page: Page, coach: NewCoach, linkTo = linkInMailbox) {
  await signUp(page, coach)

  await page.goto(await linkTo(page, coach.email))
  await expect(page.getByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  // The button disappears after five seconds, perhaps while it is being pressed, so go without it.
  await goWithin(page, '/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Email confirmado!' })).toHaveCount(0)
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
 * Opens another screen as a link in the app does; by its address if this page has not opened the app. Starting the app
 * anew for each screen took half of a long journey's time. What was read in the last five seconds is not read again.
 */
export async function goWithin(page: Page, path: string) {
  if (!/^\/(app|auth)\//.test(new URL(page.url()).pathname)) {
    await page.goto(path)
    return
  }
  await page.evaluate(async (address) => {
    const { pathname } = window.location
    const isOther = new URL(address, window.location.href).pathname !== pathname
    // Each screen sets the title. Until then the screen before is shown, and would answer for this one.
    if (isOther) document.title = ''
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
    if (!isOther) return
    while (document.title === '') await new Promise((resolve) => setTimeout(resolve, 20))
  }, path)
}

/** Call before opening the app: its prefetch for offline use, which comes after a delay of its own, never comes. */
export async function neverPrefetch(within: Page | BrowserContext) {
  await within.addInitScript((never) => {
    const later = window.setTimeout
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === never ? 0 : later(run, ms)),
    })
  }, prefetchSettings.afterMs)
}

/** Closes the toast and the news that waits behind it, so that the next toast is not taken for one of them. */
export async function closeToast(page: Page) {
  const close = page.getByRole('button', { name: 'Fechar aviso', exact: true })
  await expect
    .poll(() =>
      close.evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click()
        return buttons.length
      }),
    )
    .toBe(0)
}

/** Fills the form of a new student in, wherever the coach is in the app. Returns its button. */
export async function fillInStudent(page: Page, name: string) {
  await goWithin(page, '/app/students/new')
  // The search field of the list has the label 'Nome' too, so wait for the heading.
  await expect(page.getByRole('heading', { name: 'Novo Aluno', exact: true })).toBeVisible()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Telefone').fill('11912345678')
  await page.getByLabel('Gênero').selectOption({ label: 'Feminino' })
  await page.getByLabel('Tipo de aluno').selectOption({ label: 'Aluno Fixo' })
  await page.getByLabel('Classe').selectOption({ label: '3 Classe' })
  return page.getByRole('main').locator('button[type=submit]')
}

/** Adds a student on the screen. Ends on the list of students. */
export async function addStudent(page: Page, name: string) {
  await (await fillInStudent(page, name)).click()
  await expect(page.getByText('Aluno criado com sucesso', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/students$/)
}

/** Chooses the students of a new lesson, fills in the rest by `inForm`, and registers it. */
export async function registerLesson(page: Page, names: readonly string[], inForm?: () => Promise<void>) {
  await goWithin(page, '/app/sessions/new')
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await inForm?.()
  await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
}

/** The id of a student, from the link of the student's card. */
export async function studentId(page: Page, name: string): Promise<string> {
  const card = page.getByRole('link', { name: new RegExp(name) })
  const href = await card.getAttribute('href')
  const id = href?.split('/').at(-1)
  if (!id) throw new Error(`No card of ${name}`)
  return id
}
