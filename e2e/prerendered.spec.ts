import { documentFor } from '../src/site/documents.ts'
import { PUBLIC_PAGES } from '../src/site/public-pages-texts.ts'
import { expect, test } from './support/test.ts'

const PAGES = Object.values(PUBLIC_PAGES)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page can be read, and each of its links leads to a document', async ({
    page,
    request,
  }) => {
    const links = new Set<string>()
    for (const { path, lang } of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      for (const link of await page.locator('a[href^="/"]').all()) {
        links.add((await link.getAttribute('href')) ?? '')
      }
    }
    expect(links).toContain('/privacy-policy')
    for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
  })

  test('an unknown address is a 404 with words and a way home', async ({ page }) => {
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Voltar para o início' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('an unknown address is logged, and an address in capitals still finds its page', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('404: unknown route'))
  await page.goto('/no/such/page')
  expect((await logged).text()).toContain('/no/such/page')

  expect(documentFor('/LEAD-FORM')).toBe('404.html')
  await page.goto('/LEAD-FORM')
  await expect(page).toHaveTitle(PUBLIC_PAGES.leadFormEn.title)
})
