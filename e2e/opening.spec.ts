import { expectNoViolations } from './support/axe.ts'
import { newCoach, openAccount, PASSWORD } from './support/coach.ts'
import { coachByApi } from './support/data.ts'
import { countingHand } from './support/taps.ts'
import { expect, test } from './support/test.ts'

const SCREENS = [
  ['/app/dashboard', 'Paula'],
  ['/app/students', 'Alunos'],
  ['/app/students/new', 'Novo Aluno'],
  ['/app/students/import', 'Importar alunos'],
  ['/app/sessions', 'Histórico de Sessões'],
  ['/app/sessions/new', 'Nova Sessão'],
  ['/app/packages/new', 'Novo Pacote'],
  ['/app/alerts', 'Alertas'],
  ['/app/profile', 'Meu Perfil'],
  ['/app/outbox', 'Pendências'],
] as const

/** React shows a Suspense fallback for at least 300 ms, so each needless fallback delays the screen. */
test('the next screen is fetched during the login and under a finger; an address opens without a second wait', async ({
  page,
}) => {
  const coach = newCoach('Paula Abertura')
  await coachByApi(page, coach, null)
  await page.goto('/app/login')
  const frame = page.waitForRequest(/\/assets\/shell-/)
  await page.route('**/auth/v1/token*', async (route) => {
    await frame
    await route.continue()
  })
  await page.getByLabel('Email', { exact: true }).fill(coach.email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()

  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const screen = page.waitForRequest(/\/assets\/new-student-page-/)
  await page.locator('main').getByRole('link', { name: 'Novo Aluno' }).dispatchEvent('pointerdown')
  await screen
  // If all chunks were prefetched, the test would pass for the wrong reason.
  expect(fetched.filter((url) => url.includes('/alerts-page-'))).toEqual([])

  // From here on the device knows the coach. While a route is set, Chromium keeps no file in its cache.
  await page.unrouteAll()
  await page.addInitScript(() => {
    const BALLS = 3
    const seen: number[] = []
    Object.assign(window, { secondWaits: seen })
    new MutationObserver(() => {
      const balls = document.querySelectorAll('.animate-bounceball').length
      const isInFrame = document.querySelector('main#conteudo') !== null
      // While a fallback is shown, Suspense keeps the replaced content in the document, hidden.
      if (balls > (isInFrame ? 0 : BALLS)) seen.push(balls)
    }).observe(document, { childList: true, subtree: true })
  })
  for (const [path, title] of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await page.evaluate('secondWaits'), path).toEqual([])
  }
})

/** The number that the landing page promises. */
const MOST_TAPS = 30

test('few taps lead from the confirmed account to a lesson with a credit taken, and the first steps are done', async ({
  page,
}, { annotations }) => {
  const { taps, tap, fill, choose } = countingHand()
  await openAccount(page, newCoach('Paula Começo'))
  const startedAt = Date.now()
  const main = page.getByRole('main')
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  await expect(steps).toContainText('0 de 4')

  await tap(steps.getByRole('link', { name: 'Cadastre um aluno' }))
  await fill(page.getByLabel('Nome'), 'Marina Couto')
  await fill(page.getByLabel('Telefone'), '11912345678')
  await choose(page.getByLabel('Gênero'), 'Feminino')
  await choose(page.getByLabel('Tipo de aluno'), 'Aluno Fixo')
  await choose(page.getByLabel('Classe'), '3 Classe')
  await tap(page.getByRole('button', { name: 'Criar Aluno' }))
  await tap(main.getByRole('link', { name: 'Novo Pacote' }))
  await fill(page.getByLabel('Preço (R$)'), '380')
  await tap(page.getByRole('button', { name: 'Criar Pacote' }))
  await tap(main.getByRole('link', { name: 'Registrar Aula' }))
  await expect(page.getByText(/fica com 3$/).first()).toBeVisible()
  await tap(page.getByRole('button', { name: /^Registrar (·|aula)/ }))
  await expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible()

  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // The seconds depend on the machine, so they are only noted.
  const counted = `The first lesson: ${taps()} taps, ${seconds} s`
  annotations.push({ type: 'note', description: counted })
  process.stdout.write(`${counted}\n`)
  expect(taps()).toBeLessThan(MOST_TAPS)

  const bar = page.getByRole('navigation', { name: 'Atalhos' })
  await bar.getByRole('link', { name: 'Alunos' }).tap()
  await expect(page.getByRole('link', { name: /Marina Couto/ })).toContainText('3 crédito(s)')
  await bar.getByRole('link', { name: 'Hoje' }).tap()
  await expect(steps).toContainText('3 de 4')
  await expectNoViolations(page, 'the first steps')
  await steps.getByRole('button', { name: 'Envie o link ao aluno' }).tap()
  await page.getByRole('link', { name: 'Abrir WhatsApp' }).tap()
  await expect(steps).toContainText('Tudo pronto')
})
