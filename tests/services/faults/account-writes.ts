import { vi } from 'vitest'
import { auth } from '@/account/auth-data'
import { mailLinks } from '@/account/mail-links-data'
import { profile } from '@/account/profile-data'
import { readMailLink } from '@/account/rules'
import { LOGIN_KEY } from '@/data/login-storage'
import { dataRights } from '@/rights/data'
import { leads } from '@/site/lead-form/data'
import type { Lead } from '@/site/lead-form/rules'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { newId } from '../../support/world/values'
import { calls, writing, type Match } from './network-faults'
import { ALONE, lines, write, type Scene, type Write } from './scene'

const account =
  (method: string, path: string): Match =>
  (request) =>
    request.method === method && request.url.includes(`/auth/v1/${path}`)

const RATE_LIMITED = 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'
const INTERNAL = 'Ocorreu um erro interno. Tente novamente.'
const TRY_AGAIN = 'Ocorreu um erro. Tente novamente.'

const someone = () => `${newId().slice(0, 8)}@voleio.test`
const BIA = {
  name: 'Bia',
  countryCode: '+55',
  phone: '(11) 98765-4321',
  sport: 'Tênis',
  password: 'voleio123',
} as const
const signUp = (email: string) => auth.signUp({ ...BIA, email })

const CONFIRMED = `case when email_confirmed_at is null then 'new' else 'confirmed' end`
const accountsIn = (scene: Scene, email: string) =>
  lines(scene, `select ${CONFIRMED} as line from auth.users where email = $1`, email)
const mailsTo = ({ backend }: Scene, email: string) => backend.mails().filter(({ to }) => to === email)

/** Backdates the last mail, so that the server sends another one. */
const allowAnotherMail = ({ backend }: Scene, email: string) => {
  const backdate = `update auth.users set confirmation_sent_at = now() - interval '1 day' where email = $1`
  return backend.sql(backdate, [email])
}

/** Writes to the account and by visitors; the app never retries them automatically. */
export const ACCOUNT_WRITES: readonly Write[] = [
  {
    name: 'auth.signUp',
    failed: INTERNAL,
    match: account('POST', 'signup'),
    ...ALONE,
    // After a success the screen moves on, so a repeat is a second sign-up within the rate limit's interval.
    onceMore: RATE_LIMITED,
    intend: async (scene) => {
      const email = someone()
      const state = async () => [...(await accountsIn(scene, email)), mailsTo(scene, email).length]
      return { send: () => signUp(email), state, before: [0], after: ['new', 1] }
    },
  },
  {
    name: 'auth.resendConfirmation',
    failed: TRY_AGAIN,
    match: account('POST', 'resend'),
    ...ALONE,
    onceMore: RATE_LIMITED,
    intend: async (scene) => {
      const email = someone()
      dataOf(await signUp(email))
      await allowAnotherMail(scene, email)
      const state = async () => mailsTo(scene, email).length
      return { send: () => auth.resendConfirmation(email), state, before: 1, after: 2 }
    },
  },
  {
    name: 'mailLinks.enter',
    failed: 'Erro ao confirmar email. Tente novamente.',
    match: account('POST', 'verify'),
    ...ALONE,
    onceMore: 'Este link de confirmação expirou. Solicite um novo email de confirmação.',
    intend: async (scene) => {
      const email = someone()
      dataOf(await signUp(email))
      const link = readMailLink(new URL(mailsTo(scene, email)[0]?.link ?? ''))
      if (link.kind !== 'token') throw new Error('The mail has no token')
      const send = () => mailLinks.enter(link, scene.coach.id)
      return { send, state: () => accountsIn(scene, email), before: ['new'], after: ['confirmed'] }
    },
  },
  {
    name: 'auth.signIn',
    failed: INTERNAL,
    match: account('POST', 'token?grant_type=password'),
    ...ALONE,
    intend: async ({ coach, device }) => {
      device.storage.removeItem(LOGIN_KEY)
      const state = async () => device.storage.getItem(LOGIN_KEY) !== null
      const send = () => auth.signIn(coach.email, coach.password)
      // If the device never received the answer, it has no login.
      return { send, state, before: false, after: true, half: false }
    },
  },
  {
    name: 'auth.requestPasswordReset',
    failed: TRY_AGAIN,
    match: account('POST', 'recover'),
    ...ALONE,
    intend: async (scene) => {
      const { email } = await scene.backend.coach({ email: someone() })
      const state = async () => mailsTo(scene, email).some(({ link }) => link?.includes('recovery'))
      return { send: () => auth.requestPasswordReset(email), state, before: false, after: true }
    },
  },
  {
    name: 'auth.updatePassword',
    failed: TRY_AGAIN,
    match: account('PUT', 'user'),
    ...ALONE,
    onceMore: 'A nova senha deve ser diferente da atual.',
    intend: async (scene) => {
      const coach = await scene.backend.coach({ email: someone() })
      await scene.device.signIn(coach)
      const hash = () =>
        lines(scene, 'select encrypted_password as line from auth.users where id = $1', coach.id)
      const [old] = await hash()
      const state = async () => ((await hash())[0] === old ? 'the old one' : 'a new one')
      const send = () => auth.updatePassword('outra-senha', coach.id)
      return { send, state, before: 'the old one', after: 'a new one', coach }
    },
  },
  {
    name: 'auth.updateMetadata: the second half of profile.update',
    failed: 'Não foi possível salvar as alterações.',
    match: account('PUT', 'user'),
    ...ALONE,
    intend: async (scene) => {
      const { backend, coach } = scene
      const name = `Ana ${newId().slice(0, 8)}`
      await backend.sql('update public.profiles set name = $2 where id = $1', [coach.id, name])
      const names = `select raw_user_meta_data ->> 'name' as line from auth.users where id = $1`
      const state = async () => (await lines(scene, names, coach.id))[0] === name
      return { send: () => profile.update({ name }), state, before: false, after: true }
    },
  },
  {
    name: 'leads.submit',
    failed: 'Houve um erro ao enviar seu formulário. Tente novamente.',
    match: writing('POST', 'racketleads'),
    ...ALONE,
    isImpatient: true,
    says: {
      network: 'Houve um erro ao enviar seu formulário. Tente novamente.',
      slow: 'Houve um erro ao enviar seu formulário. Tente novamente.',
      'rate-limited': 'Recebemos muitos pedidos agora. Tente de novo em uma hora.',
    },
    intend: async ({ backend, device }) => {
      vi.stubGlobal('fetch', device.connection.fetch)
      const id = newId()
      const caio = { name: 'Caio', email: someone(), phone: '+5511987654321', country: 'Brazil' }
      const lead: Lead = { ...caio, sports: [], heard_from: 'Google', language: 'pt' }
      await backend.sql('delete from private.attempts')
      const state = async () =>
        (await backend.sql('select id from public.racketleads where id = $1', [id])).length
      return { send: () => leads.submit(id, lead), state, before: 0, after: 1 }
    },
  },
  write(
    'dataRights.anonymizeStudent',
    'Erro ao anonimizar aluno',
    calls('anonymize_student'),
    async (scene) => {
      const { id } = await addStudent({ name: 'Bruno' })
      await sellPackage(id)
      const who = `concat_ws(' ', case when name = 'Bruno' then name else 'nobody' end, total_credits)`
      const state = () => lines(scene, `select ${who} as line from public.students where id = $1`, id)
      const send = () => dataRights.anonymizeStudent(id, { eraseGroupNotes: true })
      return { send, state, before: ['Bruno 4'], after: ['nobody 4'] }
    },
  ),
  write('dataRights.importMyData', 'Erro ao importar dados', calls('import_my_data'), async (scene) => {
    const { backend, device } = scene
    await device.signIn(await backend.coach({ email: someone() }))
    await sellPackage((await addStudent({ name: 'Bruno' })).id)
    const document = dataOf(await dataRights.exportMyData())
    const coach = await backend.coach({ email: someone() })
    await device.signIn(coach)
    const opId = newId()
    const there = `select concat_ws(' ', name, total_credits) as line from public.students where user_id = $1`
    const state = () => lines(scene, there, coach.id)
    const send = () => dataRights.importMyData(document, opId)
    return { send, state, before: [], after: ['Bruno 4'], coach }
  }),
  write('dataRights.closeAccount', 'Erro ao encerrar conta', calls('delete_my_account'), async (scene) => {
    const coach = await scene.backend.coach({ email: someone() })
    await scene.device.signIn(coach)
    const send = () => dataRights.closeAccount(coach.password)
    const state = () => accountsIn(scene, coach.email)
    return { send, state, before: ['confirmed'], after: [], coach }
  }),
]
