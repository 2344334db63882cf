import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '@/core/dates'
import * as device from '@/lib/browser/time-zone'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { cutOff, heldBack } from '../../support/network'
import { fill, openScreen, sees, seesText } from '../../support/render'
import { travelTo } from '../../support/travel'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { agreedLongAgo } from '../../support/world/past'
import { daysFromToday, noonOf } from '../../support/world/values'

const backend = await sharedBackend()
const coach = await backend.coach({ name: 'Ana Ribeiro' })
let id: string
beforeEach(async () => {
  id = await addStudent(coach, { name: 'Bia Nunes' })
})

const open = (search = '') => openScreen(`/app/students/${id}/statement${search}`, { backend, coach })
const table = () => screen.findByRole('table', { name: 'Extrato de créditos' })
const lines = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('the statement', () => {
  it('explains every line, newest first, with its change and balance; expired credits move nothing', async () => {
    const pkg = await sellPackage(coach, id, { total_classes: 4 })
    await giveLesson(coach, { date: noonOf(-3) }, [{ student: id, package: pkg }])
    await sellPackage(coach, id, {
      total_classes: 3,
      purchase_date: daysFromToday(-60),
      expiry_date: daysFromToday(-2),
    })
    await open()
    const all = await lines()
    const [lesson, sale] = ['Aula de', 'Pacote de 4 aulas'].map((words) =>
      all.find((line) => line?.startsWith(words)),
    )
    expect(all).toContain(`3 créditos venceram em ${formatDate(daysFromToday(-2))}Pacote de 3 aulas`)
    expect(screen.getByText('dos quais 3 vencidos')).toBeInTheDocument()
    expect(lesson).toMatch(/^Aula de \d\d\/\d\d · 12:00.*Pacote de 4 aulas−13$/)
    expect(sale).toMatch(/^Pacote de 4 aulas vendido.*\+44$/)
    expect(screen.getByText('Saldo atual').nextElementSibling).toHaveTextContent('6')
    expect(screen.getByText('Bia Nunes', { selector: 'p' })).toBeInTheDocument()
  })

  it('left open overnight, it has what expired yesterday', async () => {
    const day = daysFromToday(-1)
    await sellPackage(coach, id, { total_classes: 4, purchase_date: daysFromToday(-30), expiry_date: day })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) })
    await open()
    expect(await lines()).toHaveLength(1)
    vi.useRealTimers()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText(`4 créditos venceram em ${formatDate(day)}`)).toBeVisible()
    // Only printed: the period's last day.
    expect(screen.getByText(`Do início a ${formatDate(daysFromToday(0))}`)).toBeInTheDocument()
  })

  it('says of which absence a package is valid longer, and so do its card and the student’s page', async () => {
    await agreedLongAgo(backend, coach.id, { makeup: 30 })
    const pkg = await sellPackage(coach, id, { total_classes: 4, expiry_date: daysFromToday(2) })
    const lesson = await giveLesson(coach, { date: noonOf(-3) }, [{ student: id, attendance: 'excused' }])
    await backend.sql(
      `update public.session_package_assignments set spared_package_id = $2, agreement_version = 1, told_by = 'student',
              told_at = now() - interval '6 days', told_for = now() - interval '3 days', told_outcome = 'kept'
        where session_id = $1`,
      [lesson, pkg],
    )
    const [last, day] = [formatDate(daysFromToday(27)), formatDate(daysFromToday(-3)).slice(0, 5)]
    const statement = await open()
    expect(await screen.findByText(`Pacote de 4 aulas: até ${last} · reposição de ${day}`)).toBeVisible()
    statement.unmount()
    const profile = await openScreen(`/app/students/${id}?tab=pacotes`, { backend, coach })
    expect(await screen.findByText(`· até ${last} · reposição de ${day}`)).toBeVisible()
    profile.unmount()
    await openScreen(`/student-page/${id}?aba=pacotes`, { backend })
    expect(await screen.findByText(last)).toHaveTextContent(`${last}reposição de ${day}`)
  })

  it('tells the hour of a lesson as its student reads it, also far from the agenda', async () => {
    travelTo('America/Sao_Paulo')
    const other = await backend.coach()
    await backend.sql(`update public.profiles set time_zone = 'America/Sao_Paulo' where id = $1`, [other.id])
    const student = await addStudent(other)
    const pkg = await sellPackage(other, student)
    const day = daysFromToday(-3)
    await giveLesson(other, { date: new Date(`${day}T18:00:00`) }, [{ student, package: pkg }])
    travelTo('Asia/Tokyo')
    await openScreen(`/app/students/${student}/statement`, { backend, coach: other })
    expect(await screen.findByText(`Aula de ${formatDate(day).slice(0, 5)} · 18:00`)).toBeVisible()
  })

  it('says when an absence was told in the zone in which it was judged, also of a coach who has none', async () => {
    const other = await backend.coach({ name: 'Caio' })
    const student = await addStudent(other, { name: 'Bia Nunes' })
    const pkg = await sellPackage(other, student, { total_classes: 4 })
    const lesson = await giveLesson(other, { date: noonOf(-3) }, [{ student, package: pkg }])
    const day = daysFromToday(-4)
    await backend.sql(
      `update public.session_package_assignments set agreement_version = 1, told_by = 'student', told_outcome = 'kept',
              told_at = $2::text::timestamptz, told_for = now(), attendance = 'excused', package_id = null
        where session_id = $1`,
      [lesson, `${day}T18:02:00-03:00`],
    )
    await backend.sql('update public.profiles set time_zone = null where id = $1', [other.id])
    vi.spyOn(device, 'deviceTimeZone').mockReturnValue('Asia/Tokyo')
    const profile = gate()
    await openScreen(`/app/students/${student}/statement`, {
      backend,
      coach: other,
      intercept: heldBack('/rest/v1/profiles', profile),
    })
    expect((await lines())[0]).toContain('Crédito devolvido: falta justificada')
    profile.open()
    await waitFor(async () =>
      expect((await lines())[0]).toContain(`falta avisada em ${formatDate(day).slice(0, 5)} às 18:02`),
    )
  })

  it('of one package and of a period is in the address', async () => {
    await sellPackage(coach, id, { total_classes: 4 })
    const other = await sellPackage(coach, id, { total_classes: 8 })
    const { user } = await open()
    // The packages are read separately from the lines, and may arrive after them.
    const option = await screen.findByRole('option', { name: /8 aulas/ })
    await user.selectOptions(screen.getByLabelText('Pacote'), option)
    await waitFor(async () => expect(await lines()).toHaveLength(1))
    expect(window.location.search).toBe(`?pacote=${other}`)
    fill(screen.getByLabelText('Data inicial'), formatDate(daysFromToday(1)))
    await seesText('Nenhum movimento neste período')
    fill(screen.getByLabelText('Data inicial'), formatDate(daysFromToday(0)))
    // Once on the screen, once for the printer.
    await waitFor(() => expect(screen.getAllByText('Saldo inicial')).toHaveLength(2))
    fill(screen.getByLabelText('Data final'), formatDate(daysFromToday(-9)))
    await seesText('Nenhum movimento neste período', 'A data final vem antes da inicial')
    expect(window.location.search).toBe(`?pacote=${other}&de=${daysFromToday(0)}&ate=${daysFromToday(-9)}`)
  })

  it('of a package that was deleted since is that of all packages, as its filter says', async () => {
    await sellPackage(coach, id, { total_classes: 4 })
    const gone = await sellPackage(coach, id, { total_classes: 8 })
    await coach.client.from('packages').delete().eq('id', gone).throwOnError()
    await open(`?pacote=${gone}`)
    await screen.findByRole('option', { name: /4 aulas/ })
    expect(screen.getByLabelText('Pacote')).toHaveDisplayValue('Todos os pacotes')
    await waitFor(async () => expect(await lines()).toHaveLength(3))
    expect(screen.getByText('Saldo atual').nextElementSibling).toHaveTextContent('4')
  })

  it('says that there is nothing yet, that it could not be read, and reads it again', async () => {
    const { user, intercept } = await openScreen(`/app/students/${id}/statement`, {
      backend,
      coach,
      intercept: cutOff('get_credit_statement'),
    })
    const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
    intercept(null)
    await user.click(retry)
    expect(await screen.findByText('Nenhum movimento ainda')).toBeInTheDocument()
  })

  it('prints all of its lines, with coach, student, period and balances', async () => {
    for (let at = 0; at < 35; at++) await sellPackage(coach, id, { total_classes: 1 })
    const { user } = await open()
    await waitFor(async () => expect(await lines()).toHaveLength(30))
    let printed = ''
    const print = vi.fn(() => {
      printed = document.querySelector('main')?.textContent ?? ''
    })
    vi.stubGlobal('print', print)
    await user.click(screen.getByRole('button', { name: 'Imprimir ou salvar PDF' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    vi.unstubAllGlobals()
    expect(await lines()).toHaveLength(35)
    expect(printed).toContain('AlunoBia Nunes')
    expect(printed).toContain('Professor(a)Ana Ribeiro')
    expect(printed).toContain(`PeríodoDo início a ${formatDate(daysFromToday(0))}`)
    expect(printed).toMatch(/Saldo inicial0Saldo final35/)
    expect(screen.queryByRole('button', { name: 'Carregar mais' })).not.toBeInTheDocument()
  })

  it('is not printed before the name of the coach is known', async () => {
    await sellPackage(coach, id)
    const profile = gate()
    const { user } = await openScreen(`/app/students/${id}/statement`, {
      backend,
      coach,
      intercept: heldBack('/rest/v1/profiles', profile),
    })
    expect(await lines()).toHaveLength(1)
    const printed: (string | null)[] = []
    vi.stubGlobal('print', () => printed.push(document.querySelector('main header dl')?.textContent ?? null))
    await user.click(screen.getByRole('button', { name: 'Imprimir ou salvar PDF' }))
    expect(await screen.findByRole('button', { name: 'Preparando...' })).toBeInTheDocument()
    profile.open()
    await waitFor(() => expect(printed).toHaveLength(1))
    vi.unstubAllGlobals()
    expect(printed[0]).toContain('Professor(a)Ana Ribeiro')
  })

  it('opens from the credits of the profile and from the packages', async () => {
    await sellPackage(coach, id)
    const { user } = await openScreen(`/app/students/${id}`, { backend, coach })
    const href = `/app/students/${id}/statement`
    expect(await screen.findByRole('link', { name: 'Ver extrato' })).toHaveAttribute('href', href)
    await user.click(screen.getByRole('tab', { name: 'Pacotes' }))
    await user.click(await screen.findByRole('link', { name: /^Extrato/ }))
    expect(await lines()).toHaveLength(1)
    expect(window.location.pathname).toBe(href)
  })
})

it('shows the student the newest lines, below the packages', async () => {
  await sellPackage(coach, id, {
    total_classes: 2,
    purchase_date: daysFromToday(-60),
    expiry_date: daysFromToday(-2),
  })
  await openScreen(`/student-page/${id}?aba=pacotes`, { backend })
  const statement = within(await screen.findByRole('table', { name: 'Extrato' }))
  await sees(statement, 'Pacote de 2 aulas vendido', /^2 créditos venceram em/)
})
