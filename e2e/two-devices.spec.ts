import type { Coach } from '../tests/support/backend.ts'
import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { noonOf } from '../tests/support/world/values.ts'
import { neverPrefetch } from './support/coach.ts'
import { signInByApi } from './support/data.ts'
import { startOwnApp, type OwnApp } from './support/own-app.ts'
import { expect, test, type Browser, type Page } from './support/test.ts'

/**
 * docs/product.md, 'Two devices': one coach on a phone and at a desk, on PostgreSQL 17. No credit may be lost or spent
 * twice.
 */

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp()
})
test.afterAll(() => app.close())

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

interface Scene {
  coach: Coach
  phone: Page
  desktop: Page
  marina: string
  pack: string
}

/** A new coach who sold Marina one package, signed in on both devices. */
async function twoDevices(browser: Browser, classes: number): Promise<Scene> {
  const coach = await app.backend.coach({ email: `dois-${crypto.randomUUID()}@voleio.test` })
  const marina = await addStudent(coach, { name: 'Marina Couto' })
  const pack = await sellPackage(coach, marina, { total_classes: classes })
  const open = async (device: typeof PHONE | typeof DESKTOP) => {
    const context = await browser.newContext({
      ...device,
      baseURL: app.url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    })
    const page = await context.newPage()
    await signInByApi(page, coach.email)
    // It reads the lessons once more, and a form that is open would be told of the other device's change before it saves.
    await neverPrefetch(page)
    return page
  }
  const [phone, desktop] = await Promise.all([open(PHONE), open(DESKTOP)])
  return { coach, phone, desktop, marina, pack }
}

const both = ({ phone, desktop }: Scene, act: (page: Page) => Promise<unknown>) =>
  Promise.all([act(phone), act(desktop)])

async function openEditor(page: Page) {
  await page.goto('/app/sessions')
  await page.getByRole('button', { name: 'Editar' }).first().click()
  await expect(page.getByText('Nenhum crédito muda.')).toBeVisible()
}

const notes = (page: Page) => page.getByLabel('Observações da aula')

/** Counts, because a toast is in the page twice while it is announced. */
const isShown = async (page: Page, text: string) => (await page.getByText(text, { exact: true }).count()) > 0

/** Waits until both devices have an answer; returns the device that was refused. */
async function whoWasTold(scene: Scene, refused: string, done: string): Promise<Page> {
  await both(scene, (page) =>
    expect(
      page
        .getByText(refused, { exact: true })
        .or(page.getByText(done, { exact: true }))
        .first(),
    ).toBeVisible(),
  )
  const [phone, desktop] = [await isShown(scene.phone, refused), await isShown(scene.desktop, refused)]
  expect([phone, desktop].filter(Boolean)).toHaveLength(1)
  return phone ? scene.phone : scene.desktop
}

/** The package's remaining classes, the sum of its ledger and the credits that lessons use. */
async function credits({ pack }: Scene) {
  const [row] = await app.backend.sql<{ remaining: number; ledger: number; used: number }>(
    `select p.remaining_classes as remaining,
            (select sum(l.delta)::int from public.credit_ledger l where l.package_id = p.id) as ledger,
            (select count(*)::int from public.session_package_assignments a where a.package_id = p.id) as used
       from public.packages p where p.id = $1`,
    [pack],
  )
  return row
}

test('both edit the same lesson: the second is told what changed, keeps the text, and saves on top', async ({
  browser,
}) => {
  const scene = await twoDevices(browser, 4)
  const { coach, phone, desktop, marina, pack } = scene
  await giveLesson(coach, { date: noonOf(-1), notes: 'Antes' }, [{ student: marina, package: pack }])
  await both(scene, openEditor)
  await notes(phone).fill('Do celular')
  await phone.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(phone.getByText('Sessão atualizada com sucesso', { exact: true })).toBeVisible()

  await notes(desktop).fill('Do computador')
  await desktop.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(desktop.getByText('Erro ao atualizar', { exact: true })).toBeVisible()
  await expect(desktop.getByText('Esta aula mudou em outro aparelho', { exact: true })).toBeVisible()
  await expect(desktop.getByText('Observações da aula: “Do celular”')).toBeVisible()
  await expect(notes(desktop)).toHaveValue('Do computador')
  await desktop.getByRole('button', { name: 'Salvar o meu' }).click()
  await expect(desktop.getByText('Sessão atualizada com sucesso', { exact: true })).toBeVisible()
  expect(await credits(scene)).toEqual({ remaining: 3, ledger: 3, used: 1 })
})

test('both press save at the same moment: one is saved, the other one is told and loses nothing', async ({
  browser,
}) => {
  const scene = await twoDevices(browser, 4)
  const { coach, phone, desktop, marina, pack } = scene
  const id = await giveLesson(coach, { date: noonOf(-1) }, [{ student: marina, package: pack }])
  await both(scene, openEditor)
  await notes(phone).fill('Do celular')
  await notes(desktop).fill('Do computador')
  await both(scene, (page) => page.getByRole('button', { name: 'Salvar', exact: true }).click())
  const loser = await whoWasTold(scene, 'Esta aula mudou em outro aparelho', 'Sessão atualizada com sucesso')
  const [text, other] =
    loser === phone ? (['Do celular', 'Do computador'] as const) : (['Do computador', 'Do celular'] as const)
  await expect(notes(loser)).toHaveValue(text)
  const [row] = await app.backend.sql<{ notes: string }>('select notes from public.sessions where id = $1', [
    id,
  ])
  expect(row?.notes).toBe(other)
})

test('one deletes while the other edits: the credit returns once, and the text stays until it is dismissed', async ({
  browser,
}) => {
  const scene = await twoDevices(browser, 4)
  const { coach, phone, desktop, marina, pack } = scene
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: marina, package: pack }])
  await both(scene, openEditor)
  await notes(desktop).fill('Texto que ninguém perde')
  await phone.getByRole('button', { name: 'Apagar aula' }).click()
  const question = phone.getByRole('alertdialog')
  await expect(question.getByText('1 crédito volta para o Pacote de 4 aulas')).toBeVisible()
  await question.getByRole('button', { name: 'Apagar aula' }).click()
  await expect(phone.getByText('Sessão deletada com sucesso', { exact: true })).toBeVisible()

  await desktop.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(desktop.getByText('Esta aula foi apagada em outro aparelho')).toBeVisible()
  await expect(notes(desktop)).toHaveValue('Texto que ninguém perde')
  expect(await credits(scene)).toEqual({ remaining: 4, ledger: 4, used: 0 })
  await desktop.getByRole('button', { name: 'Descartar' }).click()
  await expect(desktop.getByText('Nenhuma sessão encontrada')).toBeVisible()
})

test('both register with the last credit: one lesson takes it, the other one is told it has no package', async ({
  browser,
}) => {
  const scene = await twoDevices(browser, 1)
  await both(scene, async (page) => {
    await page.goto('/app/sessions/new')
    await page.getByText('Marina Couto').click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByText(/fica com 0$/).first()).toBeVisible()
  })
  await both(scene, (page) => page.getByRole('button', { name: /^Registrar (·|aula)/ }).click())
  await both(scene, (page) =>
    expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible(),
  )
  const withoutPackage = 'Marina Couto ficou sem pacote nesta aula'
  const told = [await isShown(scene.phone, withoutPackage), await isShown(scene.desktop, withoutPackage)]
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(await credits(scene)).toEqual({ remaining: 0, ledger: 0, used: 1 })
  const alerts = await app.backend.sql(
    "select 1 from public.alerts where student_id = $1 and type = 'unassigned_session' and not resolved",
    [scene.marina],
  )
  expect(alerts).toHaveLength(1)
})

/** Opens the dialog that assigns a package in a lesson, and chooses Marina's package. */
const chooseLast = async (page: Page, lesson: number) => {
  await page.goto('/app/sessions')
  await page.getByRole('button', { name: 'Ver detalhes' }).nth(lesson).click()
  await page.getByRole('button', { name: 'Atribuir Pacote a Marina Couto' }).click()
  await page.getByRole('radio', { name: /Pacote de 1 aula/ }).check()
  await expect(page.getByText('1 crédito sai do Pacote de 1 aula')).toBeVisible()
}

test('both assign the last credit to different lessons: one has it, the other one is told why not', async ({
  browser,
}) => {
  const scene = await twoDevices(browser, 1)
  const { coach, phone, desktop, marina } = scene
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: marina }])
  await giveLesson(coach, { date: noonOf(-2) }, [{ student: marina }])
  await Promise.all([chooseLast(phone, 0), chooseLast(desktop, 1)])
  await both(scene, (page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Atribuir Pacote' }).click(),
  )
  const loser = await whoWasTold(scene, 'Erro ao atribuir pacote', 'Pacote atribuído com sucesso')
  await expect(loser.getByRole('dialog').getByRole('alert')).toHaveText('Pacote sem créditos disponíveis')
  expect(await credits(scene)).toEqual({ remaining: 0, ledger: 0, used: 1 })
})
