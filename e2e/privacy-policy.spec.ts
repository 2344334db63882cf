import { expect, test } from './support/test.ts'

test('the privacy policy: its contents lead to a section, and its end leads home @one-size', async ({
  page,
  isMobile,
}) => {
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Política de Privacidade' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(12)
  // The contents are collapsed on a phone, beside the text on a wide screen.
  if (isMobile) await page.locator('summary', { hasText: 'Nesta página' }).click()
  await page
    .getByRole('navigation', { name: 'Nesta página' })
    .getByRole('link', { name: /Cookies/ })
    .click()
  await expect(page).toHaveURL(/\/privacy-policy#cookies$/)
  await expect(page.getByRole('heading', { name: '8. Cookies' })).toBeInViewport()

  await page.getByRole('link', { name: 'Voltar para o início' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
