import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate, toDateTimeInput, toLocalDate } from '@/core/dates'
import { ownerKey } from '@/data/queries/owner-query'
import { queryClient } from '@/data/queries/query-client'
import {
  agreementRequest,
  collectRequest,
  lessonRequests,
  linkRequest,
  offerRequests,
  summaryRequest,
} from '@/messages/requests'
import { openMessages } from '@/messages/use-message-requests'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { cutOff, heldBack, hold, refused } from '../../support/network'
import { deadNetwork, openScreen, fill, press, seesText, type Screen } from '../../support/render'
import { travelTo } from '../../support/travel'
import { HERE, once, planSlots } from '../../support/world/agenda'
import {
  addClub,
  addStudent,
  giveCancelled,
  giveLesson,
  sellPackage,
  setProfile,
} from '../../support/world/api'
import { alertDraft, daysFromToday, noonOf } from '../../support/world/values'

ownCoach()
beforeEach(async () => void (await addClub(coach)))

/** The coach returns to the app's tab. */
const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

const noText = () => expect(screen.queryByRole('link', { name: 'Abrir WhatsApp' })).not.toBeInTheDocument()
async function isOver() {
  await seesText(/^O que esta mensagem diz mudou/)
  noText()
}
/** The coach returns, and there is no text any more. */
async function readsOver() {
  look()
  await isOver()
}
/** All but what is held back is read, and there is no text yet. */
async function prepares() {
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(screen.getByRole('status', PREPARING)).toBeInTheDocument()
}
/** Some seconds later, so that everything is read anew. */
const later = () => queryClient.invalidateQueries({ refetchType: 'none' })

const open = () => openScreen('/app/alerts', { backend, coach })
/** The alerts, over which the test opens a message itself. */
async function openAlerts() {
  const opened = await open()
  await screen.findByRole('heading', { name: 'Alertas' })
  return opened
}
const person = async (name: string) => ({ id: await addStudent(coach, { name }), name })
/** Plans a lesson of these students. */
async function planned(day: string, students: string[], { time = '18:00', zone = HERE } = {}) {
  const slot = once(day, `${time}:00`, students)
  await planSlots(coach, zone, { add: [slot] })
  return { id: slot.id, day, time }
}
const remind = (
  { id, day = '', time = '18:00' }: { id: string; day?: string; time?: string },
  students: Parameters<typeof lessonRequests>[2],
  kind: Parameters<typeof lessonRequests>[0] = 'tomorrow_lesson',
) => act(() => openMessages(lessonRequests(kind, { cause: `${id}:${day}`, day, time }, students)))
/** A coach's own text, and a PIX key, as another device stores them. */
const ownText = (kind: string, body: string) =>
  backend.sql('insert into public.message_templates (user_id, kind, body) values ($1, $2, $3)', [
    coach.id,
    kind,
    body,
  ])
const pixKey = (pix_key: string | null) =>
  setProfile(coach, {
    pix_key,
    ...(pix_key === null
      ? { pix_type: null, pix_name: null, pix_city: null }
      : { pix_type: 'email', pix_name: 'ANA RIBEIRO', pix_city: 'SAO PAULO' }),
  })
const plan = (raise: object[], end: string[] = []) =>
  coach.client.rpc('apply_alert_plan', { plan: { raise, end } }).throwOnError()
function publish(notice_hours: number, seen: number) {
  const agreement = { starts_on: daysFromToday(0), notice_hours, makeup_days: 0, note: null, seen }
  return coach.client.rpc('save_agreement', { agreement }).throwOnError()
}
/** Another device changes the key, and the screen reads again. */
async function otherDevice(key: string | null) {
  await pixKey(key)
  void queryClient.invalidateQueries()
}
const close = (user: Screen['user']) => press(user, 'Fechar')
const chat = () => screen.findByRole('link', { name: 'Abrir WhatsApp' })
const opened = async () => {
  const link = new URL((await chat()).getAttribute('href') ?? '')
  return { phone: link.pathname, text: link.searchParams.get('text') ?? '' }
}
/** What the message says that this button opens. */
async function textBy(user: Screen['user'], button: string): Promise<string> {
  await press(user, button)
  return (await opened()).text
}
/** The same of a message that is closed again. */
async function readBy(user: Screen['user'], button: string): Promise<string> {
  const text = await textBy(user, button)
  await close(user)
  return text
}
const [TELL, COLLECT] = ['Avisar: Bia Lopes', 'Cobrar: Bia Lopes']
const PREPARING = { name: 'Preparando a mensagem' }
const notices = () =>
  backend.sql<{ kind: string }>('select kind from public.notices where user_id = $1', [coach.id])

/** A package with `open_amount` unpaid, due `overdueDays` days ago. */
async function owe(student: string, open_amount: number, overdueDays: number) {
  const payment_date = daysFromToday(-overdueDays)
  const id = await sellPackage(coach, student, { price: 480, total_classes: 8, payment_date })
  await backend.sql('update public.payments set amount = $2 where package_id = $1', [id, 480 - open_amount])
  return id
}

it('a message is read before it opens; two presses note that it was opened, and it is filtered away', async () => {
  const bia = await addStudent(coach, { name: 'Bia & Cia #1 Prado', phone: '5511987650001' })
  await sellPackage(coach, bia, { total_classes: 2 })
  await sellPackage(coach, await addStudent(coach, { name: 'Davi Souza' }), { total_classes: 1 })
  const { user } = await open()
  await press(user, 'Avisar: Bia & Cia #1 Prado')
  const { phone, text } = await opened()
  expect(phone).toBe('/5511987650001')
  expect(text).toMatch(/^Oi, Bia! [^]* 2 créditos [^]*\/student-page\//)
  expect(text).not.toContain('Davi')
  expect(text).not.toMatch(/[{}]/)
  expect(screen.getByRole('textbox', { name: 'Texto' })).toHaveValue(text)
  expect(await notices()).toEqual([])

  await user.click(await chat())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await seesText(/^Mensagem aberta em \d\d\/\d\d$/)
  expect(await notices()).toEqual([{ kind: 'low_credits' }])
  await press(user, 'Não avisados (1)')
  await seesText('1 alerta(s)', 'Davi Souza')
  expect(screen.queryByText('Bia & Cia #1 Prado')).not.toBeInTheDocument()
  await press(user, 'Avisar: Davi Souza')
  await user.click(await chat())
  await seesText('Todos já foram avisados')
})

it('without a PIX key its paragraph is left out and told; with one the code asks for just what is open', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await owe(bia, 280.1, 3)
  const first = await open()
  const text = await textBy(first.user, COLLECT)
  expect(text).toContain('R$ 280,10')
  expect(text).not.toMatch(/PIX|[{}]/)
  await seesText('Ficou de fora o parágrafo com {pix}, que está vazio.')
  expect(screen.getByRole('link', { name: 'Cadastrar chave PIX' })).toHaveAttribute(
    'href',
    '/app/profile?tab=recebimento',
  )
  first.unmount()

  await pixKey('ana@voleio.test')
  const { user } = await open()
  const lines = (await textBy(user, COLLECT)).split('\n')
  const code = lines.find((line) => line.startsWith('000201')) ?? ''
  expect(getPixPayloadInfo(code)).toMatchObject({ key: 'ana@voleio.test', amount: 280.1 })
  expect(screen.queryByText(/Ficou de fora/)).not.toBeInTheDocument()
  await close(user)

  // Another device receives the payment meanwhile: the alert is outdated, but the message must not be.
  await backend.sql(`update public.payments set amount = 480 where student_id = $1`, [bia])
  await press(user, COLLECT)
  await seesText(/não tem mais nada em aberto/)
  noText()
})

it('without an answer there is no text with a sum or a code of before; with one there is', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const pkg = await owe(bia, 280.1, 3)
  await pixKey('ana@voleio.test')
  const { user, intercept } = await open()
  expect(await readBy(user, COLLECT)).toContain('R$ 280,10')
  // Another device receives a part of the payment.
  await backend.sql('update public.payments set amount = 400 where package_id = $1', [pkg])
  const lost = gate()
  const isSum = '/rest/v1/packages'
  const held = heldBack(isSum, lost)
  intercept((request, send) => held(request, (sent) => cutOff(isSum)(sent, send)))
  await press(user, COLLECT)
  await prepares()
  lost.open()
  await seesText('Erro ao preparar a mensagem')
  noText()
  expect(screen.getByRole('dialog')).not.toHaveTextContent(/280,10|000201/)
  intercept(null)
  await press(user, 'Tentar novamente')
  await waitFor(async () => expect((await opened()).text).toContain('R$ 80,00'))
})

it('while the credits are read there is no text with those of before; without an answer there is', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const pkg = await sellPackage(coach, bia, { total_classes: 2 })
  const { user, intercept } = await open()
  await press(user, TELL)
  await waitFor(async () => expect((await opened()).text).toContain('2 créditos'))
  await close(user)
  // Another device registers a lesson.
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: bia, package: pkg }])
  await later()
  const read = hold(intercept, /students|packages/)
  await press(user, TELL)
  await screen.findByRole('dialog')
  expect(screen.queryByText(/com 2 créditos/)).toBeNull()
  expect(screen.getByRole('status', PREPARING)).toBeInTheDocument()
  read.open()
  expect((await opened()).text).toContain('1 crédito ')
  await close(user)
  intercept(deadNetwork)
  expect(await textBy(user, TELL)).toContain('1 crédito ')
})

it("a coach's own text of an alert without places waits too: its cause may have ended", async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await sellPackage(coach, bia, { total_classes: 2 })
  await ownText('low_credits', 'Vamos renovar?')
  const { user, intercept } = await open()
  expect(await readBy(user, TELL)).toBe('Vamos renovar?')
  // Another device sells the next package.
  await sellPackage(coach, bia, { total_classes: 8 })
  const read = hold(intercept, '/rest/v1/packages')
  await press(user, TELL)
  await waitFor(() => expect(queryClient.isFetching({ queryKey: [coach.id, 'packages'] })).toBe(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  noText()
  read.open()
  await seesText(/O que esta mensagem diz mudou/)
})

it("no text has the PIX key of before; '{Pix}' without one leads to where it is entered", async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await owe(bia, 280.1, 3)
  await ownText('payment_overdue', 'Oi!\n\n{Pix}')
  await otherDevice('old@voleio.test')
  const { user, intercept } = await open()
  expect(await readBy(user, COLLECT)).toContain('old@voleio.test')

  const profile = hold(intercept, '/rest/v1/profiles')
  await otherDevice('new@voleio.test')
  await press(user, COLLECT)
  await prepares()
  profile.open()
  expect((await opened()).text).toContain('new@voleio.test')
  await otherDevice(null)
  expect(await screen.findByText('Ficou de fora o parágrafo com {Pix}, que está vazio.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Cadastrar chave PIX' })).toBeInTheDocument()
})

it('what is typed is kept for this message alone; braces do not leave', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await sellPackage(coach, bia, { total_classes: 1 })
  const { user } = await open()
  await press(user, TELL)
  const field = await screen.findByRole('textbox', { name: 'Texto' })
  await user.clear(field)
  await user.type(field, 'Oi, {{pix}!')
  noText()
  expect(screen.getByText('Complete ou apague o que está entre chaves.')).toBeInTheDocument()
  fill(field, 'Oi!')
  await close(user)
  expect(await textBy(user, TELL)).toBe('Oi!')
  await press(user, 'Voltar ao texto pronto')
  expect((await opened()).text).toMatch(/^Oi, Bia!/)
})

// Regression: the field took no letter.
it('where every paragraph is left out, the coach writes the text', async () => {
  await sellPackage(coach, await addStudent(coach, { name: 'Bia Lopes' }), { total_classes: 1 })
  await ownText('low_credits', 'Oi, {nome}! Faltam {valor}.')
  const { user } = await open()
  await press(user, TELL)
  const field = await screen.findByRole('textbox', { name: 'Texto' })
  expect(field).toHaveValue('')
  await user.type(field, 'Oi!')
  expect((await opened()).text).toBe('Oi!')
})

it('what another device has sold or postponed since the alert was read is neither told nor asked', async () => {
  const [low, out, late] = await Promise.all(
    ['Bia', 'Caio', 'Davi'].map((name) => addStudent(coach, { name })),
  )
  await sellPackage(coach, low!, { total_classes: 1 })
  const used = await sellPackage(coach, out!, { total_classes: 1 })
  await giveLesson(coach, { date: new Date() }, [{ student: out!, package: used }])
  const owed = await owe(late!, 400, 3)
  const { user } = await open()
  const buttons = await Promise.all(
    ['Avisar: Bia', 'Avisar: Caio', 'Cobrar: Davi'].map((name) => screen.findByRole('button', { name })),
  )
  await sellPackage(coach, low!, { total_classes: 8 })
  await sellPackage(coach, out!, { purchase_date: daysFromToday(2), expiry_date: daysFromToday(60) })
  await backend.sql('update public.packages set payment_date = $2 where id = $1', [owed, daysFromToday(12)])
  for (const button of buttons) {
    await user.click(button)
    await isOver()
    await close(user)
  }
})

it('an open payment that is due earlier by now is not called to mind as one that is to come', async () => {
  const bia = await person('Bia Lopes')
  const id = await owe(bia.id, 280, -5)
  await openAlerts()
  act(() => openMessages([collectRequest({ id, payment_date: daysFromToday(5) }, bia, daysFromToday(0))]))
  expect((await opened()).text).toContain(`R$ 280,00, para ${formatDate(daysFromToday(5))}`)
  // Another device.
  await backend.sql('update public.packages set payment_date = $2 where id = $1', [id, daysFromToday(-1)])
  await readsOver()
})

it('a lesson for which another device has chosen a package since the alert was read is not told', async () => {
  const bia = await addStudent(coach, { name: 'Bia' })
  const pkg = await sellPackage(coach, bia, { total_classes: 8 })
  const lesson = await giveLesson(coach, { date: noonOf(-1) }, [{ student: bia }])
  const cause = `unassigned_session:${lesson}:${bia}`
  const alert = { type: 'unassigned_session' as const, dedupe_key: cause, student_name: 'Bia' }
  const raised = (day: string) =>
    plan([alertDraft({ ...alert, student_id: bia, session_id: lesson, facts: { day } })])
  await raised(daysFromToday(-1))
  const { user } = await open()
  const tell = 'Avisar: Bia'
  expect(await readBy(user, tell)).toContain('ficou sem pacote')
  // Another device has corrected the lesson's day: the text has the new one once the coach has seen it.
  const day = daysFromToday(-2)
  await raised(day)
  await press(user, tell)
  await seesText(/^O que esta mensagem diz mudou/)
  await close(user)
  expect(await readBy(user, tell)).toContain(`, ${formatDate(day).slice(0, 5)} ficou sem pacote`)
  // Another device.
  const assign = 'update public.session_package_assignments set package_id = $2 where session_id = $1'
  await backend.sql(assign, [lesson, pkg])
  await plan([], [cause])
  await press(user, tell)
  await isOver()
})

it('no club is asked for its data once another device has registered it', async () => {
  await coach.client.from('clubs').delete().eq('user_id', coach.id).throwOnError()
  const { user } = await open()
  const ask = await screen.findByRole('button', { name: 'Pedir dados' })
  await user.click(ask)
  expect(await opened()).toMatchObject({ phone: '/', text: expect.stringMatching(/^Olá!/) })
  await close(user)
  await addClub(coach)
  await plan([], ['no_club_registered'])
  await user.click(ask)
  await isOver()
})

it('a reminder: the hour of a lesson that another device has moved since is not told', async () => {
  const bia = await person('Bia Lopes')
  const day = daysFromToday(1)
  const about = await planned(day, [bia.id])
  const { user, intercept } = await openAlerts()
  remind(about, [bia])
  expect((await opened()).text).toContain('às 18:00')
  await close(user)
  // Another device.
  const moved_to = new Date(`${day}T19:00:00`).toISOString()
  const moved = { slot_id: about.id, slot_date: day, reason: null, moved_to }
  await planSlots(coach, HERE, { skips: { add: [moved] } })
  await later()
  const read = hold(intercept, '/get_agenda')
  remind(about, [bia])
  await prepares()
  read.open()
  await isOver()
})

it('a cancelled lesson has no text with the hour at which it was cancelled first', async () => {
  const bia = await person('Bia Lopes')
  const day = daysFromToday(1)
  const about = await planned(day, [bia.id])
  const plans = async (reason: string | null, moved_to: string | null = null) => {
    const skip = { slot_id: about.id, slot_date: day, reason, moved_to }
    await planSlots(coach, HERE, { skips: { add: [skip] } })
  }
  await plans('rain')
  await openAlerts()
  remind(about, [bia], 'cancelled_lesson')
  expect((await opened()).text).toContain('às 18:00, não vai acontecer')
  // Another device puts it back, moves it, and cancels it again.
  await plans(null)
  await plans(null, new Date(`${day}T19:00:00`).toISOString())
  await plans('rain')
  await readsOver()
})

it.each([null, 'rain'])('nor once it was moved to another day (reason there: %s)', async (reason) => {
  const bia = await person('Bia Lopes')
  const day = daysFromToday(1)
  const about = await planned(day, [bia.id])
  const plans = async (skip: { reason: string | null; moved_to: string | null }) => {
    await planSlots(coach, HERE, { skips: { add: [{ slot_id: about.id, slot_date: day, ...skip }] } })
  }
  await plans({ reason: 'rain', moved_to: null })
  await openAlerts()
  remind(about, [bia], 'cancelled_lesson')
  expect((await opened()).text).toContain('às 18:00, não vai acontecer')
  // Another device puts it back, and moves it.
  await plans({ reason: null, moved_to: null })
  await plans({ reason: null, moved_to: new Date(`${daysFromToday(2)}T18:00:00`).toISOString() })
  if (reason) await plans({ reason, moved_to: null })
  await readsOver()
})

it('nor has one without a slot', async () => {
  const bia = await person('Bia Lopes')
  const day = daysFromToday(-1)
  const at = (time: string) => new Date(`${day}T${time}:00`)
  const id = await giveCancelled(coach, { date: at('08:00'), reason: 'rain' }, [bia.id])
  await openAlerts()
  act(() => openMessages(lessonRequests('cancelled_lesson', { cause: id, day, time: '08:00' }, [bia])))
  expect((await opened()).text).toContain('às 08:00, não vai acontecer')
  // Another device puts it back, corrects its hour, and cancels it again.
  await coach.client
    .from('sessions')
    .update({ date: at('09:00').toISOString() })
    .eq('id', id)
    .throwOnError()
  await readsOver()
})

it('a link that another device has changed is not told while the student is read', async () => {
  const bia = await person('Bia Lopes')
  const { user, intercept } = await openAlerts()
  act(() => openMessages([linkRequest(bia)]))
  expect((await opened()).text).toContain(bia.id)
  await close(user)
  const { data: link } = await coach.client.rpc('rotate_student_link', { student: bia.id }).throwOnError()
  await later()
  const read = hold(intercept, '/students')
  act(() => openMessages([linkRequest(bia)]))
  expect(await screen.findByRole('status', PREPARING)).toBeInTheDocument()
  read.open()
  expect((await opened()).text).toContain(link)
})

it('combinados that another device has changed are not told as they were, nor once they were taken down', async () => {
  const bia = await person('Bia Lopes')
  await setProfile(coach, { time_zone: HERE })
  await publish(24, 0)
  const { user, intercept } = await openAlerts()
  const send = () => act(() => openMessages([agreementRequest(bia, 1)]))
  send()
  expect((await opened()).text).toContain('Avise até 24 horas antes')
  await close(user)
  await publish(48, 1)
  await later()
  const read = hold(intercept, '/agreements')
  send()
  await prepares()
  read.open()
  expect((await opened()).text).toContain('Avise até 48 horas antes')
  await coach.client.rpc('end_agreement', {}).throwOnError()
  await readsOver()
})

// Regression: it could not be prepared.
it('a message without the combinados opens although the profile could not read them', async () => {
  const bia = await person('Bia Lopes')
  await openScreen(`/app/students/${bia.id}`, { backend, coach, intercept: refused('/agreements', 403) })
  const queryKey = ownerKey(coach.id, ['agreement'])
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'))
  act(() => openMessages([linkRequest(bia)]))
  expect((await opened()).text).toContain('Oi, Bia!')
})

it('a summary has the day and the hour to which another device has corrected its lesson', async () => {
  const bia = await person('Bia Lopes')
  const feedback = { rating: 4, tags: ['Saque'] }
  const id = await giveLesson(coach, { date: noonOf(-1) }, [{ student: bia.id, feedback }])
  await ownText('lesson_summary', 'Aula de {data}, às {hora}')
  await openAlerts()
  const seen = { id, day: daysFromToday(-3), at: { instant: noonOf(-3).toISOString(), zone: HERE } }
  act(() => openMessages([summaryRequest(seen, bia, { ...feedback, notes: null })!]))
  expect((await opened()).text).toMatch(`, ${formatDate(daysFromToday(-1)).slice(0, 5)}, às 12:00`)
})

it('an hour that somebody else took meanwhile, or that is offered no more, is offered to nobody else', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const davi = await person('Davi Souza')
  const day = daysFromToday(2)
  const slot = await planned(day, [])
  const starts_at = new Date(`${day}T18:00:00`).toISOString()
  const offer = async (closes_at = starts_at) => {
    const times = { slot_date: day, starts_at, closes_at }
    const students = [bia, davi.id]
    const opening = { id: crypto.randomUUID(), slot_id: slot.id, ...times, places: 1, students }
    await coach.client.rpc('open_places', { opening }).throwOnError()
    await later()
    const hour = { day, starts_at: { instant: starts_at, zone: HERE } }
    act(() => openMessages(offerRequests(hour, opening.id, [davi])))
    expect((await opened()).text).toContain('Abriu um horário')
    return opening.id
  }
  const { user } = await openAlerts()
  const first = await offer()
  await backend.sql('select public.take_opening($1::text::uuid, $2::text::uuid)', [bia, first])
  await readsOver()
  await close(user)
  await coach.client.rpc('close_opening', { opening: first }).throwOnError()
  const second = await offer()
  await coach.client.rpc('close_opening', { opening: second }).throwOnError()
  await readsOver()
  await close(user)

  // A text that waits until the offer has ended by itself.
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  await offer(new Date(now + 10 * 60_000).toISOString())
  vi.setSystemTime(now + 10 * 60_000)
  await readsOver()
  vi.useRealTimers()
})

it("a reminder says 'hoje' on the lesson's day in the agenda, wherever the coach's device is", async () => {
  const bia = await person('Bia Lopes')
  // At every instant it is a later day here than there.
  travelTo('Pacific/Kiritimati')
  const day = toLocalDate(new Date())
  const slot = await planned(day, [bia.id], { zone: 'Pacific/Pago_Pago' })
  await openAlerts()
  remind(slot, [bia])
  expect((await opened()).text).toContain('nossa aula amanhã')
})

it.each(['tomorrow_lesson', 'moved_lesson'] as const)(
  '%s: is not told to whom another device has taken out of the lesson',
  async (kind) => {
    const bia = await person('Bia Lopes')
    const slot = await planned(daysFromToday(1), [bia.id, await addStudent(coach, { name: 'Davi Souza' })])
    await openAlerts()
    remind(slot, [bia], kind)
    expect((await opened()).text).toContain('às 18:00')
    await backend.sql('delete from public.lesson_slot_students where student_id = $1', [bia.id])
    await readsOver()
  },
)

it('a reminder: that waits until its lesson has begun is not told any more', async () => {
  const bia = await person('Bia Lopes')
  const now = Date.now()
  const [day = '', time = ''] = toDateTimeInput(new Date(now + 10 * 60_000)).split('T')
  const slot = await planned(day, [bia.id], { time })
  vi.useFakeTimers({ toFake: ['Date'], now })
  await openAlerts()
  remind(slot, [bia])
  expect((await opened()).text).toContain(`às ${time}`)
  vi.setSystemTime(now + 10 * 60_000)
  await readsOver()
  vi.useRealTimers()
})

it('one of several that cannot be prepared is passed over', async () => {
  const students = [await person('Bia Lopes'), await person('Davi Souza')]
  const { user, intercept } = await openAlerts()
  intercept(cutOff(String(students[0]?.id)))
  remind({ id: crypto.randomUUID(), day: daysFromToday(0) }, students, 'cancelled_lesson')
  await seesText('Erro ao preparar a mensagem')
  await press(user, 'Pular')
  expect((await opened()).text).toContain('Davi')
})

// Regression: nothing was shown then, and no message any more.
it('others that are asked for while several are told begin with their first', async () => {
  const students = [await person('Bia Lopes'), await person('Davi Souza')]
  const caio = await person('Caio Reis')
  const { user } = await openAlerts()
  remind({ id: crypto.randomUUID(), day: daysFromToday(0) }, students, 'cancelled_lesson')
  await press(user, 'Pular')
  expect((await opened()).text).toContain('Oi, Davi!')
  act(() => openMessages([linkRequest(caio)]))
  await waitFor(async () => expect((await opened()).text).toContain('Oi, Caio!'))
})

it('a text that waits is made anew when the coach returns to it: nothing paid meanwhile is asked for', async () => {
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const pkg = await owe(bia, 280, 3)
  const { user } = await open()
  expect(await textBy(user, COLLECT)).toContain('R$ 280,00')
  await backend.sql('update public.payments set amount = 400 where package_id = $1', [pkg])
  look()
  await waitFor(async () => expect((await opened()).text).toContain('R$ 80,00'))
  await backend.sql('update public.payments set amount = 480 where package_id = $1', [pkg])
  look()
  await seesText('Este pacote não tem mais nada em aberto: não há o que cobrar.')
})
