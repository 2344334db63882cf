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
import { write, type Scene, type Write } from './scene'

const account =
  (method: string, path: string): Match =>
  (request) =>
    request.method === method && request.url.includes(`/auth/v1/${path}`)

const RATE_LIMITED = 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'
const INTERNAL = 'Ocorreu um erro interno. Tente novamente.'
const TRY_AGAIN = 'Ocorreu um erro. Tente novamente.'

const someone = () => `${newId().slice(0, 8)}@voleio.test`
const signUp = (email: string) =>
  auth.signUp({
    name: 'Bia',
    email,
    countryCode: '+55',
    phone: '(11) 98765-4321',
    sport: 'Tênis',
    password: 'voleio123',
  })

const accountsIn = async ({ backend }: Scene, email: string) =>
  (
    await backend.sql<{ line: string }>(
      `select case when email_confirmed_at is null then 'new' else 'confirmed' end as line
         from auth.users where email = $1`,
      [email],
    )
  ).map(({ line }) => line)
const mailsTo = ({ backend }: Scene, email: string) => backend.mails().filter(({ to }) => to === email)

/** Backdates the last mail, so that the server sends another one. */
const allowAnotherMail = ({ backend }: Scene, email: string) =>
  backend.sql(`update auth.users set confirmation_sent_at = now() - interval '1 day' where email = $1`, [
    email,
  ])

/** Writes to the account and by visitors; the app never retries them automatically. */
export const ACCOUNT_WRITES: readonly Write[] = [
  {
    name: 'auth.signUp',
    failed: INTERNAL,
    match: account('POST', 'signup'),
    isAskedOnce: true,
    isLoginless: true,
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
    isAskedOnce: true,
    isLoginless: true,
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
    isAskedOnce: true,
    isLoginless: true,
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
    isAskedOnce: true,
    isLoginless: true,
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
    isAskedOnce: true,
    isLoginless: true,
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
    isAskedOnce: true,
    isLoginless: true,
    onceMore: 'A nova senha deve ser diferente da atual.',
    intend: async ({ backend, device }) => {
      const coach = await backend.coach({ email: someone() })
      await device.signIn(coach)
      const hash = async () =>
        (
          await backend.sql<{ hash: string }>(
            'select encrypted_password as hash from auth.users where id = $1',
            [coach.id],
          )
        )[0]?.hash
      const old = await hash()
      const state = async () => ((await hash()) === old ? 'the old one' : 'a new one')
      const send = () => auth.updatePassword('outra-senha', coach.id)
      return { send, state, before: 'the old one', after: 'a new one', coach }
    },
  },
  {
    name: 'auth.updateMetadata: the second half of profile.update',
    failed: 'Não foi possível salvar as alterações.',
    match: account('PUT', 'user'),
    isAskedOnce: true,
    isLoginless: true,
    intend: async ({ backend, coach }) => {
      const name = `Ana ${newId().slice(0, 8)}`
      await backend.sql('update public.profiles set name = $2 where id = $1', [coach.id, name])
      const state = async () => {
        const rows = await backend.sql<{ name: string }>(
          `select raw_user_meta_data ->> 'name' as name from auth.users where id = $1`,
          [coach.id],
        )
        return rows[0]?.name === name
      }
      return { send: () => profile.update({ name }), state, before: false, after: true }
    },
  },
  {
    name: 'leads.submit',
    failed: 'Houve um erro ao enviar seu formulário. Tente novamente.',
    match: writing('POST', 'racketleads'),
    isAskedOnce: true,
    isLoginless: true,
    isImpatient: true,
    says: {
      network: 'Houve um erro ao enviar seu formulário. Tente novamente.',
      slow: 'Houve um erro ao enviar seu formulário. Tente novamente.',
      'rate-limited': 'Recebemos muitos pedidos agora. Tente de novo em uma hora.',
    },
    intend: async ({ backend, device }) => {
      vi.stubGlobal('fetch', device.connection.fetch)
      const id = newId()
      const lead = {
        name: 'Caio',
        email: someone(),
        phone: '+5511987654321',
        country: 'Brazil',
        sports: [],
        heard_from: 'Google',
        language: 'pt',
      } satisfies Lead
      await backend.sql('delete from private.lead_attempts')
      const state = async () =>
        (await backend.sql('select id from public.racketleads where id = $1', [id])).length
      return { send: () => leads.submit(id, lead), state, before: 0, after: 1 }
    },
  },
  write(
    'dataRights.anonymizeStudent',
    'Erro ao anonimizar aluno',
    calls('anonymize_student'),
    async ({ backend }) => {
      const { id } = await addStudent({ name: 'Bruno' })
      await sellPackage(id)
      const state = async () => {
        const rows = await backend.sql<{ line: string }>(
          `select concat_ws(' ', case when name = 'Bruno' then name else 'nobody' end, total_credits) as line
           from public.students where id = $1`,
          [id],
        )
        return rows.map(({ line }) => line)
      }
      const send = () => dataRights.anonymizeStudent(id, { eraseGroupNotes: true })
      return { send, state, before: ['Bruno 4'], after: ['nobody 4'] }
    },
  ),
  write(
    'dataRights.importMyData',
    'Erro ao importar dados',
    calls('import_my_data'),
    async ({ backend, device }) => {
      const owner = await backend.coach({ email: someone() })
      await device.signIn(owner)
      await sellPackage((await addStudent({ name: 'Bruno' })).id)
      const document = dataOf(await dataRights.exportMyData())
      const coach = await backend.coach({ email: someone() })
      await device.signIn(coach)
      const opId = newId()
      const state = async () => {
        const rows = await backend.sql<{ line: string }>(
          `select concat_ws(' ', name, total_credits) as line from public.students where user_id = $1`,
          [coach.id],
        )
        return rows.map(({ line }) => line)
      }
      const send = () => dataRights.importMyData(document, opId)
      return { send, state, before: [], after: ['Bruno 4'], coach }
    },
  ),
  write('dataRights.closeAccount', 'Erro ao encerrar conta', calls('delete_my_account'), async (scene) => {
    const coach = await scene.backend.coach({ email: someone() })
    await scene.device.signIn(coach)
    const send = () => dataRights.closeAccount(coach.password)
    const state = () => accountsIn(scene, coach.email)
    return { send, state, before: ['confirmed'], after: [], coach }
  }),
]
