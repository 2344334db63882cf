import { fireEvent, screen, within } from '@testing-library/react'
import { formatDate } from '@/core/dates'
import { fill } from '../../support/render'
import { HERE, planSlots, weeklyOn } from '../../support/world/agenda'
import { agreedLongAgo } from '../../support/world/past'
import { daysFromToday, newId } from '../../support/world/values'
import type { Form, Scene } from './screens'

/** The forms about the week, money, combinados and offered hours, each with a scene of its own. */

const DAY = daysFromToday(2)
const SLOT = newId()

const button = (name: string | RegExp) => () => screen.getByRole('button', { name })
const inDialog = (name: string) => () => within(screen.getByRole('dialog')).getByRole('button', { name })
const inQuestion = (name: string) => () =>
  within(screen.getByRole('alertdialog')).getByRole('button', { name })
const owner = (scene: Scene) => scene.coach.id

const agenda = (form: string) => () => `/app/agenda?dia=${DAY}&form=${form}`
const onSlot = (form: string) => agenda(`${form}:${SLOT}:${DAY}`)
/** Marina's lesson at noon, two days ahead. */
const plan = async ({ coach, student }: Scene) =>
  planSlots(coach, HERE, { add: [{ ...weeklyOn(DAY, [student], { starts_on: DAY }), id: SLOT }] })

const ofSpare = (form: string) => (scene: Scene) =>
  `/app/students/${scene.student}?tab=pacotes&form=${form}:${scene.spare}`
/** The package costs 480, of which 200 were received. */
const owe = async ({ backend, spare }: Scene) => {
  await backend.sql('update public.packages set price = 480 where id = $1', [spare])
  await backend.sql('update public.payments set amount = 200 where package_id = $1', [spare])
}
const publish = async ({ backend, coach }: Scene) => {
  await agreedLongAgo(backend, coach.id)
}

const PLAN = { isAlone: true, begin: plan, writes: ['POST', '/rpc/apply_slot_plan'] } satisfies Partial<Form>
const MONEY = {
  isAlone: true,
  begin: owe,
  writes: ['POST', '/rpc/apply_payment_plan'],
} satisfies Partial<Form>

export const FORMS_OF_WEEK: readonly Form[] = [
  {
    ...PLAN,
    name: 'Agenda, novo horário',
    path: agenda('novo'),
    text: { label: 'Hora', typed: '18:00' },
    button: inDialog('Adicionar'),
    count: [`select id from public.lesson_slots where user_id = $1 and start_time = '18:00'`, owner],
  },
  {
    ...PLAN,
    name: 'Agenda, mudar só este dia',
    path: onSlot('este-dia'),
    text: { label: 'Hora', typed: '18:00' },
    button: inDialog('Salvar'),
    count: ['select 1 from public.slot_exceptions where user_id = $1 and moved_to is not null', owner],
  },
  {
    ...PLAN,
    name: 'Agenda, mudar deste dia em diante',
    path: onSlot('em-diante'),
    text: { label: 'Hora', typed: '18:00' },
    button: inDialog('Salvar'),
    count: [`select id from public.lesson_slots where user_id = $1 and start_time = '18:00'`, owner],
  },
  {
    ...PLAN,
    name: 'Agenda, encerrar horário',
    path: onSlot('encerrar'),
    button: inDialog('Encerrar'),
    removes: true,
    count: ['select 1 where not exists (select from public.lesson_slots where user_id = $1)', owner],
  },
  {
    ...PLAN,
    name: 'Agenda, incluir aluno só neste dia',
    path: onSlot('aula'),
    reach: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Incluir aluno só neste dia' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Incluir aluno só neste dia' }))
      await user.click(await dialog.findByRole('radio', { name: /Bruno Lima/ }))
    },
    button: inDialog('Incluir'),
    writes: ['POST', '/rpc/add_guest'],
    count: ['select 1 from public.occurrence_guests where user_id = $1', owner],
  },
  {
    ...MONEY,
    name: 'Pagamentos, registrar',
    path: ofSpare('receber'),
    text: { label: 'Valor (R$)', typed: '50,5' },
    button: inDialog('Registrar'),
    count: ['select id from public.payments where user_id = $1 and amount = 50.5', owner],
  },
  {
    ...MONEY,
    name: 'Pagamentos, devolver',
    path: ofSpare('devolver'),
    text: { label: 'Valor (R$)', typed: '50,5' },
    button: inDialog('Devolver'),
    count: [`select id from public.payments where user_id = $1 and kind = 'refund'`, owner],
  },
  {
    ...MONEY,
    name: 'Pagamentos, dar desconto',
    path: ofSpare('desconto'),
    text: { label: 'Desconto (R$)', typed: '50,5' },
    button: inDialog('Dar desconto'),
    count: ['select id from public.packages where user_id = $1 and price = 429.5', owner],
  },
  {
    ...MONEY,
    name: 'Pagamentos, mudar vencimento',
    path: ofSpare('vencimento'),
    text: { label: 'Novo vencimento', typed: formatDate(daysFromToday(5)) },
    button: inDialog('Mudar'),
    count: [
      `select id from public.packages where user_id = $1 and payment_date = '${daysFromToday(5)}'`,
      owner,
    ],
  },
  {
    ...MONEY,
    name: 'Pagamentos, corrigir lançamento',
    path: ofSpare('pagamentos'),
    reach: async (user) => {
      await user.click(await screen.findByRole('button', { name: /^Corrigir/ }))
    },
    text: { label: 'Valor (R$)', typed: '150,5' },
    button: inDialog('Salvar'),
    count: ['select id from public.payments where user_id = $1 and amount = 150.5', owner],
  },
  {
    ...MONEY,
    name: 'Pagamentos, apagar lançamento',
    path: ofSpare('pagamentos'),
    reach: async (user) => {
      await user.click(await screen.findByRole('button', { name: /^Apagar: / }))
    },
    button: inQuestion('Apagar lançamento'),
    removes: true,
    isClosedByFailure: true,
    count: ['select 1 where not exists (select from public.payments where package_id = $1)', 'spare'],
  },
  {
    isAlone: true,
    name: 'Meu Perfil, combinados',
    path: () => '/app/profile?tab=aulas&form=combinados',
    text: { label: /^Suas palavras/, typed: 'Chuva a gente combina' },
    button: button('Publicar combinados'),
    writes: ['POST', '/rpc/save_agreement'],
    count: [`select 1 from public.agreements where user_id = $1 and note = 'Chuva a gente combina'`, owner],
  },
  {
    isAlone: true,
    name: 'Meu Perfil, tirar combinados do ar',
    begin: publish,
    path: () => '/app/profile?tab=aulas',
    reach: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Tirar do ar' }))
    },
    button: inQuestion('Tirar do ar'),
    writes: ['POST', '/rpc/end_agreement'],
    removes: true,
    count: ['select 1 from public.agreements where user_id = $1 and ends_on is not null', owner],
  },
  {
    isAlone: true,
    name: 'Meu Perfil, PIX',
    path: () => '/app/profile?tab=recebimento&form=pix',
    reach: async () => {
      fireEvent.change(await screen.findByLabelText('Tipo da chave'), { target: { value: 'email' } })
      fill(await screen.findByLabelText('Chave'), 'ana@voleio.test')
      fill(screen.getByLabelText(/^Nome/), 'Ana Ribeiro')
    },
    text: { label: 'Cidade', typed: 'Santos' },
    button: button('Salvar'),
    writes: ['PATCH', '/profiles'],
    count: [`select 1 from public.profiles where id = $1 and pix_city is not null`, owner],
  },
]
