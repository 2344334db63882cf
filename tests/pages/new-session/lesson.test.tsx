import { screen, waitFor, within, act, render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import '@/app/coach-app'
import '@/app/shell'
import '@/sessions/new/new-session-page'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, expect, it, vi, describe, afterEach } from 'vitest'
import { formatDay } from '@/agenda/days'
import { keptDays } from '@/agenda/window'
import { instantIn } from '@/agenda/zone'
import { addDays, toLocalDate, formatDate } from '@/core/dates'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { StudentsStep } from '@/sessions/new/students-step'
import { sharedBackend, type Coach } from '../../support/backend'
import { openScreen, fill } from '../../support/render'
import { HERE, planSlots, weeklyOn, once } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { newId, daysFromToday, storedPackage, studentRow } from '../../support/world/values'

const backend = await sharedBackend()

describe('a planned lesson', () => {
  /**
   * 'Detalhes' of a planned lesson (docs/product.md, 'Today') at noon of yesterday, because no lesson may lie in the
   * database's future.
   */

  const NOON = new Date(`${addDays(toLocalDate(new Date()), -1)}T12:00:00`)
  const TODAY = toLocalDate(NOON)

  let coach: Coach

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  beforeEach(async () => {
    coach = await backend.coach()
  })

  /** Plans Ana's lesson at nine on a day before the weeks that the device keeps, and moves it to 09:00 of today. */
  async function moved(zone: string) {
    const ana = await addStudent(coach, { name: 'Ana Lopes' })
    await sellPackage(coach, ana, { total_classes: 4 })
    const slotDate = addDays(keptDays(TODAY).from, -2)
    const slot = weeklyOn(slotDate, [ana], { start_time: '09:00', starts_on: slotDate })
    const moved_to = instantIn(zone, TODAY, '09:00')
    const skip = { slot_id: slot.id, slot_date: slotDate, reason: null, moved_to }
    await planSlots(coach, zone, { add: [slot] }, { skips: { add: [skip], remove: [] } })
    return { slotId: slot.id, slotDate }
  }

  const stored = () =>
    backend.sql(
      `select slot_date::text, day::text, (extract(epoch from date) * 1000)::bigint::text as at
       from public.sessions where user_id = $1`,
      [coach.id],
    )

  /** Asserts that the lesson is stored at nine of today in this zone, as the answer to that occurrence. */
  async function expectStored(zone: string, slotDate: string) {
    const at = String(Date.parse(instantIn(zone, TODAY, '09:00')))
    await vi.waitFor(async () => expect(await stored()).toEqual([{ slot_date: slotDate, day: TODAY, at }]), {
      timeout: 20_000,
    })
  }

  it.each([
    ['the day on which it is', TODAY],
    ['its original day, as it was before another device moved it', undefined],
  ])(
    'of a lesson that moved to another day is filled in and answers it, with a link to %s',
    async (_, day) => {
      const { slotId, slotDate } = await moved(HERE)
      const address = paths.newSession.href({ slot: { slotId, slotDate, ...(day && { day }) } })
      const { user } = await openScreen(address, { backend, coach })
      expect(await screen.findByText(`Aula da agenda: ${formatDay(TODAY)}, 09:00`)).toBeInTheDocument()
      await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
      await expectStored(HERE, slotDate)
    },
  )

  it("says the hour of the agenda's time zone, and keeps the lesson's day there", async () => {
    const zone = 'Pacific/Kiritimati'
    const { slotId, slotDate } = await moved(zone)
    const address = paths.newSession.href({ slot: { slotId, slotDate, day: TODAY } })
    const { user } = await openScreen(address, { backend, coach })
    const notice = `Aula da agenda: ${formatDay(TODAY)}, 09:00 (horário de Kiritimati)`
    expect(await screen.findByText(notice)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
    await expectStored(zone, slotDate)
  })

  it('names who was included for that day only after the form was opened', async () => {
    const { slotId: slot, slotDate: slot_date } = await moved(HERE)
    const include = async (name: string) => {
      const student = await addStudent(coach, { name })
      const start = instantIn(HERE, TODAY, '09:00')
      await coach.client.rpc('add_guest', { slot, slot_date, student, start }).throwOnError()
    }
    await include('Bia Reis')
    const address = paths.newSession.href({ slot: { slotId: slot, slotDate: slot_date, day: TODAY } })
    const { user } = await openScreen(address, { backend, coach })
    await screen.findByRole('button', { name: /^Registrar (·|aula)/ })
    await include('Rafa Lima')
    await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
    expect(
      await screen.findByText(/^Rafa Lima está na agenda deste dia e não entrou na aula/),
    ).toBeInTheDocument()
  })
})

const question = async (name: string) => within(await screen.findByRole('group', { name }))

describe('the same lesson', () => {
  /**
   * docs/product.md, 'The same lesson twice', in 'Nova Sessão' at 09:28 yesterday, with a lesson in the agenda at nine.
   */

  const NOW = new Date(`${addDays(toLocalDate(new Date()), -1)}T09:28:00`)
  const DAY = toLocalDate(NOW)

  let coach: Coach
  let clara: string
  let helena: string
  const slot = newId()

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    coach = await backend.coach()
    clara = await addStudent(coach, { name: 'Clara Dias' })
    helena = await addStudent(coach, { name: 'Helena Reis' })
    for (const id of [clara, helena]) await sellPackage(coach, id, { total_classes: 4 })
    const lesson = { ...once(DAY, '09:00', [clara, helena]), id: slot }
    await planSlots(coach, HERE, { add: [lesson] })
  })

  async function open(...names: string[]) {
    const { user, unmount } = await openScreen('/app/sessions/new', { backend, coach })
    for (const name of names)
      await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
    await user.click(screen.getByRole('button', { name: 'Continuar' }))
    await screen.findByRole('heading', { name: 'Chamada' })
    const register = () => user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
    return { user, register, unmount }
  }
  const at = (time: string) => Date.parse(`${DAY}T${time}:00`) / 1000
  const lessons = () =>
    backend.sql(
      'select extract(epoch from date)::integer as at, slot_id from public.sessions where user_id = $1 order by created_at',
      [coach.id],
    )
  const credits = () =>
    backend.sql('select total_credits from public.students where user_id = $1 order by name', [coach.id])

  it('of the same students it is the lesson of the agenda, and answers it at its hour', async () => {
    const { register } = await open('Clara', 'Helena')
    const asked = await question('É a aula das 09:00 da agenda?')
    expect(asked.getByRole('button', { name: 'Sim', pressed: true })).toBeVisible()
    await register()
    await waitFor(async () => expect(await lessons()).toMatchObject([{ at: at('09:00'), slot_id: slot }]))
  })

  it('of one of them the coach says which it is; another one is then asked about where the agenda answers', async () => {
    const { user, register } = await open('Clara')
    const asked = await question('É a aula das 09:00 da agenda?')
    expect(asked.getByRole('button', { name: 'É outra', pressed: true })).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Sim' }))
    expect(asked.getByText('Ela será registrada às 09:00 e fica respondida na agenda.')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'É outra' }))
    await register()
    await waitFor(async () => expect(await lessons()).toMatchObject([{ at: at('09:28'), slot_id: null }]))
  })

  it('beside an answered lesson of the agenda it takes no credit before the coach says that it is another one', async () => {
    const first = await open('Clara', 'Helena')
    await question('É a aula das 09:00 da agenda?')
    await first.register()
    await waitFor(async () => expect(await lessons()).toHaveLength(1))
    first.unmount()

    const { user, register } = await open('Clara', 'Helena')
    const asked = await question('Já há uma aula às 09:00 com Clara Dias e Helena Reis: é a mesma?')
    await register()
    expect(await screen.findByText(/Diga se é a mesma/)).toBeVisible()
    // The question stands above the fields, out of sight of the pressed button, so it gets the focus.
    expect(screen.getByRole('group', { name: /é a mesma\?$/ })).toHaveFocus()
    expect(await credits()).toEqual([{ total_credits: 3 }, { total_credits: 3 }])
    await user.click(asked.getByRole('button', { name: 'Registrar outra' }))
    await register()
    await waitFor(async () => expect(await lessons()).toHaveLength(2))
    expect(await credits()).toEqual([{ total_credits: 2 }, { total_credits: 2 }])
  })
})

const attendanceOf = (name: string) => within(screen.getByRole('group', { name: `Presença de ${name}` }))

const starsOf = (name: string) => within(screen.getByRole('group', { name: `Avaliação de ${name}` }))

const unfold = (name: string) => screen.getByRole('button', { name: `Foco e notas: ${name}` })

const lesson = () => screen.getByRole('button', { name: 'Mudar os dados da aula' })

const save = () => screen.getByRole('button', { name: /^Registrar (·|aula)/ })

const extend = () => screen.getByRole('checkbox', { name: /^Estender validade em/ })

async function pressRegister(user: UserEvent) {
  await user.click(save())
  await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
}

describe('attendance', () => {
  const PATH = '/app/sessions/new'
  const NAMES = ['Beatriz Nogueira', 'Camila Duarte', 'Eduardo Farias', 'Gustavo Prado'] as const

  let coach: Coach
  beforeEach(async () => {
    coach = await backend.coach({ name: 'Ana Ribeiro' })
  })

  /** Opens step 2 with all students of the coach chosen. */
  async function openStep2() {
    const opened = await openScreen(PATH, { backend, coach })
    await screen.findByRole('heading', { name: 'Quem participou da aula?' })
    for (const option of await screen.findAllByRole('checkbox')) await opened.user.click(option)
    await opened.user.click(screen.getByRole('button', { name: 'Continuar' }))
    await screen.findByRole('heading', { name: 'Chamada' })
    return opened
  }

  const stored = () =>
    backend.sql(
      `select s.name, a.attendance, a.package_id is not null as paid, f.rating
       from public.session_package_assignments a
       join public.students s on s.id = a.student_id
       left join public.session_feedbacks f on f.session_id = a.session_id and f.student_id = a.student_id
      where a.user_id = $1 order by s.name`,
      [coach.id],
    )

  describe('who came', () => {
    it('is one tap for each: present at first, a charged absence, an excused one, and no feedback', async () => {
      for (const name of NAMES) await sellPackage(coach, await addStudent(coach, { name }))
      const { user } = await openStep2()
      for (const name of NAMES) expect(attendanceOf(name).getByLabelText('Veio')).toBeChecked()
      await user.click(starsOf(NAMES[0]).getByRole('radio', { name: '5 estrelas' }))

      await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))
      expect(
        screen.getByText(/^Falta cobrada: usa 1 crédito do Pacote de 4 aulas\. O feedback escrito volta/),
      ).toBeInTheDocument()
      expect(screen.queryByRole('group', { name: `Avaliação de ${NAMES[0]}` })).not.toBeInTheDocument()
      await user.keyboard('{ArrowLeft}')
      expect(starsOf(NAMES[0]).getByRole('radio', { name: '5 estrelas' })).toBeChecked()
      await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))

      await user.click(attendanceOf(NAMES[1]).getByLabelText('Falta justificada'))
      expect(screen.getByText('Não usa crédito.')).toBeInTheDocument()
      expect(screen.getByText(/continua com 4/)).toBeInTheDocument()
      await user.click(unfold(NAMES[2]))
      await user.click(screen.getByRole('checkbox', { name: 'Sem feedback' }))
      await pressRegister(user)
      expect(await stored()).toEqual([
        { name: NAMES[0], attendance: 'absent', paid: true, rating: null },
        { name: NAMES[1], attendance: 'excused', paid: false, rating: null },
        { name: NAMES[2], attendance: 'present', paid: true, rating: null },
        { name: NAMES[3], attendance: 'present', paid: true, rating: 3 },
      ])
      expect(await screen.findByRole('link', { name: /Beatriz Nogueira\s*Faltou/ })).toBeInTheDocument()
      expect(screen.getByRole('link', { name: /Camila Duarte\s*Falta justificada/ })).toBeInTheDocument()
    })
  })

  describe('above the students', () => {
    it('“Todos vieram” brings everybody back; “Notas depois” gives nobody the default, and keeps what is given', async () => {
      for (const name of NAMES) await addStudent(coach, { name })
      const { user } = await openStep2()
      const all = screen.getByRole('button', { name: 'Todos vieram' })
      expect(all).toHaveAttribute('aria-pressed', 'true')
      for (const name of NAMES) await user.click(attendanceOf(name).getByLabelText('Faltou'))
      expect(all).toHaveAttribute('aria-pressed', 'false')
      await user.click(all)
      for (const name of NAMES) expect(attendanceOf(name).getByLabelText('Veio')).toBeChecked()

      const later = screen.getByRole('button', { name: 'Notas depois' })
      await user.click(starsOf(NAMES[0]).getByRole('radio', { name: '4 estrelas' }))
      await user.click(later)
      expect(later).toHaveAttribute('aria-pressed', 'true')
      expect(screen.getAllByRole('radio', { name: /estrela/, checked: true })).toHaveLength(1)
      // Tapping the default rating counts as choosing it.
      await user.click(starsOf(NAMES[1]).getByRole('radio', { name: '3 estrelas' }))
      expect(later).toHaveAttribute('aria-pressed', 'true')
      await pressRegister(user)
      expect((await stored()).map(({ rating }) => rating)).toEqual([4, 3, null, null])
    })
  })

  describe('a lesson that did not happen', () => {
    it('of four students with 7 more days takes four taps, charges nobody and keeps the notes', async () => {
      for (const name of NAMES) {
        const student = await addStudent(coach, { name })
        await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
      }
      const { user } = await openStep2()
      await user.click(lesson())
      await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
      expect(screen.getByRole('radio', { name: 'Chuva' })).toBeChecked()
      expect(screen.queryByRole('group', { name: /^Presença/ })).not.toBeInTheDocument()
      expect(extend()).not.toBeChecked()
      await user.click(extend())
      expect(extend()).toHaveAccessibleDescription(
        expect.stringContaining(`${formatDate(daysFromToday(20))} → ${formatDate(daysFromToday(27))}`),
      )
      await pressRegister(user)
      expect((await stored()).map(({ attendance, paid, rating }) => [attendance, paid, rating])).toEqual(
        NAMES.map(() => ['cancelled', false, null]),
      )
      expect(
        await backend.sql(
          'select expiry_date::text, remaining_classes from public.packages where user_id = $1',
          [coach.id],
        ),
      ).toEqual(NAMES.map(() => ({ expiry_date: daysFromToday(27), remaining_classes: 4 })))
      expect(await screen.findByText('Cancelada · chuva')).toBeInTheDocument()
    })

    it('saves although the field with wrong days is gone, because nobody is excused any more', async () => {
      const student = await addStudent(coach, { name: NAMES[0] })
      await sellPackage(coach, student, {
        total_classes: 1,
        purchase_date: daysFromToday(0),
        expiry_date: daysFromToday(0),
      })
      const { user } = await openStep2()
      await user.click(attendanceOf(NAMES[0]).getByLabelText('Falta justificada'))
      const days = screen.getByRole('textbox', { name: 'Dias a mais de validade' })
      fill(days, '400')
      expect(await screen.findByText('Informe de 1 a 365 dias')).toBeInTheDocument()
      await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))
      expect(screen.queryByText('Informe de 1 a 365 dias')).not.toBeInTheDocument()
      await pressRegister(user)
    })

    it('offers more time by itself for the single lesson that was bought for today', async () => {
      const student = await addStudent(coach, { name: NAMES[0] })
      await sellPackage(coach, student, {
        total_classes: 1,
        purchase_date: daysFromToday(0),
        expiry_date: daysFromToday(0),
      })
      const { user } = await openStep2()
      await user.click(attendanceOf(NAMES[0]).getByLabelText('Falta justificada'))
      expect(extend()).toBeChecked()
      await user.click(attendanceOf(NAMES[0]).getByLabelText('Veio'))
      expect(screen.queryByRole('checkbox', { name: /^Estender/ })).not.toBeInTheDocument()
      await user.click(lesson())
      await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
      await user.click(screen.getByText('Eu cancelei'))
      const days = screen.getByRole('textbox', { name: 'Dias a mais de validade' })
      fill(days, '400')
      expect(await screen.findByText('Informe de 1 a 365 dias')).toBeInTheDocument()
      await user.click(save())
      expect(window.location.pathname).toBe(PATH)
      fill(days, '10')
      await pressRegister(user)
      expect(
        await backend.sql('select days, reason from public.package_extensions where user_id = $1', [
          coach.id,
        ]),
      ).toEqual([{ days: 10, reason: 'Eu cancelei' }])
    })
  })
})

describe('the choice of students', () => {
  const BIA: Student = {
    id: 'bia',
    user_id: 'ana',
    ...studentRow({ name: 'Bia Nunes' }),
    total_credits: 4,
    credits_version: 1,
    anonymized_at: null,
    link: null,
    created_at: '2026-11-01T12:00:00Z',
    updated_at: '2026-11-01T12:00:00Z',
  }

  afterEach(() => {
    vi.useRealTimers()
  })

  it('left open over midnight, what expired yesterday gives no credits any more', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 23, 59) })
    const lastDay = storedPackage({
      purchase_date: '2026-11-01',
      expiry_date: '2026-11-22',
      remaining_classes: 4,
    })
    render(
      <MemoryRouter>
        <StudentsStep
          heading={null}
          isNew={false}
          students={[{ ...BIA, packages: [lastDay], open: [] }]}
          pendingStudents={new Set()}
          selected={[]}
          onChange={() => {}}
          error={undefined}
          onContinue={() => {}}
        />
      </MemoryRouter>,
    )
    expect(screen.queryByText('Nenhum aluno ativo com créditos')).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(61_000))
    expect(screen.getByText('Nenhum aluno ativo com créditos')).toBeInTheDocument()
  })
})
