import { type BrowserContext, chromium, expect } from '@playwright/test'
import { addStudent, newCoach, openAccount, studentId } from '../../e2e/support/coach.ts'
import type { Backend } from '../support/backend.ts'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser.ts'
import type { Report } from './checks.ts'

/**
 * A coach's first day in Chromium on the rehearsed host, with the API on another origin: from sign-up to the public
 * student page, then once more offline. Reports any violation of the Content-Security-Policy and any console error.
 */
export async function playJourney(origin: string, backend: Backend, report: Report): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS })
  const faults: string[] = []
  const step = async (what: string, work: () => Promise<void>) => {
    await work()
    report(what, faults.splice(0))
  }
  try {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })
    listen(context, faults)
    const page = await context.newPage()
    const coach = newCoach('Carla Menezes')

    await step('a coach signs up, follows the link of the mail, and is in', () =>
      openAccount(page, coach, async (_page, email) => {
        const link = backend.mails().find(({ to }) => to === email)?.link
        if (!link) throw new Error(`No mail to ${email}`)
        return link
      }),
    )
    await step('adds a student', () => addStudent(page, 'Marina Couto'))
    const marina = await studentId(page, 'Marina Couto')
    await step('sells a package of 4 lessons', async () => {
      await page.goto('/app/packages/new')
      await page.getByLabel('Aluno', { exact: true }).click()
      await page.getByRole('radio', { name: /^Marina Couto/ }).click()
      await page.getByLabel('Preço (R$)').fill('380,00')
      await page.getByRole('button', { name: 'Criar Pacote' }).click()
      await expect(page.getByText('Pacote criado com sucesso!', { exact: true })).toBeVisible()
    })
    await step('registers a lesson, which takes one credit', async () => {
      await page.goto('/app/sessions/new')
      await page.getByText('Marina Couto').click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await expect(page.getByText(/fica com 3$/).first()).toBeVisible()
      await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
      await expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible()
      await page.goto('/app/students')
      await expect(page.getByRole('link', { name: /Marina Couto/ })).toContainText('3 crédito(s)')
    })
    await step('the student opens the public page: 3 credits, 1 lesson', async () => {
      const visitor = await browser.newContext({ baseURL: origin, locale: 'pt-BR' })
      listen(visitor, faults)
      const link = await visitor.newPage()
      await link.goto(`/student-page/${marina}`)
      await expect(link.getByRole('heading', { name: 'Marina C.' })).toBeVisible()
      await expect(link.locator('main')).toContainText(/Créditos Disponíveis\s*3/)
      await expect(link.locator('main')).toContainText(/Aulas Realizadas\s*1/)
      await visitor.close()
    })
    // Not a journey of `npm test`, because the headless shell in which journeys run cannot judge it.
    await step('Chromium considers the app installable', async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      const session = await context.newCDPSession(page)
      expect((await session.send('Page.getAppManifest')).errors).toEqual([])
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      // Contexts of tests are incognito, in which nothing can be installed: the only error allowed.
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
    })
    await step('the app opens without network, from what its worker keeps', async () => {
      await page.goto('/app/students')
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.reload()
      await expect(page.getByRole('link', { name: /Marina Couto/ })).toBeVisible()
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByRole('link', { name: /Marina Couto/ })).toContainText('3 crédito(s)')
      // Offline, the console logs every failed request: ignore these.
      faults.length = 0
    })
  } finally {
    await browser.close()
  }
}

function listen(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    // Chromium logs violations of the policy here as well.
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  context.on('weberror', (failure) => faults.push(`error: ${failure.error().message}`))
}
