import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { answeredLate, hold } from '../../support/network'
import { fill, press, seesText } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { giveDays, giveFloor } from '../../support/world/past'
import { daysFromToday, noonOf } from '../../support/world/values'
import { openProfile } from './support'

const backend = await sharedBackend()
const coach = await backend.coach()
let id: string
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
      `select total_classes total, used_outside outside, remaining_classes "left", expiry_date::text expiry,
              extended_days days
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
    intercept(answeredLate(APPLY, written, drawn))
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

  const adjustedWithoutAnswer = async () => {
    await sellPackage(coach, id, { total_classes: 4 })
    const { user, dialog, intercept } = await open(/^Ajustar créditos/)
    fill(await dialog.findByLabelText('Quantos créditos'), '2')
    fill(dialog.getByLabelText('Motivo'), 'Cortesia')
    intercept(loseAnswers(to(APPLY)))
    await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
    expect(await screen.findByText('Erro ao ajustar créditos')).toBeInTheDocument()
    intercept(null)
    await dialog.findByText('Pacote de 6 aulas')
    return { user, dialog }
  }

  it('an adjustment that is sent again after a lost answer can be undone', async () => {
    const { user, dialog } = await adjustedWithoutAnswer()
    expect(dialog.getByRole('status')).toHaveTextContent('Saldo do pacote: 4 → 6')
    await user.click(dialog.getByRole('button', { name: 'Ajustar' }))
    expect(await screen.findByText('Créditos ajustados')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('Ajuste desfeito')).toBeInTheDocument()
    expect(await stored()).toMatchObject({ total: 4, left: 4 })
  })

  it('one whose form was opened again names the stored package, and offers no undo that would be refused', async () => {
    const { user, dialog } = await adjustedWithoutAnswer()
    await user.click(dialog.getByRole('button', { name: 'Fechar' }))
    await press(user, /^Mais ações: Pacote/, /^Ajustar créditos/)
    expect(await screen.findByLabelText('Motivo')).toHaveValue('Cortesia')
    await user.click(screen.getByRole('button', { name: 'Ajustar' }))
    await seesText('Créditos ajustados', 'Marina Costa: créditos do Pacote de 6 aulas: 4 → 6')
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
    expect(await stored()).toMatchObject({ total: 6, left: 6 })
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
    // The student's page tells the reasons of adjustments alone.
    expect(dialog.queryByText('Visível para o aluno')).toBeNull()
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
    await press(user, 'Desfazer')
    await seesText('Extensão desfeita')
    expect(await stored()).toMatchObject({ expiry, days: 0 })
  })

  it('of one day, from the first lesson on, is told in the singular', async () => {
    await sellPackage(coach, id, { expiry_date: null, validity_days: 1 })
    const { dialog } = await open(/^Estender/)
    await dialog.findByLabelText('Dias a mais')
    await waitFor(() =>
      expect(dialog.getByRole('status')).toHaveTextContent(
        'Validade: 1 dia a partir da 1ª aula → 8 dias a partir da 1ª aula',
      ),
    )
  })

  it('and editing it say what a floor leaves of the days', async () => {
    const pkg = await sellPackage(coach, id, { expiry_date: daysFromToday(20) })
    await giveFloor(backend, pkg, daysFromToday(30))
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
    await press(user, /^Mais ações: Pacote/, /^Editar Pacote/)
    const validity = await screen.findByLabelText<HTMLInputElement>('Validade (dias)')
    fill(validity, String(Number(validity.value) - 15))
    expect(await screen.findByText(`Válido até ${formatDate(daysFromToday(30))}`)).toBeInTheDocument()
  })

  it('proposes seven days from today on, also beyond a floor that gave some', async () => {
    const pkg = await sellPackage(coach, id, {
      purchase_date: daysFromToday(-30),
      expiry_date: daysFromToday(-13),
    })
    await giveFloor(backend, pkg, daysFromToday(-3))
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
    await giveDays(backend, pkg, 10)
    const { dialog, intercept } = await open(/^Estender/)
    await dialog.findByLabelText('Dias a mais')
    const held = hold(intercept, 'get_credit_facts')
    act(() => void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey.includes('given-days') }))
    fill(await dialog.findByLabelText('Dias a mais'), '7')
    expect(dialog.getByRole('status')).toBeEmptyDOMElement()
    held.open()
    const [from, to37] = [daysFromToday(30), daysFromToday(37)].map(formatDate)
    await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(`${from} → ${to37}`))
  })
})
