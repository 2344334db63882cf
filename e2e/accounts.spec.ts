import type { Mail } from '../supabase/embedded/mailer.ts'
import { addStudent } from '../tests/support/world/api.ts'
import { expectNoViolations } from './support/axe.ts'
import { goWithin, PASSWORD, registerLesson, signIn, signOut, signUp } from './support/coach.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { startAppOfJourney, type OwnApp } from './support/own-app.ts'
import { expect, test } from './support/test.ts'

/** Follows every link of every mail that the app sends, in a real browser. */
let app: OwnApp

test.beforeAll(async ({ baseURL }) => {
  app = await startAppOfJourney(baseURL)
})
test.afterAll(() => app.close())

let count = 0
const newAddress = () => `conta-${++count}@voleio.test`

/** The newest mail to this address, once `expected` mails have arrived. */
async function mailTo(email: string, expected: number): Promise<Mail & { link: string }> {
  const mails = () => app.backend.mails().filter(({ to }) => to === email)
  await expect.poll(() => mails().length).toBe(expected)
  const [mail] = mails()
  if (!mail?.link) throw new Error(`No mail with a link to ${email}`)
  return { ...mail, link: mail.link }
}

/** Makes a link older than the hour during which it is valid. */
const age = (email: string) =>
  app.backend.sql(
    "update auth.users set confirmation_sent_at = now() - interval '2 hours' where email = $1",
    [email],
  )

const EXPIRED = 'Este link de confirmação expirou. Solicite um novo email de confirmação.'
test('a new account: the link of its mail expires, a second one confirms, counts down and is used up', async ({
  page,
}) => {
  test.slow()
  const email = newAddress()
  await signUp(page, { name: 'Ana Ribeiro', email }, app.url)
  await expect(page.getByRole('heading', { name: 'Falta só confirmar seu email' })).toBeVisible()

  const first = await mailTo(email, 1)
  await age(email)
  await page.goto(first.link)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  await expectNoViolations(page, 'a link that expired')

  await page.getByRole('link', { name: 'Solicitar Novo Email de Confirmação' }).click()
  await expect(page).toHaveURL(/\/app\/login\?tab=signup&resend=true$/)
  await page.getByLabel('Email do cadastro').fill(email)
  await page.getByRole('button', { name: 'Reenviar Email' }).click()
  await expect(page.getByText('Email reenviado!', { exact: true })).toBeVisible()

  const second = await mailTo(email, 2)
  await page.goto(second.link)
  await expect(page.getByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  await expect(page.getByText(/Entrando no Voleio em \d segundos?\.\.\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir para Login' })).toBeVisible()
  await expectNoViolations(page, 'a confirmed address')
  await expect(page).toHaveURL(/\/app\/dashboard$/)

  // The code of a link that expired, for which the screen was seen above.
  const token_hash = new URL(second.link).searchParams.get('token_hash') ?? ''
  const used = await app.backend.client().auth.verifyOtp({ token_hash, type: 'signup' })
  expect(used.error?.code).toBe('otp_expired')
})

test('a forgotten password: the mail leads to a new one, different ones are refused, the link is used up', async ({
  page,
}) => {
  test.slow()
  const { email } = await app.backend.coach({ email: newAddress() })
  await page.goto(`${app.url}/app/login`)
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  // The login page has a field 'Email' too, so wait for the heading.
  await expect(page.getByRole('heading', { name: 'Esqueceu sua senha?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Enviar link de reset' }).click()
  await expect(page.getByRole('heading', { name: 'Email Enviado!' })).toBeVisible()
  await expectNoViolations(page, 'a link was sent')

  const { link } = await mailTo(email, 2)
  await page.goto(link)
  const field = page.getByLabel('Nova senha', { exact: true })
  const again = page.getByLabel('Confirmar nova senha')
  const save = page.getByRole('button', { name: 'Redefinir Senha' })
  await field.fill('nova-senha-1')
  await again.fill('nova-senha-2')
  await save.click()
  await expect(page.getByText('Senhas não coincidem', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'the new password')
  // Neither the address nor the history may keep the tokens.
  await expect(page).toHaveURL(/\/auth\/reset-password#?$/)

  await again.fill('nova-senha-1')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/dashboard$/)

  // tests/pages/reset-password shows what a coach sees of a used link.
  const used = await page.request.get(link, { maxRedirects: 0 })
  expect(used.headers()['location']).toContain('error_code=otp_expired')
  await app.backend.signIn(email, 'nova-senha-1')
})

test('the link of another account, opened by a coach at work, changes nothing unasked and loses nothing', async ({
  page,
}) => {
  test.slow()
  const ana = await app.backend.coach({ name: 'Ana Ribeiro', email: newAddress() })
  await addStudent(ana, { name: 'Caio Prado' })
  const eva = newAddress()
  await app.backend.client().auth.signUp({ email: eva, password: PASSWORD })
  const { link } = await mailTo(eva, 1)
  await page.goto(`${app.url}/app/login`)
  await signIn(page, ana.email)
  await goWithin(page, '/app/students')
  await expect(page.getByText('Caio Prado')).toBeVisible()
  await page.route('**/rpc/apply_session_plan', (route) => route.abort('connectionreset'))
  await registerLesson(page, ['Caio Prado'])
  await expect(page.getByText('Aula salva neste aparelho.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Histórico de Sessões' })).toBeVisible()
  await goWithin(page, '/app/students/new')
  await page.getByLabel('Nome').fill('Meia Digitada')
  const kept = async () => {
    const all = await keptOnDevice(page)
    const databases = await keptOnDevice(page, 'databases')
    return {
      draft: all.includes('Meia Digitada'),
      waiting: databases.includes('"kind":"session"'),
      reads: databases.includes('total_credits'),
      login: all.includes('voleio-auth') && all.includes(ana.email) && !all.includes(eva),
    }
  }
  const everything = { draft: true, waiting: true, reads: true, login: true }
  await expect.poll(kept).toEqual(everything)

  await page.goto(link)
  const title = 'Este link entra com outro login'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText(`Você está como Ana Ribeiro (${ana.email}). ${title}.`)).toBeVisible()
  await expectNoViolations(page, title)
  expect(await kept()).toEqual(everything)
  await expect(page.getByRole('button', { name: 'Continuar como Ana Ribeiro' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/app/dashboard`)
  // Which of the two appears depends on which request was cut off last.
  await expect(page.getByRole('link', { name: /^(1 pendente|Sem conexão)/ })).toBeVisible()
  expect(await kept()).toEqual(everything)

  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Continuar como Ana Ribeiro' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  await expect(page.getByText(`Você entrou como ${eva}.`)).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/app/dashboard`)
  await goWithin(page, '/app/students')
  await expect(page.getByText('Nenhum aluno', { exact: false }).first()).toBeVisible()
  expect(await kept()).toMatchObject({ draft: true, waiting: true })
  await page.unroute('**/rpc/apply_session_plan')
  await signOut(page)
  await signIn(page, ana.email)
  await expect(page.getByText('1 pendência enviada', { exact: true })).toBeVisible()
  expect(await app.backend.sql('select id from public.sessions where user_id = $1', [ana.id])).toHaveLength(1)
})
