import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
// Preload the screens: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/app/shell'
import '@/dashboard/dashboard-page'
import '@/dashboard/today/lesson-feedback'
import '@/dashboard/today/today-lessons'
import '@/dashboard/today/dialogs'
import '@/sessions/new/new-session-page'
import { recentLessonsQuery } from '@/agenda/use-recent-lessons'
import { addDays, toLocalDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { invalidateAgenda } from '@/data/queries/effects'
import { removeQueriesAbout } from '@/data/queries/persisted-queries'
import { queryClient } from '@/data/queries/query-client'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox, sendTimer } from '@/outbox/outbox-sender-data'
import { isOpen } from '@/outbox/rules'
import type * as Swipe from '@/ui/use-swipe'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { answeredAs, answeredLate, hold, refused } from '../../support/network'
import { deadNetwork, fill, openScreen, type Screen, press, sees, seesText } from '../../support/render'
import { stopClock } from '../../support/travel'
import { HERE } from '../../support/world/agenda'
import { giveLesson, sellPackage, setProfile } from '../../support/world/api'
import { agreedLongAgo, notComing } from '../../support/world/past'
import { lessonIntent, newId, packageRow, studentRow } from '../../support/world/values'

/** 'Hoje' (docs/product.md, 'Today') at noon of yesterday, because no lesson may lie in the database's future. */

/** Counts how often any row is rendered. */
const drawn = vi.hoisted(() => ({ rows: 0 }))
vi.mock('@/ui/use-swipe', async (actual) => {
  const { useSwipe } = await actual<typeof Swipe>()
  return {
    useSwipe: (...does: Parameters<typeof useSwipe>) => {
      drawn.rows++
      return useSwipe(...does)
    },
  }
})

const NOON = new Date(`${addDays(toLocalDate(new Date()), -1)}T12:00:00`)
const TODAY = toLocalDate(NOON)
const NONE = { slotId: '', slotDate: '' }
const NAMES = ['Ana Lopes', 'Bia Reis', 'Caio Prado', 'Davi Melo'] as const
const [ANA, BIA, CAIO, DAVI] = NAMES

let ids: Record<string, string>
const never = prefetchSettings.afterMs

stopClock(NOON)
sendTimer.schedule = () => () => {}
ownCoach()
beforeEach(async () => {
  await setProfile(coach, { time_zone: HERE })
  ids = Object.fromEntries(NAMES.map((name) => [name, newId()]))
  const user_id = coach.id
  const students = NAMES.map((name) => ({ id: ids[name], user_id, ...studentRow({ name }) }))
  const packages = NAMES.map((name) => ({ student_id: ids[name], user_id, ...packageRow() }))
  await coach.client.from('students').insert(students).throwOnError()
  await coach.client.from('packages').insert(packages).throwOnError()
})
afterEach(async () => {
  vi.setSystemTime(NOON)
  prefetchSettings.afterMs = never
  await outbox.clear(coach.id)
})

/** Plans lessons of an hour, each on one date: days from today, start as 'HH:mm', names of the students. */
async function plan(...lessons: (readonly [days: number, time: string, names: readonly string[]])[]) {
  const add = lessons.map(([days, start_time, names]) => ({
    id: newId(),
    weekday: null,
    start_time,
    minutes: 60,
    club_id: null,
    starts_on: addDays(TODAY, days),
    ends_on: addDays(TODAY, days),
    students: names.map((name) => ids[name]),
  }))
  await coach.client.rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add } }).throwOnError()
  return add.map(({ id, starts_on }) => ({ slotId: id, slotDate: starts_on }))
}

/** Another device skips or moves an occurrence. */
async function except(
  of: typeof NONE | undefined,
  change: { reason: string | null; moved_to: string | null },
) {
  const skips = { add: [{ slot_id: of?.slotId, slot_date: of?.slotDate, ...change }] }
  await coach.client
    .rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add: [], skips } })
    .throwOnError()
}
const move = (of: typeof NONE | undefined, to: string) =>
  except(of, { reason: null, moved_to: new Date(to).toISOString() })

/** A lesson without the agenda, so many hours before noon. */
const giveBefore = (hours: number, ...names: readonly string[]) =>
  giveLesson(
    coach,
    { date: new Date(NOON.getTime() - hours * 3_600_000) },
    names.map((name) => ({ student: ids[name] ?? '' })),
  )
const lesson = async (who: string) => within(await screen.findByRole('group', { name: new RegExp(who) }))
/** Opens the dashboard, with the row of this lesson. */
async function openRow(who: string) {
  const opened = await openScreen('/app/dashboard', { backend, coach })
  return { ...opened, row: await lesson(who) }
}
type Row = Awaited<ReturnType<typeof lesson>>
const radio = (row: Row, name: string) => row.getByRole('radio', { name })
/** Taps 'Faltou' of Ana, and waits until that is told. */
async function misses(user: Screen['user'], row: Row) {
  await user.click(await row.findByRole('radio', { name: 'Faltou' }))
  await screen.findByText(`${ANA}: faltou`)
}
const bar = () => within(screen.getByRole('navigation', { name: 'Atalhos' }))
/** To the agenda, from which `comeHome` leads back. */
async function leave(user: Screen['user']) {
  await user.click(bar().getByRole('link', { name: 'Agenda' }))
  await screen.findByRole('heading', { level: 1, name: 'Agenda' })
}
const comeHome = (user: Screen['user']) => user.click(bar().getByRole('link', { name: /^Hoje/ }))
/** The clock goes on, and the coach comes back to the tab. */
function comeBack(minutes: number) {
  vi.setSystemTime(NOON.getTime() + minutes * 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
/** Unfolds 'Sem resposta'. */
const unfold = async (user: Screen['user'], count: number) =>
  user.click(await screen.findByRole('button', { name: `Sem resposta (${count})` }))
const buttonsOf = (row: ReturnType<typeof within>) =>
  [...row.queryAllByRole('button'), ...row.queryAllByRole('link')].map(({ textContent }) => textContent)

const lessons = () =>
  backend.sql(
    `select (extract(epoch from s.date) * 1000)::bigint::text as at, s.slot_id,
            array_agg(t.name order by t.name) as names
       from public.sessions s
       join public.session_package_assignments a on a.session_id = s.id
       join public.students t on t.id = a.student_id
      where s.user_id = $1 group by s.id, s.date, s.slot_id order by s.date`,
    [coach.id],
  )
const exceptions = () =>
  backend.sql('select reason from public.slot_exceptions where user_id = $1', [coach.id])
const words = () =>
  backend.sql('select notes, private_notes from public.session_feedbacks where user_id = $1', [coach.id])
const feedbacks = () =>
  backend.sql('select rating, tags from public.session_feedbacks where user_id = $1', [coach.id])
async function attendances() {
  const seats = await backend.sql<{ attendance: string }>(
    `select attendance from public.session_package_assignments a join public.students t on t.id = a.student_id
      where a.user_id = $1 order by t.name`,
    [coach.id],
  )
  return seats.map(({ attendance }) => attendance)
}

describe('Hoje', () => {
  it("shows four without an answer; 'Mostrar mais' goes on at the first of the others", async () => {
    await plan(...['06', '07', '08', '09', '10', '11'].map((hour) => [-1, `${hour}:00`, [ANA]] as const))
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await unfold(user, 6)
    await press(user, 'Mostrar mais 2 aulas')
    expect(document.activeElement?.closest('li')).toHaveTextContent('10:00')
  })

  it("goes by the day of the agenda's time zone, not by that of this device", async () => {
    await setProfile(coach, { time_zone: 'Pacific/Kiritimati' })
    await plan([1, '00:30', [ANA]], [1, '09:00', [BIA]])
    await openScreen('/app/dashboard', { backend, coach })
    expect(await screen.findByRole('group', { name: /^09:00.*Bia Reis/ })).toBeInTheDocument()
    expect(screen.getByRole('group', { name: /^00:30.*Ana Lopes/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Sem resposta/ })).not.toBeInTheDocument()
  })

  it('asks about the lesson of now; the others are rows with the same answers, earlier days one line', async () => {
    await plan(
      [0, '09:00', [ANA]],
      [0, '11:30', [BIA]],
      [0, '14:00', [CAIO, DAVI]],
      [-1, '08:00', [DAVI]],
      [-8, '08:00', [BIA]],
    )
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    expect(buttonsOf(await lesson('11:30 Bia Reis'))).toEqual(['Aconteceu', 'Não aconteceu', 'Detalhes'])
    const past = await lesson('09:00 Ana Lopes')
    await user.click(past.getByRole('button', { name: /^Opções/ }))
    expect(buttonsOf(past).slice(1)).toEqual(['Aconteceu', 'Não aconteceu', 'Avisou que não vem', 'Detalhes'])
    const ahead = await lesson('14:00 Caio Prado, Davi Melo')
    expect(ahead.getByText('em 2 h')).toBeVisible()
    // Screen readers hear when the lesson's state changes, not each minute of the countdown.
    expect(ahead.getByRole('status')).not.toHaveTextContent(/em \d/)
    await user.click(ahead.getByRole('button', { name: /^Opções/ }))
    expect(buttonsOf(ahead).slice(1)).toEqual(['Lembrar', 'Não aconteceu', 'Avisou que não vem'])
    await unfold(user, 1)
    expect(within(screen.getByRole('region', { name: 'Ontem' })).getByText(/Davi Melo/)).toBeVisible()
    expect(screen.getAllByRole('group', { name: /Bia Reis/ })).toHaveLength(1)
    expect(screen.getByText('Alunos Ativos')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Ir para hoje' }))
    expect(screen.getByRole('region', { name: 'Hoje' })).toHaveFocus()
  })

  it('says beside each name what the credits are worth, and asks who is coming in the words of the day', async () => {
    await backend.sql(`update public.packages set payment_date = $2 where student_id = $1`, [
      ids[BIA],
      addDays(TODAY, -3),
    ])
    await backend.sql('delete from public.payments where student_id = $1', [ids[BIA]])
    await plan([0, '14:00', [ANA, BIA]])
    prefetchSettings.afterMs = 1
    const { user, row } = await openRow('14:00')
    await sees(row, '4 crédito(s)', /^4 crédito\(s\), deve R\$/, 'R$')
    await user.click(row.getByRole('button', { name: /^Lembrar/ }))
    const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('nossa aula hoje')
  })

  it('says what another device has sold or used since as soon as it is opened again', async () => {
    await plan([0, '14:00', [ANA]])
    prefetchSettings.afterMs = 1
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    expect(await (await lesson('14:00')).findByText('4 crédito(s)')).toBeVisible()
    await leave(user)
    await sellPackage(coach, ids[ANA] ?? '', { total_classes: 8 })
    vi.setSystemTime(NOON.getTime() + 6_000)
    await comeHome(user)
    expect(await (await lesson('14:00')).findByText('12 crédito(s)')).toBeVisible()
  })

  it('is an example and one link for a new coach without a week', async () => {
    await openScreen('/app/dashboard', { backend, coach: await backend.coach() })
    expect(await screen.findByRole('link', { name: 'Montar minha semana' })).toHaveAttribute(
      'href',
      '/app/agenda',
    )
    expect((await screen.findAllByText('exemplo')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('heading', { name: 'Hoje' })).not.toBeInTheDocument()
    // Empty charts would say nothing, so none is shown.
    expect(screen.queryByRole('region', { name: 'Evolução' })).not.toBeInTheDocument()
    await seesText('N/A', 'Comece adicionando seu primeiro aluno')
  })

  it('counts what is done once nothing is ahead, a lesson by + among it', async () => {
    await plan([1, '07:00', [ANA]])
    await giveBefore(1, BIA)
    await openScreen('/app/dashboard', { backend, coach })
    await waitFor(() => expect(screen.getByText('Dia completo: 1 aula')).toBeVisible())
    expect(screen.getByRole('link', { name: /^11:00.*Bia Reis.*Registrada/ })).toBeVisible()
    expect(screen.getByText(/^Próxima: .*, 07:00$/)).toBeVisible()
  })

  // Regression: the day was complete, with a lesson that the server had refused.
  it('counts no lesson whose answer was refused', async () => {
    const [slot = NONE] = await plan([0, '09:00', [ANA]])
    const { intercept } = await openScreen('/app/dashboard', { backend, coach })
    await lesson('09:00')
    intercept(deadNetwork)
    await waitingLesson('09:00', { slot: { ...slot, movedTo: null } })
    await seesText('Dia completo: 1 aula')
    intercept(refused('/apply_session_plan', 400))
    await act(() => sendOutbox())
    expect(await (await lesson('09:00')).findByText('Precisa de atenção')).toBeVisible()
    await seesText('Nenhuma aula à frente hoje')
  })
})

/**
 * A finger moves the row by so many pixels, one after the other; it stays down until the returned function is called.
 */
function drag(row: HTMLElement, ...by: [x: number, y?: number][]) {
  row.setPointerCapture = () => {}
  const finger = { pointerId: 1, pointerType: 'touch' }
  const touches = [[0], ...by].map(([x = 0, y = 0]) => ({ ...finger, clientX: 200 + x, clientY: 300 + y }))
  fireEvent.pointerDown(row, touches[0])
  for (const touch of touches.slice(1)) fireEvent.pointerMove(row, touch)
  return () => fireEvent.pointerUp(row, touches.at(-1))
}

/** By combinados, these told so many hours before the lesson that they do not come. */
async function planTold(time: string, hours: number, outcome: 'kept' | 'late', ...names: readonly string[]) {
  const [slot = NONE] = await plan([0, time, names])
  await agreedLongAgo(backend, coach.id)
  const start = new Date(`${TODAY}T${time}:00`)
  for (const name of names) await notComing(backend, coach.id, slot, ids[name], start, { hours, outcome })
}
/** By the link, too late, for the lesson of that time. */
const tellLate = (name: string, slot: typeof NONE, time: string, hours: number) =>
  notComing(backend, coach.id, slot, ids[name], new Date(`${TODAY}T${time}:00`), { hours, outcome: 'late' })
/** Both told today, too late. */
const planLate = () => planTold('11:00', 2, 'late', ANA, BIA)
/** Ana's lesson of today waits on the device, with four stars. */
function waitingLesson(time: string, more: Parameters<typeof lessonIntent>[1] = {}) {
  const at = { date: new Date(`${TODAY}T${time}:00`).toISOString(), lessonDay: TODAY }
  const session = lessonIntent([ids[ANA] ?? ''], { ...at, ...more })
  const entry = { id: session.opId, owner: coach.id, names: { [ids[ANA] ?? '']: ANA }, unknown: false }
  return outbox.queue({ ...entry, intent: { kind: 'session', session } })
}
/** Reads again; a change that settles meanwhile cancels a reading. */
const reread = () => waitFor(() => queryClient.fetchQuery({ ...recentLessonsQuery(coach.id), staleTime: 0 }))
/** The row of a lesson with four stars, tapped and saved. */
async function rated() {
  await plan([0, '11:30', [ANA]])
  const opened = await openRow('11:30')
  const { user, row } = opened
  await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
  await user.click(await row.findByRole('radio', { name: '4 estrelas' }))
  await waitFor(async () => expect(await feedbacks()).toHaveLength(1))
  return opened
}

describe('an answer', () => {
  it('by a finger is what the button says, and none where no motion is wanted; the used credit is gone', async () => {
    const [, ten] = await plan([0, '09:00', [ANA]], [0, '10:00', [CAIO]], [0, '11:30', [BIA]])
    prefetchSettings.afterMs = 1
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    const group = await screen.findByRole('group', { name: '09:00 Ana Lopes' })
    const row = within(group)
    expect(await row.findByText('4 crédito(s)')).toBeInTheDocument()
    const swipe = (by: number) => drag(group, [by / 2], [by])()
    swipe(-100)
    const dialog = within(await screen.findByRole('dialog', { name: 'A aula não aconteceu' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const still = vi.spyOn(window, 'matchMedia')
    const wanted = matchMedia('(prefers-reduced-motion: reduce)')
    still.mockReturnValue(Object.assign(wanted, { matches: true }))
    swipe(100)
    still.mockRestore()
    swipe(80)
    // A flick that goes up and aside at once scrolls: the row stays.
    drag(group, [40, -30])()
    expect(group.style.transform).toBe('')
    // A phone sends no click after a swipe, so the next click comes from a key and must count.
    row.getByRole('button', { name: /^Opções/ }).focus()
    await user.keyboard('{Enter}')
    expect(row.getByRole('button', { name: /^Fechar opções/ })).toBeVisible()
    await user.keyboard('{Enter}')
    expect(row.getByRole('button', { name: /^Aconteceu/ })).toBeEnabled()
    swipe(100)
    await sees(row, 'Registrada', '3 crédito(s)')
    expect(await lessons()).toMatchObject([{ names: [ANA] }])

    // When another device answers a lesson while a finger moves its row, the row goes back.
    const moved = await screen.findByRole('group', { name: '10:00 Caio Prado' })
    const lift = drag(moved, [60])
    expect(moved.style.transform).toBe('translateX(60px)')
    const id = await giveBefore(2, CAIO)
    const answered = { slot_id: ten?.slotId ?? null, slot_date: TODAY }
    await coach.client.from('sessions').update(answered).eq('id', id).throwOnError()
    await act(() => queryClient.invalidateQueries())
    expect(await within(moved).findByText('Registrada')).toBeVisible()
    lift()
    expect(moved.style.transform).toBe('')
  })

  it('in one tap registers everybody as planned and can be undone; stars and tags are saved as tapped', async () => {
    const [slot] = await plan([0, '11:30', [ANA, BIA]])
    const { user, intercept, row } = await openRow('11:30')
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await user.click(await row.findByRole('button', { name: /^Aconteceu/ }))
    const ana = within(await row.findByRole('group', { name: ANA }))
    const bia = within(row.getByRole('group', { name: BIA }))
    expect(await lessons()).toEqual([
      { at: String(Date.parse(`${TODAY}T11:30`)), slot_id: slot?.slotId, names: [ANA, BIA] },
    ])
    expect(await feedbacks()).toEqual([])

    // One more tap marks the absence, which is charged and has no feedback.
    await user.click(radio(ana, '4 estrelas'))
    await user.click(radio(ana, 'Faltou'))
    expect(await screen.findByText(`${ANA}: faltou`)).toBeVisible()
    expect(ana.queryByRole('radio', { name: '4 estrelas' })).not.toBeInTheDocument()
    expect(await attendances()).toEqual(['absent', 'present'])
    expect(await feedbacks()).toEqual([])

    // The undo of the absence leaves the feedback that another student was given since.
    await user.click(radio(bia, '5 estrelas'))
    await user.click(await row.findByRole('button', { name: `Foco: ${BIA}` }))
    await user.click(await row.findByRole('button', { name: 'Saque' }))
    const starsOfBia = { rating: 5, tags: ['Saque'] }
    const ofBoth = expect.arrayContaining([{ rating: 4, tags: [] }, starsOfBia])
    await waitFor(async () => expect(await feedbacks()).toEqual([starsOfBia]))
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(async () => expect(await attendances()).toEqual(['present', 'present']))
    expect(await feedbacks()).toEqual(ofBoth)
    expect(await ana.findByRole('radio', { name: 'Veio' })).toBeChecked()

    await user.click(radio(ana, 'Falta justificada'))
    await waitFor(async () => expect(await attendances()).toEqual(['excused', 'present']))
    // Choosing 'Veio' by hand brings the stars back too.
    await waitFor(() => expect(ana.getByText('Não usa crédito.')).toBeVisible())
    await user.click(radio(ana, 'Veio'))
    await waitFor(async () => expect(await feedbacks()).toEqual(ofBoth))

    // A change that could not be undone stays on the screen.
    await user.click(radio(ana, 'Faltou'))
    await screen.findByText(`${ANA}: faltou`)
    await waitFor(async () => expect(await attendances()).toEqual(['absent', 'present']))
    intercept(deadNetwork)
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('Não foi possível desfazer')).toBeVisible()
    expect(radio(ana, 'Faltou')).toBeChecked()
  })

  it("'Veio' after an absence tapped by mistake brings back what was written with the stars", async () => {
    const { user, row } = await rated()
    const written = { notes: 'Ótimo saque!', private_notes: 'Joelho' }
    await backend.sql(
      'update public.session_feedbacks set notes = $2, private_notes = $3 where user_id = $1',
      [coach.id, ...Object.values(written)],
    )
    await reread()
    await misses(user, row)
    await waitFor(async () => expect(await words()).toEqual([]))
    await user.click(await row.findByRole('radio', { name: 'Veio' }))
    await waitFor(async () => expect(await words()).toEqual([written]))
    expect(await row.findByRole('radio', { name: '4 estrelas' })).toBeChecked()

    // Also what was not tapped here, once the absence has been read.
    await backend.sql('update public.session_feedbacks set rating = 2 where user_id = $1', [coach.id])
    await reread()
    expect(await row.findByRole('radio', { name: '2 estrelas' })).toBeChecked()
    await user.click(radio(row, 'Faltou'))
    await waitFor(async () => expect(await words()).toEqual([]))
    await reread()
    await user.click(await row.findByRole('radio', { name: 'Veio' }))
    await waitFor(async () => expect(await words()).toEqual([written]))
    expect(await row.findByRole('radio', { name: '2 estrelas' })).toBeChecked()
  })

  // Regression: it brought back a feedback of before an earlier absence, which another device had deleted since.
  it("'Veio' after an absence brings back nothing that was deleted before the absence", async () => {
    const { user, row } = await rated()
    await reread()
    await misses(user, row)
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    await waitFor(async () => expect(await attendances()).toEqual(['present']))
    await backend.sql('delete from public.session_feedbacks where user_id = $1', [coach.id])
    await reread()
    await waitFor(() => expect(radio(row, '4 estrelas')).not.toBeChecked())
    await misses(user, row)
    await reread()
    await user.click(radio(row, 'Veio'))
    await screen.findByText(`${ANA}: veio`)
    await act(() => queryClient.invalidateQueries())
    expect(radio(row, '4 estrelas')).not.toBeChecked()
    expect(await feedbacks()).toEqual([])
  })

  // It was taken for what was there already, and the absence stayed.
  it("'Veio', tapped while the answer to an absence gets lost, is sent", async () => {
    const { user, row, intercept } = await rated()
    const tapped = gate()
    let lost: string | undefined
    intercept(async (request, send) => {
      if (!request.url.endsWith('/apply_session_plan')) return send(request)
      const sent: { plan: { op_id: string } } = await request.clone().json()
      const answer = await send(request)
      lost ??= sent.plan.op_id
      if (sent.plan.op_id !== lost) return answer
      await tapped.passed
      return Response.json({}, { status: 502 })
    })
    await user.click(radio(row, 'Faltou'))
    await waitFor(async () => expect(await attendances()).toEqual(['absent']))
    await user.click(radio(row, 'Veio'))
    tapped.open()
    await waitFor(async () => expect(await attendances()).toEqual(['present']))
    expect(radio(row, 'Veio')).toBeChecked()
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 4, tags: [] }]))
  })

  it('to an absence that gets lost is read, so that the row shows what is stored', async () => {
    const { row, intercept, user } = await rated()
    intercept(answeredAs('/apply_session_plan', 502))
    await user.click(radio(row, 'Faltou'))
    expect(await screen.findByText('Erro ao atualizar')).toBeVisible()
    expect(await attendances()).toEqual(['absent'])
    await waitFor(() => expect(radio(row, 'Faltou')).toBeChecked())
  })

  it("stars tapped while 'Veio' is under way are sent after it; if it fails, not before its next tap", async () => {
    const { user, row, intercept, requests } = await rated()
    await misses(user, row)
    const answer = gate()
    const before = requests.length
    intercept(refused('/apply_session_plan', 400, answer))
    await user.click(radio(row, 'Veio'))
    await user.click(await row.findByRole('radio', { name: '5 estrelas' }))
    answer.open()
    await waitFor(() => expect(radio(row, 'Faltou')).toBeChecked())
    expect(await screen.findByText('Erro ao atualizar')).toBeVisible()
    expect(requests.slice(before).filter((sent) => sent.endsWith('/apply_session_plan'))).toHaveLength(1)
    expect(outboxStore.current().entries.filter(isOpen)).toEqual([])

    const later = hold(intercept, 'apply_session_plan')
    await user.click(radio(row, 'Veio'))
    await user.click(await row.findByRole('radio', { name: '3 estrelas' }))
    later.open()
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 3, tags: [] }]))
    expect(await attendances()).toEqual(['present'])
    expect(outboxStore.current().entries.filter(isOpen)).toEqual([])
    expect(radio(row, '3 estrelas')).toBeChecked()
  })

  it("the stars tapped while 'Veio' is under way are kept for the next 'Veio' if it fails", async () => {
    const { user, row, intercept } = await rated()
    await reread()
    await misses(user, row)
    await reread()
    const answer = gate()
    intercept(refused('/apply_session_plan', 400, answer))
    await user.click(radio(row, 'Veio'))
    await user.click(await row.findByRole('radio', { name: '5 estrelas' }))
    answer.open()
    await waitFor(() => expect(radio(row, 'Faltou')).toBeChecked())
    intercept(null)
    await user.click(radio(row, 'Veio'))
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 5, tags: [] }]))
  })

  // Regression: the row then showed 'Veio' without the stars, which nothing brought back.
  it("a 'Veio' whose answer gets lost sends the stars that were tapped once the lesson can be read", async () => {
    const { user, row, intercept } = await rated()
    await user.click(row.getByRole('radio', { name: 'Faltou' }))
    await screen.findByText(`${ANA}: faltou`)
    await reread()
    const answer = gate()
    const reads: string[] = []
    intercept(async (request, send) => {
      if (request.url.includes('get_sessions_page')) {
        reads.push(request.url)
        return Response.json({}, { status: 502 })
      }
      const response = await send(request)
      if (!request.url.endsWith('/apply_session_plan')) return response
      await answer.passed
      return Response.json({}, { status: 502 })
    })
    await user.click(row.getByRole('radio', { name: 'Veio' }))
    await user.click(await row.findByRole('radio', { name: '5 estrelas' }))
    answer.open()
    await waitFor(() => expect(row.getByRole('radio', { name: 'Faltou' })).toBeChecked())
    await waitFor(() => expect(reads).not.toEqual([]))
    intercept(null)
    vi.setSystemTime(Date.now() + 1_000)
    await reread()
    await waitFor(() => expect(row.getByRole('radio', { name: 'Veio' })).toBeChecked())
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 5, tags: [] }]))
    await reread()
    await waitFor(() => expect(row.getByRole('radio', { name: '5 estrelas' })).toBeChecked())
    vi.setSystemTime(NOON)
  })

  it("a 'Veio' whose answer gets lost brings the feedback back, and sends the stars that were tapped", async () => {
    const { user, row, intercept } = await rated()
    const veio = async (stars?: string) => {
      await user.click(radio(row, 'Faltou'))
      await waitFor(async () => expect(await attendances()).toEqual(['absent']))
      await waitFor(() => expect(radio(row, 'Faltou')).toBeChecked())
      await reread()
      const answer = gate()
      intercept(answeredAs('/apply_session_plan', 502, answer))
      await user.click(radio(row, 'Veio'))
      if (stars) await user.click(await row.findByRole('radio', { name: stars }))
      answer.open()
      await waitFor(async () => expect(await attendances()).toEqual(['present']))
      intercept(null)
    }
    await veio()
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 4, tags: [] }]))
    await veio('5 estrelas')
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 5, tags: [] }]))
    await reread()
    await waitFor(() => expect(radio(row, '5 estrelas')).toBeChecked())
  })

  it('of who came, tapped while its undo is under way, is sent after it', async () => {
    await plan([0, '11:30', [ANA]])
    const { user, intercept, row } = await openRow('11:30')
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    await misses(user, row)
    const answer = hold(intercept, 'apply_session_plan')
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(radio(row, 'Veio')).toBeChecked()
    await user.click(radio(row, 'Faltou'))
    answer.open()
    await screen.findByText(`${ANA}: faltou`)
    expect(await attendances()).toEqual(['absent'])
    expect(radio(row, 'Faltou')).toBeChecked()
  })

  it('draws its own row alone while it is sent, and a star draws none', async () => {
    const times = ['08:00', '09:00', '10:00', '11:30'] as const
    await plan(...times.map((time) => [0, time, [ANA]] as const))
    const { user, intercept, row } = await openRow('11:30')
    const answer = hold(intercept, ({ method }) => method === 'POST')
    drawn.rows = 0
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    await row.findByText('Registrando...')
    expect(drawn.rows).toBeLessThan(times.length)
    answer.open()

    const star = await row.findByRole('radio', { name: '4 estrelas' })
    await screen.findByText('Aula registrada')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    drawn.rows = 0
    await user.click(star)
    expect(star).toBeChecked()
    await waitFor(async () => expect(await feedbacks()).toEqual([{ rating: 4, tags: [] }]))
    expect(drawn.rows).toBe(0)
  })

  it('an attendance that was tapped stays where the lesson is not among the newest, which alone are read', async () => {
    await plan([0, '11:00', [ANA]])
    const { user, row } = await openRow(ANA)
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    const missed = await row.findByRole('radio', { name: 'Faltou' })
    await screen.findByText('Aula registrada')
    await user.click(missed)
    await waitFor(async () => expect(await attendances()).toEqual(['absent']))
    await screen.findByText(`${ANA}: faltou`)
    const { queryKey } = recentLessonsQuery(coach.id)
    act(() => {
      queryClient.setQueryData(queryKey, { items: [], total: 51 }, { updatedAt: Date.now() + 1 })
    })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(missed).toBeChecked()
  })

  it('does not say of who has no credit that a credit stays', async () => {
    await planTold('11:00', 30, 'kept', ANA)
    await backend.sql('delete from public.packages where student_id = $1', [ids[ANA] ?? ''])
    prefetchSettings.afterMs = 1
    await openScreen('/app/dashboard', { backend, coach })
    expect(await (await lesson(ANA)).findByText(`${ANA}: avisou a tempo, não será cobrada`)).toBeVisible()
  })

  it('on a phone the row says before "Aconteceu" what becomes of who told, until the coach folds it', async () => {
    const [slot = NONE] = await plan([0, '09:00', [ANA, BIA, CAIO]], [0, '11:30', [DAVI]])
    await agreedLongAgo(backend, coach.id)
    await tellLate(CAIO, slot, '09:00', 3)
    const { user, row } = await openRow('09:00')
    expect(row.getByText(`${CAIO}: avisou 3 h antes, será cobrada`)).toBeVisible()
    await user.click(row.getByRole('button', { name: /^Fechar opções/ }))
    expect(row.queryByText(/avisou 3 h antes/)).not.toBeInTheDocument()
    expect(row.getByRole('button', { name: /^Aconteceu/ })).toBeVisible()
  })

  // Regression: the row folded then, and the second tap of an unsure finger met the row below.
  it('on a phone the row that says who told stays as it is once that is taken back', async () => {
    const [slot = NONE] = await plan([0, '09:00', [ANA]], [0, '11:30', [DAVI]])
    await agreedLongAgo(backend, coach.id)
    await tellLate(ANA, slot, '09:00', 3)
    const { user, row } = await openRow('09:00')
    await user.click(row.getByRole('button', { name: `Não foi o aluno: ${ANA}` }))
    await waitFor(() => expect(row.queryByText(/avisou 3 h antes/)).not.toBeInTheDocument())
    expect(row.getByRole('button', { name: /^Fechar opções/ })).toBeVisible()
  })

  it('under a row that is swiped stands what its buttons say, also where nobody comes', async () => {
    const [slot = NONE] = await plan([0, '09:00', [ANA]], [0, '11:30', [DAVI]])
    await agreedLongAgo(backend, coach.id)
    await tellLate(ANA, slot, '09:00', 3)
    await openRow('09:00')
    const item = screen.getByRole('group', { name: /09:00/ }).parentElement
    expect(item).not.toHaveTextContent(/aconteceu/i)
    expect(item?.firstElementChild).toHaveTextContent('Registrar faltas')
  })

  it('excuses whom the coach excused before the lesson began, also after the screen was left', async () => {
    await planTold('14:00', 3, 'late', ANA)
    const { user, row } = await openRow(ANA)
    await user.click(await row.findByRole('button', { name: `Abonar: ${ANA}` }))
    await leave(user)
    await comeHome(user)
    expect(
      await (await lesson(ANA)).findByText(`${ANA}: avisou fora do prazo, abonada por você`),
    ).toBeVisible()
    // Who said 'Vou' since, and 'Não vou' again, told something that nobody excused.
    await backend.sql(
      `update public.lesson_replies set replied_at = for_start - interval '1 hour' where student_id = $1`,
      [ids[ANA] ?? ''],
    )
    void invalidateAgenda(queryClient)
    expect(await (await lesson(ANA)).findByText(`${ANA}: avisou 1 h antes, será cobrada`)).toBeVisible()
  })

  // Regression: the coach noted by the minute that Ana had told off both lessons, so 'Abonar' at one excused both.
  it('excuses one of two lessons that were told off at the same time', async () => {
    const [first = NONE, second = NONE] = await plan([0, '14:00', [ANA]], [0, '16:00', [ANA]])
    await agreedLongAgo(backend, coach.id)
    // Both at eleven.
    await tellLate(ANA, first, '14:00', 3)
    await tellLate(ANA, second, '16:00', 5)
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    const button = await screen.findByRole('button', { name: `Abonar: ${ANA}` })
    await user.click(button)
    await user.click(screen.getByRole('button', { name: /^Opções: ?16:00/ }))
    await seesText(`${ANA}: avisou 5 h antes, será cobrada`, `${ANA}: avisou fora do prazo, abonada por você`)
  })

  it('takes presses of "Abonar" and the answer that come before the first was drawn', async () => {
    await planLate()
    await openScreen('/app/dashboard', { backend, coach })
    const row = await lesson(ANA)
    const buttons = [`Abonar: ${ANA}`, `Abonar: ${BIA}`, /^Registrar faltas/]
    for (const button of buttons.map((name) => row.getByRole('button', { name }))) fireEvent.click(button)
    await waitFor(async () => expect(await attendances()).toEqual(['excused', 'excused']))
  })

  // Regression: the dialog went away with what was typed.
  it('of the coach about who told stays open while the lesson begins', async () => {
    await plan([0, '12:10', [ANA]])
    const { user, row } = await openRow('12:10')
    await user.click(row.getByRole('button', { name: /^Avisou que não vem/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Avisou que não vem' }))
    await user.click(dialog.getByRole('radio', { name: 'Outro momento' }))
    fill(dialog.getByLabelText('Dia e hora do aviso'), '11:00')
    comeBack(11)
    await waitFor(() => expect(row.getByText('Agora')).toBeInTheDocument())
    expect(dialog.getByRole('button', { name: 'Anotar aviso' })).toBeVisible()
  })

  // Regression: the answer closed the dialog that was open by then, and what was typed there was lost.
  it('of the coach about who told leaves the dialog open that was opened after it', async () => {
    await plan([0, '14:00', [ANA, BIA]])
    await agreedLongAgo(backend, coach.id)
    const { user, intercept, row } = await openRow('14:00')
    const ask = async () => {
      await user.click(row.getByRole('button', { name: /^Avisou que não vem/ }))
      return within(await screen.findByRole('dialog', { name: 'Avisou que não vem' }))
    }
    const [arrived, late] = [gate(), gate()]
    intercept(answeredLate('/rpc/record_reply', arrived, late))
    await user.click((await ask()).getByRole('button', { name: 'Anotar aviso' }))
    await arrived.passed
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const second = await ask()
    await user.click(second.getByRole('radio', { name: 'Outro momento' }))
    fill(second.getByLabelText('Dia e hora do aviso'), '11:00')
    late.open()
    expect(await screen.findByText('Aviso anotado')).toBeVisible()
    expect(second.getByLabelText('Dia e hora do aviso')).toBeInTheDocument()
  })

  // Regression: nobody was chosen any more, and the press did nothing.
  it('of the coach about who told is noted though that student has told by the link meanwhile', async () => {
    const [slot = NONE] = await plan([0, '14:00', [ANA, BIA]])
    await agreedLongAgo(backend, coach.id)
    const { user, row } = await openRow('14:00')
    await user.click(row.getByRole('button', { name: /^Avisou que não vem/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Avisou que não vem' }))
    expect(dialog.getByLabelText('Quem avisou')).toHaveDisplayValue(ANA)
    await tellLate(ANA, slot, '14:00', 3)
    comeBack(0)
    await screen.findByText(`${ANA}: avisou 3 h antes, será cobrada`)
    await user.click(dialog.getByRole('button', { name: 'Anotar aviso' }))
    expect(await screen.findByText('Aviso anotado')).toBeVisible()
    expect(
      await backend.sql('select 1 from public.lesson_replies where user_id = $1', [coach.id]),
    ).toHaveLength(2)
  })

  it('excuses whom the coach excused though another student was erased since', async () => {
    await planLate()
    const { user, row } = await openRow(ANA)
    await user.click(row.getByRole('button', { name: `Abonar: ${ANA}` }))
    await user.click(row.getByRole('button', { name: `Abonar: ${BIA}` }))
    await leave(user)
    await removeQueriesAbout(queryClient, coach.id, ids[BIA] ?? '')
    await comeHome(user)
    expect(
      await (await lesson(ANA)).findByText(`${ANA}: avisou fora do prazo, abonada por você`),
    ).toBeVisible()
  })

  it('excuses whom the coach chose, also by "Detalhes", and not who answered since that they come', async () => {
    await planLate()
    const { user, unmount, row } = await openRow(ANA)
    await user.click(row.getByRole('button', { name: `Abonar: ${ANA}` }))
    await user.click(row.getByRole('button', { name: `Abonar: ${BIA}` }))
    expect(row.getByText(`${ANA}: avisou fora do prazo, abonada por você`)).toBeVisible()
    const details = row.getByRole('link', { name: /^Detalhes/ }).getAttribute('href') ?? ''
    await user.click(screen.getByRole('button', { name: 'Nova Sessão' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Registrar aula' }))
    expect(await sheet.findByText(`${BIA}: avisou fora do prazo, abonada por você`)).toBeVisible()
    expect(sheet.getByRole('link', { name: /^Com detalhes/ })).toHaveAttribute(
      'href',
      expect.stringContaining(ids[BIA] ?? NONE.slotId),
    )
    await user.keyboard('{Escape}')
    await backend.sql(
      `update public.lesson_replies set reply = 'coming', outcome = null, agreement_version = null
        where student_id = $1`,
      [ids[ANA] ?? ''],
    )
    await user.click(row.getByRole('button', { name: /^Registrar faltas/ }))
    // Until the device reads the lesson, some seconds later, the row must not call present who is excused.
    const roll = within(await row.findByRole('group', { name: `Presença de ${BIA}` }))
    expect(roll.getByRole('radio', { name: 'Falta justificada' })).toBeChecked()
    await waitFor(async () => expect(await attendances()).toEqual(['present', 'excused']))
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(async () => expect(await attendances()).toEqual([]))
    unmount()

    await openScreen(details, { backend, coach })
    const seat = within(await screen.findByRole('group', { name: `Presença de ${BIA}` }))
    expect(seat.getByRole('radio', { name: 'Falta justificada' })).toBeChecked()
  })

  it('given or undone by the keyboard keeps the focus in its row, which outlasts the end of the lesson', async () => {
    await plan([0, '11:30', [ANA]], [0, '14:00', [BIA]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    const group = await screen.findByRole('group', { name: /11:30/ })
    const row = within(group)
    row.getByRole('button', { name: /^Aconteceu/ }).focus()
    await user.keyboard('{Enter}')
    const came = await row.findByRole('radio', { name: 'Veio' })
    await waitFor(() => expect(group).toHaveFocus())
    await user.tab()
    expect(came).toHaveFocus()
    await user.tab()
    expect(radio(row, '1 estrela')).toHaveFocus()
    await screen.findByRole('button', { name: 'Desfazer' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    await user.keyboard('{Enter}')
    const answer = await row.findByRole('button', { name: /^Aconteceu/ })
    await waitFor(() => expect(group).toHaveFocus())

    await user.click(answer)
    const stars = await row.findByRole('group', { name: ANA })
    const [star] = within(stars).getAllByRole('radio')
    star?.focus()
    comeBack(31)
    await waitFor(() => expect(screen.getByRole('group', { name: /14:00/ })).toBeVisible())
    expect(stars).toBeVisible()
    expect(star).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^Sem resposta/ })).toBeNull()
  })

  it('that gives the card to the next lesson keeps its open feedback and the focus', async () => {
    await plan([0, '11:15', [ANA]], [0, '12:10', [BIA]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    const row = within(await screen.findByRole('group', { name: /11:15/ }))
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    const [star] = within(await row.findByRole('group', { name: ANA })).getAllByRole('radio')
    star?.focus()
    comeBack(11)
    await waitFor(() =>
      expect(screen.getAllByRole('group', { name: /1[12]:1/ })[0]).toHaveAccessibleName(/12:10/),
    )
    expect(star).toHaveFocus()
  })

  it('for a whole day is one tap, or a tap and a reason', async () => {
    await plan([-1, '08:00', [ANA]], [-1, '09:00', [BIA]], [-2, '08:00', [CAIO]], [-2, '09:00', [DAVI]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await unfold(user, 4)
    await user.click(await screen.findByRole('button', { name: 'Todas aconteceram: ontem' }))
    await waitFor(async () => expect(await lessons()).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: /^Nenhuma aconteceu/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nenhuma aula aconteceu' }))
    await user.click(dialog.getByRole('radio', { name: 'Clube fechado' }))
    const confirm = dialog.getByRole('button', { name: 'Confirmar 2 aulas' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await user.click(confirm)
    expect(await (await lesson('08:00 Caio')).findByText('Não aconteceu · clube fechado')).toBeVisible()
    expect(await exceptions()).toEqual([{ reason: 'venue' }, { reason: 'venue' }])
    expect(screen.queryByRole('button', { name: /aconteceram/ })).not.toBeInTheDocument()
  })

  // Regression: the dialog kept the lesson that another device had answered, so each press was refused.
  it("of which another device has answered one, 'Nenhuma aconteceu' is about the others", async () => {
    const [first] = await plan([-1, '08:00', [ANA]], [-1, '09:00', [BIA]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await unfold(user, 2)
    await user.click(await screen.findByRole('button', { name: /^Nenhuma aconteceu/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Confirmar 2 aulas' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await except(first, { reason: 'venue', moved_to: null })
    await user.click(confirm)
    await seesText('Uma aula já estava registrada ou cancelada. Nada foi mudado.')
    await user.click(await dialog.findByRole('button', { name: 'Confirmar' }))
    await waitFor(async () => expect(await exceptions()).toEqual([{ reason: 'venue' }, { reason: 'rain' }]))
  })

  // Regression: the dialog kept the lesson as it was when it opened, so each press was refused.
  it('of a lesson that another device has moved since, the dialog shows and skips as it is now', async () => {
    const [first] = await plan([0, '11:00', [ANA]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await user.click((await lesson('11:00 Ana')).getByRole('button', { name: /^Não aconteceu/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Confirmar' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await move(first, `${TODAY}T11:15:00`)
    await user.click(confirm)
    await seesText('A agenda mudou em outro aparelho')
    expect(await dialog.findByText('11:15')).toBeVisible()
    await user.click(confirm)
    await waitFor(async () => expect(await exceptions()).toEqual([{ reason: 'rain' }]))
  })

  // Regression: the dialog kept what was no lesson of that day any more, so each press was refused.
  it("of which another device deleted one hour and moved another, 'Nenhuma aconteceu' is about the rest", async () => {
    const [gone, left] = await plan([-1, '08:00', [ANA]], [-1, '09:00', [BIA]], [-1, '10:00', [CAIO]])
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await unfold(user, 3)
    await user.click(await screen.findByRole('button', { name: /^Nenhuma aconteceu/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Confirmar 3 aulas' })
    await waitFor(() => expect(confirm).toBeEnabled())
    await backend.sql('delete from public.lesson_slots where id = $1', [gone?.slotId])
    await move(left, `${TODAY}T11:15:00`)
    await user.click(confirm)
    await user.click(await dialog.findByRole('button', { name: 'Confirmar' }))
    await waitFor(async () => expect(await exceptions()).toEqual([{ reason: null }, { reason: 'rain' }]))
  })

  // Regression: the answer about the first lesson closed the dialog about the second one.
  it('of one lesson, whose dialog was closed, leaves the dialog about another one open', async () => {
    await plan([0, '10:30', [ANA]], [0, '11:30', [BIA]])
    const { user, intercept } = await openScreen('/app/dashboard', { backend, coach })
    const slow = hold(intercept, 'apply_session_plan')
    const skip = async (hour: string) => {
      await user.click((await lesson(hour)).getByRole('button', { name: /^Não aconteceu/ }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.click(dialog.getByRole('radio', { name: 'Clube fechado' }))
      return dialog.getByRole('button', { name: 'Confirmar' })
    }
    const first = await lesson('10:30')
    await user.click(first.getByRole('button', { name: /^Opções/ }))
    const confirm = await skip('10:30')
    await waitFor(() => expect(confirm).toBeEnabled())
    await user.click(confirm)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const other = await skip('11:30')
    slow.open()
    expect(await first.findByText('Não aconteceu · clube fechado')).toBeInTheDocument()
    expect(other).toBeVisible()
  })

  it('waits, on a device that does not know the rule of more time yet, until it is known', async () => {
    await setProfile(coach, { cancel_extension_days: 9 })
    await plan([0, '11:30', [ANA]])
    const { user, intercept, row } = await openRow('11:30')
    const slow = hold(intercept, /get_credit_facts|\/profiles/)
    await user.click(row.getByRole('button', { name: /^Não aconteceu/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeDisabled()
    slow.open()
    expect(await dialog.findByRole('checkbox', { name: 'Estender validade em 9 dias' })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeEnabled()
  })

  it('by + that waits on the device says so too', async () => {
    // By this clock the lesson is of another day, so it is not sent.
    await waitingLesson('10:00')
    await openScreen('/app/dashboard', { backend, coach })
    expect(await screen.findByRole('link', { name: /^10:00 ?Ana Lopes/ })).toHaveTextContent(
      'Aguardando envio',
    )
  })

  it('without network waits on the device, and the row says so', async () => {
    await plan([0, '11:30', [ANA]])
    const { user, intercept, row } = await openRow('11:30')
    intercept(deadNetwork)
    await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
    expect(await row.findByText('Aguardando envio')).toBeVisible()
    await user.click(await row.findByRole('radio', { name: '5 estrelas' }))
    expect(await row.findByRole('radio', { name: '5 estrelas' })).toBeChecked()
    expect(row.queryByRole('button', { name: /^Não aconteceu/ })).not.toBeInTheDocument()
    expect(await lessons()).toEqual([])

    // An absence is saved with the waiting lesson, and removes its stars.
    await user.click(radio(row, 'Faltou'))
    expect(await screen.findByText(`${ANA}: faltou`)).toBeVisible()
    expect(radio(row, 'Faltou')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    // Another tap on Ana does nothing until the absence is undone.
    await screen.findByText(`${ANA}: veio`)
    expect(await row.findByRole('radio', { name: '5 estrelas' })).toBeChecked()
    await misses(user, row)
    intercept(null)
    await act(() => sendOutbox())
    await waitFor(async () => expect(await attendances()).toEqual(['absent']))
    expect(await feedbacks()).toEqual([])

    await waitFor(() => expect(row.queryByText('Aguardando envio')).not.toBeInTheDocument())
    expect(await row.findByRole('radio', { name: 'Faltou' })).toBeChecked()

    // In a registered lesson a tap is an edit, which needs the internet.
    intercept(deadNetwork)
    await user.click(radio(row, 'Veio'))
    expect(await screen.findByText(/^Sem conexão[.:] /)).toBeVisible()
    await waitFor(() => expect(radio(row, 'Faltou')).toBeChecked())
  })
})

it("without network shows the stars of 'Detalhes', and 'Veio' after an absence brings the words back", async () => {
  const [slot = NONE] = await plan([0, '11:30', [ANA]])
  const { user, intercept } = await openScreen('/app/dashboard', { backend, coach })
  await lesson('11:30')
  intercept(deadNetwork)
  await waitingLesson('11:30', { slot: { ...slot, movedTo: null } })
  const row = await lesson('11:30')
  await user.click(await row.findByRole('button', { name: /^Dar feedback/ }))
  expect(await row.findByRole('radio', { name: '4 estrelas' })).toBeChecked()
  await misses(user, row)
  intercept(null)
  await act(() => sendOutbox())
  await waitFor(async () => expect(await attendances()).toEqual(['absent']))
  await waitFor(() => expect(row.queryByText('Aguardando envio')).not.toBeInTheDocument())
  await user.click(await row.findByRole('radio', { name: 'Veio' }))
  await waitFor(async () => expect(await words()).toMatchObject([{ notes: 'Bom ritmo' }]))
  expect(await feedbacks()).toEqual([{ rating: 4, tags: ['Saque'] }])
})

describe('the form, filled in', () => {
  it('by "Detalhes" has the students and the planned time, and answers the lesson; then it says so', async () => {
    const [slot = NONE] = await plan([-1, '08:00', [ANA, CAIO]])
    const { user, unmount } = await openScreen('/app/dashboard', { backend, coach })
    await unfold(user, 1)
    const row = await lesson('08:00')
    await user.click(row.getByRole('button', { name: /^Opções/ }))
    await user.click(row.getByRole('link', { name: /^Detalhes/ }))
    await seesText('ontem, 08:00', /^Aula da agenda: .*, 08:00$/)
    await user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
    await waitFor(async () =>
      expect(await lessons()).toMatchObject([{ slot_id: slot?.slotId, names: [ANA, CAIO] }]),
    )
    unmount()
    await openScreen(paths.newSession.href({ slot }), { backend, coach })
    expect(await screen.findByText('Esta aula já estava registrada')).toBeVisible()
  })

  it('by the last group is saved three taps after the dashboard, and leaves a draft as it is', async () => {
    await giveBefore(24, BIA, DAVI)
    const first = await openScreen('/app/sessions/new', { backend, coach })
    await first.user.click(await screen.findByRole('checkbox', { name: /Ana Lopes/ }))
    first.unmount()

    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await user.click(await screen.findByRole('button', { name: 'Repetir turma' }))
    await user.click(await screen.findByRole('link', { name: /Bia Reis, Davi Melo/ }))
    expect(await screen.findByText(/continua guardado/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
    await waitFor(async () => expect(await lessons()).toHaveLength(2))
    expect((await lessons()).at(-1)).toMatchObject({ names: [BIA, DAVI] })

    await openScreen('/app/sessions/new', { backend, coach })
    expect(await screen.findByRole('checkbox', { name: /Ana Lopes/ })).toBeChecked()
  })
})

describe('around today', () => {
  it('"Feedback por dar" asks nothing about an anonymised student, of whom it would be refused', async () => {
    await giveBefore(24, BIA, DAVI)
    await giveBefore(25, DAVI)
    await coach.client.rpc('anonymize_student', { student_uuid: ids[DAVI] ?? '' }).throwOnError()
    prefetchSettings.afterMs = 1
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await user.click(await screen.findByRole('button', { name: 'Feedback por dar (1)' }))
    const due = within(await screen.findByRole('dialog', { name: 'Feedback por dar' }))
    expect(due.getByRole('group', { name: BIA })).toBeVisible()
    expect(due.getAllByRole('radio', { name: '3 estrelas' })).toHaveLength(1)
  })

  it('"Feedback por dar" lists who was there and has none; "Amanhã" has a message for each', async () => {
    await giveLesson(coach, { date: new Date(NOON.getTime() - 86_400_000) }, [
      { student: ids[BIA] ?? '', feedback: { rating: 4 } },
      { student: ids[DAVI] ?? '' },
    ])
    await plan([1, '07:00', [ANA]])
    prefetchSettings.afterMs = 1
    const { user } = await openScreen('/app/dashboard', { backend, coach })
    await user.click(await screen.findByRole('button', { name: 'Feedback por dar (1)' }))
    const due = within(await screen.findByRole('dialog', { name: 'Feedback por dar' }))
    expect(due.queryByText(BIA)).not.toBeInTheDocument()
    await user.click(
      within(due.getByRole('group', { name: DAVI })).getByRole('radio', { name: '3 estrelas' }),
    )
    await waitFor(async () => expect(await feedbacks()).toHaveLength(2))
    await user.click(due.getByRole('button', { name: 'Pronto' }))

    await press(user, 'Amanhã (1)', /^Lembrar: Ana Lopes/)
    const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(
      /^https:\/\/wa\.me\/\d+\?text=Oi, Ana! .*amanhã, .*, às 07:00/,
    )
  })
})

// Regression: they got the default club, and those of the row the slot's.
it("stars of 'Feedback por dar' are given at the club of the lesson's slot", async () => {
  const clubs = [newId(), newId()].map((id, at) => ({ id, user_id: coach.id, name: `Clube ${at}` }))
  for (const club of clubs) await coach.client.from('clubs').insert(club).throwOnError()
  const [slot] = await plan([-1, '09:00', [ANA]])
  const [, club] = clubs
  await backend.sql('update public.lesson_slots set club_id = $1 where id = $2', [club?.id, slot?.slotId])
  await giveBefore(27, ANA)
  await backend.sql('update public.sessions set slot_id = $1, slot_date = $2 where user_id = $3', [
    slot?.slotId,
    slot?.slotDate,
    coach.id,
  ])
  prefetchSettings.afterMs = 1
  const { user } = await openScreen('/app/dashboard', { backend, coach })
  await press(user, 'Feedback por dar (1)')
  await user.click(await screen.findByRole('radio', { name: '4 estrelas' }))
  await waitFor(async () =>
    expect(
      await backend.sql('select club_id from public.session_feedbacks where user_id = $1', [coach.id]),
    ).toEqual([{ club_id: club?.id }]),
  )
})

it('the summary that is sent from a row has the notes that were written elsewhere, and the last stars', async () => {
  await plan([0, '11:30', [ANA]])
  const { user, row } = await openRow('11:30')
  await user.click(row.getByRole('button', { name: /^Aconteceu/ }))
  await user.click(await row.findByRole('radio', { name: '5 estrelas' }))
  await waitFor(async () => expect(await feedbacks()).toHaveLength(1))
  await backend.sql("update public.session_feedbacks set notes = 'Ótimo saque!' where user_id = $1", [
    coach.id,
  ])
  await user.click(radio(row, '4 estrelas'))
  await user.click(await row.findByRole('button', { name: /^Enviar resumo/ }))
  await waitFor(() => {
    const link = screen.getByRole('link', { name: 'Abrir WhatsApp' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(' 4/5\n\nÓtimo saque!\n')
  })
})

it('an hour offered from its row keeps its form until the answer is there and what it did is read', async () => {
  // The clock is two days ahead, because the database refuses to offer an hour that is over.
  vi.setSystemTime(new Date(`${addDays(TODAY, 2)}T09:00:00`))
  const [slot = NONE] = await plan([2, '14:00', [ANA]])
  await notComing(backend, coach.id, slot, ids[ANA], new Date(`${slot.slotDate}T14:00:00`))
  const { user, intercept } = await openScreen('/app/dashboard', { backend, coach })
  await user.click(await screen.findByRole('button', { name: /^Oferecer horário/ }))
  const form = await screen.findByRole('dialog', { name: 'Oferecer horário' })
  const [done, read] = [gate(), gate()]
  intercept(answeredLate('/open_places', done, read))
  await user.click(await within(form).findByRole('button', { name: /^Oferecer a/ }))
  await done.passed
  await invalidateAgenda(queryClient)
  await screen.findByText('Oferecida: 0 de 1')
  expect(form).toHaveAccessibleName('Oferecer horário')
  read.open()
  await screen.findByRole('dialog', { name: /^Mensagem para/ })
})

it('beside a lesson by + "Aconteceu" asks; the same names who is missing or had told and takes no credit', async () => {
  const [slot = NONE] = await plan([0, '11:30', [ANA, BIA]])
  await notComing(backend, coach.id, slot, ids[ANA], new Date(`${TODAY}T11:30:00`))
  await giveBefore(1 / 6, ANA)
  const { user } = await openScreen('/app/dashboard', { backend, coach })
  await user.click((await lesson('11:30')).getByRole('button', { name: /^Aconteceu/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'É a mesma aula?' }))
  await sees(dialog, 'Já há uma aula às 11:50 com Ana Lopes: é a mesma?', /^Bia Reis não está nessa aula/)
  await user.click(dialog.getByRole('button', { name: 'É a mesma' }))
  await seesText('Aula ligada à agenda', /^Ana Lopes tinha avisado \(.*\); ficou como presença\. Bia Reis/)
  await waitFor(async () => expect(await lessons()).toMatchObject([{ slot_id: slot.slotId, names: [ANA] }]))
})
