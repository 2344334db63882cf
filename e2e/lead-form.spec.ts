import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { startOwnApp, type OwnApp } from './support/own-app.ts'
import { expect, test, type BrowserContext, type Page } from './support/test.ts'

/** On PostgreSQL, where the test can read the leads; through the API nobody can. */
let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp()
})
test.afterAll(() => app.close())

let visitors = 0

/** Opens the form from a new IP address, so that journeys do not share a rate limit. Returns the address. */
async function open(page: Page, path: string): Promise<string> {
  visitors += 1
  const address = `203.0.113.${visitors}`
  await page.context().setExtraHTTPHeaders({ 'cf-connecting-ip': address })
  await page.goto(app.url + path)
  await expect(page.locator('button[type=submit]')).toBeEnabled()
  return address
}

const leadsOf = (email: string) =>
  app.backend.sql<{ name: string; phone: string; country: string; sports: string[]; heard_from: string }>(
    'select name, phone, country, sports, heard_from from public.racketleads where email = $1',
    [email],
  )

async function fillPortuguese(page: Page, email: string) {
  await page.getByLabel('Nome').fill('Lia Prado')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Telefone').fill('11987654321')
  await page.getByLabel('Como você conheceu o Voleio?').selectOption('friends')
}

test('the English form is filled in by keyboard alone, and thanks with the focus kept', async ({ page }) => {
  await open(page, '/lead-form')
  const { keyboard } = page
  await page.getByLabel('Name').focus()
  await keyboard.type('Joe Hill')
  await keyboard.press('Tab')
  await keyboard.type('joe@example.com')
  await keyboard.press('Tab')
  await keyboard.type('1 202 555 0123')
  await keyboard.press('Tab')
  await keyboard.type('Oth')
  await keyboard.press('Tab')
  await expect(page.getByLabel('Which country?')).toBeFocused()
  await keyboard.type('Uruguay')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByLabel('Tennis', { exact: true })).toBeChecked()
  for (let i = 0; i < 5; i++) await keyboard.press('Tab')
  await expect(page.getByLabel('Another sport')).toBeFocused()
  await keyboard.type('Pickleball')
  await keyboard.press('Tab')
  await keyboard.type('Fri')
  // The tab order skips the honeypot: the privacy policy is next, then the button.
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /Privacy policy/ })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')

  await expect(page.getByRole('dialog', { name: 'Thank you for your interest!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(await leadsOf('joe@example.com')).toEqual([
    {
      name: 'Joe Hill',
      phone: '+12025550123',
      country: 'Uruguay',
      sports: ['Tennis', 'Pickleball'],
      heard_from: 'friends',
    },
  ])
})

test('without network everything stays; with it, two quick presses leave one lead @one-size', async ({
  page,
  context,
}) => {
  await open(page, '/lead-form/pt')
  await fillPortuguese(page, 'lia@exemplo.com')
  await expect(page.getByLabel('Telefone')).toHaveValue('+5511987654321')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(
    page.getByText('Houve um erro ao enviar seu formulário. Tente novamente.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Lia Prado')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Enviar' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Obrigado pelo seu interesse!' })).toBeVisible()
  await page.getByRole('button', { name: 'Fechar', exact: true }).click()
  expect(await leadsOf('lia@exemplo.com')).toMatchObject([{ name: 'Lia Prado', country: 'Brazil' }])
})

test('the rate limit of one network does not affect another @one-size', async ({ page }) => {
  const address = await open(page, '/lead-form/pt')
  const lead = { name: 'Bot', email: 'bot@exemplo.com', phone: '+5511987654321', country: 'Brazil' }
  const statuses = new Set<number>()
  for (let i = 0; i < 11; i++) {
    const answer = await page.request.post(`${app.url}/rest/v1/racketleads`, {
      headers: { apikey: app.backend.anonKey, 'cf-connecting-ip': address, Prefer: 'return=minimal' },
      data: { ...lead, heard_from: 'other', language: 'pt' },
    })
    statuses.add(answer.status())
  }
  expect([...statuses]).toEqual([201, 429])
  await fillPortuguese(page, 'espera@exemplo.com')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(
    page.getByText('Recebemos muitos pedidos agora. Tente de novo em uma hora.', { exact: true }),
  ).toBeVisible()
  expect(await leadsOf('espera@exemplo.com')).toEqual([])

  await open(page, '/lead-form/pt')
  await expect(page.getByLabel('Nome')).toHaveValue('Lia Prado')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await leadsOf('espera@exemplo.com')).toHaveLength(1)
})

test('what is typed before the scripts are there stays, and the language is switched without them @one-size', async ({
  page,
  browser,
}) => {
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${app.url}/lead-form`, { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Joe Hill')
  await page.getByLabel('Country').selectOption('Spain')
  await page.getByLabel('Padel').check()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  release?.()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expect(page.getByLabel('Name')).toHaveValue('Joe Hill')
  await expect(page.getByLabel('Country')).toHaveValue('Spain')
  await expect(page.getByLabel('Padel')).toBeChecked()

  const scriptless = await browser.newContext({ javaScriptEnabled: false })
  await readWithoutScripts(scriptless)
  await scriptless.close()
})

async function readWithoutScripts(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${app.url}/lead-form`)
  // Playwright's text matchers ignore noscript, so read its HTML.
  expect(await page.locator('noscript').innerHTML()).toContain('This form needs JavaScript.')
  await page.getByRole('link', { name: 'Português' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Participe do beta do Voleio')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByLabel('País')).toHaveCount(0)
}

test('axe finds nothing on the form with its complaints, its failure and its thanks @one-size', async ({
  page,
  context,
}) => {
  await setTheme(page, 'light')
  await open(page, '/lead-form')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await page.getByLabel('Country').selectOption('Other')
  await page.getByLabel('How did you hear about us?').selectOption('other')
  await expectNoViolationsOnPhoneAndDesk(page, 'complaints')

  await page.getByRole('link', { name: 'Português' }).click()
  await fillPortuguese(page, 'axe@exemplo.com')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Erro', { exact: true })).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'failure')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'thanks')
})
