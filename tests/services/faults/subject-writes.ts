import { profile } from '@/account/profile-data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import type { Uuid } from '@/core/model'
import { messages } from '@/messages/data'
import type { MessageKind } from '@/messages/requests'
import { sellPackage } from '../../support/world/api'
import { addStudent, dataOf } from '../../support/world/services'
import { newId, today } from '../../support/world/values'
import { calls, writing } from './network-faults'
import { lines, write, type Scene, type Write } from './scene'

const appliesAlerts = calls('apply_alert_plan')

const NAME = `name || case when is_default then ', default' else '' end`
const clubIn = (scene: Scene, id: Uuid) =>
  lines(scene, `select ${NAME} as line from public.clubs where id = $1`, id)
const OPEN =
  'select type as line from public.alerts where user_id = $1 and student_id is null and not resolved'
const openAlerts = (scene: Scene) => lines(scene, OPEN, scene.coach.id)

const CLUB = { name: 'Clube Pinheiros', address: '', phone: '', isDefault: false }
/** Message of calls about clubs without a login, in English unlike all others. */
const WITHOUT_LOGIN = { login: 'Not authenticated' }
/** Adds a default club first: the first club of a coach is always the default, and the test is about another one. */
const addDefault = () => clubs.create(newId(), { ...CLUB, isDefault: true })

/** A club that is not the default. */
async function another(scene: Scene) {
  await addDefault()
  const { id } = dataOf(await clubs.create(newId(), CLUB))
  return { id, state: () => clubIn(scene, id) }
}
function clubWrite(
  name: string,
  failed: string,
  method: 'POST' | 'PATCH' | 'DELETE',
  intend: Write['intend'],
): Write {
  return { ...write(name, failed, writing(method, 'clubs'), intend), says: WITHOUT_LOGIN }
}

async function raised(scene: Scene): Promise<Uuid> {
  const { backend, coach } = scene
  await backend.sql('delete from public.alerts where user_id = $1', [coach.id])
  await backend.sql('delete from public.clubs where user_id = $1', [coach.id])
  dataOf(await alerts.reconcile(today))
  const alert = `select id as line from public.alerts where user_id = $1 and type = 'no_club_registered'`
  const [id] = await lines(scene, alert, coach.id)
  if (id === undefined) throw new Error('The alert is not there')
  return id
}
const changeRules = () => profile.updateRules({ package_order: 'expires_first', cancel_extension_days: 7 })
const both = (name: string) => [{ profile: name, account: name }]

/** Changes the coach's own text of one message kind; null stands for the app's text. */
function savesText(
  kind: MessageKind,
  {
    name,
    method,
    from,
    to,
  }: { name: string; method: 'POST' | 'PATCH' | 'DELETE'; from: string | null; to: string | null },
): Write {
  return {
    name,
    failed: 'Erro ao salvar o texto',
    match: writing(method, 'message_templates'),
    intend: async (scene) => {
      const { backend, coach } = scene
      const own = 'from public.message_templates where user_id = $1 and kind = $2'
      await backend.sql(`delete ${own}`, [coach.id, kind])
      const stored = from === null ? null : dataOf(await messages.save(kind, from, null))
      return {
        send: () => messages.save(kind, to, stored?.updated_at ?? null),
        state: () => lines(scene, `select body as line ${own}`, coach.id, kind),
        before: from === null ? [] : [from],
        after: to === null ? [] : [to],
      }
    },
  }
}

/** Writes to alerts, clubs, messages and the coach's data. */
export const SUBJECT_WRITES: readonly Write[] = [
  write('alerts.resolve', 'Erro ao atualizar alertas', writing('PATCH', 'alerts'), async (scene) => {
    const id = await raised(scene)
    const state = () => openAlerts(scene)
    return { send: () => alerts.resolve(id), state, before: ['no_club_registered'], after: [] }
  }),
  write('alerts.reconcile', 'Erro ao atualizar alertas', appliesAlerts, async (scene) => {
    const bruno = await addStudent({ name: 'Bruno' })
    // Inserted directly, because selling by the service would already raise the alert.
    await sellPackage(scene.coach, bruno.id, { total_classes: 1 })
    const ongoing = 'select type as line from public.alerts where student_id = $1 and not ended'
    const state = () => lines(scene, ongoing, bruno.id)
    return { send: () => alerts.reconcile(today), state, before: [], after: ['low_credits'] }
  }),
  clubWrite('clubs.create', 'Erro ao salvar clube', 'POST', async (scene) => {
    await addDefault()
    const id = newId()
    const send = () => clubs.create(id, CLUB)
    return { send, state: () => clubIn(scene, id), before: [], after: [CLUB.name] }
  }),
  clubWrite('clubs.update', 'Erro ao salvar clube', 'PATCH', async (scene) => {
    const { id, state } = await another(scene)
    return { send: () => clubs.update(id, { name: 'Outro' }), state, before: [CLUB.name], after: ['Outro'] }
  }),
  clubWrite('clubs.setDefault', 'Erro ao definir clube padrão', 'PATCH', async (scene) => {
    const { id, state } = await another(scene)
    const after = [`${CLUB.name}, default`]
    return { send: () => clubs.setDefault(id), state, before: [CLUB.name], after }
  }),
  {
    ...clubWrite('clubs.remove', 'Erro ao remover clube', 'DELETE', async (scene) => {
      const { id, state } = await another(scene)
      return { send: () => clubs.remove(id), state, before: [CLUB.name], after: [] }
    }),
    again: 'Clube não encontrado',
  },
  write(
    'messages.record',
    'Não foi possível anotar que a mensagem foi aberta',
    calls('record_notice'),
    async (scene) => {
      const { id, name } = await addStudent({ name: 'Bruno' })
      const state = () =>
        lines(scene, 'select kind || cause as line from public.notices where student_id = $1', id)
      const request = { kind: 'student_link', student: { id, name }, cause: id } as const
      return { send: () => messages.record(request), state, before: [], after: [`student_link${id}`] }
    },
  ),
  savesText('low_credits', { name: 'messages.save', method: 'POST', from: null, to: 'Oi, {nome}!' }),
  savesText('open_amount', {
    name: 'messages.save: another one',
    method: 'PATCH',
    from: 'Olá!',
    to: 'Oi, {nome}!',
  }),
  savesText('student_link', {
    name: 'messages.save: the text of the app',
    method: 'DELETE',
    from: 'Olá!',
    to: null,
  }),
  write(
    'profile.update',
    'Não foi possível salvar as alterações.',
    writing('PATCH', 'profiles'),
    async ({ backend, coach }) => {
      const before = `Ana ${newId().slice(0, 8)}`
      const after = `${before} Lima`
      dataOf(await profile.update({ name: before }))
      const state = async () =>
        backend.sql(
          `select p.name as profile, u.raw_user_meta_data ->> 'name' as account
           from public.profiles p join auth.users u on u.id = p.id where p.id = $1`,
          [coach.id],
        )
      const send = () => profile.update({ name: after })
      const half = [{ profile: after, account: before }]
      return { send, state, before: both(before), after: both(after), half }
    },
  ),
  write(
    'profile.updateRules',
    'Não foi possível salvar as alterações.',
    writing('PATCH', 'profiles'),
    async (scene) => {
      dataOf(await profile.updateRules({ package_order: 'oldest', cancel_extension_days: 0 }))
      const state = () =>
        lines(
          scene,
          `select package_order || ' ' || cancel_extension_days as line from public.profiles where id = $1`,
          scene.coach.id,
        )
      return { send: changeRules, state, before: ['oldest 0'], after: ['expires_first 7'] }
    },
  ),
]
