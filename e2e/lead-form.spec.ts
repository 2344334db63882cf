import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { expect, test, type Page } from './support/test.ts'

/** The lead form in a browser; what it stores and refuses is tested in tests/pages/lead-form and tests/db/leads. */

/** The leads that the page sends from now on. */
function leadsOf(page: Page) {
  const leads: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/v1/racketleads')) leads.push(request.postDataJSON())
  })
  return leads
}

test('the English form works by keyboard alone, keeps all without network and the focus at the end @one-size', async ({
  page,
  context,
}) => {
  await setTheme(page, 'light')
  await page.goto('/lead-form')
  await expect(page.locator('button[type=submit]')).toBeEnabled()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await page.getByLabel('Country').selectOption('Other')
  await page.getByLabel('How did you hear about us?').selectOption('other')
  await expectNoViolationsOnPhoneAndDesk(page, 'complaints')

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
  await context.setOffline(true)
  await keyboard.press('Enter')
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Joe Hill')
  await expectNoViolationsOnPhoneAndDesk(page, 'failure')
  await context.setOffline(false)
  const leads = leadsOf(page)
  await keyboard.press('Enter')

  await expect(page.getByRole('dialog', { name: 'Thank you for your interest!' })).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'thanks')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(leads).toMatchObject([
    {
      name: 'Joe Hill',
      phone: '+12025550123',
      country: 'Uruguay',
      sports: ['Tennis', 'Pickleball'],
      heard_from: 'friends',
    },
  ])
})
