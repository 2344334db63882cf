import { addStudent } from '../tests/support/world/api.ts'
import { goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { expect, test } from './support/test.ts'

/**
 * docs/product.md, 'Offline': a sign-out deletes what was loaded. That it can be read offline, and how old it is said
 * to be, is tested in tests/app/offline.test.tsx; with a service worker the app opens offline in
 * offline-writing.spec.ts.
 */

test.use({ serviceWorkers: 'allow' })

const STUDENT = 'Marina Sem Sinal'

test('signing out without signal leaves no trace on the device, in two tabs', async ({ page, context }) => {
  const coach = newCoach('Rita Quadra')
  const api = await startSignedIn(page, coach)
  const id = await addStudent(api, { name: STUDENT })
  await page.goto('/app/dashboard')
  await expect(page.getByRole('link', { name: new RegExp(STUDENT) })).toBeVisible()
  // Wait for the service worker and for the prefetch, whose last read is the coach's profile.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await expect.poll(async () => (await keptOnDevice(page, 'databases')).includes('main_sport')).toBe(true)

  const other = await context.newPage()
  await other.goto('/app/students/new')
  await other.getByLabel('Nome').fill('Rascunho Secreto')
  const traces = [coach.name, coach.email, STUDENT, id, 'Rascunho Secreto']
  const before = await keptOnDevice(other)
  for (const trace of traces) expect(before).toContain(trace)

  await context.setOffline(true)
  await goWithin(page, '/app/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Meu Perfil' })).toBeVisible()
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/app\/login/)
    // The browser tells the other tab after an unknown delay.
    await expect
      .poll(async () => {
        const after = await keptOnDevice(tab)
        return traces.filter((trace) => after.includes(trace))
      })
      .toEqual([])
    expect(await tab.evaluate(() => Object.keys(localStorage))).not.toContain('voleio-auth')
  }
})
