import { gate } from '../tests/support/gate.ts'
import { addStudent } from '../tests/support/world/api.ts'
import { expectNoViolations } from './support/axe.ts'
import { newCoach } from './support/coach.ts'
import { coachByApi, lessonsByApi } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** docs/product.md, 'Public student page', with the host's files and headers. */
const RPC = '**/rpc/get_student_public_data'

let veteran: string

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  const coach = await coachByApi(page, newCoach('Ana Ribeiro'), '5511987654321')
  veteran = await addStudent(coach, { name: 'Marina Costa de Souza' })
  await lessonsByApi(coach, veteran, 400, 'Saque e voleio, quadra 2.')
  await page.close()
})

/** The cumulative layout shift since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

test('a student with 400 lessons opens the link: the first words before any script, by one request @one-size', async ({
  page,
}) => {
  const scripts: string[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
    if (request.url().includes('/rest/v1/')) asked.push(request.url())
  })
  const download = gate()
  await page.route('**/assets/*.js', async (route) => {
    await download.passed
    await route.continue()
  })
  const answer = page.waitForResponse(RPC)
  const opened = await page.goto(`/student-page/${veteran}`, { waitUntil: 'commit' })
  expect(opened?.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.getByText('Carregando dados do aluno...')).toBeVisible()
  // The request for the data does not wait for any file, and the first words on the page do not wait for any script.
  await expect.poll(() => asked.length).toBe(1)
  await expect(page.getByText('Aluno de Ana Ribeiro')).toBeVisible()
  await expect(page.getByText('Marina C. S.')).toBeVisible()
  await expect(page.getByText('“Boa leitura de jogo na rede.”')).toBeVisible()
  download.open()

  await expect(page.getByRole('heading', { level: 1, name: 'Marina C. S.' })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('main')).toContainText(/Aulas Realizadas\s*400/)
  expect(asked).toHaveLength(1)
  expect(scripts.filter((url) => /coach-app|supabase|login/.test(url))).toEqual([])
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  // Uncompressed; compressed it is about a tenth.
  expect((await (await answer).body()).length).toBeLessThan(250_000)

  await page.getByRole('tab', { name: 'Aulas' }).click()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(page.getByText('Página 2 de 40')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Aulas' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Aulas' })).toBeInViewport()

  await test.step('the evolution comes when asked for, on a narrow phone', async () => {
    await page.getByRole('tab', { name: 'Resumo' }).click()
    await page.setViewportSize({ width: 320, height: 640 })
    const before = scripts.length
    await page.getByRole('button', { name: 'Ver por mês e por foco' }).click()
    await expect(page.getByRole('list', { name: 'Por mês' }).getByRole('listitem')).toHaveCount(12)
    expect(scripts.length).toBeGreaterThan(before)
    // The page has only the styles that are in its HTML, and parts that load later need some that must be there.
    const bar = page.getByRole('list', { name: 'Por mês' }).locator('[style*="width"]').first()
    expect((await bar.boundingBox())?.height).toBe(8)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBeLessThanOrEqual(0)
    await expectNoViolations(page, 'the evolution')
  })

  await test.step('on paper no bar covers what it says', async () => {
    const chat = page.getByRole('link', { name: 'Falar com Professor(a) Ana Ribeiro' })
    await expect(chat).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(chat).toBeHidden()
  })
})

test('by keyboard alone: the tabs, their content, the chat @one-size', async ({ page }) => {
  await page.goto(`/student-page/${veteran}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  const chat = page.getByRole('link', { name: 'Falar com Professor(a) Ana Ribeiro' })
  await expect(tab('Resumo')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tab('Resumo')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tab('Feedbacks')).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Feedbacks' })).toContainText('Boa leitura de jogo')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tabpanel', { name: 'Aulas' })).toContainText('Página 1 de 40')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel', { name: 'Aulas' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Próxima' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Página 2 de 40')).toBeVisible()
  await expect(chat).toHaveAttribute('href', 'https://wa.me/5511987654321')
  // accessibility.spec.ts checks the tabs in both themes.
  await expectNoViolations(page, 'a page of lessons')
  // On a wide screen the chat's button stands beside the name instead of at the bottom.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(tab('Resumo')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(chat).toBeFocused()
})

test('a picture to share: drawn here, sent nowhere, of the first name alone @one-size', async ({ page }) => {
  await page.goto(`/student-page/${veteran}`)
  const button = page.getByRole('button', { name: 'Compartilhar' })
  await expect(button).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!/\/assets\//.test(request.url())) asked.push(request.url())
  })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compartilhar' })
  await expect(
    dialog.getByRole('img', { name: /^Marina · \d+ semanas seguidas · .* · com Ana Ribeiro$/ }),
  ).toBeVisible()
  await expectNoViolations(page, 'the picture to share')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar imagem' }).click()
  expect((await download).suggestedFilename()).toBe('voleio-marina.png')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([])
})

// It was said that this browser could make no picture.
test('a picture to share, where the font cannot be fetched @one-size', async ({ page }) => {
  await page.route(/\.woff2$/, (route) => route.abort())
  await page.goto(`/student-page/${veteran}`)
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  await expect(page.getByRole('button', { name: 'Baixar imagem' })).toBeEnabled()
})
