import { screen, waitFor, within, fireEvent } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatDate, toLocalDate } from '@/core/dates'
import type { Package, StudentStatus } from '@/core/model'
import { sharedBackend, type Coach } from '../../support/backend'
import { openScreen, fill } from '../../support/render'
import { addStudent, sellPackage, giveLesson } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { openProfile } from '../student-profile/support'

const backend = await sharedBackend()

const field = (label: string | RegExp) => screen.findByLabelText(label)

const save = () => screen.getByRole('button', { name: /Criar Pacote|Criando\.\.\./ })

async function enter(user: UserEvent, label: string | RegExp, text: string) {
  const control = await field(label)
  await user.clear(control)
  if (text === '') return
  control.focus()
  await user.paste(text)
}

async function choose(user: UserEvent, name: string) {
  const chosen = await field('Aluno')
  await waitFor(() => expect(chosen).toBeEnabled())
  await user.click(chosen)
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${name}`) }))
}

describe('a new package', () => {
  const PATH = '/app/packages/new'
  const POST = 'POST /rest/v1/rpc/sell_package'
  const today = toLocalDate(new Date())

  let coach: Coach
  beforeEach(async () => {
    coach = await backend.coach()
  })

  const student = (name: string, status: StudentStatus = 'active') => addStudent(coach, { name, status })
  const packages = () => backend.sql<Package>('select * from public.packages where user_id = $1', [coach.id])

  describe('a new package', () => {
    it('begins with today, 4 classes and 30 days, and is sold with a comma in its price', async () => {
      await student('Marina Costa')
      const owner = await student('Álvaro Reis')
      const { user } = await openScreen(PATH, { backend, coach })

      await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Selecione um aluno'))
      expect(await field('Data de início')).toHaveValue(formatDate(today))
      expect(await field('Data de pagamento')).toHaveValue(formatDate(today))
      expect(await field('Número de aulas')).toHaveValue('4')
      expect(await field('Validade (dias)')).toHaveValue('30')
      expect(screen.getByText(`Válido até ${formatDate(addDays(today, 30))}`)).toBeInTheDocument()

      await choose(user, 'Álvaro Reis')
      await enter(user, 'Número de aulas', '8')
      await enter(user, /^Preço/, '1.234,56')
      await enter(user, 'Validade (dias)', '60')
      expect(screen.getByText(`Válido até ${formatDate(addDays(today, 60))}`)).toBeInTheDocument()
      expect(screen.getByText(/^R\$\s154,32 por aula$/)).toBeInTheDocument()
      await user.click(save())

      expect(await screen.findByText('Pacote criado com sucesso!')).toBeInTheDocument()
      await waitFor(() => expect(window.location.pathname).toBe(`/app/students/${owner}`))
      const sold = await backend.sql(
        `select total_classes, price::float, purchase_date::text, expiry_date::text from public.packages where student_id = $1`,
        [owner],
      )
      expect(sold).toEqual([
        { total_classes: 8, price: 1234.56, purchase_date: today, expiry_date: addDays(today, 60) },
      ])
    })

    it('is filled in by one tap as the coach sold before; the dates stay', async () => {
      const id = await student('Marina Costa')
      await sellPackage(coach, id, { total_classes: 4, price: 460 })
      await sellPackage(coach, id, { total_classes: 8, price: 880 })
      await sellPackage(coach, id, { total_classes: 4, price: 460 })
      const { user } = await openScreen(PATH, { backend, coach })
      const before = within(await screen.findByRole('group', { name: 'Como antes' }))
      await before.findByRole('button', { name: /^8/ })
      const words = before.getAllByRole('button').map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
      expect(words).toEqual(['4 · R$ 460', '8 · R$ 880'])
      await user.click(before.getByRole('button', { name: /^8/ }))
      expect(await field('Número de aulas')).toHaveValue('8')
      expect(await field(/^Preço/)).toHaveValue('880,00')
      expect(await field('Data de início')).toHaveValue(formatDate(today))
      expect(before.getByRole('button', { name: /^8/ })).toHaveAttribute('aria-pressed', 'true')
    })

    it('opens with the student of the link, and without one who is not there', async () => {
      const id = await student('Inês Prado', 'inactive')
      const { unmount } = await openScreen(`${PATH}?student=${id}`, { backend, coach })
      await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Inês Prado (inativo)'))
      unmount()

      const { user, requests } = await openScreen(`${PATH}?student=${crypto.randomUUID()}`, {
        backend,
        coach,
      })
      await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Selecione um aluno'))
      await enter(user, /^Preço/, '100')
      await user.click(save())
      await waitFor(() =>
        expect(screen.getByLabelText('Aluno')).toHaveAccessibleDescription('Selecione um aluno'),
      )
      expect(requests).not.toContain(POST)
    })

    it('needs a student first', async () => {
      await openScreen(PATH, { backend, coach })
      expect(await screen.findByRole('link', { name: 'Adicionar Primeiro Aluno' })).toHaveAttribute(
        'href',
        '/app/students/new',
      )
      expect(screen.queryByRole('button', { name: 'Criar Pacote' })).not.toBeInTheDocument()
    })

    it('is given up with Cancelar, which leads to the dashboard and forgets it', async () => {
      await student('Marina Costa')
      const { user, unmount } = await openScreen(PATH, { backend, coach })
      expect(await screen.findByRole('link', { name: 'Voltar para o dashboard' })).toHaveAttribute(
        'href',
        '/app/dashboard',
      )
      await enter(user, /^Preço/, '100')
      await user.click(screen.getByRole('button', { name: 'Cancelar' }))
      expect(window.location.pathname).toBe('/app/dashboard')
      unmount()
      await openScreen(PATH, { backend, coach })
      expect(await field(/^Preço/)).toHaveValue('')
    })
  })

  it('refuses a wrong value with its message beside the field', async () => {
    const id = await student('Marina Costa')
    const { user, requests } = await openScreen(`${PATH}?student=${id}`, { backend, coach })
    await waitFor(async () => expect(await field('Aluno')).toHaveTextContent(/^Marina Costa/))
    await enter(user, /^Preço/, '')
    const wrong = await field(/^Preço/)
    await user.click(save())
    expect(wrong).toBeRequired()
    await waitFor(() => expect(wrong).toHaveAccessibleDescription(/Preço é obrigatório/))
    expect(wrong).toHaveFocus()
    expect(requests).not.toContain(POST)
  })

  describe('nothing typed is lost and nothing is sold twice', () => {
    it('keeps the form when the answer is lost; another price is not claimed to be saved, and what was saved is told and opened', async () => {
      const id = await student('Marina Costa')
      const { user, intercept } = await openScreen(`${PATH}?student=${id}`, { backend, coach })
      await waitFor(async () => expect(await field('Aluno')).toHaveTextContent(/^Marina Costa/))
      await enter(user, /^Preço/, '450')
      intercept(async (request, send) => {
        const response = await send(request)
        if (request.url.includes('/sell_package')) throw new TypeError('Failed to fetch')
        return response
      })
      await user.click(save())
      expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
      expect(await packages()).toHaveLength(1)
      expect(await field(/^Preço/)).toHaveValue('450')

      // The coach corrects the form before pressing the button again.
      await user.clear(await field(/^Preço/))
      await enter(user, /^Preço/, '470')
      intercept(null)
      await user.click(save())
      await waitFor(() => expect(window.location.pathname).toBe(`/app/students/${id}`))
      const [sold, ...more] = await packages()
      expect(more).toEqual([])
      expect(Number(sold?.price)).toBe(450)
      expect(await screen.findByText('O que você mudou depois não foi salvo')).toBeInTheDocument()
      expect(
        screen.getByText(/Marina Costa: Pacote de 4 aulas: 4 créditos por R\$\s450,00, recebido R\$\s450,00/),
      ).toBeVisible()
      expect(await screen.findByRole('tab', { name: /Pacotes/, selected: true })).toBeInTheDocument()
    })

    it('says that students could not be read, keeps what is typed, and reads them again', async () => {
      await student('Marina Costa')
      const { user, intercept } = await openScreen(PATH, { backend, coach })
      intercept(async (request, send) => {
        if (request.url.includes('/students')) throw new TypeError('Failed to fetch')
        return send(request)
      })
      await enter(user, /^Preço/, '99')
      const again = await screen.findByRole('button', { name: 'Tentar novamente' })
      expect(screen.getByLabelText('Aluno')).toHaveAccessibleDescription('Erro ao carregar alunos')
      intercept(null)
      await user.click(again)
      await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Selecione um aluno'))
      expect(await field(/^Preço/)).toHaveValue('99')
    })
  })
})

const sell = () => screen.getByRole('button', { name: 'Criar Pacote' })

describe('what a sale settles', () => {
  let coach: Coach
  let id: string
  beforeEach(async () => {
    coach = await backend.coach()
    id = await addStudent(coach)
  })

  const openPage = async () => {
    const opened = await openScreen(`/app/packages/new?student=${id}`, { backend, coach })
    await waitFor(() => expect(screen.getByLabelText('Aluno')).toHaveTextContent(/^Marina Costa/))
    fill(screen.getByLabelText(/^Preço/), '400')
    return opened
  }
  const sold = () =>
    backend.sql<{ paid: number; open: number; left: number }>(
      `select paid_total::float paid, open_amount::float open, remaining_classes "left" from public.packages where student_id = $1`,
      [id],
    )
  const payments = () =>
    backend.sql(
      `select amount::float, method, paid_on::text, own from public.payments where student_id = $1`,
      [id],
    )

  describe('what was received', () => {
    it('is the whole price, unless the coach says otherwise', async () => {
      const { user } = await openPage()
      expect(screen.getByLabelText('Já recebi')).toBeChecked()
      expect(screen.queryByText(/^Acertar aulas/)).not.toBeInTheDocument()
      await user.selectOptions(screen.getByLabelText('Forma de pagamento'), 'Dinheiro')
      await user.click(sell())
      await screen.findByText('Pacote criado com sucesso!')
      expect(await payments()).toEqual([
        { amount: 400, method: 'cash', paid_on: daysFromToday(0), own: true },
      ])
    })

    it('is a part with its day and method, and the rest is open', async () => {
      const { user } = await openPage()
      await user.click(screen.getByLabelText('Já recebi'))
      await user.click(screen.getByLabelText('Recebi uma parte'))
      fill(screen.getByLabelText('Valor recebido (R$)'), '401')
      await user.click(sell())
      expect(await screen.findByText('O valor recebido não pode ser maior que o preço')).toBeInTheDocument()
      fill(screen.getByLabelText('Valor recebido (R$)'), '150')
      expect(screen.getByText(/^Fica a receber: R\$\s250,00, até/)).toBeInTheDocument()
      await user.click(sell())
      await screen.findByText('Pacote criado com sucesso!')
      expect(await sold()).toMatchObject([{ paid: 150, open: 250 }])
      expect(await payments()).toEqual([
        { amount: 150, method: 'pix', paid_on: daysFromToday(0), own: false },
      ])
    })

    it('is nothing when the payment date is after today, and the form says so', async () => {
      const { user } = await openPage()
      const date = screen.getByLabelText('Data de pagamento')
      await user.clear(date)
      await user.type(date, formatDate(daysFromToday(5)))
      expect(
        await screen.findByText(`Pagamento em ${formatDate(daysFromToday(5))}: fica a receber`),
      ).toBeInTheDocument()
      expect(screen.getByLabelText('Já recebi')).not.toBeChecked()
      await user.click(sell())
      await screen.findByText('Pacote criado com sucesso!')
      expect(await sold()).toMatchObject([{ paid: 0, open: 400 }])
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
      expect(await list.findByText('Este pacote acerta no máximo 2 aulas')).toBeInTheDocument()
      await user.click(oldest!)
      await user.click(sell())
      await screen.findByText('Pacote criado com sucesso!')
      const charged = await backend.sql(
        `select package_id is not null paid from public.session_package_assignments a join public.sessions s on s.id = a.session_id
        where a.student_id = $1 order by s.date`,
        [id],
      )
      expect(charged).toEqual([{ paid: false }, { paid: true }, { paid: true }])
      expect(await sold()).toMatchObject([{ left: 0 }])
    })

    it('are settled from the profile too, and leave its warning', async () => {
      await giveLesson(coach, { date: noonOf(-3) }, [{ student: id }])
      const { user } = await openProfile(backend, coach, id, '?tab=pacotes&form=novo-pacote')
      expect(await screen.findByRole('group', { name: 'Acertar aulas sem pacote (1)' })).toBeInTheDocument()
      const before = screen.getByText('1 crédito sai do Pacote de 4 aulas')
      const said = [...(before.parentElement?.children ?? [])].map(({ textContent }) =>
        textContent.toLowerCase().replaceAll(/\s/g, ' '),
      )
      expect(said).toHaveLength(2)
      await user.click(sell())
      await screen.findByText('Pacote criado com sucesso')
      expect(screen.getByText((text) => text.toLowerCase().endsWith(said.join(', ')))).toBeInTheDocument()
      expect(await sold()).toMatchObject([{ left: 3 }])
    })
  })
})
