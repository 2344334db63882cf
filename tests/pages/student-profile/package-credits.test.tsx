import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { fill, openScreen } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { openProfile } from './support'

const backend = await sharedBackend()

describe('credits', () => {
  let coach: Coach
  let id: string
  beforeAll(async () => {
    coach = await backend.coach()
  })
  beforeEach(async () => {
    id = await addStudent(coach)
  })

  async function open(action: RegExp) {
    const opened = await openProfile(backend, coach, id, '?tab=pacotes')
    const direct = await screen.findByRole('button', { name: /^Mais ações: Pacote/ })
    if (!screen.queryByRole('button', { name: action })) await opened.user.click(direct)
    await opened.user.click(await screen.findByRole('button', { name: action }))
    return { ...opened, dialog: within(await screen.findByRole('dialog')) }
  }
  const stored = async () =>
    (
      await backend.sql<{ total: number; outside: number; left: number; expiry: string; days: number }>(
        `select total_classes total, used_outside outside, remaining_classes "left", expiry_date::text expiry, extended_days days
         from public.packages where student_id = $1`,
        [id],
      )
    )[0]

  describe('adjusting credits', () => {
    it('takes out what is left and no more, with a reason, and shows the new balance before', async () => {
      const pkg = await sellPackage(coach, id, { total_classes: 4 })
      await giveLesson(coach, { date: noonOf(-1) }, [{ student: id, package: pkg }])
      const { user, dialog } = await open(/^Ajustar créditos/)
      const count = await dialog.findByLabelText('Quantos créditos')
      fill(count, '97')
      await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
      expect(count).toHaveAccessibleDescription('Pacote máximo de 100 aulas')
      expect(dialog.getByText('Motivo é obrigatório')).toBeInTheDocument()
      await user.click(dialog.getByLabelText('Tirar'))
      await waitFor(() =>
        expect(count).toHaveAccessibleDescription('Não é possível tirar mais créditos do que restam'),
      )
      expect(await stored()).toMatchObject({ total: 4, left: 3 })
      fill(count, '2')
      expect(dialog.getByRole('status')).toHaveTextContent('Saldo do pacote: 3 → 1')
      expect(dialog.getByText('Visível para o aluno')).toBeInTheDocument()
      fill(dialog.getByLabelText('Motivo'), 'Aulas de antes')
      await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
      expect(await screen.findByText('Créditos ajustados')).toBeInTheDocument()
      expect(await stored()).toMatchObject({ total: 4, outside: 2, left: 1 })
      expect(await screen.findByText('1 de 4')).toBeInTheDocument()
      const reasons = await backend.sql(
        'select reason, delta from public.credit_ledger where student_id = $1 and kind = $2',
        [id, 'adjust'],
      )
      expect(reasons).toEqual([{ reason: 'Aulas de antes', delta: -2 }])
    })

    it('that a lesson has overtaken is refused beside the field, and the preview begins anew', async () => {
      const pkg = await sellPackage(coach, id, { total_classes: 1 })
      const { user, dialog } = await open(/^Ajustar créditos/)
      await user.click(await dialog.findByLabelText('Tirar'))
      fill(dialog.getByLabelText('Motivo'), 'Cortesia')
      await giveLesson(coach, { date: noonOf(-1) }, [{ student: id, package: pkg }])
      await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
      await waitFor(() =>
        expect(dialog.getByLabelText('Quantos créditos')).toHaveAccessibleDescription(
          'Não é possível tirar mais créditos do que restam',
        ),
      )
      expect(await stored()).toMatchObject({ total: 1, left: 0 })
    })
  })

  describe('while it is not known what became of it', () => {
    const APPLY = '/rpc/apply_session_plan'
    /**
     * Presses the button: the write is stored, the screen reads everything again, and only then may the answer arrive.
     */
    async function pressed({ user, intercept, dialog }: Awaited<ReturnType<typeof open>>, name: string) {
      const [written, drawn] = [gate(), gate()]
      intercept(async (request, send) => {
        const answer = await send(request)
        if (!request.url.endsWith(APPLY)) return answer
        written.open()
        await drawn.passed
        return answer
      })
      await user.click(dialog.getByRole('button', { name }))
      await written.passed
      await act(() => queryClient.refetchQueries())
      return drawn
    }

    it('an adjustment that was read before its answer is not shown as one that is still to come', async () => {
      await sellPackage(coach, id, { total_classes: 4 })
      const opened = await open(/^Ajustar créditos/)
      fill(await opened.dialog.findByLabelText('Quantos créditos'), '2')
      fill(opened.dialog.getByLabelText('Motivo'), 'Cortesia')
      const drawn = await pressed(opened, 'Ajustar')
      await opened.dialog.findByText('Pacote de 6 aulas')
      expect(opened.dialog.getByRole('status')).toHaveTextContent('Saldo do pacote: 4 → 6')
      drawn.open()
      expect(await screen.findByText('Créditos ajustados')).toBeInTheDocument()
    })

    it('neither is more time', async () => {
      const expiry = daysFromToday(20)
      await sellPackage(coach, id, { expiry_date: expiry })
      const opened = await open(/^Estender/)
      fill(await opened.dialog.findByLabelText('Dias a mais'), '10')
      fill(opened.dialog.getByPlaceholderText('viagem, lesão'), 'Viagem')
      const drawn = await pressed(opened, 'Estender')
      await opened.dialog.findByText('10 dias · à mão: Viagem')
      expect(opened.dialog.getByRole('status')).toHaveTextContent(
        `Validade: ${formatDate(expiry)} → ${formatDate(addDays(expiry, 10))}`,
      )
      drawn.open()
      expect(await screen.findByText('Validade estendida')).toBeInTheDocument()
    })

    it('an adjustment that is sent again after a lost answer can be undone', async () => {
      await sellPackage(coach, id, { total_classes: 4 })
      const { user, dialog, intercept } = await open(/^Ajustar créditos/)
      fill(await dialog.findByLabelText('Quantos créditos'), '2')
      fill(dialog.getByLabelText('Motivo'), 'Cortesia')
      intercept(loseAnswers(to(APPLY)))
      await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
      expect(await screen.findByText('Erro ao ajustar créditos')).toBeInTheDocument()
      intercept(null)
      await dialog.findByText('Pacote de 6 aulas')
      expect(dialog.getByRole('status')).toHaveTextContent('Saldo do pacote: 4 → 6')
      await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
      expect(await screen.findByText('Créditos ajustados')).toBeInTheDocument()
      await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
      expect(await screen.findByText('Ajuste desfeito')).toBeInTheDocument()
      expect(await stored()).toMatchObject({ total: 4, left: 4 })
    })
  })

  describe('extending the validity', () => {
    it('shows the old and the new date, and moves the expiry', async () => {
      const expiry = daysFromToday(-3)
      await sellPackage(coach, id, { purchase_date: daysFromToday(-30), expiry_date: expiry })
      const { user, dialog } = await open(/^Estender/)
      const days = await dialog.findByLabelText('Dias a mais')
      // The three that have passed, and seven from today on.
      expect(days).toHaveValue('10')
      fill(days, '366')
      fill(dialog.getByPlaceholderText('viagem, lesão'), 'Lesão no ombro')
      await user.click(dialog.getByRole('button', { name: 'Estender' }))
      expect(await dialog.findByText('Máximo de 365 dias')).toBeInTheDocument()
      fill(days, '10')
      await waitFor(() =>
        expect(dialog.getByRole('status')).toHaveTextContent(
          `Validade: ${formatDate(expiry)} → ${formatDate(addDays(expiry, 10))}`,
        ),
      )
      await user.click(dialog.getByRole('button', { name: 'Estender' }))
      expect(await screen.findByText('Validade estendida')).toBeInTheDocument()
      expect(await stored()).toMatchObject({ expiry: addDays(expiry, 10), days: 10 })
      expect(await screen.findByText('Ativo')).toBeInTheDocument()
    })

    it('and editing it say what a floor leaves of the days', async () => {
      const pkg = await sellPackage(coach, id, { expiry_date: daysFromToday(20) })
      await backend.sql(
        `insert into public.package_extensions (user_id, student_id, package_id, until_day, reason, session_id, day, kept)
     select user_id, student_id, id, $2::date, 'Reposição', gen_random_uuid(), $2::date - 30, true from public.packages where id = $1`,
        [pkg, daysFromToday(30)],
      )
      const { user, dialog } = await open(/^Estender/)
      await dialog.findByText(/^Pelo menos até/)
      for (const [days, last] of [
        ['7', 30],
        ['12', 32],
      ] as const) {
        fill(await dialog.findByLabelText('Dias a mais'), days)
        expect(dialog.getByRole('status')).toHaveTextContent(
          `${formatDate(daysFromToday(30))} → ${formatDate(daysFromToday(last))}`,
        )
      }
      fill(dialog.getByPlaceholderText('viagem, lesão'), 'Viagem')
      await user.click(dialog.getByRole('button', { name: 'Estender' }))
      expect(await screen.findByText('Validade estendida')).toBeInTheDocument()
      expect(await stored()).toMatchObject({ expiry: daysFromToday(32), days: 12 })
      // Fifteen days shorter, the package ends with its floor.
      await user.click(await screen.findByRole('button', { name: /^Mais ações: Pacote/ }))
      await user.click(await screen.findByRole('button', { name: /^Editar Pacote/ }))
      const validity = await screen.findByLabelText<HTMLInputElement>('Validade (dias)')
      fill(validity, String(Number(validity.value) - 15))
      expect(await screen.findByText(`Válido até ${formatDate(daysFromToday(30))}`)).toBeInTheDocument()
    })

    it('proposes seven days from today on, also beyond a floor that gave some', async () => {
      const pkg = await sellPackage(coach, id, {
        purchase_date: daysFromToday(-30),
        expiry_date: daysFromToday(-13),
      })
      await backend.sql(
        `insert into public.package_extensions (user_id, student_id, package_id, until_day, reason, session_id, day, kept)
       select user_id, student_id, id, $2::date, 'Reposição', gen_random_uuid(), $2::date - 30, true from public.packages where id = $1`,
        [pkg, daysFromToday(-3)],
      )
      // As the alert's 'Estender' does: nothing about the package has been read yet.
      await openProfile(backend, coach, id, `?tab=pacotes&form=estender:${pkg}`)
      const dialog = within(await screen.findByRole('dialog'))
      expect(await dialog.findByLabelText('Dias a mais')).toHaveValue('20')
      await waitFor(() =>
        expect(dialog.getByRole('status')).toHaveTextContent(
          `${formatDate(daysFromToday(-3))} → ${formatDate(daysFromToday(7))}`,
        ),
      )
    })

    it('foretells no last day before it has read what the package was given', async () => {
      const pkg = await sellPackage(coach, id, { expiry_date: daysFromToday(20) })
      await backend.sql(
        `insert into public.package_extensions (user_id, student_id, package_id, days, reason)
       select user_id, student_id, id, 10, 'Viagem' from public.packages where id = $1`,
        [pkg],
      )
      const { dialog, intercept } = await open(/^Estender/)
      await dialog.findByLabelText('Dias a mais')
      const held = gate()
      intercept(async (request, send) => {
        if (request.url.includes('get_credit_facts')) await held.passed
        return send(request)
      })
      act(
        () => void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey.includes('given-days') }),
      )
      fill(await dialog.findByLabelText('Dias a mais'), '7')
      expect(dialog.getByRole('status')).toBeEmptyDOMElement()
      held.open()
      const [from, to37] = [daysFromToday(30), daysFromToday(37)].map(formatDate)
      await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(`${from} → ${to37}`))
    })
  })
})

/** The day as '30/11'. */
const dayOf = (days: number) => daysFromToday(days).split('-').toReversed().slice(0, 2).join('/')

describe('a renewal', () => {
  let coach: Coach
  let id: string
  beforeEach(async () => {
    coach = await backend.coach()
    id = await addStudent(coach)
  })

  const newest = async () =>
    (
      await backend.sql<{
        total: number
        left: number
        price: number
        start: string
        expiry: string
        paid: number
      }>(
        `select total_classes total, remaining_classes "left", price::float, purchase_date::text start, expiry_date::text expiry,
              paid_total::float paid
         from public.packages where student_id = $1 order by created_at desc limit 1`,
        [id],
      )
    )[0]

  it('from its alert, settling what is owed', async () => {
    const used = await sellPackage(coach, id, { total_classes: 1 })
    await giveLesson(coach, { date: noonOf(-2) }, [{ student: id, package: used }])
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
    await sellPackage(coach, id, {
      total_classes: 8,
      price: 640,
      purchase_date: daysFromToday(-40),
      expiry_date: daysFromToday(-10),
    })
    await backend.sql(
      `update public.packages set purchase_date = purchase_date - 30, payment_date = payment_date - 30
    , expiry_date = expiry_date - 30 where id = $1`,
      [used],
    )
    const { user } = await openScreen('/app/alerts', { backend, coach })
    // The first action for a student with expired credits is 'Estender', so open the sheet.
    await user.click(await screen.findByRole('button', { name: 'Mais ações: Marina Costa' }))
    const [alert] = await screen.findAllByRole('link', { name: 'Renovar pacote de Marina Costa' })
    await user.click(alert!)
    const confirm = await screen.findByRole('button', { name: 'Renovar' })
    expect(await screen.findByLabelText('Preço (R$)')).toHaveValue('640,00')
    expect(await screen.findByText('Acertar aulas sem pacote (1)')).toBeInTheDocument()
    await user.click(confirm)
    await screen.findByText('Pacote criado com sucesso')
    expect(await newest()).toEqual({
      total: 8,
      left: 7,
      price: 640,
      start: daysFromToday(0),
      expiry: addDays(daysFromToday(0), 30),
      paid: 640,
    })
  })

  it('from its package keeps the validity of a single lesson and the habit of paying later', async () => {
    await sellPackage(coach, id, {
      total_classes: 1,
      price: 90,
      purchase_date: daysFromToday(-10),
      payment_date: daysFromToday(5),
      expiry_date: daysFromToday(4),
    })
    await backend.sql('delete from public.payments where student_id = $1', [id])
    const { user } = await openProfile(backend, coach, id, '?tab=pacotes')
    // The first action is about the late payment, so open the sheet.
    await user.click(await screen.findByRole('button', { name: 'Mais ações: Marina Costa' }))
    await user.click(await screen.findByRole('button', { name: /^Renovar/ }))
    await waitFor(() =>
      expect(screen.getByLabelText('Data de pagamento')).toHaveValue(formatDate(daysFromToday(15))),
    )
    expect(screen.getByLabelText('Já recebi')).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Renovar' }))
    await screen.findByText('Pacote criado com sucesso')
    expect(await newest()).toMatchObject({ total: 1, expiry: addDays(daysFromToday(0), 14), paid: 0 })
  })

  it('sent again after a lost answer is the same sale, though what it did was read meanwhile, also after a reload; all of it is undone', async () => {
    await sellPackage(coach, id, { total_classes: 4 })
    await backend.sql('update public.packages set renews_monthly = true where student_id = $1', [id])
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
    const before = await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
    expect(await screen.findByText('Acertar aulas sem pacote (1)')).toBeInTheDocument()
    before.intercept(loseAnswers(to('/rpc/sell_package')))
    await before.user.click(screen.getByRole('button', { name: 'Renovar' }))
    expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
    await act(() => queryClient.refetchQueries())
    expect(await screen.findByText('2 pacotes')).toBeInTheDocument()
    expect(screen.getByText('Acertar aulas sem pacote (1)')).toBeInTheDocument()
    await before.user.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    await before.user.click(screen.getByRole('button', { name: 'Renovar' }))
    expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
    expect(await newest()).toMatchObject({ total: 4, left: 3 })
    before.unmount()

    const { user } = await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
    await user.click(await screen.findByRole('button', { name: 'Renovar' }))
    expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
    expect(await newest()).toMatchObject({ total: 4, left: 3 })
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('Venda desfeita')).toBeInTheDocument()
    expect(await screen.findByText('1 pacote')).toBeInTheDocument()
  })

  it('opens again as soon as it was cancelled, and not before it has the lessons that one press settles', async () => {
    await sellPackage(coach, id, { purchase_date: daysFromToday(-40), expiry_date: daysFromToday(-10) })
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
    const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
    const owed = gate()
    intercept(async (request, send) => {
      if (request.url.includes('/session_package_assignments')) await owed.passed
      return send(request)
    })
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: /^Mais ações: Pacote/ }))
      await user.click(await screen.findByRole('button', { name: /^Renovar/ }))
    }
    await open()
    await waitFor(() =>
      expect(queryClient.getQueryData([coach.id, 'packages', id, 'last-sale'])).toBeDefined(),
    )
    expect(screen.queryByRole('button', { name: 'Renovar' })).not.toBeInTheDocument()
    owed.open()
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }))
    await open()
    await user.click(await screen.findByRole('button', { name: 'Renovar' }))
    expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
    expect(await newest()).toMatchObject({ total: 4, left: 3 })
  })

  it('a new package sold before the owed lessons are read settles them all the same', async () => {
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
    const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
    const owed = gate()
    intercept(async (request, send) => {
      if (request.url.includes('/session_package_assignments')) await owed.passed
      return send(request)
    })
    await user.click(await screen.findByRole('button', { name: 'Novo Pacote' }))
    fill(await screen.findByRole('textbox', { name: /Preço/ }), '100')
    await user.click(screen.getByRole('button', { name: 'Criar Pacote' }))
    owed.open()
    expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
    expect(await newest()).toMatchObject({ total: 4, left: 3 })
  })

  it('begins empty for who never had a package', async () => {
    await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
    expect(await screen.findByLabelText('Número de aulas')).toHaveValue('4')
  })

  it('is offered by the profile of a student who used everything up; who bought for Thursday may begin today, and go back', async () => {
    const used = await sellPackage(coach, id, { total_classes: 1 })
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: id, package: used }])
    const empty = await openProfile(backend, coach, id)
    expect(await screen.findByText('Sem créditos')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Renovar' })).toBeInTheDocument()
    empty.unmount()

    await sellPackage(coach, id, {
      total_classes: 8,
      purchase_date: daysFromToday(3),
      expiry_date: daysFromToday(33),
    })
    const { user } = await openProfile(backend, coach, id)
    expect(await screen.findByText(`8 créditos a partir de ${dayOf(3)}`)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Renovar' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Começar hoje/ }))
    expect(await screen.findByText('O pacote começa hoje')).toBeInTheDocument()
    expect(await screen.findByText(`8 créditos até ${dayOf(30)}`)).toBeInTheDocument()
    expect(await newest()).toMatchObject({ start: daysFromToday(0), expiry: daysFromToday(30), left: 8 })
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText(`8 créditos a partir de ${dayOf(3)}`)).toBeInTheDocument()
    expect(await newest()).toMatchObject({ start: daysFromToday(3), expiry: daysFromToday(33) })
  })
})
