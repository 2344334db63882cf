import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatDate, formatTime } from '@/core/dates'
import { backend, coach, ownCoach } from '../../support/coach'
import { cutOff } from '../../support/network'
import { openScreen, fill } from '../../support/render'
import { addStudent, giveLesson } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { openProfile } from '../student-profile/support'

ownCoach()
let id: string
beforeEach(async () => {
  id = await addStudent(coach)
})

const openPage = async () => {
  const opened = await openScreen(`/app/packages/new?student=${id}`, { backend, coach })
  await waitFor(() => expect(screen.getByLabelText('Aluno')).toHaveTextContent(/^Marina Costa/))
  fill(screen.getByLabelText(/^Preço/), '400')
  return opened
}
const sell = () => screen.getByRole('button', { name: 'Criar Pacote' })
const sold = () =>
  backend.sql<{ paid: number; open: number; left: number }>(
    `select paid_total::float paid, open_amount::float open, remaining_classes "left"
       from public.packages where student_id = $1`,
    [id],
  )
const payments = () =>
  backend.sql(`select amount::float, method, paid_on::text, own from public.payments where student_id = $1`, [
    id,
  ])

describe('what was received', () => {
  it('is the whole price, unless the coach says otherwise', async () => {
    const { user } = await openPage()
    expect(screen.getByLabelText('Já recebi')).toBeChecked()
    expect(screen.queryByText(/^Acertar aulas/)).not.toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Forma de pagamento'), 'Dinheiro')
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    expect(await payments()).toEqual([{ amount: 400, method: 'cash', paid_on: daysFromToday(0), own: true }])
  })

  it('is a part with its day and method, and the rest is open', async () => {
    const { user } = await openPage()
    await user.click(screen.getByLabelText('Já recebi'))
    await user.click(screen.getByLabelText('Recebi uma parte'))
    fill(screen.getByLabelText('Valor recebido (R$)'), '401')
    await user.click(sell())
    expect(await screen.findByText('O valor recebido não pode ser maior que o preço')).toBeInTheDocument()
    // Regression: it stayed below the sum once the price was corrected.
    fill(screen.getByLabelText('Preço (R$)'), '401')
    await waitFor(() =>
      expect(screen.queryByText('O valor recebido não pode ser maior que o preço')).toBeNull(),
    )
    fill(screen.getByLabelText('Preço (R$)'), '400')
    fill(screen.getByLabelText('Valor recebido (R$)'), '150')
    expect(screen.getByText(/^Fica a receber: R\$\s250,00, até/)).toBeInTheDocument()
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    expect(await sold()).toMatchObject([{ paid: 150, open: 250 }])
    expect(await payments()).toEqual([{ amount: 150, method: 'pix', paid_on: daysFromToday(0), own: false }])
  })

  it('is nothing when the payment date is after today, and the form says so', async () => {
    const { user } = await openPage()
    const date = screen.getByLabelText('Data de pagamento')
    fill(date, formatDate(daysFromToday(5)))
    await screen.findByText(`Pagamento em ${formatDate(daysFromToday(5))}: fica a receber`)
    expect(screen.getByLabelText('Já recebi')).not.toBeChecked()
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    expect(await sold()).toMatchObject([{ paid: 0, open: 400 }])
  })

  it('is not announced as owed for a package without a price', async () => {
    await openProfile(backend, coach, id, '?tab=pacotes&form=novo-pacote')
    const date = await screen.findByLabelText('Data de pagamento')
    fill(date, formatDate(daysFromToday(5)))
    await waitFor(() => expect(screen.getByLabelText('Já recebi')).toBeDisabled())
    expect(screen.queryByText(/fica a receber/i)).not.toBeInTheDocument()
    fill(screen.getByLabelText(/^Preço/), '400')
    await screen.findByText(`Pagamento em ${formatDate(daysFromToday(5))}: fica a receber`)
  })
})

describe('a payment date that is typed part by part', () => {
  it.each([
    ['on', true],
    ['off', false],
  ])('leaves "Já recebi" %s, as the coach had it, though it passed through a later day', async (_, on) => {
    const { user } = await openPage()
    if (!on) await user.click(screen.getByLabelText('Já recebi'))
    const date = screen.getByLabelText('Data de pagamento')
    for (const day of ['2206-11-01', daysFromToday(-3)]) {
      fireEvent.input(date, { target: { value: day } })
      await waitFor(() =>
        expect(screen.getByLabelText<HTMLInputElement>('Já recebi').checked).toBe(
          on && day < daysFromToday(0),
        ),
      )
    }
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    expect(await payments()).toEqual(
      on ? [{ amount: 400, method: 'pix', paid_on: daysFromToday(-3), own: true }] : [],
    )
  })
})

describe('lessons without a package', () => {
  it('have the day of this device, of which their hour is, though the agenda has another day', async () => {
    const date = noonOf(-3)
    const lesson = await giveLesson(coach, { date }, [{ student: id }])
    await backend.sql('update public.sessions set day = day + 1 where id = $1', [lesson])
    await openPage()
    const name = `${formatDate(daysFromToday(-3))} · ${formatTime(date.toISOString())}`
    expect(await screen.findByRole('checkbox', { name })).toBeInTheDocument()
  })

  it('are ticked up to the size of the package, oldest first, and settled with the sale', async () => {
    for (const day of [-9, -6, -3]) await giveLesson(coach, { date: noonOf(day) }, [{ student: id }])
    const { user } = await openPage()
    const list = within(await screen.findByRole('group', { name: 'Acertar aulas sem pacote (3)' }))
    expect(list.getAllByRole('checkbox')).toHaveLength(3)
    const classes = screen.getByLabelText('Número de aulas')
    fill(classes, '2')
    expect(list.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    const [oldest, , newest] = list.getAllByRole('checkbox')
    expect(oldest).toHaveAccessibleName(new RegExp(`^${formatDate(daysFromToday(-9))}`))
    await user.click(newest!)
    await user.click(sell())
    await screen.findByText('Erro ao criar pacote')
    expect(list.getByText('Este pacote acerta no máximo 2 aulas')).toBeInTheDocument()
    await user.click(oldest!)
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    const charged = await backend.sql(
      `select package_id is not null paid
         from public.session_package_assignments a join public.sessions s on s.id = a.session_id
        where a.student_id = $1 order by s.date`,
      [id],
    )
    expect(charged).toEqual([{ paid: false }, { paid: true }, { paid: true }])
    expect(await sold()).toMatchObject([{ left: 0 }])
  })

  it('count no more once they are gone, although a draft has them ticked', async () => {
    for (const day of [-9, -6, -3]) await giveLesson(coach, { date: noonOf(day) }, [{ student: id }])
    const { user, unmount } = await openPage()
    const list = within(await screen.findByRole('group', { name: 'Acertar aulas sem pacote (3)' }))
    await user.click(list.getAllByRole('checkbox')[0]!)
    await user.click(list.getAllByRole('checkbox')[0]!)
    unmount()
    await coach.client.from('sessions').delete().gte('date', '1900-01-01').throwOnError()
    const again = await openPage()
    fill(screen.getByLabelText('Número de aulas'), '2')
    await again.user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    expect(await sold()).toMatchObject([{ left: 2 }])
  })

  it('of a student chosen by mistake are not settled with another’s package after a request was lost', async () => {
    const other = await addStudent(coach, { name: 'Bruno Lima' })
    const lesson = await giveLesson(coach, { date: noonOf(-3) }, [{ student: id }])
    const { user, intercept } = await openPage()
    await screen.findByRole('group', { name: 'Acertar aulas sem pacote (1)' })
    intercept(cutOff('/sell_package'))
    await user.click(sell())
    await screen.findByText('Erro ao criar pacote')
    intercept(null)
    await user.click(screen.getByLabelText('Aluno'))
    await user.click(await screen.findByRole('radio', { name: /^Bruno Lima/ }))
    expect(screen.queryByRole('group', { name: /^Acertar aulas/ })).not.toBeInTheDocument()
    await user.click(sell())
    await screen.findByText('Pacote criado com sucesso!')
    const seats =
      'select student_id, package_id from public.session_package_assignments where session_id = $1'
    expect(await backend.sql(seats, [lesson])).toEqual([{ student_id: id, package_id: null }])
    const bought = 'select remaining_classes from public.packages where student_id = $1'
    expect(await backend.sql(bought, [other])).toEqual([{ remaining_classes: 4 }])
  })
})
