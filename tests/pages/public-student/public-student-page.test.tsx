import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_ZONE, dayIn, timeOf } from '@/agenda/zone'
import { addDays, formatDate, toLocalDate, dayInYear } from '@/core/dates'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { heldBack } from '../../support/network'
import { deadNetwork, openScreen, seesText, goTo, sees } from '../../support/render'
import { travelTo } from '../../support/travel'
import { once, planSlots } from '../../support/world/agenda'
import {
  addClub,
  addStudent,
  giveCancelled,
  giveLesson,
  sellPackage,
  setProfile,
} from '../../support/world/api'
import { agreedLongAgo, giveDays, notComing, wasTold } from '../../support/world/past'
import { noonOf } from '../../support/world/values'

const HOSTILE = '<script>alert(1)</script> 🎾 "aspas"'

/** From the day on which the file began, so that what was made before midnight is expected after it too. */
const TODAY = toLocalDate(new Date())
const daysFromToday = (days: number) => addDays(TODAY, days)

let backend: Backend
let coach: Coach
let marina: string
let newcomer: string
let veteran: string

beforeAll(async () => {
  backend = await sharedBackend()
  coach = await backend.coach({ name: 'Ana Ribeiro' })
  marina = await addStudent(coach, { name: 'Marina Costa de Souza', status: 'inactive' })
  newcomer = await addStudent(coach, { name: 'Bruno', gender: 'male', classe: 'profissional' })
  veteran = await addStudent(coach, { name: HOSTILE })

  const used = await sellPackage(coach, marina, {
    total_classes: 1,
    name: 'Aula avulsa',
    purchase_date: daysFromToday(-40),
  })
  const active = await sellPackage(coach, marina, { total_classes: 4 })
  await sellPackage(coach, marina, {
    total_classes: 2,
    purchase_date: daysFromToday(-60),
    expiry_date: daysFromToday(-1),
  })
  await giveLesson(coach, { date: noonOf(-4), notes: 'Treino de saque\npara todos' }, [
    { student: marina, package: active, feedback: { rating: 5, notes: 'Só da Marina', tags: ['Saque'] } },
    { student: newcomer, feedback: { rating: 1, notes: 'Só do Bruno', tags: ['Físico'] } },
  ])
  await giveLesson(coach, { date: noonOf(-3) }, [{ student: marina }])
  await giveLesson(coach, { date: noonOf(-30) }, [
    { student: marina, package: used, feedback: { rating: 4 } },
  ])
  await giveLesson(coach, { date: noonOf(-2), teacher: 'Beto' }, [
    { student: marina, feedback: { rating: 3 } },
  ])

  // 400 lessons and 40 packages; each lesson used a credit of the first package.
  await backend.sql(
    `insert into public.packages (user_id, student_id, name, total_classes, price, purchase_date,
                                  payment_date, expiry_date)
     select $1, $2, case n when 1 then $3 else 'Pacote ' || n end, 10, 0, current_date - n,
            current_date - n, current_date + 30
       from generate_series(1, 40) n`,
    [coach.id, veteran, HOSTILE],
  )
  await backend.sql(
    `with lessons as (
       insert into public.sessions (user_id, date, teacher, notes)
       select $1, current_date - n + interval '12 hours', 'Ana Ribeiro', case n when 1 then $3 end
         from generate_series(1, 400) n
       returning id),
     seats as (
       insert into public.session_package_assignments (user_id, session_id, student_id) select $1, id, $2 from lessons
       returning session_id)
     insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes)
     select $1, session_id, $2, 4, $3 from seats`,
    [coach.id, veteran, `${HOSTILE} ${'m'.repeat(1900)}`],
  )
})

const open = async (id: string, tab?: string) => {
  const opened = await openScreen(`/student-page/${id}${tab ? `?aba=${tab}` : ''}`, { backend })
  return opened
}
const valueOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent
const tab = (name: string) => screen.getByRole('tab', { name })
const items = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem')

describe('what is open', () => {
  const PIX = { pix_type: 'evp', pix_key: crypto.randomUUID(), pix_name: 'Ana Ribeiro', pix_city: 'Recife' }

  it('shows nowhere, then by rule the packages’ sum, then with its PIX; without a phone there is no chat', async () => {
    const lender = await backend.coach()
    const student = await addStudent(lender)
    for (const price of [200.5, 80]) await sellPackage(lender, student, { price })
    await backend.sql('delete from public.payments where user_id = $1', [lender.id])
    const rule = (values: object) => setProfile(lender, values)

    await rule({ phone: null })
    const hidden = await open(student)
    await screen.findByRole('heading', { name: 'Últimas Aulas' })
    expect(screen.queryByText('Em aberto')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Falar com/ })).toBeNull()
    hidden.unmount()

    await rule({ show_pix: true })
    const shown = await open(student)
    const section = within(await screen.findByRole('region', { name: 'Em aberto' }))
    await sees(section, 'R$ 280,50', 'Combine o pagamento com o seu professor.')
    shown.unmount()

    await rule(PIX)
    const { user } = await open(student)
    await user.click(await screen.findByRole('button', { name: 'Código PIX' }))
    expect(await screen.findByText('Ana Ribeiro')).toBeInTheDocument()
    const code = await screen.findByText(new RegExp(`^000201.*${PIX.pix_key}.*5406280\\.50`))
    expect(code).toBeVisible()
  })
})

describe('combinados', () => {
  it('are folded, say since when, and once read when; the coach’s profile of the student says it too', async () => {
    const agreeing = await backend.coach()
    await setProfile(agreeing, { time_zone: DEFAULT_ZONE })
    const student = await addStudent(agreeing, { name: 'Bia Reis' })
    const agreed = dayIn(DEFAULT_ZONE, new Date())
    const before = await open(student)
    await screen.findByRole('heading', { name: 'Últimas Aulas' })
    expect(screen.queryByText('Combinados')).not.toBeInTheDocument()
    before.unmount()

    const agreement = { starts_on: agreed, notice_hours: 24, makeup_days: 0, note: HOSTILE }
    await agreeing.client.rpc('save_agreement', { agreement }).throwOnError()
    const read = await open(student)
    expect(await screen.findByText(`Vale desde ${formatDate(agreed)}`)).toBeInTheDocument()
    await read.user.click(screen.getByRole('heading', { name: 'Combinados' }))
    await seesText(/^Avise até 24 horas antes: a aula não é cobrada/, HOSTILE)
    expect(screen.getByRole('button', { name: 'Li os combinados' })).toBeVisible()
    await backend.sql('select public.confirm_agreement($1::text::uuid, 1)', [student])
    comeBack()
    expect(await screen.findByText(`Confirmado em ${formatDate(agreed)}`)).toBeInTheDocument()
    read.unmount()
    await backend.sql('delete from public.agreement_confirmations where student_id = $1', [student])
    const other = await open(student)
    await other.user.click(await screen.findByRole('heading', { name: 'Combinados' }))
    await other.user.click(await screen.findByRole('button', { name: 'Li os combinados' }))
    expect(await screen.findByText(`Confirmado em ${formatDate(agreed)}`)).toBeInTheDocument()
    other.unmount()

    // In UTC the day is one later than in the coach's zone.
    await backend.sql(
      `update public.agreement_confirmations set confirmed_at = '2026-11-23T02:30:00Z' where student_id = $1`,
      [student],
    )
    const confirmed = 'Confirmado em 22/11/2026'
    const again = await open(student)
    await again.user.click(await screen.findByRole('heading', { name: 'Combinados' }))
    expect(await screen.findByText(confirmed)).toBeInTheDocument()
    again.unmount()
    await openScreen(`/app/students/${student}`, { backend, coach: agreeing })
    expect(await screen.findByText(confirmed)).toBeInTheDocument()
  })
})

/** The day `days` from today in São Paulo, the zone of the agendas: until 03:00 UTC it differs from UTC's day. */
const inAgenda = (days: number) => addDays(dayIn(DEFAULT_ZONE, new Date()), days)

/** '24/11' */
const shortDayIn = (days: number) => formatDate(inAgenda(days)).slice(0, 5)

/**
 * A coach with combinados of five days' notice, and lessons of Marina at noon in so many days, which got their times
 * long ago.
 */
async function expected(...days: number[]) {
  const planner = await backend.coach({ name: 'Ana Ribeiro' })
  const student = await addStudent(planner, { name: 'Marina Costa' })
  await agreedLongAgo(backend, planner.id, { notice: 120 })
  const slots: string[] = []
  for (const day of days) {
    const [slot] = await backend.sql<{ id: string }>(
      `with slot as (
         insert into public.lesson_slots (user_id, start_time, starts_on, ends_on, minutes, time_since)
         select $1, '12:00', d, d, 60, now() - interval '60 days'
           from (select (now() at time zone 'America/Sao_Paulo')::date + $3::integer as d) x
         returning id),
       seat as (insert into public.lesson_slot_students (user_id, slot_id, student_id) select $1, slot.id, $2 from slot)
       select id from slot`,
      [planner.id, student, day],
    )
    slots.push(slot!.id)
  }
  return { student, slots, planner }
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const nextLesson = () => region('Próxima aula')
const offeredHour = () => region('Horário disponível')
const TAKE = { name: 'Quero este horário' }
/** The lesson of that day does not take place. */
const skip = (planner: Coach, slot: string | undefined, day: number) =>
  backend.sql(
    `insert into public.slot_exceptions (user_id, slot_id, slot_date, reason) values ($1, $2, $3, 'rain')`,
    [planner.id, slot ?? '', inAgenda(day)],
  )
/** Plans a lesson at noon in so many days; returns its slot. */
async function noon(planner: Coach, day: number, students: string[] = []) {
  const slot = once(inAgenda(day), '12:00:00', students)
  await planSlots(planner, DEFAULT_ZONE, { add: [slot] })
  return slot.id
}
const rafaOf = (planner: Coach) => addStudent(planner, { name: 'Rafa Lima' })
const replies = (student: string) =>
  backend.sql(
    'select reply, told_by, outcome from public.lesson_replies where student_id = $1 order by for_start',
    [student],
  )

describe('answering a lesson', () => {
  it('says before what it means, asks once, tells what was said, and takes it back', async () => {
    const { student } = await expected(2)
    const { user } = await open(student)
    const section = await nextLesson()
    expect(section.getByText(/^Passou do prazo: pelos combinados é cobrada\./)).toBeInTheDocument()
    await user.click(section.getByRole('button', { name: 'Não vou' }))
    const question = within(section.getByRole('group', { name: 'Marina não vai' }))
    await sees(question, /Pelos combinados você perde a aula/, 'Quem tem este link responde por você.')
    await user.click(question.getByRole('button', { name: 'Voltar' }))
    expect(await replies(student)).toEqual([])
    await waitFor(() => expect(section.getByRole('button', { name: 'Não vou' })).toHaveFocus())

    // A key that is held opens the question, which then has the focus, and does not answer it.
    await user.keyboard('{Enter>3/}')
    const confirm = section.getByRole('button', { name: 'Marina não vai' })
    expect(confirm).toHaveFocus()
    // Regression: a browser gives nothing the focus that is not displayed yet, so a first answer lost it.
    for (const said of section.getAllByRole('status')) expect(said).not.toHaveClass('hidden')
    await user.click(confirm)
    expect(await section.findByText(/^Você não vai, e avisou depois do prazo/)).toBeInTheDocument()
    expect(section.queryByRole('button', { name: 'Adicionar ao calendário' })).not.toBeInTheDocument()
    expect(section.getByText(/^pelo link, \d\d\/\d\d \d\d:\d\d$/)).toBeInTheDocument()
    expect(section.queryByRole('button', { name: 'Não vou' })).not.toBeInTheDocument()
    expect(await replies(student)).toEqual([{ reply: 'not_coming', told_by: 'student', outcome: 'late' }])

    await user.click(section.getByRole('button', { name: 'Vou' }))
    expect(await section.findByText('Você vai.')).toBeInTheDocument()
    expect(await replies(student)).toEqual([{ reply: 'coming', told_by: 'student', outcome: null }])
  })

  it('to which no version applies by now is refused, and shown at the hour that it has now', async () => {
    const { student, planner } = await expected(10)
    const { user } = await open(student)
    const section = await nextLesson()
    await backend.sql(`update public.agreements set ends_on = current_date - 2 where user_id = $1`, [
      planner.id,
    ])
    await backend.sql(`update public.lesson_slots set start_time = '15:00' where user_id = $1`, [planner.id])
    await user.click(section.getByRole('button', { name: 'Vou' }))
    await sees(section, 'Esta aula não pode ser respondida aqui. Fale com o professor.', /, 15h$/)
    expect(section.queryByText(/^Avise até/)).not.toBeInTheDocument()
    expect(section.queryByRole('button', { name: 'Vou' })).not.toBeInTheDocument()
    expect(section.getByRole('status')).toHaveFocus()
  })

  it('of a later one by its address; of one that moved meanwhile nothing is written, and it asks again', async () => {
    const { student, slots, planner } = await expected(2, 10)
    const [, slot] = slots
    const opened = await openScreen(`/student-page/${student}?aula=${slot}.${inAgenda(10)}`, { backend })
    const section = await nextLesson()
    const list = within(await section.findByRole('list', { name: 'Aulas seguintes' }))
    expect(list.getByText(/^Avise até .* 12:00 para não perder a aula\.$/)).toBeVisible()
    await backend.sql(
      `insert into public.slot_exceptions (user_id, slot_id, slot_date, moved_to, moved_at)
       select $1, $2, starts_on, (starts_on + time '15:00') at time zone 'America/Sao_Paulo', now()
         from public.lesson_slots where id = $2`,
      [planner.id, slot!],
    )
    await opened.user.click(list.getByRole('button', { name: 'Não vou' }))
    await opened.user.click(list.getByRole('button', { name: 'Marina não vai' }))
    await sees(list, 'Esta aula mudou. Confira e responda de novo.', /, 15h$/)
    expect(list.getByRole('status')).toHaveFocus()
    expect(await replies(student)).toEqual([])
    await opened.user.click(list.getByRole('button', { name: 'Não vou' }))
    await opened.user.click(list.getByRole('button', { name: 'Marina não vai' }))
    expect(await list.findByText('Você não vai. A aula não é cobrada.')).toBeVisible()
    expect(await replies(student)).toEqual([{ reply: 'not_coming', told_by: 'student', outcome: 'kept' }])
  })

  it('of one that moved meanwhile and was answered at its new hour elsewhere says that it moved', async () => {
    const { student, planner } = await expected(10)
    const { user } = await open(student)
    const section = await nextLesson()
    await backend.sql(`update public.lesson_slots set start_time = '15:00' where user_id = $1`, [planner.id])
    await backend.sql(
      `select public.reply_to_lesson($1::text::uuid, id, starts_on, 'coming', 'kept',
                                     (starts_on + time '15:00') at time zone 'America/Sao_Paulo')
         from public.lesson_slots where user_id = $2`,
      [student, planner.id],
    )
    await user.click(section.getByRole('button', { name: 'Vou' }))
    await sees(section, 'Você vai.', /, 15h$/, 'Esta aula mudou. Confira e responda de novo.')
  })
})

// The panel of 'Resumo' had begun afresh, from what was read before the taps.
it('what was tapped stands, and no second achievement is told, once another tab was looked at', async () => {
  const { student, planner } = await expected(10)
  const days = Array.from({ length: 10 }, (_, at) => noonOf(-1 - 7 * at))
  for (const date of days) await giveLesson(planner, { date }, [{ student }])
  const { user } = await open(student)
  const section = await nextLesson()
  await user.click(section.getByRole('button', { name: 'Vou' }))
  expect(await section.findByText('Você vai.')).toBeVisible()
  await user.click(screen.getByRole('heading', { name: 'Combinados' }))
  await user.click(await screen.findByRole('button', { name: 'Li os combinados' }))
  expect(await screen.findByText(/^Confirmado em/)).toBeVisible()
  expect(screen.getByText('10 aulas! Isso é constância.')).toBeVisible()
  await user.click(tab('Pacotes'))
  expect(screen.queryByRole('region', { name: 'Próxima aula' })).not.toBeInTheDocument()
  await user.click(tab('Resumo'))
  expect((await nextLesson()).getByText('Você vai.')).toBeVisible()
  expect(screen.getByText(/^Confirmado em/)).toBeVisible()
  expect(screen.getByText('10 aulas! Isso é constância.')).toBeVisible()
})

/** Returns to the tab two minutes later. */
function comeBack() {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
  document.dispatchEvent(new Event('visibilitychange'))
  now.mockRestore()
}

describe('a page that is returned to', () => {
  it('does not ask of the next lesson what it asked of a gone one, and shows what was offered meanwhile', async () => {
    const { student, slots, planner } = await expected(2, 10)
    const { user } = await open(student)
    const section = await nextLesson()
    await user.click(section.getByRole('button', { name: 'Não vou' }))
    expect(section.getByRole('button', { name: 'Marina não vai' })).toBeVisible()
    await skip(planner, slots[0], 2)
    await offer(planner, await noon(planner, 8), 8, [student])
    comeBack()
    expect(await section.findByText(/^em 10 dias/)).toBeVisible()
    expect(section.queryByRole('button', { name: 'Marina não vai' })).not.toBeInTheDocument()
    expect(await screen.findByRole('region', { name: 'Horário disponível' })).toBeVisible()
  })

  it('does not ask of a later lesson, which has moved, what it asked at its old hour', async () => {
    const { student, slots, planner } = await expected(2, 10)
    const { user } = await open(student)
    const section = await nextLesson()
    await user.click(section.getByRole('button', { name: /^Mais 1/ }))
    const list = within(await section.findByRole('list', { name: 'Aulas seguintes' }))
    await user.click(await list.findByText('Responder'))
    await user.click(list.getByRole('button', { name: 'Não vou' }))
    expect(list.getByRole('button', { name: 'Marina não vai' })).toBeVisible()
    await backend.sql(`update public.lesson_slots set start_time = '15:00' where user_id = $1 and id = $2`, [
      planner.id,
      slots[1]!,
    ])
    comeBack()
    expect(await list.findByText(/, 15h$/)).toBeVisible()
    expect(list.queryByRole('button', { name: 'Marina não vai' })).not.toBeInTheDocument()
  })

  // Both had one key, and one of them stayed in the list once the move was taken back.
  it('has each later lesson once, also where one was moved to the hour of the next', async () => {
    const { student, slots, planner } = await expected(2)
    await backend.sql(
      `update public.lesson_slots set weekday = extract(dow from starts_on), ends_on = null where id = $1`,
      slots,
    )
    await backend.sql(
      `insert into public.slot_exceptions (user_id, slot_id, slot_date, moved_to, moved_at)
       select user_id, id, starts_on + 7, (starts_on + 14 + start_time) at time zone 'America/Sao_Paulo', now()
         from public.lesson_slots where id = $1`,
      slots,
    )
    const { user } = await open(student)
    const section = await nextLesson()
    await user.click(section.getByRole('button', { name: /^Mais 3/ }))
    const list = within(await section.findByRole('list', { name: 'Aulas seguintes' }))
    const days = () =>
      list.getAllByText(/, 12h$/).map(({ textContent }) => textContent.match(/\d\d\/\d\d/)?.[0])
    expect(days()).toEqual([16, 16, 23].map(shortDayIn))
    await backend.sql('delete from public.slot_exceptions where user_id = $1', [planner.id])
    comeBack()
    await waitFor(() => expect(days()).toEqual([9, 16, 23].map(shortDayIn)))
  })

  // What the page had read stayed, with lessons that the old link cannot answer any more.
  it('by a link that the coach has changed says what an unknown link says; without a network it stays', async () => {
    const { student, planner } = await expected(2)
    const { intercept } = await open(student)
    await screen.findByRole('region', { name: 'Próxima aula' })
    const failed = gate()
    intercept(() => {
      failed.open()
      throw new TypeError('Failed to fetch')
    })
    comeBack()
    await failed.passed
    intercept(null)
    expect(screen.getByRole('region', { name: 'Próxima aula' })).toBeVisible()
    await planner.client.rpc('rotate_student_link', { student }).throwOnError()
    comeBack()
    expect(await screen.findByRole('heading', { name: 'Aluno não encontrado' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Próxima aula' })).not.toBeInTheDocument()
  })

  it('to one that the coach cancelled meanwhile is refused and the lesson goes; the refusal stays shown', async () => {
    const { student, slots, planner } = await expected(2, 10)
    const { user } = await open(student)
    const section = await nextLesson()
    await skip(planner, slots[0], 2)
    await user.click(section.getByRole('button', { name: 'Vou' }))
    await waitFor(() => expect(section.queryByRole('button', { name: /^Mais/ })).not.toBeInTheDocument())
    expect(section.getByText(/12h.*: Esta aula não está mais marcada$/)).toBeVisible()
    expect(section.getAllByText(/12h/)).toHaveLength(2)
  })

  it('keeps the answer to a tap that a read which had begun before does not know', async () => {
    const { student, planner } = await expected(2)
    const { user, intercept } = await open(student)
    const section = await nextLesson()
    await noon(planner, 20, [student])
    const [left, late] = [gate(), gate()]
    let reads = 0
    intercept(async (request, send) => {
      const answer = await send(request)
      if (request.url.endsWith('/get_student_public_data') && (reads += 1) === 1) {
        left.open()
        await late.passed
      }
      return answer
    })
    comeBack()
    await left.passed
    await user.click(section.getByRole('button', { name: 'Vou' }))
    expect(await section.findByText('Você vai.')).toBeVisible()
    late.open()
    expect(await section.findByRole('button', { name: /^Mais 1/ })).toBeVisible()
    expect(section.getByText('Você vai.')).toBeVisible()
  })

  // Hidden only while the reply stood, it came back with the next change.
  it('does not tell again that an answer was lost, once it has read the reply', async () => {
    const { student } = await expected(10)
    const { user, intercept } = await open(student)
    const section = await nextLesson()
    intercept(async (request, send) => {
      await send(request)
      throw new TypeError('Failed to fetch')
    })
    await user.click(section.getByRole('button', { name: 'Vou' }))
    expect(await section.findByText(/^Sem conexão/)).toBeVisible()
    intercept(null)
    comeBack()
    expect(await section.findByText('Você vai.')).toBeVisible()
    await backend.sql('delete from public.lesson_replies where student_id = $1', [student])
    comeBack()
    expect(await section.findByRole('button', { name: 'Vou' })).toBeVisible()
    expect(section.queryByText(/^Sem conexão/)).not.toBeInTheDocument()
  })
})

/** Offers one place of the lesson at noon in `day` days, until two hours before it. */
async function offer(planner: Coach, slot_id: string, day: number, students: string[]) {
  const id = crypto.randomUUID()
  const closes_at = new Date(`${inAgenda(day)}T10:00:00-03:00`).toISOString()
  const opening = { id, slot_id, slot_date: inAgenda(day), places: 1, closes_at, students }
  await planner.client.rpc('open_places', { opening }).throwOnError()
  return id
}

/** Rafa, to whom the first hour is offered, opens the page and takes it. */
async function taken({ planner, slots }: Awaited<ReturnType<typeof expected>>, day: number) {
  const rafa = await rafaOf(planner)
  const opening = await offer(planner, slots[0]!, day, [rafa])
  const { user } = await open(rafa)
  const section = await offeredHour()
  await user.click(section.getByRole('button', TAKE))
  expect(await section.findByText('Este horário é seu.')).toBeVisible()
  const next = within(screen.getByRole('region', { name: 'Próxima aula' }))
  const giveBack = async () => {
    await user.click(await next.findByRole('button', { name: 'Não vou' }))
    await user.click(await next.findByRole('button', { name: 'Rafa não vai' }))
  }
  return { rafa, opening, section, next, giveBack }
}

describe('an hour that is offered', () => {
  it('says when, its cost and until when it can be given back; who takes it has it in the next lessons', async () => {
    const { planner, slots } = await expected(10)
    const rafa = await rafaOf(planner)
    const bia = await addStudent(planner, { name: 'Bia Reis' })
    await sellPackage(planner, rafa, { total_classes: 3, expiry_date: daysFromToday(40) })
    await offer(planner, slots[0]!, 10, [rafa, bia])
    await open(bia)
    expect(await screen.findByText('Sem crédito: fica a pagar')).toBeVisible()
    cleanup()
    const later = { purchase_date: daysFromToday(20), expiry_date: daysFromToday(50) }
    await sellPackage(planner, bia, { total_classes: 8, ...later })
    await open(bia)
    expect(await screen.findByText('Sem crédito nesse dia: fica a pagar')).toBeVisible()
    cleanup()

    const { user } = await open(rafa)
    const section = await offeredHour()
    await sees(section, /, 12h$/, /^60 min · Responda até .* 10:00/, 'Usa 1 crédito (você tem 3)')
    expect(section.getByText(/^Desistir depois de .* 12:00 é cobrado$/)).toBeVisible()
    for (const said of section.getAllByRole('status')) expect(said).not.toHaveClass('hidden')
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText('Este horário é seu.')).toHaveFocus()
    const next = within(screen.getByRole('region', { name: 'Próxima aula' }))
    expect(await next.findByText(/, 12h$/)).toBeVisible()
    expect(next.getByRole('button', { name: 'Não vou' })).toBeVisible()
    expect(section.queryByRole('button', TAKE)).not.toBeInTheDocument()
    cleanup()

    await open(bia)
    expect(await screen.findByText('Este horário já foi preenchido')).toBeVisible()
    expect(screen.queryByRole('button', TAKE)).not.toBeInTheDocument()
  })

  it('comes first and into sight by the address of its message', async () => {
    const { planner, slots } = await expected(6, 12)
    const rafa = await rafaOf(planner)
    await offer(planner, slots[0]!, 6, [rafa])
    const later = await offer(planner, slots[1]!, 12, [rafa])
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    await openScreen(`/student-page/${rafa}?horario=${later}`, { backend })
    const section = await offeredHour()
    expect(section.getByRole('button', TAKE)).toHaveAccessibleDescription(
      expect.stringContaining(shortDayIn(12)),
    )
    expect(section.getByRole('button', { name: 'Mais 1 horário' })).toBeVisible()
    expect(seen.mock.contexts).toEqual([screen.getByRole('region', { name: 'Horário disponível' })])
  })

  it('that ended is said to be over by the address of its message, also to who took it', async () => {
    const { planner, slots } = await expected(6)
    const rafa = await rafaOf(planner)
    const opening = await offer(planner, slots[0]!, 6, [rafa])
    await planner.client.rpc('take_opening', { link: rafa, opening }).throwOnError()
    await planner.client.rpc('close_opening', { opening }).throwOnError()
    await openScreen(`/student-page/${rafa}?horario=${opening}`, { backend })
    await seesText(/^O horário deste link não está mais .*\. Se não está nas suas aulas, não está marcado\.$/)
    expect(screen.getByRole('region', { name: 'Próxima aula' })).toBeVisible()
  })

  it('is to be paid where the lessons before it use the credits; a lesson told off in time uses none', async () => {
    const { planner, slots, student } = await expected(6, 12)
    await sellPackage(planner, student, { total_classes: 1, expiry_date: daysFromToday(40) })
    await offer(planner, await noon(planner, 8), 8, [student])
    await open(student)
    expect(await screen.findByText('Seu crédito já é de uma aula antes desta: fica a pagar')).toBeVisible()
    expect(screen.queryByText(/^Usa 1 crédito/)).not.toBeInTheDocument()
    cleanup()
    await backend.sql(
      `select public.reply_to_lesson($1::text::uuid, id, starts_on, 'not_coming', 'kept',
                                     (starts_on + time '12:00') at time zone 'America/Sao_Paulo')
         from public.lesson_slots where id = $2`,
      [student, slots[0]!],
    )
    await open(student)
    expect(await screen.findByText('Usa 1 crédito (você tem 1)')).toBeVisible()
  })

  // The page had promised the credit that the answer to yesterday's lesson then took.
  it('is to be paid where a lesson that is over, and that the coach has not answered, uses the credit', async () => {
    const { planner, student } = await expected(-8, -1)
    const rafa = await rafaOf(planner)
    await sellPackage(planner, student, { total_classes: 1, expiry_date: daysFromToday(40) })
    await sellPackage(planner, rafa, { total_classes: 1, expiry_date: daysFromToday(40) })
    await offer(planner, await noon(planner, 8), 8, [student, rafa])
    await open(student)
    expect(await screen.findByText('Seu crédito já é de uma aula antes desta: fica a pagar')).toBeVisible()
    expect(screen.getByText('Nenhuma aula marcada nas próximas semanas.')).toBeVisible()
    cleanup()
    await open(rafa)
    expect(await screen.findByText('Usa 1 crédito (você tem 1)')).toBeVisible()
    cleanup()
    // What has lapsed is not asked any more.
    await backend.sql(
      `update public.lesson_slots set starts_on = starts_on - 7, ends_on = ends_on - 7
        where user_id = $1 and starts_on = $2`,
      [planner.id, inAgenda(-1)],
    )
    await open(student)
    expect(await screen.findByText('Usa 1 crédito (você tem 1)')).toBeVisible()
  })

  it("that was given back on this visit is not said to be the student's any more, and can be taken again", async () => {
    const { section, giveBack } = await taken(await expected(10), 10)
    await giveBack()
    expect(await section.findByRole('button', TAKE)).toBeVisible()
    expect(section.queryByText('Este horário é seu.')).not.toBeInTheDocument()
  })

  // It had still been called the student's.
  it('that has ended since it was taken can be given back too', async () => {
    const planned = await expected(10)
    const { planner } = planned
    const { rafa, opening, next, giveBack } = await taken(planned, 10)
    await next.findByRole('button', { name: 'Não vou' })
    await planner.client.rpc('close_opening', { opening }).throwOnError()
    await noon(planner, 20, [rafa])
    comeBack()
    await next.findByRole('button', { name: /^Mais 1/ })
    await giveBack()
    expect(await next.findByText(/^Você não vai/)).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Este horário é seu.')).not.toBeInTheDocument())
  })

  it('and a lesson stay answered where the page was read again between the tap and its answer', async () => {
    const { planner, student, slots } = await expected(6, 12, 14)
    const rafa = await rafaOf(planner)
    const seat = 'update public.lesson_slot_students set student_id = $2 where slot_id = $1'
    await backend.sql(seat, [slots[1]!, rafa])
    await offer(planner, slots[1]!, 12, [student])
    const { user, intercept } = await open(student)
    const next = await nextLesson()
    await user.click(next.getByRole('button', { name: /^Mais 1/ }))
    const list = within(await next.findByRole('list', { name: 'Aulas seguintes' }))
    const section = await offeredHour()
    const [left, done, answers] = [gate(), gate(), gate()]
    const writes = ['/reply_to_lesson', '/take_opening']
    let reads = 0
    let wrote = 0
    intercept(async (request, send) => {
      const isWrite = writes.some((name) => request.url.endsWith(name))
      // After the first read every read fails.
      if (!isWrite && (reads += 1) > 1) throw new TypeError('Failed to fetch')
      const answer = await send(request)
      if (!isWrite) {
        left.open()
        await done.passed
      } else if ((wrote += 1) > 1) {
        if (wrote === 3) done.open()
        await answers.passed
      }
      return answer
    })
    await noon(planner, 20, [student])
    await user.click(next.getAllByRole('button', { name: 'Vou' })[0]!)
    await left.passed
    await user.click(list.getByRole('button', { name: 'Não vou' }))
    await user.click(list.getByRole('button', { name: 'Marina não vai' }))
    await user.click(section.getByRole('button', TAKE))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
    answers.open()
    expect(await list.findByText('Você não vai. A aula não é cobrada.')).toBeInTheDocument()
    expect(await section.findByText('Este horário é seu.')).toBeVisible()
  })

  // 'Sem conexão' had stayed beside what the page had read since.
  it('and a reply whose answers were lost are as the page then reads them', async () => {
    const { planner, slots, student } = await expected(6, 10)
    const rafa = await rafaOf(planner)
    const seat = 'update public.lesson_slot_students set student_id = $2 where slot_id = $1'
    await backend.sql(seat, [slots[1]!, rafa])
    await offer(planner, slots[1]!, 10, [student])
    const { user, intercept } = await open(student)
    const next = await nextLesson()
    const section = await offeredHour()
    intercept(async (request, send) => {
      await send(request)
      throw new TypeError('Failed to fetch')
    })
    await user.click(next.getByRole('button', { name: 'Vou' }))
    expect(await next.findByText(/^Sem conexão/)).toBeVisible()
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText(/^Sem conexão/)).toBeVisible()
    intercept(null)
    comeBack()
    expect(await next.findByText('Você vai.')).toBeVisible()
    expect(next.getByRole('button', { name: /^Mais 1/ })).toBeVisible()
    expect(section.getByText('Este horário é seu.')).toBeVisible()
    expect(screen.queryByText(/^Sem conexão/)).not.toBeInTheDocument()
  })

  // 'Sem conexão' had come back with the free place.
  it('whose answer was lost, and that was full when the page was read again, is then as any other', async () => {
    const { planner, slots } = await expected(10)
    const rafa = await rafaOf(planner)
    const bia = await addStudent(planner, { name: 'Bia Reis' })
    const opening = await offer(planner, slots[0]!, 10, [rafa, bia])
    const { user, intercept } = await open(bia)
    const section = await offeredHour()
    intercept(deadNetwork)
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText(/^Sem conexão/)).toBeVisible()
    intercept(null)
    await planner.client.rpc('take_opening', { link: rafa, opening }).throwOnError()
    comeBack()
    expect(await section.findByText('Este horário já foi preenchido')).toBeVisible()
    const out = { slot: slots[0]!, slot_date: inAgenda(10), student: rafa }
    await planner.client.rpc('remove_guest', out).throwOnError()
    comeBack()
    expect(await section.findByRole('button', TAKE)).toBeVisible()
    expect(section.queryByText(/^Sem conexão/)).not.toBeInTheDocument()
  })

  // The refusal had stayed beside the button.
  it('that was full is not said to be full any more once a place is free again', async () => {
    const { planner, slots } = await expected(10)
    const rafa = await rafaOf(planner)
    const bia = await addStudent(planner, { name: 'Bia Reis' })
    const opening = await offer(planner, slots[0]!, 10, [rafa, bia])
    const { user } = await open(bia)
    const section = await offeredHour()
    await planner.client.rpc('take_opening', { link: rafa, opening }).throwOnError()
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText('Este horário já foi preenchido')).toBeVisible()
    await waitFor(() => expect(section.queryByRole('button')).not.toBeInTheDocument())
    expect(section.getByText('Este horário já foi preenchido')).toBeVisible()
    const out = { slot: slots[0]!, slot_date: inAgenda(10), student: rafa }
    await planner.client.rpc('remove_guest', out).throwOnError()
    comeBack()
    expect(await section.findByRole('button', TAKE)).toBeVisible()
    expect(section.queryByText('Este horário já foi preenchido')).not.toBeInTheDocument()
  })

  it('is refused to who comes second or after its end; without rules nobody can give it back here', async () => {
    const planner = await backend.coach({ name: 'Ana Ribeiro' })
    const [rafa, bia] = [await rafaOf(planner), await addStudent(planner, { name: 'Bia' })]
    const soon = await offer(planner, await noon(planner, 2), 2, [rafa, bia])
    const ended = await offer(planner, await noon(planner, 3), 3, [bia])

    const { user } = await open(bia)
    const section = await offeredHour()
    expect(section.getByText('Para desistir, fale com o professor')).toBeVisible()
    // The button stays until the page has been read again after the answer.
    const nothingToTake = () =>
      waitFor(() => expect(section.queryByRole('button', TAKE)).not.toBeInTheDocument())
    await planner.client.rpc('take_opening', { link: rafa, opening: soon }).throwOnError()
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText('Este horário já foi preenchido')).toBeVisible()
    await nothingToTake()

    await planner.client.rpc('close_opening', { opening: ended }).throwOnError()
    await user.click(section.getByRole('button', { name: 'Mais 1 horário' }))
    await user.click(section.getByRole('button', TAKE))
    expect(await section.findByText('Esta oferta terminou')).toBeVisible()
    await nothingToTake()
  })
})

describe('the next lessons', () => {
  it('to a visitor in New York are at the times of the agenda, which says where', async () => {
    travelTo('America/New_York')
    const planner = await backend.coach({ name: 'Ana Ribeiro' })
    const student = await addStudent(planner)
    await planSlots(planner, DEFAULT_ZONE, { add: [once(inAgenda(1), '00:30:00', [student])] })
    await open(student)
    const section = await nextLesson()
    await sees(section, 'Amanhã, 0h30', '60 min · Horário de São Paulo')
  })

  it('says that none is planned; then when and where the next one is, as a file for the calendar', async () => {
    const planner = await backend.coach({ name: 'Ana Ribeiro' })
    const student = await addStudent(planner)
    await backend.sql(
      `insert into public.lesson_slots (user_id, weekday, start_time, starts_on, minutes)
       values ($1, 2, '07:00', '2026-01-01', 60)`,
      [planner.id],
    )
    const empty = await open(student)
    expect(await screen.findByText('Nenhuma aula marcada nas próximas semanas.')).toBeInTheDocument()
    empty.unmount()

    // A lesson at noon in São Paulo, the coach's zone.
    const club_id = await addClub(planner, { name: 'Clube do Parque' })
    const lesson = { ...once(inAgenda(3), '12:00:00', [student]), minutes: 45, club_id }
    await planSlots(planner, DEFAULT_ZONE, { add: [lesson] })
    // Two days later the student has a lesson to which they do not come.
    const [slotId, slotDate] = [await noon(planner, 5, [student]), inAgenda(5)]
    const start = new Date(`${slotDate}T12:00:00-03:00`)
    await notComing(backend, planner.id, { slotId, slotDate }, student, start)
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:calendar')
    const { user, requests } = await open(student)
    const section = await nextLesson()
    await sees(section, /, 12h, Clube do Parque$/, /^em 3 dias · 45 min/)
    await user.click(section.getByRole('button', { name: 'Adicionar ao calendário' }))
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
    const [file] = made.mock.calls[0] ?? []
    expect(file).toBeInstanceOf(Blob)
    const events = file instanceof Blob && (await file.text()).match(/^SUMMARY:.*$/gm)
    expect(events).toEqual(['SUMMARY:Aula com Ana Ribeiro'])
    expect(requests).toHaveLength(1)
  })
})

describe('a student of 400 lessons and 40 packages', () => {
  it('is told once what was reached, sees the evolution and 10 lessons to a page; what was typed is text', async () => {
    const first = await open(veteran)
    expect(await screen.findByText('50 aulas! Isso é constância.')).toBeInTheDocument()
    first.unmount()
    const second = await open(veteran)
    expect(await screen.findByText(/semanas seguidas na quadra!$/)).toBeInTheDocument()
    second.unmount()
    const { user, requests } = await open(veteran)
    expect(await screen.findByRole('heading', { name: 'Sua sequência' })).toBeInTheDocument()
    expect(screen.queryByText(/na quadra!$|constância/)).not.toBeInTheDocument()
    // The evolution first shows the last 5 lessons.
    expect(await screen.findByText(/em 5 aulas$/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Últimas 30 aulas' }))
    expect(screen.getByText(/em 30 aulas$/)).toBeInTheDocument()

    await user.click(tab('Aulas'))
    await screen.findByText('Página 1 de 40')
    expect(items('Aulas')).toHaveLength(10)
    expect(screen.getByRole('button', { name: 'Anterior' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Próxima' }))
    expect(screen.getByText('Página 2 de 40')).toBeInTheDocument()
    expect(items('Aulas')[0]).toHaveTextContent(formatDate(daysFromToday(-11)))
    expect(screen.getByRole('list', { name: 'Aulas' })).toHaveFocus()
    expect(requests).toHaveLength(1)

    await user.click(tab('Pacotes'))
    await screen.findByRole('tab', { name: 'Pacotes', selected: true })
    const packages = within(screen.getByRole('tabpanel', { name: 'Pacotes' }))
    expect(packages.getAllByRole('heading', { level: 3 })).toHaveLength(40)
    expect(packages.getByRole('heading', { level: 3, name: HOSTILE })).toBeInTheDocument()
    await user.click(tab('Feedbacks'))
    expect(screen.getAllByText(new RegExp(`^<script>alert.*m{1900}$`))).toHaveLength(10)
    expect(document.querySelector('script')).toBeNull()
  })
})

describe('the page', () => {
  it('shows names, credits, lessons and the newest by one request, and is not indexable while shown', async () => {
    const answer = gate()
    const { requests, unmount } = await openScreen(`/student-page/${marina}`, {
      backend,
      intercept: heldBack(/./, answer),
    })
    expect(await screen.findByText('Carregando dados do aluno...')).toBeInTheDocument()
    answer.open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Marina C. S.' })).toBeInTheDocument()
    expect(screen.getByText('Aluno de Ana Ribeiro')).toBeInTheDocument()
    const chat = screen.getByRole('link', { name: 'Falar com Professor(a) Ana Ribeiro' })
    expect(chat).toHaveAttribute('href', 'https://wa.me/5511987654321')
    expect(chat).toHaveAttribute('target', '_blank')
    expect(chat).toHaveAttribute('rel', 'noopener noreferrer')
    await seesText('3 Classe', 'Feminino')
    await waitFor(() => expect(document.title).toBe('Marina C. S. · Voleio'))
    expect(requests).toEqual(['POST /rest/v1/rpc/get_student_public_data'])
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

    expect(screen.getByRole('tab', { name: 'Resumo', selected: true })).toBeInTheDocument()
    expect(valueOf('Créditos Disponíveis')).toBe('5')
    await seesText(`3 até ${formatDate(daysFromToday(20))}`, '2 créditos estão em pacotes expirados')
    expect(valueOf('Aulas Realizadas')).toBe('4')
    expect(valueOf('Pacotes Ativos')).toBe('1')
    expect(valueOf('Avaliação Média')).toBe('4,0')
    // The coach does not use the agenda.
    expect(screen.queryByText('Próxima aula')).not.toBeInTheDocument()

    const latest = screen.getByRole('heading', { name: 'Últimas Aulas' }).closest('section')
    expect(latest).not.toBeNull()
    const shown = latest ? within(latest).getAllByRole('listitem') : []
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      `${formatDate(daysFromToday(-2))}Beto`,
      `${formatDate(daysFromToday(-3))}Ana Ribeiro`,
      `${formatDate(daysFromToday(-4))}Ana Ribeiro`,
    ])
    const ratings = shown.map((item) => within(item).queryByRole('img')?.getAttribute('aria-label'))
    expect(ratings).toEqual(['Avaliação: 3 de 5', undefined, 'Avaliação: 5 de 5'])

    // A phone keeps the tab for days: returned to later, the page is read again, and at once it is not.
    document.dispatchEvent(new Event('visibilitychange'))
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(requests).toHaveLength(2))
    now.mockRestore()
    unmount()
    expect(document.querySelector('meta[name="robots"]')).toBeNull()
  })
})

it('lists a lesson that did not happen and the own absences, and counts only what the student played', async () => {
  const abroad = await backend.coach({ name: 'Ana Ribeiro' })
  await backend.sql(`update public.profiles set time_zone = 'Pacific/Honolulu' where id = $1`, [abroad.id])
  const [id, friend] = [await addStudent(abroad, { name: 'Nina Prado' }), await addStudent(abroad)]
  const used = await sellPackage(abroad, id, { total_classes: 4 })
  const evening = new Date(noonOf(-4).getTime() - 6 * 3_600_000)
  const first = await giveLesson(abroad, { date: evening }, [{ student: id, package: used }])
  // In the coach's zone it was the day before: the lesson's own day counts, not the day on the visitor's clock.
  await backend.sql('update public.sessions set day = day - 1 where id = $1', [first])
  await giveLesson(abroad, { date: noonOf(-3) }, [
    { student: id, package: used, attendance: 'absent' },
    { student: friend, attendance: 'excused' },
  ])
  const told = await giveLesson(abroad, { date: noonOf(-2) }, [{ student: id, attendance: 'excused' }])
  await wasTold(backend, told, 30)
  await giveCancelled(abroad, { date: noonOf(-1), reason: 'coach', notes: 'Volta na terça' }, [id])
  const { user } = await open(id)
  await screen.findByRole('heading', { level: 1, name: 'Nina P.' })
  expect(valueOf('Aulas Realizadas')).toBe('1')
  expect(valueOf('Avaliação Média')).toBe('-')
  expect(screen.queryByText(formatDate(daysFromToday(-1)))).not.toBeInTheDocument()
  await user.click(tab('Aulas'))
  await screen.findByRole('list', { name: 'Aulas' })
  const [cancelled, excused, absent, played] = items('Aulas')
  expect(cancelled).toHaveTextContent('Cancelada · pelo professorVolta na terça')
  expect(excused).toHaveTextContent(/Falta avisada em \d\d\/\d\d às \d\d:\d\d$/)
  expect(absent).toHaveTextContent(/FaltouPacote de 4 aulas$/)
  expect(played).toHaveTextContent(`${formatDate(daysFromToday(-5))}Ana RibeiroPacote de 4 aulas`)
  // The statement shows the same day, and the hour in the agenda's zone.
  await user.click(tab('Pacotes'))
  const there = timeOf({ instant: evening.toISOString(), zone: 'Pacific/Honolulu' })
  const line = await screen.findByText(new RegExp(`^Aula de ${formatDate(daysFromToday(-5)).slice(0, 5)}`))
  expect(line).toHaveTextContent(new RegExp(` · ${there}$`))
})

describe('Resumo', () => {
  it('says how many of the credits begin later, and when', async () => {
    const student = await addStudent(coach, { name: 'Caio' })
    await sellPackage(coach, student, { total_classes: 4 })
    await sellPackage(coach, student, { total_classes: 8, purchase_date: daysFromToday(5) })
    await open(student)
    expect(await screen.findByText('Créditos Disponíveis')).toBeInTheDocument()
    expect(valueOf('Créditos Disponíveis')).toBe('12')
    expect(screen.getByText(`4 até ${formatDate(daysFromToday(20))}`)).toBeInTheDocument()
    await seesText(`8 a partir de ${dayInYear(daysFromToday(5), daysFromToday(0))}`)
  })

  it("has '-' and a text without lessons, another where all were missed; a validity says when it begins", async () => {
    const id = await addStudent(coach, { name: 'Novata' })
    const { user, unmount } = await open(id)
    expect(await screen.findByRole('heading', { name: 'Sua primeira aula aparece aqui' })).toBeInTheDocument()
    expect(screen.getByText('Nenhuma aula registrada ainda')).toBeInTheDocument()
    expect(valueOf('Avaliação Média')).toBe('-')
    expect(valueOf('Créditos Disponíveis')).toBe('0')
    const empty = async (name: string, text: string) => {
      await user.click(tab(name))
      expect(await screen.findByRole('heading', { name: text })).toBeInTheDocument()
    }
    await empty('Pacotes', 'Nenhum pacote registrado')
    await empty('Aulas', 'Nenhuma aula registrada ainda')
    await empty('Feedbacks', 'Nenhum feedback registrado ainda')
    unmount()

    await giveCancelled(coach, { date: noonOf(-1) }, [id])
    const pkg = await sellPackage(coach, id, { validity_days: 45, expiry_date: null })
    // Its first lesson will begin the days that it was given too.
    await giveDays(backend, pkg, 7)
    // The address opens a tab.
    const missed = await open(id, 'pacotes')
    await screen.findByRole('tab', { name: 'Pacotes', selected: true })
    expect(valueOf('Validade')).toBe('Começa na 1ª aula52 dias')
    expect(screen.getByText('Ativo')).toBeInTheDocument()
    await missed.user.click(tab('Resumo'))
    expect(await screen.findByText('Nenhuma aula com presença ainda')).toBeInTheDocument()
    expect(screen.queryByText('Nenhuma aula registrada ainda')).not.toBeInTheDocument()
  })
})

it("quotes the coach's last words; feedbacks, packages and lessons are the student's own, newest first", async () => {
  const { user } = await open(marina)
  const note = within(await screen.findByRole('region', { name: 'Último feedback' }))
  await sees(note, '“Só da Marina”', `— Ana, ${formatDate(daysFromToday(-4))}`)
  await user.click(screen.getByRole('button', { name: 'Ver por mês e por foco' }))
  const tags = await screen.findByRole('list', { name: 'Por foco da aula' })
  expect(within(tags).getByRole('listitem')).toHaveTextContent('Saque1 aula · nota 5,0')
  expect(screen.getByRole('list', { name: 'Por mês' })).toBeInTheDocument()

  await user.click(note.getByRole('button', { name: 'Todos os feedbacks' }))
  expect(await screen.findByRole('list', { name: 'Feedbacks' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Feedbacks', selected: true })).toBeInTheDocument()
  expect(window.location.search).toBe('?aba=feedbacks')
  const stars = items('Feedbacks').flatMap((item) =>
    within(item)
      .queryAllByRole('img')
      .map((image) => image.getAttribute('aria-label')),
  )
  expect(stars).toEqual(['Avaliação: 3 de 5', 'Avaliação: 5 de 5', 'Avaliação: 4 de 5'])
  await seesText('Só da Marina', 'Saque')
  expect(document.body.textContent).not.toMatch(/Bruno|Físico/)

  await user.click(tab('Pacotes'))
  const panel = screen.getByRole('tabpanel', { name: 'Pacotes' })
  const names = within(panel).getAllByRole('heading', { level: 3 })
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Pacote de 4 aulas',
    'Aula avulsa',
    'Pacote de 2 aulas',
  ])
  const badges = ['Ativo', 'Consumido', 'Expirado'].map((text) => within(panel).getByText(text))
  expect(badges.map((badge) => badge.closest('li'))).toEqual(names.map((name) => name.closest('li')))
  expect(within(panel).queryByText('Vencido')).toBeNull()
  expect(screen.getByText(`Comprado em ${formatDate(daysFromToday(-10))}`)).toBeInTheDocument()

  await user.click(tab('Aulas'))
  expect(items('Aulas')[2]).toHaveTextContent(
    `${formatDate(daysFromToday(-4))}Ana RibeiroPacote de 4 aulasTreino de saque`,
  )
  expect(items('Aulas')[1]).not.toHaveTextContent('Pacote')
  expect(document.body.textContent).not.toMatch(/Bruno|Físico/)
})

describe('when there is nothing to show', () => {
  it('says so, and offers no second try', async () => {
    await open(encodeURIComponent("x'; drop table students; --"))
    expect(await screen.findByRole('heading', { level: 1, name: 'Aluno não encontrado' })).toBeInTheDocument()
    await seesText('O link pode estar incorreto ou o aluno não existe mais no sistema.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says so when the network is dead, and asks again only when told to', async () => {
    const { user, intercept, requests } = await openScreen('/', { backend })
    intercept(deadNetwork)
    goTo(`/student-page/${marina}`)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Aluno não encontrado')
    expect(alert).toHaveTextContent('Sem conexão. Verifique sua internet e tente novamente.')
    expect(requests).toEqual(['POST /rest/v1/rpc/get_student_public_data'])
    intercept(null)
    await user.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(screen.getByText('Aluno de Ana Ribeiro')).toBeInTheDocument())
  })
})
