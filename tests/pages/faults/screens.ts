import { fireEvent, screen, within } from '@testing-library/react'
import { formatDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { Backend, Coach } from '../../support/backend'
import { fill, type Screen } from '../../support/render'
import { addClub, addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'

export const NETWORK = 'Sem conexão. Verifique sua internet e tente novamente.'

/**
 * Data that the forms begin with: a student with a package of four, one of them used yesterday; Bruno, who attended
 * that lesson without a package and has since bought one class, which raised an alert; and a club besides the default
 * one.
 */
export interface Scene {
  backend: Backend
  coach: Coach
  student: Uuid
  pack: Uuid
  spare: Uuid
  lesson: Uuid
  club: Uuid
}

export async function prepare(backend: Backend): Promise<Scene> {
  const coach = await backend.coach()
  const student = await addStudent(coach)
  const pack = await sellPackage(coach, student, { total_classes: 4 })
  const spare = await sellPackage(coach, student, { total_classes: 8, purchase_date: daysFromToday(-5) })
  const bruno = await addStudent(coach, { name: 'Bruno Lima' })
  const lesson = await giveLesson(coach, { date: noonOf(-1) }, [
    { student, package: pack, feedback: { rating: 4, notes: 'Bom ritmo' } },
    { student: bruno },
  ])
  await sellPackage(coach, bruno, { total_classes: 1, name: 'Avulsa' })
  await addClub(coach, { name: 'Arena Padrão', is_default: true })
  const club = await addClub(coach, { name: 'Clube da Lagoa' })
  return { backend, coach, student, pack, spare, lesson, club }
}

export interface Form {
  /** Screen and action, as docs/faults.md names them and says what the coach sees. */
  name: string
  path: (scene: Scene) => string
  /** What the scene has besides. */
  begin?: (scene: Scene) => Promise<unknown>
  /** Opens the form or dialog from the screen. */
  reach?: (user: Screen['user']) => Promise<void>
  /** The field and the text to type; absent for dialogs that only ask for confirmation. */
  text?: { label: string | RegExp; typed: string }
  /** The text only confirms, so after a new login the dialog asks again. */
  isConfirmed?: true
  /** The submit button. */
  button: () => HTMLElement
  /** The writing request. */
  writes: [method: string, path: string]
  /** Any failure closes the dialog. */
  isClosedByFailure?: true
  /** The dialog asks about what the write ends, and closes once the screen reads that it is done. */
  removes?: true
  /** The write changes what other forms begin with, so this form gets its own scene. */
  isAlone?: true
  /** Once the screen reads again, it shows that the write was done, so no button is left to press. */
  showsWhatWasDone?: true
  /** Query that returns how often the database has what the form wrote. */
  count: [
    query: string,
    ...values: (Exclude<keyof Scene, 'backend' | 'coach'> | ((scene: Scene) => string))[],
  ]
}

const button = (name: string | RegExp) => () => screen.getByRole('button', { name })
const inQuestion = (name: string) => () =>
  within(screen.getByRole('alertdialog')).getByRole('button', { name })
const inRules = (name: string) => () =>
  within(screen.getByRole('region', { name: 'Regras das aulas' })).getByRole('button', { name })
/** Presses these buttons one after the other. */
const press =
  (...names: (string | RegExp)[]) =>
  async (user: Screen['user']) => {
    for (const name of names) await user.click(await screen.findByRole('button', { name }))
  }

const profile = (search: string) => (scene: Scene) => `/app/students/${scene.student}${search}`
const owner = (scene: Scene) => scene.coach.id
/** Computed once for the whole run, because after midnight the same days would be other dates. */
const RECESS = { from: daysFromToday(3), until: daysFromToday(5) }
const APPLY: Form['writes'] = ['POST', '/rpc/apply_session_plan']

/**
 * All forms and dialogs of the signed-in app that need a connection, except import and closing an account, which take
 * more than one field (`tests/pages/profile/my-data.test.tsx`).
 */
export const FORMS: readonly Form[] = [
  {
    name: 'Importar alunos',
    path: () => '/app/students/import',
    reach: async (user) => {
      fireEvent.change(await screen.findByLabelText('Ou cole as células aqui'), {
        target: { value: 'Nome;Telefone;Gênero;Classe;Aulas\nIara Nunes;(11) 90000-0001;F;3;10, usadas 7' },
      })
      await press('Continuar', 'Conferir alunos')(user)
    },
    button: button('Importar (1)'),
    writes: ['POST', '/import_students'],
    showsWhatWasDone: true,
    count: [
      `select s.id from public.students s join public.packages p on p.user_id = s.user_id and p.student_id = s.id
        where s.user_id = $1 and s.name = 'Iara Nunes' and p.remaining_classes = 3`,
      owner,
    ],
  },
  {
    name: 'Novo Pacote',
    path: ({ student }) => `/app/packages/new?student=${student}`,
    text: { label: /^Preço/, typed: '480,5' },
    button: button('Criar Pacote'),
    writes: ['POST', '/sell_package'],
    count: ['select id from public.packages where user_id = $1 and price = 480.5', owner],
  },
  {
    name: 'Perfil do aluno, novo pacote',
    isAlone: true,
    path: profile('?tab=pacotes&form=novo-pacote'),
    text: { label: 'Preço (R$)', typed: '480,5' },
    button: button('Criar Pacote'),
    writes: ['POST', '/sell_package'],
    count: ['select id from public.packages where user_id = $1 and price = 480.5', owner],
  },
  {
    name: 'Perfil do aluno, renovar',
    isAlone: true,
    path: profile('?tab=pacotes&form=renovar'),
    text: { label: 'Preço (R$)', typed: '480,5' },
    button: button('Renovar'),
    writes: ['POST', '/sell_package'],
    count: ['select id from public.packages where user_id = $1 and price = 480.5', owner],
  },
  {
    name: 'Meu Perfil, regras',
    path: () => '/app/profile?form=regras',
    text: { label: 'Validade extra em aula cancelada (dias)', typed: '9' },
    button: inRules('Salvar'),
    writes: ['PATCH', '/profiles'],
    count: ['select 1 from public.profiles where id = $1 and cancel_extension_days = 9', owner],
  },
  {
    name: 'Meu Perfil, recesso',
    path: () => '/app/profile?form=recesso',
    reach: async () => {
      fill(await screen.findByLabelText('De'), RECESS.from)
    },
    text: { label: 'Até', typed: formatDate(RECESS.until) },
    button: inRules('Dar recesso'),
    writes: APPLY,
    count: ['select id from public.recesses where user_id = $1 and last_day - first_day = 2', owner],
  },
  {
    name: 'Perfil do aluno, ajustar créditos',
    isAlone: true,
    path: (scene) => profile(`?tab=pacotes&form=ajustar:${scene.spare}`)(scene),
    text: { label: 'Motivo', typed: 'Cortesia' },
    button: button('Ajustar'),
    writes: APPLY,
    count: ["select id from public.credit_ledger where user_id = $1 and reason = 'Cortesia'", owner],
  },
  {
    name: 'Perfil do aluno, estender validade',
    path: (scene) => profile(`?tab=pacotes&form=estender:${scene.spare}`)(scene),
    text: { label: 'Motivo', typed: 'Viagem' },
    button: button('Estender'),
    writes: APPLY,
    count: ["select id from public.package_extensions where user_id = $1 and reason = 'Viagem'", owner],
  },
  {
    name: 'Perfil do aluno, editar pacote',
    path: profile('?tab=pacotes'),
    reach: press(/^Mais ações: Pacote de 8 aulas/, /^Editar Pacote de 8 aulas/),
    text: { label: 'Preço (R$)', typed: '480,5' },
    button: button('Salvar'),
    writes: ['POST', '/rpc/apply_session_plan'],
    count: ['select id from public.packages where id = $1 and price = 480.5', 'spare'],
  },
  {
    name: 'Perfil do aluno, apagar pacote',
    isAlone: true,
    removes: true,
    path: profile('?tab=pacotes'),
    reach: press(/^Mais ações: Pacote de 8 aulas/, /^Apagar Pacote de 8 aulas/),
    button: button('Apagar pacote'),
    writes: ['POST', '/rpc/apply_session_plan'],
    isClosedByFailure: true,
    count: ['select 1 where not exists (select from public.packages where id = $1)', 'spare'],
  },
  {
    name: 'Perfil do aluno, dados',
    path: profile('?form=dados'),
    text: { label: 'Nome', typed: 'Marina Lima' },
    button: button('Salvar'),
    writes: ['PATCH', '/students'],
    count: [`select id from public.students where id = $1 and name = 'Marina Lima'`, 'student'],
  },
  {
    name: 'Perfil do aluno, editar feedback',
    path: (scene) => profile(`?tab=feedbacks&form=feedback:${scene.lesson}`)(scene),
    text: { label: /^Notas(?! privadas)/, typed: 'Ótimo saque' },
    button: button('Salvar'),
    writes: APPLY,
    count: [
      `select 1 from public.session_feedbacks where session_id = $1 and notes = 'Ótimo saque'`,
      'lesson',
    ],
  },
  {
    name: 'Sessões, editar',
    path: () => '/app/sessions',
    reach: press('Editar'),
    text: { label: /^Observações da aula/, typed: 'Choveu' },
    button: button(/^Salvar/),
    writes: APPLY,
    count: [`select id from public.sessions where id = $1 and notes = 'Choveu'`, 'lesson'],
  },
  {
    name: 'Sessões, excluir',
    isAlone: true,
    removes: true,
    path: () => '/app/sessions',
    reach: async (user) => {
      await press('Editar')(user)
      await press('Apagar aula')(user)
    },
    button: inQuestion('Apagar aula'),
    writes: APPLY,
    count: [`select id from public.credit_ledger where session_id = $1 and kind = 'refund'`, 'lesson'],
  },
  {
    name: 'Perfil do aluno, anonimizar',
    isAlone: true,
    removes: true,
    path: profile(''),
    reach: press('Anonimizar aluno'),
    text: { label: 'Digite ANONIMIZAR para confirmar', typed: 'ANONIMIZAR' },
    isConfirmed: true,
    button: inQuestion('Anonimizar aluno'),
    writes: ['POST', '/rpc/anonymize_student'],
    count: ['select id from public.students where id = $1 and anonymized_at is not null', 'student'],
  },
  {
    name: 'Perfil do aluno, remover',
    isAlone: true,
    removes: true,
    path: profile(''),
    reach: press('Apagar aluno'),
    text: { label: 'Digite APAGAR para confirmar', typed: 'APAGAR' },
    isConfirmed: true,
    button: inQuestion('Apagar aluno'),
    writes: ['POST', '/rpc/delete_student'],
    count: ['select 1 where not exists (select from public.students where id = $1)', 'student'],
  },
  {
    name: 'Sessões, atribuir pacote',
    path: () => '/app/sessions',
    reach: async (user) => {
      await press('Ver detalhes')(user)
      await press(/^Atribuir Pacote a Bruno/)(user)
      await user.click(await screen.findByRole('radio', { name: /^Avulsa/ }))
    },
    button: () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Atribuir Pacote' }),
    writes: APPLY,
    count: [
      `select 1 from public.session_package_assignments a join public.packages p on p.id = a.package_id
        where a.session_id = $1 and p.name = 'Avulsa'`,
      'lesson',
    ],
  },
  {
    name: 'Alertas, resolver',
    isAlone: true,
    path: () => '/app/alerts',
    reach: press(/^Mais ações/),
    button: button(/^Resolver/),
    writes: ['PATCH', '/alerts'],
    isClosedByFailure: true,
    showsWhatWasDone: true,
    count: ['select id from public.alerts where user_id = $1 and resolved', owner],
  },
  {
    name: 'Mensagens, texto',
    path: () => '/app/messages?texto=low_credits',
    text: { label: 'Texto', typed: 'Oi! Vamos renovar?' },
    button: button('Salvar'),
    writes: ['POST', '/message_templates'],
    count: [
      `select kind from public.message_templates where user_id = $1 and body = 'Oi! Vamos renovar?'`,
      owner,
    ],
  },
  {
    name: 'Perfil, novo clube',
    isAlone: true,
    path: () => '/app/profile?form=novo-clube',
    text: { label: 'Nome', typed: 'Clube Pinheiros' },
    button: button('Adicionar'),
    writes: ['POST', '/clubs'],
    count: [`select id from public.clubs where user_id = $1 and name = 'Clube Pinheiros'`, owner],
  },
  {
    name: 'Perfil, editar clube',
    path: () => '/app/profile',
    reach: async (user) => {
      await screen.findByText('Clube da Lagoa')
      const [edit] = screen.getAllByRole('button', { name: 'Editar' }).slice(-1)
      if (edit) await user.click(edit)
    },
    text: { label: /^Endereço/, typed: 'Rua das Figueiras, 480' },
    button: button('Salvar'),
    writes: ['PATCH', '/clubs'],
    count: [`select id from public.clubs where id = $1 and address = 'Rua das Figueiras, 480'`, 'club'],
  },
  {
    name: 'Perfil, clube padrão',
    isAlone: true,
    showsWhatWasDone: true,
    path: () => '/app/profile',
    button: button(/Definir como Padrão/),
    writes: ['PATCH', '/clubs'],
    count: ['select id from public.clubs where id = $1 and is_default', 'club'],
  },
  {
    name: 'Perfil, remover clube',
    isAlone: true,
    removes: true,
    path: () => '/app/profile',
    reach: async (user) => {
      await screen.findByText('Clube da Lagoa')
      const [remove] = screen.getAllByRole('button', { name: /^Apagar/ }).slice(-1)
      if (remove) await user.click(remove)
    },
    button: inQuestion('Apagar'),
    writes: ['DELETE', '/clubs'],
    count: ['select 1 where not exists (select from public.clubs where id = $1)', 'club'],
  },
  {
    name: 'Perfil, dados pessoais',
    path: () => '/app/profile?form=dados',
    text: { label: 'Nome', typed: 'Ana Lima' },
    button: button('Salvar'),
    writes: ['PATCH', '/profiles'],
    count: [`select id from public.profiles where id = $1 and name = 'Ana Lima'`, owner],
  },
]
