import { expectNoViolationsOnPhoneAndDesk, setTheme } from './support/axe.ts'
import { goWithin } from './support/coach.ts'
import { signInByApi } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

interface Screen {
  path: string
  /** Resolves when the screen has content; axe would pass an empty page. */
  filled: (page: Page) => Promise<void>
}

const seesHeading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

const PUBLIC: Screen[] = [
  { path: '/', filled: seesHeading(/Você dá a aula/) },
  { path: '/#features', filled: seesHeading('Sem papel') },
  { path: '/eng', filled: seesHeading(/You coach/) },
  { path: '/eng#features', filled: seesHeading('Less admin') },
  { path: '/test-en', filled: seesHeading('Play the first set') },
  { path: '/test-pt', filled: seesHeading('Jogue o primeiro set') },
  {
    path: '/app/login',
    filled: (page) => expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible(),
  },
  {
    path: '/app/login?tab=signup',
    filled: (page) => expect(page.getByRole('button', { name: 'Criar Conta' })).toBeVisible(),
  },
  {
    path: '/app/login?tab=signup&resend=true',
    filled: (page) => expect(page.getByRole('button', { name: 'Reenviar Email' })).toBeVisible(),
  },
  {
    path: '/auth/confirm',
    filled: (page) => expect(page.getByText('Link de confirmação inválido.')).toBeVisible(),
  },
  {
    path: '/auth/forgot-password',
    filled: (page) => expect(page.getByRole('button', { name: 'Enviar link de reset' })).toBeVisible(),
  },
  {
    path: '/lead-form',
    filled: (page) => expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled(),
  },
  {
    path: '/lead-form/pt',
    filled: (page) => expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled(),
  },
  { path: '/privacy-policy', filled: seesHeading('12. Contato') },
  { path: '/student-page/nobody', filled: seesHeading('Aluno não encontrado') },
  { path: '/exemplo', filled: seesHeading('Beatriz A. N.') },
  { path: '/no-such-page', filled: seesHeading('404') },
]

const COACH: Screen[] = [
  { path: '/app/dashboard', filled: (page) => expect(page.getByText('Alunos Ativos')).toBeVisible() },
  {
    path: '/app/agenda',
    filled: (page) => expect(page.getByRole('button', { name: /, \d+ aulas?$/ }).first()).toBeVisible(),
  },
  { path: '/app/students', filled: (page) => expect(page.getByText('aluno(s) encontrado(s)')).toBeVisible() },
  { path: '/app/students/new', filled: seesHeading('Novo Aluno') },
  {
    path: '/app/students/import',
    filled: (page) => expect(page.getByLabel('Ou cole as células aqui')).toBeVisible(),
  },
  { path: '/app/packages/new', filled: (page) => expect(page.getByLabel('Número de aulas')).toBeVisible() },
  { path: '/app/sessions', filled: (page) => expect(page.getByText(/Mostrando 1 - 5 de/)).toBeVisible() },
  { path: '/app/sessions/new', filled: seesHeading('Quem participou da aula?') },
  {
    path: '/app/students/57d00000-0000-4000-8000-000000000017/statement',
    filled: (page) => expect(page.getByText(/^Ajuste: /)).toBeVisible(),
  },
  {
    path: '/app/students/57d00000-0000-4000-8000-000000000008?tab=pacotes',
    filled: seesHeading('2 pacotes'),
  },
  {
    path: '/app/receipts/9a100000-0000-4000-8000-000000000001',
    filled: (page) => expect(page.getByText(/^Recebi de /)).toBeVisible(),
  },
  // The address opens the form before the week is in place.
  {
    path: '/app/agenda?form=novo',
    filled: (page) => expect(page.getByRole('dialog', { name: 'Novo horário' })).toBeVisible(),
  },
  {
    path: '/app/finance',
    filled: (page) => expect(page.getByText(/^Pagamento atrasado desde/).first()).toBeVisible(),
  },
  { path: '/app/outbox', filled: seesHeading('Tudo sincronizado') },
  { path: '/app/alerts', filled: (page) => expect(page.getByText('está sem pacote').first()).toBeVisible() },
  {
    path: '/app/messages?texto=open_amount',
    filled: (page) => expect(page.getByRole('region', { name: 'Como fica' })).toBeVisible(),
  },
  {
    path: '/app/profile?form=combinados',
    filled: (page) => expect(page.getByRole('region', { name: 'Assim os alunos leem' })).toBeVisible(),
  },
  {
    path: '/app/profile',
    filled: (page) => expect(page.getByRole('button', { name: /Adicionar Clube/ })).toBeVisible(),
  },
  {
    path: '/app/profile?tab=aulas',
    filled: (page) => expect(page.getByRole('button', { name: 'Editar Regras das aulas' })).toBeVisible(),
  },
  { path: '/app/profile?tab=recebimento', filled: seesHeading('PIX') },
  { path: '/app/profile?tab=app', filled: seesHeading('Meus dados') },
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
 * Checks that a screen fits a width of 320 px without breaking a word, and restores the viewport. It does not compare with
 * window.innerWidth, which grows on a phone when a page is too wide.
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
  for (const { path, filled } of PUBLIC) {
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
  for (const { path, filled } of COACH) {
    await goWithin(page, path)
    await filled(page)
    await expectFitsNarrowPhone(page, path)
    await expectNoViolationsOnPhoneAndDesk(page, path, filled)
  }

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
  await page.getByRole('tab', { name: 'Pacotes' }).click()
  await page.getByRole('button', { name: 'Novo Pacote' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsOnPhoneAndDesk(page, 'package dialog')
  await page.keyboard.press('Escape')
  for (const name of ['Ajustar créditos', 'Estender validade']) {
    await page
      .getByRole('button', { name: /^Mais ações: Pacote/ })
      .first()
      .click()
    if (name === 'Ajustar créditos')
      await expectNoViolationsOnPhoneAndDesk(page, "everything else of a package's card")
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByLabel('Motivo')).toBeVisible()
    await expectNoViolationsOnPhoneAndDesk(page, name)
    await page.keyboard.press('Escape')
  }
  await page
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .click()
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
