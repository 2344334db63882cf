import type { Moment } from './promises.ts'
import type { Scene } from './scene.ts'

type IsReached = (moment: Moment) => boolean

const told =
  (pattern: RegExp): IsReached =>
  ({ toasts }) =>
    toasts.some(({ title, description }) => pattern.test(`${title} ${description}`))

/**
 * States that a long exploration should reach at least once; a state that it never reaches is not explored. These are
 * seen on a screen.
 */
export const STATES: Readonly<Record<string, IsReached>> = {
  'a student created': told(/^Aluno criado/),
  'a student imported': told(/^Alunos importados/),
  'a student removed or anonymised': told(/^Aluno (removido|anonimizado|apagado)/),
  'a lesson changed': told(/^Sessão atualizada/),
  'a lesson deleted': told(/^Sessão deletada|^Aula apagada/),
  'a package sold': told(/^Pacote criado/),
  'a package renewed': (moment) => moment.step.name === 'Renovar' && told(/^Pacote criado/)(moment),
  'money given back': told(/^Devolução registrada/),
  'credits adjusted': told(/^Créditos ajustados/),
  'a validity extended': told(/^Validade estendida/),
  'an undo pressed': told(/^Desfeito|desfeit[oa]\b/),
  'an agreement published': told(/^Combinados publicados/),
  'the profile or the rules changed': told(/^(Perfil atualizado|Regras atualizadas)/),
  'a PIX key saved': told(/PIX/),
  'something written without network': told(/ neste aparelho/),
  'an entry sent after a reload without network': (moment) =>
    moment.device.reloadedOffline && told(/pendências? enviada/)(moment),
  'a device borrowed by another coach': ({ step, was }) => step.do === 'sign in' && step.value !== was,
  'a file downloaded': ({ opened }) => opened.includes('download'),
  'a refusal read': told(/^(Erro|Não foi possível)/),
  'a change of another device told': told(/outro aparelho/),
  'a draft found after a reload': ({ step, after }) =>
    step.do === 'reload' && after.lines.some((line) => line.includes('Recuperamos o que você')),
}

/** States that are seen in the database. */
const STORED: Readonly<Record<string, string>> = {
  'a lesson registered from the agenda': 'public.sessions where slot_id is not null and created_at > $1',
  'a lesson registered with three students': `public.sessions s where created_at > $1 and 3 <=
    (select count(*) from public.session_package_assignments a where a.session_id = s.id)`,
  'a lesson cancelled': 'public.sessions where cancelled_reason is not null and updated_at > $1',
  'an absence registered':
    "public.session_package_assignments where attendance <> 'present' and assigned_at > $1",
  'feedback given': 'public.session_feedbacks where created_at > $1',
  'a package sold without its price': 'public.packages where open_amount > 0 and created_at > $1',
  'a debt paid': `public.payments m join public.packages p on p.id = m.package_id
    where m.created_at > $1 and p.created_at < $1 and m.kind = 'payment' and p.open_amount = 0`,
  'a recess given': 'public.recesses where created_at > $1',
  'a slot made': 'public.lesson_slots where created_at > $1',
  'a planned lesson skipped or moved': 'public.slot_exceptions where created_at > $1',
  'an hour offered': 'public.openings where created_at > $1',
  'an offer taken by a student': 'public.opening_invites where taken_at > $1',
  'a student says not to come': "public.lesson_replies where replied_at > $1 and told_by = 'student'",
  'a club added': 'public.clubs where created_at > $1',
  'a text of a message written': 'public.message_templates where updated_at > $1',
}

export const ALL_STATES = [...Object.keys(STATES), ...Object.keys(STORED)]

export async function stored({ app }: Scene, since: Date): Promise<string[]> {
  const found: string[] = []
  for (const [state, rows] of Object.entries(STORED)) {
    const { length } = await app.backend.sql(`select 1 from ${rows} limit 1`, [since.toISOString()])
    if (length > 0) found.push(state)
  }
  return found
}
