import { addStudent, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday } from '../tests/support/world/values.ts'
import { goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { expect, test } from './support/test.ts'

/**
 * docs/product.md, 'Offline': what was loaded once can be read offline, is marked with its time, and is deleted by a
 * sign-out.
 */

test.use({ serviceWorkers: 'allow' })

const STUDENT = 'Marina Sem Sinal'
const DAY_MS = 24 * 60 * 60 * 1000

test('two days later, without signal, the app opens with everything; signing out leaves no trace on the device, in two tabs', async ({
  page,
  context,
}) => {
  const coach = newCoach('Rita Quadra')
  const api = await startSignedIn(page, coach)
  const id = await addStudent(api, { name: STUDENT })
  await sellPackage(api, id, { total_classes: 7, purchase_date: daysFromToday(-3) })
  await page.goto('/app/dashboard')
  await expect(page.getByRole('link', { name: new RegExp(STUDENT) })).toBeVisible()
  // Wait for the service worker and for the prefetch, whose last read is the coach's profile.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await expect.poll(async () => (await keptOnDevice(page, 'databases')).includes('main_sport')).toBe(true)
  await page.close()
  await context.setOffline(true)

  const later = await context.newPage()
  await test.step('two days later, with a login that is over', async () => {
    await later.clock.setFixedTime(Date.now() + 2 * DAY_MS)
    await later.goto('/app/dashboard')
    await expect(later.getByText(/Sem conexão · dados de \d\d\/\d\d, \d\d:\d\d/)).toBeVisible()
    await expect(later.getByText(/Números de .*: hoje ainda não foi carregado/)).toBeVisible()

    // A student and a list that were never opened online.
    await later.getByRole('link', { name: 'Gerenciar Alunos' }).click()
    await expect(later.getByText('1 aluno(s) encontrado(s)')).toBeVisible()
    await later.getByRole('link', { name: new RegExp(STUDENT) }).click()
    await expect(later.getByRole('heading', { level: 1, name: STUDENT })).toBeVisible()
    await later.getByRole('tab', { name: 'Pacotes' }).click()
    await expect(later.getByText('Pacote de 7 aulas')).toBeVisible()
    await goWithin(later, '/app/sessions/new')
    await expect(later.getByText(STUDENT)).toBeVisible()

    // Back online, everything is reloaded and the notice disappears.
    await context.setOffline(false)
    await expect(later.getByText(/Sem conexão · dados de/)).toBeHidden()
    await expect(later).toHaveURL(/\/app\/sessions\/new/)
  })

  await test.step('signing out without signal', async () => {
    const other = await context.newPage()
    await other.goto('/app/students/new')
    await other.getByLabel('Nome').fill('Rascunho Secreto')
    const traces = [coach.name, coach.email, STUDENT, id, 'Rascunho Secreto']
    const before = await keptOnDevice(other)
    for (const trace of traces) expect(before).toContain(trace)

    await context.setOffline(true)
    await goWithin(later, '/app/profile')
    await expect(later.getByRole('heading', { level: 1, name: 'Meu Perfil' })).toBeVisible()
    await later.getByRole('button', { name: 'Mais', exact: true }).click()
    await later.getByRole('button', { name: 'Sair' }).click()
    for (const tab of [later, other]) {
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
})
