import { expect, test } from './support/test.ts'
import { newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'

const SCREENS = [
  ['/app/dashboard', 'Paula'],
  ['/app/students', 'Alunos'],
  ['/app/students/new', 'Novo Aluno'],
  ['/app/sessions', 'Histórico de Sessões'],
  ['/app/sessions/new', 'Nova Sessão'],
  ['/app/packages/new', 'Novo Pacote'],
  ['/app/alerts', 'Alertas'],
  ['/app/profile', 'Meu Perfil'],
  ['/app/outbox', 'Pendências'],
] as const

/** React shows nothing within 300 ms of a fallback: each one that is not needed is a third of a second lost. */
test('an address opens with its screen in its frame: no second wait after the first', async ({ page }) => {
  await startSignedIn(page, newCoach('Paula Abertura'))
  // A device where the coach is known.
  await page.goto('/app/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.addInitScript(() => {
    const BALLS = 3
    const seen: number[] = []
    Object.assign(window, { secondWaits: seen })
    new MutationObserver(() => {
      const balls = document.querySelectorAll('.animate-bounceball').length
      const isInFrame = document.querySelector('main#conteudo') !== null
      // What Suspense replaced stays in the document, hidden, beside its fallback.
      if (balls > (isInFrame ? 0 : BALLS)) seen.push(balls)
    }).observe(document, { childList: true, subtree: true })
  })
  for (const [path, title] of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await page.evaluate('secondWaits'), path).toEqual([])
  }
})
