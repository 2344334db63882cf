import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fillInStudent, goWithin, neverPrefetch } from './support/coach.ts'
import { apiOf, signInByApi } from './support/data.ts'
import { entryOf, FIRST, makeVersion, startDeployedApp, type DeployedApp } from './support/deployed-app.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { expect, test, type Page } from './support/test.ts'

let app: DeployedApp
let v2: string
let v3: string

const ANA = 'ana@voleio.test'
const NOBODY = { cookies: [], origins: [] }
/** File with the stored login of the seed's coach. */
const LOGIN = `${FIRST}-login-${process.env.TEST_WORKER_INDEX ?? 0}.json`

test.use({ serviceWorkers: 'allow', storageState: LOGIN })

test.beforeAll(async ({ browser }, { project }) => {
  ;[v2, v3] = [makeVersion('v2'), makeVersion('v3')]
  app = await startDeployedApp(FIRST, String(project.use.baseURL))
  const page = await browser.newPage({ serviceWorkers: 'block', storageState: NOBODY })
  await signInByApi(page, ANA, app.url)
  await page.context().storageState({ path: LOGIN })
  await page.context().close()
})
test.beforeEach(() => {
  app.deploy(FIRST)
  app.cutApi(false)
})
test.afterAll(() => app.close())

/** Waits until this build runs in the page, recognised by its entry script. */
const expectBuild = (page: Page, folder: string) =>
  expect(page.locator(`script[src="${entryOf(folder)}"]`)).toBeAttached()

const controlled = (page: Page) =>
  expect
    // The worker first stores the whole app, which takes a busy machine more than 15 s.
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated')

/** Opens version 1, and waits until its service worker controls the page. */
async function openInstalled(page: Page, at = '/app/dashboard') {
  await page.goto(app.url + at)
  await controlled(page)
}

/**
 * Runs in the page: sends a rush of requests with the next tap. A request at the moment when the old worker ends starts
 * it again, and then the new version waited for minutes.
 */
function rushAtNextTap() {
  // Without timers, because the page's clock is a fake.
  document.addEventListener(
    'click',
    () =>
      Array.from({ length: 5 }, async () => {
        for (let left = 50; left > 0; left--) await fetch('/favicon.svg')
      }),
    { once: true, capture: true },
  )
}

/** Counts the documents that the page loads from now on. */
function countLoads(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

/** Makes the tab visible again, upon which the app checks for updates. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

const offer = (page: Page) => page.getByText('Nova versão disponível!')
const apply = (page: Page) => page.getByRole('button', { name: 'Atualizar Agora' })

const NOTES = 'Voleio de esquerda, metade da frase'

/** A text to type into each form; the test must find it again. */
const FORMS: readonly { at: string; field: string; text: string }[] = [
  { at: '/app/students/new', field: 'Nome', text: 'Iolanda Meio-Escrita' },
  { at: '/app/packages/new', field: 'Preço (R$)', text: '123,45' },
  { at: '/app/profile?form=novo-clube', field: 'Endereço', text: 'Rua pela metade, 12' },
]

test('an update over a half typed lesson reloads once when asked, keeps each text and sends once what waits', async ({
  page,
}) => {
  const name = `Iolanda da Fila ${Date.now()}`
  await openInstalled(page, '/app/students')
  await expect(page.getByText('encontrado(s)')).toBeVisible()
  // The coach's profile is the last thing that the prefetch reads.
  await expect.poll(async () => (await keptOnDevice(page, 'databases')).includes('main_sport')).toBe(true)
  app.cutApi(true)
  await (await fillInStudent(page, name)).click()
  await expect(page.getByText('Aluno salvo neste aparelho.').first()).toBeVisible()
  // The toast comes before the list; until then the next name would be typed into the form that was sent.
  await expect(page.getByRole('heading', { name: 'Alunos', exact: true })).toBeVisible()

  for (const { at, field, text } of FORMS) {
    await goWithin(page, at)
    await page.getByLabel(field).fill(text)
  }
  await goWithin(page, '/app/sessions/new')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
  await page.getByLabel('Observações da aula').fill(NOTES)

  await test.step('is looked for by itself, and only offered', async () => {
    app.deploy(v2)
    const loads = countLoads(page)
    await comeBack(page)
    await expect(offer(page)).toBeVisible()
    expect(loads()).toBe(0)
    await expectBuild(page, FIRST)
    await apply(page).click()
    await expectBuild(page, v2)
    await expect.poll(loads).toBe(1)
    await expect(offer(page)).toBeHidden()
    expect(loads()).toBe(1)
  })

  await test.step('what was typed is back', async () => {
    await expect(page.getByText('Recuperamos o que você estava escrevendo.')).toBeVisible()
    await expect(page.getByLabel('Observações da aula')).toHaveValue(NOTES)
    for (const { at, field, text } of FORMS) {
      await goWithin(page, at)
      await expect(page.getByLabel(field)).toHaveValue(text)
    }
    // From another screen, because the last form lies over the profile.
    await goWithin(page, '/app/students')
    await goWithin(page, '/app/profile?tab=app')
    await expect(page.getByText('v2', { exact: true })).toBeVisible()
  })

  await test.step('what waited through the update is sent once, by the newer version', async () => {
    await expect(page.getByRole('link', { name: '1 pendente' })).toBeVisible()
    app.cutApi(false)
    await comeBack(page)
    await expect(page.getByRole('link', { name: /pendente|Enviando/ })).toHaveCount(0)
    const { client } = await apiOf(page, { name: 'Ana', email: ANA })
    const { data: sent } = await client.from('students').select('id').eq('name', name).throwOnError()
    expect(sent).toHaveLength(1)
    for (const { id } of sent) await client.rpc('delete_student', { student_uuid: id }).throwOnError()
  })
})

test.describe('a visitor who did not sign in', () => {
  test.use({ storageState: NOBODY })

  test('the server is asked every 30 seconds; a version after one put off reaches a first visit amid requests', async ({
    page,
  }) => {
    await page.clock.install()
    await openInstalled(page, '/app/login')
    const before = app.looks()
    app.deploy(v2)
    await page.clock.runFor(30_000)
    await expect(offer(page)).toBeVisible()
    expect(app.looks() - before).toBe(1)
    await page.getByRole('button', { name: 'Fechar aviso de atualização' }).click()
    await expect(offer(page)).toBeHidden()

    app.deploy(v3)
    await page.clock.runFor(30_000)
    await expect(offer(page)).toBeVisible()

    // Another tab finds the update waiting.
    const again = await page.context().newPage()
    await again.goto(`${app.url}/app/login`)
    await expectBuild(again, FIRST)
    await expect(offer(again)).toBeVisible()
    await again.close()

    // The page was never loaded from its worker.
    await page.evaluate(rushAtNextTap)
    await apply(page).click()
    await expectBuild(page, v3)
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  })
})

/** Paths of all files in the caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('the installed app is used without network, updated under another tab and reset; other pages are fresh', async ({
  page: first,
}) => {
  test.slow()
  await openInstalled(first, '/app/students')
  const student = await first
    .getByRole('main')
    .getByRole('link', { name: /créditos/ })
    .first()
    .getAttribute('href')
  const page = await first.context().newPage()

  await test.step('without network the app opens where it was left, and other pages say so', async () => {
    await first.context().setOffline(true)
    await first.close()
    await page.goto(`${app.url}/app/login`)
    await expect(
      page.getByRole('button', { name: 'Entrar', exact: true }).or(page.getByRole('main')),
    ).toBeVisible()
    await page.goto(`${app.url}/student-page/00000000-0000-4000-8000-000000000000`)
    await expect(page.getByText(/Sem conexão/)).toBeVisible()
    await page.context().setOffline(false)
  })

  app.deploy(v2)
  await test.step('other pages are of the version that is deployed', async () => {
    const english = await page.goto(`${app.url}/eng`)
    expect(english?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const shared = await page.goto(`${app.url}/student-page/${student?.split('/').at(-1)}`)
    await expect(page.getByText('Aluno de Ana Ribeiro')).toBeVisible()
    const [before, now] = [FIRST, v2].map((build) => readFileSync(path.join(build, 'student.html'), 'utf8'))
    expect(before === now).toBe(false)
    expect((await shared?.text()) === now, 'the page is of the version that is deployed').toBe(true)
    const unknown = await page.goto(`${app.url}/nao-existe`)
    expect(unknown?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  })

  await test.step('the app is of the installed version, and no answer of Supabase is kept', async () => {
    await page.goto(`${app.url}/app/dashboard`)
    await expectBuild(page, FIRST)
    const kept = await cachedPaths(page)
    expect(kept).toContain('/spa.html')
    expect(kept.filter((at) => !/^\/(assets\/|icons\/|spa\.html$|favicon\.svg$)/.test(at))).toEqual([])
  })

  await test.step('another tab is told and keeps its text; its next page, gone from the server, opens', async () => {
    const other = await page.context().newPage()
    // Without prefetching, which might load the next screen of the old version before the server deletes it.
    await neverPrefetch(other)
    await other.goto(`${app.url}/app/students/new`)
    await other.getByLabel('Nome').fill('Iolanda na outra aba')
    const loads = countLoads(other)

    await comeBack(page)
    await apply(page).click()
    await expectBuild(page, v2)
    await expect(other.getByText('O app foi atualizado.')).toBeVisible()
    await expect(other.getByLabel('Nome')).toHaveValue('Iolanda na outra aba')
    expect(loads()).toBe(0)

    // Clear the HTTP cache, as if a long time had passed.
    await (await other.context().newCDPSession(other)).send('Network.clearBrowserCache')
    await other.getByRole('link', { name: /^Voltar/ }).click()
    await expect(other.getByRole('heading', { name: 'Alunos', exact: true })).toBeVisible()
    await expectBuild(other, v2)
    await expect.poll(loads).toBe(1)
    await goWithin(other, '/app/students/new')
    await expect(other.getByLabel('Nome')).toHaveValue('Iolanda na outra aba')
    await other.close()
  })

  await test.step('the profile looks for versions, and resets the app but nothing that is the coach’s', async () => {
    await goWithin(page, '/app/students/new')
    await page.getByLabel('Nome').fill('Iolanda Meio-Escrita')
    await goWithin(page, '/app/profile?tab=app')
    const look = page.getByRole('button', { name: 'Verificar Atualizações' })
    await look.click()
    await expect(page.getByText('App atualizado', { exact: true })).toBeVisible()
    app.deploy(v3)
    await look.click()
    await expect(page.getByText('Atualização disponível!', { exact: true })).toBeVisible()
    await expect(apply(page)).toBeVisible()

    await page.evaluate(() => new Promise((resolve) => (indexedDB.open('waiting', 1).onsuccess = resolve)))
    await page.getByRole('button', { name: 'Limpar Cache e Resetar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expectBuild(page, v3)
    await controlled(page)
    // The worker keeps only files of the newest version, without pages and pictures that only visitors need.
    const visitors = [
      /^(landing|landing-english|beta|lead-form|privacy-policy)-page|-document-|^landing-frame|\.webp$/,
      /^(sample-app|other-tabs|statement-section|later-lessons|lesson-calendar|evolution-section)-/,
      /^(openings-section|share-dialog|student-agreement-body|visitor-data|use-visits)-/,
    ]
    const files = readdirSync(path.join(v3, 'assets'))
      .filter((file) => !visitors.some((names) => names.test(file)))
      .map((file) => `/assets/${file}`)
    await expect
      .poll(async () => (await cachedPaths(page)).filter((at) => at.startsWith('/assets/')).toSorted())
      .toEqual(files.toSorted())
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(databases).toContain('waiting')
    await goWithin(page, '/app/students/new')
    await expect(page.getByLabel('Nome')).toHaveValue('Iolanda Meio-Escrita')
  })
})
