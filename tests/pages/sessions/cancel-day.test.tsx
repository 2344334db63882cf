import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { dayIn, timeOf } from '@/agenda/zone'
import { formatDate, formatLongDate, formatTime, toLocalDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { backend, coach, newCoach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { cutOff, heldBack } from '../../support/network'
import { deadNetwork, fill, openScreen, type Screen, press, sees, seesText } from '../../support/render'
import { travelTo } from '../../support/travel'
import { HERE, once, planSlots, zoneAway } from '../../support/world/agenda'
import { addStudent, giveCancelled, giveLesson, sellPackage, setProfile } from '../../support/world/api'
import { notComing } from '../../support/world/past'
import { daysFromToday, noonOf } from '../../support/world/values'

ownCoach()

afterEach(() => {
  vi.useRealTimers()
})

/** An instant `minutes` minutes ago, or shortly after midnight if that would be yesterday. */
function minutesAgo(minutes: number): Date {
  const date = new Date(Date.now() - minutes * 60_000)
  const midnight = new Date(`${toLocalDate(new Date())}T00:00:00`)
  return date < midnight ? new Date(midnight.getTime() + (60 - minutes) * 1000) : date
}

async function threeLessons() {
  for (let at = 0; at < 3; at++) {
    const student = await addStudent(coach, { name: `Aluno ${at}` })
    const used = await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
    await giveLesson(coach, { date: minutesAgo(40 - at) }, [
      { student, package: used, feedback: { rating: 4 } },
    ])
  }
}

async function openDay({ user }: Screen) {
  await user.click(await screen.findByRole('link', { name: 'Cancelar as aulas de hoje' }))
  return within(await screen.findByRole('dialog', { name: 'Cancelar as aulas de hoje' }))
}
/**
 * Lessons that took place are not ticked at first: ticks all of them by choosing the first hour, or ticks the only one
 * by hand.
 */
async function fromTheFirst(user: Screen['user'], dialog: ReturnType<typeof within>) {
  const boxes = await dialog.findAllByRole('checkbox')
  const [only = document.body] = boxes
  if (boxes.length === 1) return user.click(only)
  const [first] = dialog.getAllByRole('option').filter((option: HTMLElement) => option.textContent !== '–')
  return user.selectOptions(dialog.getByLabelText('A partir de'), first ?? '')
}
/** Presses the button once it is known what the cancellation does. */
async function confirm(user: Screen['user'], name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
}
const cancelled = () =>
  backend.sql(
    `select count(*)::int as lessons, sum(cancelled_count)::int as places from public.sessions
      where user_id = $1 and cancelled_reason = 'rain'`,
    [coach.id],
  )

it('cancels a whole day for rain in four taps and three requests, and says how many credits came back', async () => {
  await threeLessons()
  const opened = await openScreen('/app/sessions', { backend, coach })
  const { user, requests } = opened
  const dialog = await openDay(opened)
  expect(await dialog.findAllByRole('checkbox', { name: /Aluno.*Registrada/, checked: false })).toHaveLength(
    3,
  )
  await fromTheFirst(user, dialog)
  await user.click(await dialog.findByRole('checkbox', { name: /^Estender validade em/ }))
  expect(
    dialog.getAllByText(`${formatDate(daysFromToday(20))} → ${formatDate(daysFromToday(27))}`),
  ).toHaveLength(3)
  await sees(dialog, '3 créditos voltam. 3 pacotes com 7 dias a mais. 3 feedbacks serão apagados.')
  requests.length = 0
  await user.dblClick(dialog.getByRole('button', { name: 'Cancelar 3 aulas' }))
  expect(await screen.findByText('3 aulas canceladas')).toBeInTheDocument()
  await seesText('3 créditos voltaram. 3 feedbacks foram apagados. A validade de 3 pacotes foi estendida')
  // The lists may be read again in between, so compare only these two requests.
  const [facts, apply] = ['POST /rest/v1/rpc/get_credit_facts', 'POST /rest/v1/rpc/apply_session_plan']
  expect(requests.filter((request) => request === facts || request === apply).slice(0, 2)).toEqual([
    facts,
    apply,
  ])
  expect(requests.filter((request) => request === apply)).toHaveLength(1)
  expect(await cancelled()).toEqual([{ lessons: 3, places: 3 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

/** Three lessons are cancelled, with more days, but the answer is lost; then everything is read again. */
async function loseTheAnswer() {
  await threeLessons()
  const opened = await openScreen('/app/sessions', { backend, coach })
  const { user, intercept } = opened
  const dialog = await openDay(opened)
  await fromTheFirst(user, dialog)
  const days = await dialog.findByRole('checkbox', { name: /^Estender validade em/ })
  await user.click(days)
  intercept(loseAnswers(to('apply_session_plan')))
  await confirm(user, 'Cancelar 3 aulas')
  expect(await screen.findByText('Erro ao cancelar as aulas')).toBeInTheDocument()
  intercept(null)
  await act(() => queryClient.refetchQueries())
  return { user, dialog, days }
}

// Regression: the dialog said 'As aulas de hoje já estão canceladas', without an undo or anybody to tell.
it('is sent again after a lost answer as what it was, however much was read since: told, and undone', async () => {
  const { user, dialog } = await loseTheAnswer()
  expect(dialog.getAllByRole('checkbox', { name: /Registrada/, checked: true })).toHaveLength(3)
  await confirm(user, 'Cancelar 3 aulas')
  await seesText('3 aulas canceladas', /^3 créditos voltaram/)
  expect(await cancelled()).toEqual([{ lessons: 3, places: 3 }])
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByText('Desfeito')).toBeInTheDocument()
  expect((await cancelled())[0]).toMatchObject({ lessons: 0 })
})

// Regression: 'Esta aula mudou em outro aparelho' of what this device had cancelled, after a press with something else.
it.each(['another reason', 'no days', 'other days'])(
  'with %s after a lost answer is no repeat: it says what is cancelled by now',
  async (what) => {
    const { user, dialog, days } = await loseTheAnswer()
    if (what === 'another reason') await user.click(dialog.getByRole('radio', { name: 'Eu cancelei' }))
    if (what === 'no days') await user.click(days)
    if (what === 'other days') fill(dialog.getByLabelText('Dias a mais de validade'), '9')
    await sees(dialog, 'As aulas de hoje já estão canceladas')
  },
)

/** The dialog, in which the first of three lessons was ticked, with another reason and 9 days, before a reload. */
async function reloaded(meanwhile: () => PromiseLike<unknown> = async () => {}) {
  await threeLessons()
  const { user, unmount } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Aluno 0/ }))
  await user.click(dialog.getByRole('radio', { name: 'Eu cancelei' }))
  fill(await dialog.findByLabelText('Dias a mais de validade'), '9')
  unmount()
  await meanwhile()
  const again = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const opened = within(await screen.findByRole('dialog'))
  await opened.findByRole('radio', { name: 'Chuva' })
  return { user: again.user, dialog: opened }
}
const NOTICE = 'Recuperamos o que você estava escrevendo.'

// Regression: only the dialog itself came back.
it('keeps what was chosen over a reload, until it is saved', async () => {
  const { user, dialog } = await reloaded()
  expect(dialog.getByText(NOTICE)).toBeInTheDocument()
  expect(await dialog.findByLabelText('Dias a mais de validade')).toHaveValue('9')
  await confirm(user, 'Cancelar 1 aula')
  await seesText('1 aula cancelada', /A validade de 1 pacote foi estendida/)
  expect(
    await backend.sql('select cancelled_reason from public.sessions where user_id = $1 order by date', [
      coach.id,
    ]),
  ).toEqual([{ cancelled_reason: 'coach' }, { cancelled_reason: null }, { cancelled_reason: null }])
  await user.click(await screen.findByRole('link', { name: 'Cancelar as aulas de hoje' }))
  expect(await screen.findByRole('radio', { name: 'Chuva', checked: true })).toBeInTheDocument()
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
})

it('begins afresh, after a reload, with nothing of it', async () => {
  const { user, dialog } = await reloaded()
  await user.click(dialog.getByRole('button', { name: 'Começar do zero' }))
  expect(dialog.getByRole('radio', { name: 'Chuva', checked: true })).toBeInTheDocument()
  expect(dialog.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument()
  await fromTheFirst(user, dialog)
  expect(await dialog.findByLabelText('Dias a mais de validade')).toHaveValue('7')
})

it.each([
  ['day', () => setProfile(coach, { time_zone: zoneAway({ sameDay: false }) })],
  [
    'coach',
    async () => {
      await newCoach()
      await threeLessons()
    },
  ],
])('of another %s is as nobody has touched it', async (_, meanwhile) => {
  const { dialog } = await reloaded(meanwhile)
  expect(await dialog.findByRole('checkbox', { name: /Aluno 0/, checked: false })).toBeInTheDocument()
  expect(dialog.getByRole('radio', { name: 'Chuva', checked: true })).toBeInTheDocument()
  expect(dialog.queryByText(NOTICE)).not.toBeInTheDocument()
})

it('whose undo finds one of its students deleted says so, and where the others can be corrected', async () => {
  const [bia, davi] = [await addStudent(coach, { name: 'Bia' }), await addStudent(coach, { name: 'Davi' })]
  for (const [at, student] of [bia, davi].entries())
    await giveLesson(coach, { date: minutesAgo(40 - at) }, [{ student }])
  const opened = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  await fromTheFirst(opened.user, within(await screen.findByRole('dialog')))
  await confirm(opened.user, 'Cancelar 2 aulas')
  const undo = await screen.findByRole('button', { name: 'Desfazer' })
  await coach.client.rpc('delete_student', { student_uuid: bia }).throwOnError()
  await opened.user.click(undo)
  expect(await screen.findByText(/foram apagados ou anonimizados/)).toHaveTextContent(
    'Os alunos de uma das aulas foram apagados ou anonimizados. Você pode editar as aulas em Sessões de Aula.',
  )
})

const told = async () => {
  const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' })
  return { link, text: new URL(link.getAttribute('href') ?? '').searchParams.get('text') ?? '' }
}

it('then its students are told one after the other, each only what concerns them; not after an undo', async () => {
  for (const [at, name] of ['Bia Lopes', 'Davi Souza'].entries())
    await giveLesson(coach, { date: minutesAgo(40 - at) }, [{ student: await addStudent(coach, { name }) }])
  const opened = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const { user } = opened
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  await confirm(user, 'Cancelar 2 aulas')
  expect(await screen.findByText('Falta avisar 2 alunos, um por um.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Avisar' }))
  const first = await told()
  expect(first.text).toContain(`Oi, Bia! A aula de`)
  expect(first.text).not.toContain('Davi')
  await user.click(first.link)
  expect(await screen.findByRole('dialog', { name: 'Mensagem para Davi Souza' })).toBeInTheDocument()
  const second = await told()
  expect(second.text).toContain('Oi, Davi!')
  expect(second.text).not.toContain('Bia')
  await user.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(() => expect(screen.queryByText(/Falta avisar/)).not.toBeInTheDocument())
})

it('who was not told of lessons cancelled before is still to be told, also after an undo of later ones', async () => {
  const bia = { student: await addStudent(coach, { name: 'Bia Lopes' }) }
  const davi = { student: await addStudent(coach, { name: 'Davi Souza' }) }
  await giveLesson(coach, { date: minutesAgo(41) }, [bia])
  await giveLesson(coach, { date: minutesAgo(40) }, [bia, davi])
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  await user.click(await screen.findByRole('checkbox', { name: /Bia Lopes ?Registrada/ }))
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
  await user.click(await screen.findByRole('link', { name: 'Cancelar as aulas de hoje' }))
  await user.click(await screen.findByRole('checkbox', { name: /Davi Souza/ }))
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('Falta avisar 2 alunos, um por um.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
})

// Regression: 'Fechar' went with the card, and the keyboard was back at the top of the page.
it('the card that asks to tell the students leaves the focus to the screen', async () => {
  await giveLesson(coach, { date: minutesAgo(40) }, [{ student: await addStudent(coach) }])
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  await confirm(user, 'Cancelar 1 aula')
  await screen.findByText('Falta avisar 1 aluno.')
  const main = await screen.findByRole('main')
  await user.click(within(main).getByRole('button', { name: 'Fechar' }))
  expect(screen.queryByText('Falta avisar 1 aluno.')).not.toBeInTheDocument()
  expect(main).toHaveFocus()
})

it('cancelled once more after an undo, its students are told once more', async () => {
  await giveLesson(coach, { date: minutesAgo(40) }, [{ student: await addStudent(coach) }])
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  await confirm(user, 'Cancelar 1 aula')
  await user.click(await screen.findByRole('button', { name: 'Avisar' }))
  await user.click((await told()).link)
  expect(await screen.findByText('Todos já foram avisados.')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(() => expect(screen.queryByText('Todos já foram avisados.')).not.toBeInTheDocument())
  await user.click(await screen.findByRole('link', { name: 'Cancelar as aulas de hoje' }))
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
})

it('cancels nothing before it is known which packages get more time by the rule, and reads that again', async () => {
  await setProfile(coach, { cancel_extension_days: 9 })
  const student = await addStudent(coach)
  const used = await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
  await giveLesson(coach, { date: minutesAgo(40) }, [{ student, package: used }])
  const { user, intercept } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  intercept(cutOff('/rpc/get_credit_facts'))
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  const again = await screen.findByRole('button', { name: 'Tentar novamente' }, { timeout: 20_000 })
  const cancel = screen.getByRole('button', { name: 'Cancelar 1 aula' })
  expect(cancel).toBeDisabled()
  const slow = gate()
  intercept(heldBack('/rpc/get_credit_facts', slow))
  await user.click(again)
  await user.click(cancel)
  slow.open()
  expect(await screen.findByText(/1 pacote com 9 dias a mais/)).toBeInTheDocument()
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('1 aula cancelada')).toBeInTheDocument()
  expect(await backend.sql('select extended_days from public.packages where id = $1', [used])).toEqual([
    { extended_days: 9 },
  ])
})

it('an undo that fails leaves the lessons cancelled, and their students to be told', async () => {
  await giveLesson(coach, { date: minutesAgo(40) }, [{ student: await addStudent(coach) }])
  const opened = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const { user, intercept } = opened
  await fromTheFirst(user, within(await screen.findByRole('dialog')))
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
  intercept(deadNetwork)
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeInTheDocument()
  expect(screen.getByText('Falta avisar 1 aluno.')).toBeInTheDocument()
  intercept(null)
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(() => expect(screen.queryByText('Falta avisar 1 aluno.')).not.toBeInTheDocument())
})

it("in the history too the student is told the agenda's hour, wherever the coach's device is", async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await giveCancelled(coach, { date: noonOf(-1) }, [bia])
  await setProfile(coach, { time_zone: HERE })
  travelTo('Pacific/Kiritimati')
  const { user } = await openScreen('/app/sessions', { backend, coach })
  await press(user, 'Ver detalhes', /^Avisar: Bia/)
  expect((await told()).text).toContain('às 12:00')
})

it('leaves out what was before the chosen hour, what is unticked, and what was cancelled already', async () => {
  // At noon of yesterday, whatever the time is now: no lesson may lie in the database's future, and no two at the same
  // minute.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${daysFromToday(-1)}T12:00:00`) })
  await newCoach()
  const student = await addStudent(coach, { name: 'Marina Costa' })
  const dates = [minutesAgo(50), minutesAgo(30), minutesAgo(10)]
  for (const date of dates) await giveLesson(coach, { date }, [{ student }])
  await giveCancelled(coach, { date: minutesAgo(5), reason: 'coach' }, [student])
  const opened = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  const { user } = opened
  expect(await dialog.findByText('Cancelada · eu cancelei')).toBeInTheDocument()
  const [, second, third] = dates.map((date) => formatTime(date.toISOString()))
  await user.selectOptions(dialog.getByLabelText('A partir de'), second ?? '')
  await user.click(dialog.getByRole('checkbox', { name: new RegExp(`^${third}`) }))
  await confirm(user, 'Cancelar 1 aula')
  expect(await screen.findByText('1 aula cancelada')).toBeInTheDocument()
  expect(await cancelled()).toEqual([{ lessons: 1, places: 1 }])
  await user.click(await screen.findByRole('link', { name: 'Cancelar as aulas de hoje' }))
  const again = within(await screen.findByRole('dialog'))
  // Until this appears the dialog shows the list from before.
  expect(await again.findByText('Cancelada · chuva')).toBeInTheDocument()
  await user.click(again.getByRole('checkbox', { name: new RegExp(`^${third}`) }))
  await user.click(again.getAllByRole('checkbox', { checked: true })[0] ?? document.body)
  await user.click(again.getByRole('button', { name: 'Cancelar aulas' }))
  expect(await again.findByText('Escolha pelo menos uma aula')).toBeInTheDocument()
})

it('cancels nothing with other credits than the coach has read about', async () => {
  const student = await addStudent(coach)
  const used = await sellPackage(coach, student)
  const id = await giveLesson(coach, { date: minutesAgo(20) }, [{ student, package: used }])
  const opened = await openScreen('/app/sessions', { backend, coach })
  const dialog = await openDay(opened)
  await fromTheFirst(opened.user, dialog)
  await dialog.findByText('1 crédito volta.')
  await coach.client.from('session_package_assignments').update({ package_id: null }).eq('session_id', id)
  // The list of lessons is read again, but not the facts that say which credits return.
  await act(() => queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[1] === 'sessions' }))
  expect(dialog.getByText('1 crédito volta.')).toBeInTheDocument()
  await confirm(opened.user, 'Cancelar 1 aula')
  expect(await dialog.findByText(/^Esta aula mudou em outro aparelho/)).toBeInTheDocument()
  expect(await cancelled()).toEqual([{ lessons: 0, places: null }])
  await confirm(opened.user, 'Cancelar 1 aula')
  expect(await screen.findByText('1 aula cancelada')).toBeInTheDocument()
})

it('names whose validity begins anew, before and after, also where days are given with it', async () => {
  const student = await addStudent(coach, { name: 'Marina Costa' })
  const used = await sellPackage(coach, student, { validity_days: 30, expiry_date: null })
  await giveLesson(coach, { date: minutesAgo(20) }, [{ student, package: used }])
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  await fromTheFirst(user, dialog)
  const anew = 'validade do Pacote de 4 aulas: '
  expect(await dialog.findByText(`Marina Costa: ${anew}começa na 1ª aula`)).toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: /^Estender validade/ }))
  expect(dialog.getByText(`Marina Costa: ${anew}+7 dias, começa na 1ª aula`)).toBeInTheDocument()
  await confirm(user, 'Cancelar 1 aula')
  await seesText('1 aula cancelada', new RegExp(`Marina Costa: ${anew}\\+7 dias, começa na 1ª aula`))
})

// Regression: each of them was a choice named '23:58', and all but the first left some of that hour unticked.
it('of two lessons at one hour, that hour is one choice, which ticks both', async () => {
  await giveLesson(coach, { date: minutesAgo(30) }, [{ student: await addStudent(coach) }])
  const today = daysFromToday(0)
  const [bia, caio] = [await addStudent(coach), await addStudent(coach)]
  await planSlots(coach, HERE, { add: [once(today, '23:58', [bia]), once(today, '23:58', [caio])] })
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  await fromTheFirst(user, dialog)
  await sees(dialog, 'Cancelar 3 aulas')
  await user.selectOptions(
    dialog.getByLabelText('A partir de'),
    dialog.getByRole('option', { name: '23:58' }),
  )
  expect(dialog.getAllByRole('checkbox', { name: /^23:58/, checked: true })).toHaveLength(2)
  expect(dialog.getByRole('button', { name: 'Cancelar 2 aulas' })).toBeVisible()
})

it('begins with the next lesson; planned lessons are skipped, and who would have come is told', async () => {
  const [registered, planned] = [await addStudent(coach), await addStudent(coach, { name: 'Bia Lopes' })]
  await giveLesson(coach, { date: minutesAgo(30) }, [{ student: registered }])
  const today = daysFromToday(0)
  const caio = await addStudent(coach, { name: 'Caio Reis' })
  const slot = once(today, '23:58', [planned, caio])
  await planSlots(coach, HERE, { add: [slot] })
  const start = new Date(`${today}T23:58:00`)
  await notComing(backend, coach.id, { slotId: slot.id, slotDate: today }, caio, start)
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('checkbox', { name: /^23:58.*Bia Lopes.*Na agenda/ })).toBeChecked()
  expect(dialog.getByLabelText('A partir de')).toHaveDisplayValue('23:58')
  expect(dialog.getByRole('button', { name: 'Cancelar 1 aula' })).toBeVisible()
  await fromTheFirst(user, dialog)
  await confirm(user, 'Cancelar 2 aulas')
  await seesText('2 aulas canceladas', 'Falta avisar 2 alunos, um por um.')
  expect(await cancelled()).toEqual([{ lessons: 1, places: 1 }])
  expect(
    await backend.sql('select reason, slot_date::text from public.slot_exceptions where user_id = $1', [
      coach.id,
    ]),
  ).toEqual([{ reason: 'rain', slot_date: today }])
})

it("tells all times of the day in the agenda's time zone, in which it is another day than here", async () => {
  const zone = zoneAway({ sameDay: false })
  const [registered, planned] = [await addStudent(coach), await addStudent(coach, { name: 'Bia Lopes' })]
  const date = minutesAgo(30)
  await giveLesson(coach, { date }, [{ student: registered }])
  const day = dayIn(zone, new Date())
  await planSlots(coach, zone, { add: [once(day, '23:58', [planned])] })
  const { user } = await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(formatLongDate(day))).toBeInTheDocument()
  expect(await dialog.findByRole('checkbox', { name: /^23:58.*Bia Lopes.*Na agenda/ })).toBeChecked()
  const time = timeOf({ zone, instant: date.toISOString() })
  expect(dialog.getByRole('checkbox', { name: new RegExp(`^${time}`) })).not.toBeChecked()
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([time, '23:58'])
  await user.click(dialog.getByRole('checkbox', { name: /^23:58/ }))
  await user.click(dialog.getByRole('checkbox', { name: new RegExp(`^${time}`) }))
  await confirm(user, 'Cancelar 1 aula')
  await user.click(await screen.findByRole('button', { name: 'Avisar' }))
  expect((await told()).text).toContain(`${formatDate(day).slice(0, 5)}, às ${time}`)
})

it('left open over midnight, it is about the lessons of the day that has begun', async () => {
  const now = new Date()
  const student = await addStudent(coach, { name: 'Marina Costa' })
  await giveLesson(coach, { date: now }, [{ student }])
  // A zone in which midnight is less than an hour away, because a login lasts an hour.
  const toMidnight = 24 - now.getUTCHours() - 1
  const zone = `Etc/GMT${toMidnight > 12 ? `+${24 - toMidnight}` : `-${toMidnight}`}`
  await planSlots(coach, zone)
  vi.useFakeTimers({ toFake: ['Date'], now })
  await openScreen('/app/sessions?cancelar=hoje', { backend, coach })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(formatLongDate(dayIn(zone, now)))).toBeInTheDocument()
  expect(await dialog.findByRole('checkbox', { name: /Marina Costa/ })).toBeInTheDocument()

  const later = new Date(now.getTime() + 60 * 60_000)
  vi.setSystemTime(later)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await sees(dialog, formatLongDate(dayIn(zone, later)), /^Nenhuma aula hoje/)
})

it('opens over the dashboard on a day with lessons', async () => {
  const { unmount } = await openScreen('/app/dashboard', { backend, coach })
  await screen.findByRole('heading', { name: 'Ações Rápidas' })
  expect(screen.queryByRole('button', { name: 'Cancelar as aulas de hoje' })).not.toBeInTheDocument()
  unmount()
  await giveLesson(coach, { date: minutesAgo(5) }, [{ student: await addStudent(coach) }])
  const again = await openScreen('/app/dashboard', { backend, coach })
  await again.user.click(await screen.findByRole('button', { name: 'Cancelar as aulas de hoje' }))
  expect(await screen.findByRole('dialog', { name: 'Cancelar as aulas de hoje' })).toBeInTheDocument()
  expect(window.location.pathname).toBe('/app/dashboard')
})
