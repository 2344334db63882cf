import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth, type AuthEvent } from '@/account/auth-data'
import { mailLinks } from '@/account/mail-links-data'
import { profile } from '@/account/profile-data'
import { readMailLink } from '@/account/rules'
import { EMPTY_SIGNUP, type SignupValues } from '@/account/schema'
import { readLogin } from '@/data/login-storage'
import { retrySettings } from '@/data/retry'
import { ping, connect } from '@/data/supabase'
import { students } from '@/students/data'
import { ownBackend, type Backend, type Coach } from '../../support/backend'
import { dataOf } from '../../support/world/services'
import { deadNetwork, makeDevice, failWith, to, type Device } from '../device'

let backend: Backend
let device: Device

beforeAll(async () => {
  // Mail links lead to the page's origin.
  vi.stubGlobal('location', new URL('http://localhost:5173/app/login'))
  backend = await ownBackend({ mailEverySeconds: 0 })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await backend.close()
})
beforeEach(() => {
  device = makeDevice(backend).use()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

let count = 0
const buildSignup = (overrides: Partial<SignupValues> = {}): SignupValues => ({
  ...EMPTY_SIGNUP,
  countryCode: '+55',
  sport: 'Beach Tênis',
  name: 'Lia Prado',
  email: `lia-${++count}@voleio.test`,
  phone: '(11) 98765-4321',
  password: 'voleio123',
  ...overrides,
})

function tokenLink(token: string, type: string) {
  const link = readMailLink({ search: `?token_hash=${token}&type=${type}`, hash: '' })
  if (link.kind !== 'token') throw new Error('No token')
  return link
}

/** The link of the newest mail to this address. */
function linkFor(email: string) {
  const link = backend.mails().find((mail) => mail.to === email)?.link
  const token = link ? new URL(link).searchParams.get('token_hash') : null
  if (!token) throw new Error(`No link was sent to ${email}`)
  return tokenLink(token, 'signup')
}

/** A coach who is signed in here. */
async function signedIn(): Promise<Coach> {
  const coach = await backend.coach()
  dataOf(await auth.signIn(coach.email, coach.password))
  return coach
}

const LOGIN = 'voleio-auth'
const answerTo = (path: string, status: number, code: string, message = '', more = {}) =>
  device.network(async (request, send) =>
    to(path)(request)
      ? Response.json({ code, error_code: code, msg: message, message, ...more }, { status })
      : send(request),
  )

const CHECK_MAIL = { success: true, data: null, message: 'Verifique seu email para confirmar o cadastro.' }
const entersBy = async (link: ReturnType<typeof linkFor>, { email }: { email: string }) =>
  expect(dataOf(await mailLinks.enter(link, null))).toMatchObject({ email })

describe('opening an account', () => {
  test('sends a mail whose link confirms; then the coach signs in with the profile of the form', async () => {
    const values = buildSignup()
    expect(await auth.signUp(values)).toEqual(CHECK_MAIL)
    const message = 'Confirme seu email antes de entrar. Verifique sua caixa de entrada.'
    const unconfirmed = { message, code: 'email-unconfirmed' }
    expect(await auth.signIn(values.email, values.password)).toMatchObject(unconfirmed)
    await entersBy(linkFor(values.email), values)
    const { email, name } = values
    expect(dataOf(await auth.signIn(email, values.password))).toMatchObject({ email, name })
    const row = { name, phone: '5511987654321', main_sport: 'Beach Tênis' }
    expect(dataOf(await profile.get())).toMatchObject(row)
  })

  test('a known address is refused beside its field', async () => {
    const values = buildSignup()
    await backend.coach({ email: values.email })
    const taken = { code: 'email-taken', message: 'Este email já está cadastrado', field: 'email' }
    expect(await auth.signUp(values)).toMatchObject(taken)
    answerTo('/signup', 422, 'user_already_exists', 'User already registered')
    expect(await auth.signUp(values)).toMatchObject(taken)
  })

  // The embedded Auth hid the user, so the app called the address taken while a mail was on its way.
  test('again with an address that is not confirmed yet sends another mail, and says so', async () => {
    const values = buildSignup()
    dataOf(await auth.signUp(values))
    const before = backend.mails().length
    expect(await auth.signUp(values)).toMatchObject(CHECK_MAIL)
    expect(backend.mails()).toHaveLength(before + 1)
    await entersBy(linkFor(values.email), values)
  })

  test('a weak password is refused beside its field, with its reasons in Portuguese', async () => {
    const short = { code: 'invalid', field: 'password', message: 'A senha deve ter no mínimo 6 caracteres.' }
    expect(await auth.signUp(buildSignup({ password: '123' }))).toMatchObject(short)
    const reasons = ['characters', 'pwned']
    answerTo('/signup', 422, 'weak_password', 'Password is weak', { weak_password: { reasons } })
    const message =
      'A senha deve misturar letras maiúsculas, minúsculas, números e símbolos. ' +
      'Esta senha já apareceu em vazamentos de dados. Escolha outra.'
    expect(await auth.signUp(buildSignup())).toMatchObject({ field: 'password', message })
  })

  test('the mail can be sent again, and its new link confirms', async () => {
    const values = buildSignup()
    dataOf(await auth.signUp(values))
    const before = backend.mails().length
    const message = 'Verifique sua caixa de entrada para confirmar seu cadastro.'
    expect(await auth.resendConfirmation(values.email)).toEqual({ success: true, data: null, message })
    expect(backend.mails()).toHaveLength(before + 1)
    await entersBy(linkFor(values.email), values)
  })

  test('too many mails, and a dead network, say so', async () => {
    answerTo('/resend', 429, 'over_email_send_rate_limit', 'For security purposes…')
    const tooMany = 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'
    const resent = await auth.resendConfirmation('lia@voleio.test')
    expect(resent).toMatchObject({ code: 'rate-limited', message: tooMany })
    device.network(deadNetwork)
    const message = 'Sem conexão. Verifique sua internet e tente novamente.'
    expect(await auth.signUp(buildSignup())).toMatchObject({ code: 'network', message })
  })
})

describe('confirming an address', () => {
  const EXPIRED = 'Este link de confirmação expirou. Solicite um novo email de confirmação.'
  test.each([
    ['Email link is invalid or has expired', EXPIRED],
    ['Token is invalid', 'Este link já foi usado ou é inválido.'],
    ['Something else', 'Erro ao confirmar email. Tente novamente.'],
  ])('"%s" becomes "%s"', async (words, message) => {
    answerTo('/verify', 403, 'otp_expired', words)
    expect(await mailLinks.enter(tokenLink('abc', 'signup'), null)).toMatchObject({ success: false, message })
  })

  test('what nobody expected has its own message', async () => {
    device.connection.client.auth.verifyOtp = () => Promise.reject(new Error('boom'))
    const message = 'Erro ao processar confirmação. Tente novamente mais tarde.'
    expect(await mailLinks.enter(tokenLink('abc', 'signup'), null)).toMatchObject({ message })
  })

  test.each(['', 'carta'])('of the type %j the link is incomplete, and nothing is asked', async (type) => {
    const message = 'Link de confirmação inválido. Parâmetros ausentes.'
    expect(await mailLinks.enter(tokenLink('abc', type), null)).toMatchObject({ success: false, message })
  })
})

/** The login that the recovery mail of this account leads to, as its mail link. */
async function recoveryOf(email: string) {
  const client = backend.client()
  await client.auth.resetPasswordForEmail(email)
  const link = backend.mails().find(({ to: whom, subject }) => whom === email && subject.includes('senha'))
  const answer = await backend.fetch(new Request(link?.link ?? '', { redirect: 'manual' }))
  const opened = readMailLink({ search: '', hash: new URL(answer.headers.get('location') ?? '').hash })
  if (opened.kind !== 'login') throw new Error('The recovery has no login')
  return opened
}
const sessionsOf = ({ id }: { id: string }) =>
  backend.sql('select id from auth.sessions where user_id = $1', [id])

/** A second client on the same device storage. */
const anotherTab = () =>
  connect({
    ...backend,
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    storage: device.storage,
    autoRefreshToken: false,
  }).client.auth

async function signedUp() {
  const values = buildSignup()
  const { email } = values
  dataOf(await auth.signUp(values))
  const [row] = await backend.sql<{ id: string }>('select id from auth.users where email = $1', [email])
  return { id: row?.id ?? '', email }
}

describe('a link of another account', () => {
  test('ends the login that was here once it has entered; refused it ends none', async () => {
    const [ana, eva] = [await backend.coach(), await backend.coach()]
    await backend.sql('delete from auth.sessions where user_id = $1', [ana.id])
    await device.signIn(ana)
    expect(await mailLinks.enter(tokenLink('0'.repeat(56), 'signup'), null)).toMatchObject({ success: false })
    expect(dataOf(await auth.getSession())).toMatchObject({ id: ana.id })
    expect(await sessionsOf(ana)).toHaveLength(1)

    expect(dataOf(await mailLinks.enter(await recoveryOf(eva.email), ana.id))).toMatchObject({ id: eva.id })
    expect(dataOf(await auth.getSession())).toMatchObject({ id: eva.id })
    expect(await sessionsOf(ana)).toEqual([])
  })

  test.each([
    ['a confirmation', '/verify'],
    ['a recovery', '/user'],
  ])('takes no place of a coach who signs in meanwhile, in another tab: %s', async (kind, path) => {
    const ana = await backend.coach()
    const whose = kind === 'a recovery' ? await backend.coach() : await signedUp()
    await backend.sql('delete from auth.sessions where user_id = $1', [whose.id])
    const link = kind === 'a recovery' ? await recoveryOf(whose.email) : linkFor(whose.email)
    const tab = anotherTab()
    device.network(async (request, send) => {
      const answer = await send(request)
      if (to(path)(request)) {
        device.network(null)
        await tab.signInWithPassword(ana)
      }
      return answer
    })
    const entered = await mailLinks.enter(link, null)
    expect(entered).toMatchObject({ success: false, overtaken: { by: { id: ana.id, email: ana.email } } })
    expect(dataOf(await auth.getSession())).toMatchObject({ id: ana.id })

    // The coach who is asked may still enter by the link, or decline it.
    if (entered.success || !entered.overtaken) throw new Error('nobody was asked')
    expect(dataOf(await mailLinks.enter(entered.overtaken.login, ana.id))).toMatchObject({ id: whose.id })
    expect(dataOf(await auth.getSession())).toMatchObject({ id: whose.id })
    expect(await sessionsOf(whose)).not.toEqual([])
    await mailLinks.decline(entered.overtaken)
    expect(await sessionsOf(whose)).toEqual([])
  })

  test('is asked whose it is without anybody signed in or out', async () => {
    const [ana, eva] = [await backend.coach(), await backend.coach()]
    await device.signIn(ana)
    const before = device.storage.getItem(LOGIN)
    const link = await recoveryOf(eva.email)
    expect(dataOf(await mailLinks.ownerOf(link))).toMatchObject({ id: eva.id, email: eva.email })

    // The answer of hosted Auth for a token whose session has ended.
    answerTo('/user', 403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    expect(await mailLinks.ownerOf(link)).toMatchObject({ success: false, code: 'invalid' })
    device.network(deadNetwork)
    expect(await mailLinks.ownerOf(link)).toMatchObject({ success: false, code: 'network' })
    expect(device.storage.getItem(LOGIN)).toBe(before)
  })
})

describe('signing in', () => {
  test('a wrong password and an unknown address answer alike', async () => {
    const { email } = await backend.coach()
    const refused = { success: false, code: 'wrong-password', message: 'Email ou senha inválidos' }
    expect(await auth.signIn(email, 'errada')).toMatchObject(refused)
    expect(await auth.signIn('ninguem@voleio.test', 'errada')).toMatchObject(refused)
  })

  test('what the provider says otherwise is shown, and its silence has a message', async () => {
    answerTo('/token', 400, 'user_banned', 'User is banned')
    expect(await auth.signIn('a@voleio.test', 'x')).toMatchObject({ message: 'User is banned' })
    for (const body of ['{}', '<html>Internal Server Error</html>']) {
      device.network(async () => new Response(body, { status: 500 }))
      const message = 'Ocorreu um erro interno. Tente novamente.'
      expect(await auth.signIn('a@voleio.test', 'x')).toMatchObject({ message })
    }
    device.network(deadNetwork)
    expect(await auth.signIn('a@voleio.test', 'x')).toMatchObject({ code: 'network' })
  })

  test('the login survives a reload of the page', async () => {
    const coach = await backend.coach({ name: 'Rui Melo' })
    dataOf(await auth.signIn(coach.email, coach.password))
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const rui = { id: coach.id, email: coach.email, name: 'Rui Melo', createdAt }
    expect(dataOf(await auth.getSession())).toEqual(rui)
    expect(auth.lastKnownOwner()).toEqual(rui)
  })

  test('nobody signed in is a success with nobody', async () => {
    expect(await auth.getSession()).toEqual({ success: true, data: null })
    expect(auth.lastKnownOwner()).toBeNull()
  })

  test('an owner that something else wrote is nobody', () => {
    device.storage.setItem('voleio-owner', '{"id":7}')
    expect(auth.lastKnownOwner()).toBeNull()
    device.storage.setItem('voleio-owner', 'lixo')
    expect(auth.lastKnownOwner()).toBeNull()
  })

  test('tells of sign-in and sign-out, until nobody listens', async () => {
    const coach = await backend.coach()
    const heard: [AuthEvent, string | undefined][] = []
    const stop = auth.onAuthChange((event, user) => heard.push([event, user?.id]))
    dataOf(await auth.signIn(coach.email, coach.password))
    await auth.signOut()
    stop()
    dataOf(await auth.signIn(coach.email, coach.password))
    expect(heard.filter(([event]) => event !== 'initial')).toEqual([
      ['signed-in', coach.id],
      ['signed-out', undefined],
    ])
  })
})

/** Asserts that this device has neither a login nor a last known owner. */
const expectSignedOut = async () => {
  expect(device.storage.keys()).not.toContain(LOGIN)
  expect(await students.list()).toMatchObject({ code: 'unauthenticated' })
  expect(auth.lastKnownOwner()).toBeNull()
}

describe('signing out', () => {
  const done = { title: 'Logout realizado', description: 'Você foi desconectado com sucesso.' }

  test('ends the login on the server and on the device', async () => {
    await signedIn()
    expect(await auth.signOut()).toEqual({ outcome: 'done', ...done })
    await expectSignedOut()
  })

  test.each([
    ['without network', deadNetwork],
    ['a server that stumbles', failWith(to('/logout'), { status: 500, message: 'boom' }, 9)],
  ])('%s: it ends on the device all the same', async (_, network) => {
    await signedIn()
    device.network(network)
    const failed = { title: 'Desconectado', description: 'Você foi desconectado.' }
    expect(await auth.signOut()).toEqual({ outcome: 'failed', ...failed })
    device.network(null)
    await expectSignedOut()
  })

  test('a login that had expired says so', async () => {
    await signedIn()
    device.expireLogin()
    await backend.sql('delete from auth.refresh_tokens')
    const description = 'Você foi desconectado (sessão já estava expirada).'
    expect(await auth.signOut()).toEqual({ outcome: 'expired', title: 'Desconectado', description })
    await expectSignedOut()
    // Signing out again, with nobody signed in, has the same outcome.
    expect(await auth.signOut()).toMatchObject({ outcome: 'expired' })
  })
})

describe('a login that expired', () => {
  test('renews itself', async () => {
    await signedIn()
    device.expireLogin()
    expect(await students.list()).toEqual({ success: true, data: [] })
  })

  test.each(['ahead', 'behind'])('is renewed once by a device whose clock is two days %s', async (clock) => {
    await signedIn()
    device.expireLogin()
    let renewals = 0
    device.network(async (request, send) => {
      const response = await send(request)
      if (!request.url.includes('grant_type=refresh_token')) return response
      renewals += 1
      const login: Record<string, unknown> = await response.json()
      const shift = clock === 'ahead' ? -172_800 : 172_800
      return Response.json({ ...login, expires_at: Number(login['expires_at']) + shift })
    })
    for (let request = 0; request < 3; request++)
      expect(await students.list()).toEqual({ success: true, data: [] })
    expect(renewals).toBe(1)
    const stored: { expires_at: number } = JSON.parse(device.storage.getItem(LOGIN) ?? '')
    expect(Math.abs(stored.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(60)
  })

  test('without network to renew it, a call gives up in time, and the login stays for later', async () => {
    await signedIn()
    device.expireLogin()
    device.network(deadNetwork)
    const { requestTimeoutMs } = retrySettings
    retrySettings.requestTimeoutMs = 50
    expect(await students.list()).toMatchObject({ code: 'network' })
    retrySettings.requestTimeoutMs = requestTimeoutMs
    expect(device.storage.keys()).toContain(LOGIN)

    // The first request that finds a network is enough: nothing waits for supabase-js's own retry pause.
    device.network(null)
    expect(await ping()).toBe(true)
    expect(await students.list()).toEqual({ success: true, data: [] })
  })

  test('that cannot be renewed is "Não autenticado"; its owner is remembered for the next sign-in', async () => {
    const coach = await signedIn()
    const heard: AuthEvent[] = []
    const stop = auth.onAuthChange((event) => heard.push(event))
    device.expireLogin()
    await backend.sql('delete from auth.refresh_tokens')
    expect(await students.list()).toMatchObject({ code: 'unauthenticated', message: 'Não autenticado' })
    expect(heard).toContain('signed-out')
    expect(auth.lastKnownOwner()?.id).toBe(coach.id)
    stop()
  })
})

describe('a new password', () => {
  test('is asked for by mail, without telling whether the address is known', async () => {
    const coach = await backend.coach()
    expect(await auth.requestPasswordReset(coach.email)).toEqual({ success: true, data: null })
    expect(await auth.requestPasswordReset('ninguem@voleio.test')).toEqual({ success: true, data: null })
    const [mail] = backend.mails()
    expect(mail).toMatchObject({ to: coach.email })
  })

  test('replaces the old one', async () => {
    const coach = await signedIn()
    expect(await auth.updatePassword('outra-senha', coach.id)).toEqual({ success: true, data: null })
    await auth.signOut()
    expect(await auth.signIn(coach.email, coach.password)).toMatchObject({ success: false })
    expect(await auth.signIn(coach.email, 'outra-senha')).toMatchObject({ success: true })
  })

  test('too short, or the same as before, is refused beside its field', async () => {
    const coach = await backend.coach()
    await device.signIn(coach)
    const short = { field: 'password', message: 'A senha deve ter no mínimo 6 caracteres.' }
    expect(await auth.updatePassword('123', coach.id)).toMatchObject(short)
    answerTo('/user', 422, 'same_password', 'New password should be different')
    const same = { field: 'password', message: 'A nova senha deve ser diferente da atual.' }
    expect(await auth.updatePassword('voleio123', coach.id)).toMatchObject(same)
  })

  test('a day after the link was opened needs another link', async () => {
    const coach = await signedIn()
    answerTo('/user', 400, 'reauthentication_needed', 'Password update requires reauthentication')
    expect(await auth.updatePassword('outra-senha', coach.id)).toMatchObject({ code: 'unauthenticated' })
  })

  test.each([
    ['signs in', 'a password'],
    ['signs in', 'a name'],
    ['signs out', 'a password'],
    ['signs out', 'a name'],
    ['renews the login', 'a name'],
  ])('brings no login back where another tab %s meanwhile: %s is changed', async (how, what) => {
    const [ana, eva] = [await backend.coach(), await signedIn()]
    const tab = anotherTab()
    const heard: string[] = []
    const stop = auth.onAuthChange((_, user) => heard.push(user?.id ?? 'nobody'))
    device.network(async (request, send) => {
      const answer = await send(request)
      device.network(null)
      if (how === 'signs in') await tab.signInWithPassword(ana)
      else if (how === 'signs out') await tab.signOut({ scope: 'local' })
      else await tab.refreshSession()
      heard.length = 0
      return answer
    })
    const before = device.storage.getItem(LOGIN)
    const changed =
      what === 'a name'
        ? await auth.updateMetadata({ name: 'Eva Nova' }, eva.id)
        : await auth.updatePassword('outra-senha', eva.id)
    expect(changed).toMatchObject({ success: true })
    const stored = readLogin(device.storage.getItem(LOGIN))
    const whose = new Map([
      ['signs in', ana.id],
      ['renews the login', eva.id],
    ])
    expect(stored?.user.id).toBe(whose.get(how))
    expect(stored?.refresh_token).not.toBe(readLogin(before)?.refresh_token)
    expect(heard).toEqual([])
    stop()
  })

  test('without a login, or with that of somebody else, is refused', async () => {
    const eva = await backend.coach()
    const refused = { code: 'unauthenticated' }
    expect(await auth.updatePassword('outra-senha', eva.id)).toMatchObject(refused)
    const ana = await backend.coach()
    await device.signIn(ana)
    expect(await auth.updatePassword('outra-senha', eva.id)).toMatchObject(refused)
    expect(await auth.signIn(ana.email, ana.password)).toMatchObject({ success: true })
  })
})
