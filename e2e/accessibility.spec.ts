import type { Locator } from '@playwright/test'
import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { goWithin } from './support/coach.ts'
import { signInByApi } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/** An address, and what waits until its screen has content; axe would pass an empty page. */
type Screen = [path: string, filled: (page: Page) => Promise<void>]

const sees = (find: (page: Page) => Locator) => (page: Page) => expect(find(page).first()).toBeVisible()
const seesHeading = (name: string | RegExp) => sees((page) => page.getByRole('heading', { name }))
const seesButton = (name: string | RegExp) => sees((page) => page.getByRole('button', { name }))
const seesRegion = (name: string) => sees((page) => page.getByRole('region', { name }))
const seesText = (text: string | RegExp) => sees((page) => page.getByText(text))
const seesField = (label: string) => sees((page) => page.getByLabel(label))
const canPress = (name: string) => (page: Page) => expect(page.getByRole('button', { name })).toBeEnabled()

const PUBLIC: Screen[] = [
  ['/', seesHeading(/Você dá a aula/)],
  ['/#features', seesHeading('Sem papel')],
  ['/eng', seesHeading(/You coach/)],
  ['/eng#features', seesHeading('Less admin')],
  ['/test-en', seesHeading('Play the first set')],
  ['/test-pt', seesHeading('Jogue o primeiro set')],
  ['/app/login', seesButton('Entrar')],
  ['/app/login?tab=signup', seesButton('Criar Conta')],
  ['/app/login?tab=signup&resend=true', seesButton('Reenviar Email')],
  ['/auth/confirm', seesText('Link de confirmação inválido.')],
  ['/auth/confirm?token_hash=0&type=signup', seesText('Este link de confirmação expirou.')],
  ['/auth/forgot-password', seesButton('Enviar link de reset')],
  ['/lead-form', canPress('Submit')],
  ['/lead-form/pt', canPress('Enviar')],
  ['/privacy-policy', seesHeading('12. Contato')],
  ['/student-page/nobody', seesHeading('Aluno não encontrado')],
  ['/exemplo', seesHeading('Beatriz A. N.')],
  ['/no-such-page', seesHeading('404')],
]

const COACH: Screen[] = [
  ['/app/dashboard', seesText('Alunos Ativos')],
  ['/app/agenda', seesButton(/, \d+ aulas?$/)],
  ['/app/students', seesText('aluno(s) encontrado(s)')],
  ['/app/students/new', seesHeading('Novo Aluno')],
  ['/app/students/import', seesField('Ou cole as células aqui')],
  ['/app/packages/new', seesField('Número de aulas')],
  ['/app/sessions', seesText(/Mostrando 1 - 5 de/)],
  ['/app/sessions/new', seesHeading('Quem participou da aula?')],
  ['/app/students/57d00000-0000-4000-8000-000000000017/statement', seesText(/^Ajuste: /)],
  ['/app/students/57d00000-0000-4000-8000-000000000008?tab=pacotes', seesHeading('2 pacotes')],
  ['/app/receipts/9a100000-0000-4000-8000-000000000001', seesText(/^Recebi de /)],
  // The address opens the form before the week is in place.
  ['/app/agenda?form=novo', sees((page) => page.getByRole('dialog', { name: 'Novo horário' }))],
  ['/app/finance', seesText(/^Pagamento atrasado desde/)],
  ['/app/outbox', seesHeading('Tudo sincronizado')],
  ['/app/alerts', seesText('está sem pacote')],
  ['/app/messages?texto=open_amount', seesRegion('Como fica')],
  ['/app/profile?form=combinados', seesRegion('Assim os alunos leem')],
  ['/app/profile', seesButton(/Adicionar Clube/)],
  ['/app/profile?tab=aulas', seesButton('Editar Regras das aulas')],
  ['/app/profile?tab=recebimento', seesHeading('PIX')],
  ['/app/profile?tab=app', seesHeading('Meus dados')],
]

/** Runs in the page: words that a line break splits, except in addresses, which may be split. */
function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
    if (text.parentElement?.closest('[class*="sr-only"]') || /[@/]/.test(text.data)) continue
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\d]{2,}/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
}

/**
 * Checks that a screen fits a width of 320 px without breaking a word, and restores the viewport. It does not compare
 * with window.innerWidth, which grows on a phone when a page is too wide.
 */
async function expectFitsNarrowPhone(page: Page, path: string) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return { tooWide: scrollWidth - clientWidth, squeezed: clientWidth - document.body.offsetWidth }
        }),
      path,
    )
    .toEqual({ tooWide: 0, squeezed: 0 })
  expect(await page.evaluate(brokenWords), path).toEqual([])
  if (size) await page.setViewportSize(size)
}

test('axe finds nothing on the public screens', async ({ page }) => {
  test.slow()
  await setTheme(page, 'light')
  for (const [path, filled] of PUBLIC) {
    await goWithin(page, path)
    await filled(page)
    // Until this attribute is gone the carousel scrolls by itself, and nothing in it can take the focus.
    await expect(page.locator('section[data-courts="still"]')).toHaveCount(0)
    await expectFitsNarrowPhone(page, path)
    await expectNoViolationsOnPhoneAndDesk(page, path, filled)
  }
})

test("axe finds nothing on the coach's screens, a student's profile, its dialogs, and the public page", async ({
  page,
}) => {
  test.setTimeout(360_000)
  await setTheme(page, 'light')
  await signInByApi(page, 'ana@voleio.test')
  await page.goto('/app/dashboard')
  for (const [path, filled] of COACH) {
    await goWithin(page, path)
    await filled(page)
    await expectFitsNarrowPhone(page, path)
    await expectNoViolationsOnPhoneAndDesk(page, path, filled)
  }

  await goWithin(page, '/app/students/import')
  await page.getByLabel('Ou cole as células aqui').fill('Nome;Telefone;Gênero;Classe\nIara Nunes;9876-54;F;3')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('O que há em cada coluna')).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'columns of the import')
  await page.getByRole('button', { name: 'Conferir alunos' }).click()
  await expect(page.getByRole('heading', { name: 'Para corrigir (1)' })).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'rows of the import')

  await goWithin(page, '/app/agenda')
  // This lesson has a slot, so it has an end and can be changed at any hour.
  await page.getByRole('button', { name: /^15:00.*16:00.*Rafael Monteiro/ }).click()
  for (const name of ['Mudar o horário', 'Mudar deste dia em diante']) {
    await expect(page.getByRole('dialog').getByText(name)).toBeVisible()
    await expectFitsNarrowPhone(page, name)
    await expectNoViolationsOnPhoneAndDesk(page, name)
    if (name === 'Mudar o horário') await page.getByText('Mudar deste dia em diante').click()
  }

  await goWithin(page, '/app/sessions')
  await page.getByRole('link', { name: 'Cancelar as aulas de hoje' }).click()
  await expect(page.getByRole('dialog').getByText('Motivo', { exact: true })).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'cancelling a day')
  // Regression: the buttons at the end of a dialog were on paper.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog').getByText('Motivo', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Cancelar/ })).toHaveCount(0)
  await page.emulateMedia({ media: null })

  await goWithin(page, '/app/sessions/new')
  // Match the beginning only, because 'Agora' may name both in one choice.
  for (const name of ['Camila Duarte', 'Clara Moretti'])
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check({ force: true })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('radio', { name: 'Faltou' }).last().check({ force: true })
  // The feedback of a student who did not come disappears only after the tap is drawn.
  await page.getByRole('button', { name: 'Foco e notas: Camila Duarte' }).click()
  await page.getByRole('button', { name: 'Notas depois' }).click()
  await expectFitsNarrowPhone(page, 'a roll call')
  await expectNoViolationsOnPhoneAndDesk(page, 'a roll call')
  await page.getByRole('button', { name: 'Mudar os dados da aula' }).click()
  await page.getByLabel('A aula não aconteceu').check()
  await expectFitsNarrowPhone(page, 'a lesson that did not happen')
  await expectNoViolationsOnPhoneAndDesk(page, 'a lesson that did not happen')

  await goWithin(page, '/app/students')
  const href = await page
    .getByRole('main')
    // The students are cards on a phone, rows at a desk.
    .locator('li, tr')
    .getByRole('link')
    .first()
    .getAttribute('href')
  if (!href) throw new Error('The seed has students')

  await goWithin(page, href)
  await page.getByText('Dados e privacidade').click()
  for (const tab of ['Resumo', 'Pacotes', 'Aulas', 'Feedbacks']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).not.toBeEmpty()
    await expect(page.getByRole('status', { name: /Carregando/ })).toHaveCount(0)
    await expectNoViolationsOnPhoneAndDesk(page, `${href} ${tab}`)
  }
  const more = (name: RegExp) => page.getByRole('button', { name }).first().click()
  await page.getByRole('tab', { name: 'Pacotes' }).click()
  await page.getByRole('button', { name: 'Novo Pacote' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'package dialog')
  await page.keyboard.press('Escape')
  for (const name of ['Ajustar créditos', 'Estender validade']) {
    await more(/^Mais ações: Pacote/)
    if (name === 'Ajustar créditos')
      await expectNoViolationsOnPhoneAndDesk(page, "everything else of a package's card")
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByLabel('Motivo')).toBeVisible()
    await expectNoViolationsOnPhoneAndDesk(page, name)
    await page.keyboard.press('Escape')
  }
  await more(/^Mais ações/)
  await expectNoViolationsOnPhoneAndDesk(page, 'everything else of a student')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await expect(page.getByLabel('Nome')).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'editing the student')

  await page.goto(href.replace('/app/students/', '/student-page/'))
  for (const tab of ['Resumo', 'Pacotes', 'Aulas', 'Feedbacks']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectNoViolationsOnPhoneAndDesk(page, `public page ${tab}`)
  }
  await page.getByRole('tab', { name: 'Resumo' }).click()
  await page.getByRole('heading', { name: 'Combinados' }).click()
  await expect(page.getByText(/^Avise até 24 horas antes/)).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'public page, combinados')
})

/** By its picture: the colours that a contrast theme forces are in no computed style. */
async function expectSeen(part: Locator, choose: () => Promise<void>) {
  const before = await part.screenshot()
  await choose()
  expect.soft((await part.screenshot()).equals(before), String(part)).toBe(false)
}

test('with a contrast theme, which drops every background, what is chosen still looks chosen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInByApi(page, 'ana@voleio.test')
  await page.goto('/app/sessions/new')
  for (const name of ['Camila Duarte', 'Clara Moretti'])
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check({ force: true })
  await page.getByRole('button', { name: 'Continuar' }).click()
  const absent = page.getByRole('radio', { name: 'Faltou' }).last()
  await expectSeen(absent.locator('..'), () => absent.check({ force: true }))
  const later = page.getByRole('button', { name: 'Notas depois' })
  await expectSeen(later, async () => {
    await later.click()
    await expect(later).toHaveAttribute('aria-pressed', 'true')
  })

  await goWithin(page, '/app/profile')
  const tab = page.getByRole('tab', { name: 'Recebimento' })
  await expectSeen(tab, async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  })
  const screen = page.getByRole('navigation').getByRole('link', { name: 'Alunos' })
  await expectSeen(screen, async () => {
    await goWithin(page, '/app/students')
    await expect(screen).toHaveAttribute('aria-current', 'page')
  })
  // A part of what is inverted keeps its background, and the inverted icon would be lost on it.
  expect(
    await screen.locator('svg').evaluate((icon) => getComputedStyle(icon.parentElement!).backgroundColor),
  ).toBe('rgba(0, 0, 0, 0)')

  await page.goto('/pt')
  const [button, panel] = await page
    .getByRole('link', { name: 'Começar teste grátis', exact: true })
    .evaluate((link) =>
      [link, link.parentElement?.closest('.bg-court')].map(
        (each) => each && getComputedStyle(each).backgroundColor,
      ),
    )
  expect(button, 'a button in a coloured panel is one').not.toBe(panel)
  const list = page.locator('.bg-court', { has: page.locator('li svg.text-ball') })
  await expect(list, 'yellow ticks stay on the ground that the theme gives').toHaveCSS(
    'forced-color-adjust',
    'auto',
  )
})
