import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, beforeEach, vi } from 'vitest'
import { formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { gate } from '../../support/gate'
import { openScreen, type Screen, fill } from '../../support/render'
import { weeklyOn } from '../../support/world/agenda'
import { giveLesson, sellPackage, addStudent, giveCancelled } from '../../support/world/api'
import { noonOf, daysFromToday, newId } from '../../support/world/values'
import {
  APPLY,
  clearHistory,
  creditsOf,
  lessonOfMarina,
  makeFixture,
  openEditor,
  stored,
  type Fixture,
  saveButton,
  student,
} from './support'

/** Delays the answers to requests for `path` until the returned gate opens. */
function holdBack(intercept: Screen['intercept'], path: string) {
  const held = gate()
  intercept(async (request, send) => {
    const answer = await send(request)
    if (request.url.endsWith(path)) await held.passed
    return answer
  })
  return held
}

/** Presses 'Apagar aula' in the edit form; returns the question that follows and its button. */
async function ask(user: Screen['user']) {
  await user.click(screen.getByRole('button', { name: 'Apagar aula' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Apagar esta aula?' }))
  const button = () => dialog.getByRole('button', { name: 'Apagar aula' })
  const confirm = async () => user.click(await dialog.findByRole('button', { name: 'Apagar aula' }))
  return { dialog, button, confirm }
}

describe('a lesson', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture()
  })

  const LIST = '/rpc/get_sessions_page'
  const FACTS = '/rpc/get_credit_facts'
  const OF_TEN = '1 crédito volta para o Pacote de 10 aulas'
  const OF_FOUR = '1 crédito volta para o Pacote de 4 aulas'

  const moveToFour = (id: string) =>
    fixture.coach.client
      .from('session_package_assignments')
      .update({ package_id: fixture.four })
      .eq('session_id', id)
      .throwOnError()

  /** Asks to delete Marina's only lesson, and waits until the question says what returns. */
  async function asked() {
    const id = await lessonOfMarina(fixture)
    const opened = await openEditor(fixture)
    const question = await ask(opened.user)
    await question.dialog.findByText(OF_TEN)
    return { id, ...opened, ...question }
  }

  describe('deleting', () => {
    it('cannot be confirmed before it is said which credits return, the one of an expired package too; can be called off; returns them', async () => {
      await lessonOfMarina(fixture)
      await giveLesson(fixture.coach, { date: noonOf(-10) }, [
        { student: fixture.marina, package: fixture.ten },
        { student: fixture.lucas, package: fixture.old },
        { student: fixture.olivia },
      ])
      const { user, intercept } = await openScreen('/app/sessions', fixture)
      const held = holdBack(intercept, FACTS)
      await user.click((await screen.findAllByRole('button', { name: 'Editar' })).at(-1)!)
      const first = await ask(user)
      expect(first.dialog.getByText('Calculando...')).toBeInTheDocument()
      expect(first.button()).toBeDisabled()
      held.open()
      await first.dialog.findByText(OF_TEN)
      expect(first.button()).toBeEnabled()
      await user.click(first.dialog.getByRole('button', { name: 'Cancelar' }))
      await waitFor(() => expect(screen.getByRole('button', { name: 'Apagar aula' })).toHaveFocus())
      expect(await creditsOf(fixture, fixture.marina)).toBe(12)

      const { dialog, button } = await ask(user)
      await dialog.findByText(OF_TEN)
      expect(
        dialog.getByText('1 crédito volta para o Pacote de 8 aulas, que está vencido'),
      ).toBeInTheDocument()
      await user.click(dialog.getByRole('checkbox', { name: /^Estender validade/, checked: true }))
      await user.dblClick(button())
      expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
      expect(
        screen.getByText(/Lucas Andrade: 1 crédito volta para o Pacote de 8 aulas, que está vencido/),
      ).toBeVisible()
      expect(await screen.findByText('Mostrando 1 - 1 de 1 sessões')).toBeInTheDocument()
      await waitFor(() => expect(document.body).not.toHaveFocus())
      expect(await creditsOf(fixture, fixture.marina)).toBe(13)
      expect(await creditsOf(fixture, fixture.lucas)).toBe(8)
    })

    it('is never what the coach has not read: of a lesson that another device changed it asks again, also while lists are read', async () => {
      const { id, dialog, intercept, confirm } = await asked()
      await moveToFour(id)
      const facts = holdBack(intercept, FACTS)
      // Reading the list again does not change what the question says about credits.
      await act(() => queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[1] === 'sessions' }))
      expect(dialog.getByText(OF_TEN)).toBeInTheDocument()
      const list = holdBack(intercept, LIST)
      await confirm()
      expect(await dialog.findByText(/^Esta aula mudou em outro aparelho/)).toBeInTheDocument()
      facts.open()
      expect(await dialog.findByText(OF_FOUR)).toBeInTheDocument()
      expect(await creditsOf(fixture, fixture.marina)).toBe(13)
      await confirm()
      expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
      list.open()
      expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    })
  })

  /** Opens the dialog that assigns a package to one of two students who have none in their only lesson. */
  async function open(name: 'Lucas Andrade' | 'Olívia Sem Pacote', before?: (screen: Screen) => void) {
    await clearHistory(fixture)
    const seats = [{ student: fixture.lucas }, { student: fixture.olivia }]
    const id = await giveLesson(fixture.coach, { date: noonOf(-1) }, seats)
    const opened = await openScreen('/app/sessions', fixture)
    await opened.user.click(await screen.findByRole('button', { name: 'Ver detalhes' }))
    before?.(opened)
    await opened.user.click(screen.getByRole('button', { name: `Atribuir Pacote a ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Atribuir Pacote' }))
    return { id, ...opened, dialog, button: () => dialog.getByRole('button', { name: 'Atribuir Pacote' }) }
  }

  describe('assigning a package', () => {
    it('reads packages again that could not be read, needs one, warns of an expired one that still has credits, and takes its credit', async () => {
      const { id, user, requests, dialog, button, intercept } = await open('Lucas Andrade', (opened) =>
        opened.intercept(async (request, send) => {
          if (request.url.endsWith(FACTS)) throw new TypeError('Failed to fetch')
          return send(request)
        }),
      )
      const retry = await dialog.findByRole('button', { name: 'Tentar novamente' })
      intercept(null)
      await user.click(retry)
      const option = await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ })
      expect(option.closest('label')).toHaveTextContent(/8 de 8 restantes · válido até .*Vencido$/)
      requests.length = 0
      await user.click(button())
      expect(dialog.getByText('Selecione um pacote')).toBeVisible()
      expect(requests.filter((request) => request.endsWith(APPLY))).toEqual([])
      expect(option).toHaveFocus()
      await user.click(option)
      expect(dialog.getByText('1 crédito sai do Pacote de 8 aulas, que está vencido')).toBeInTheDocument()
      await user.dblClick(button())
      expect(await screen.findByText('Pacote atribuído com sucesso')).toBeInTheDocument()
      expect(
        screen.getByText('Lucas Andrade: 1 crédito sai do Pacote de 8 aulas, que está vencido'),
      ).toBeInTheDocument()
      expect(requests.filter((request) => request.endsWith(APPLY))).toHaveLength(1)
      await waitFor(() => expect(screen.getByRole('button', { name: 'Ocultar detalhes' })).toHaveFocus())
      expect(screen.queryByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' })).toBeNull()
      expect(await creditsOf(fixture, fixture.lucas)).toBe(7)
      expect((await stored(fixture, id)).seats).toContainEqual(
        expect.objectContaining({ student_id: fixture.lucas, package_id: fixture.old }),
      )
    })

    it('of a lesson that another device changed needs only one more press, also while the list is still being read', async () => {
      const { id, user, intercept, dialog, button } = await open('Lucas Andrade')
      await user.click(await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ }))
      await fixture.coach.client
        .from('sessions')
        .update({ notes: 'Do computador' })
        .eq('id', id)
        .throwOnError()
      const held = holdBack(intercept, LIST)
      await user.click(button())
      expect(await dialog.findByText(/^Esta aula mudou em outro aparelho/)).toBeInTheDocument()
      await user.click(await dialog.findByRole('button', { name: 'Atribuir Pacote' }))
      expect(await screen.findByText('Pacote atribuído com sucesso')).toBeInTheDocument()
      held.open()
      expect(await creditsOf(fixture, fixture.lucas)).toBe(7)
    })

    it('that is gone by now says why, and stays open', async () => {
      const { coach, olivia } = fixture
      const single = await sellPackage(coach, olivia, { total_classes: 1, name: 'Avulsa' })
      const { user, dialog, button } = await open('Olívia Sem Pacote')
      await user.click(await dialog.findByRole('radio', { name: /^Avulsa/ }))
      await coach.client.from('packages').delete().eq('id', single).throwOnError()
      await user.click(button())
      expect(await screen.findByText('Erro ao atribuir pacote')).toBeInTheDocument()
      expect(dialog.getByRole('alert')).toHaveTextContent('Pacote não encontrado')
      expect(await dialog.findByText('Este aluno não tem pacotes com créditos.')).toBeInTheDocument()
      const sell = dialog.getByRole('link', { name: 'Vender um pacote' })
      expect(sell).toHaveAttribute('href', `/app/packages/new?student=${olivia}`)
      await clearHistory(fixture)
    })
  })
})

const extend = () => screen.getByRole('checkbox', { name: /^Estender validade em/ })

const typedDays = () => screen.findByRole('textbox', { name: 'Dias a mais de validade' })

describe('attendance', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture()
  })
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await fixture.coach.client.from('sessions').delete().gte('date', '1900-01-01').throwOnError()
  })

  const places = () =>
    fixture.backend.sql(
      `select a.attendance, a.package_id, f.rating from public.session_package_assignments a
       left join public.session_feedbacks f using (session_id, student_id) where a.user_id = $1`,
      [fixture.coach.id],
    )

  describe('editing who came', () => {
    it('says that the credit returns and the feedback goes; back again it is charged anew', async () => {
      await lessonOfMarina(fixture)
      const { user, unmount } = await openEditor(fixture)
      await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
      expect(await screen.findByText('1 crédito volta para o Pacote de 10 aulas')).toBeInTheDocument()
      expect(screen.getByText('O feedback é apagado')).toBeInTheDocument()
      expect(student('Marina Costa').queryByLabelText('Pacote')).not.toBeInTheDocument()
      expect(extend()).not.toBeChecked()
      await user.click(saveButton())
      expect(await screen.findByText('Sessão atualizada com sucesso')).toBeInTheDocument()
      expect(await places()).toEqual([{ attendance: 'excused', package_id: null, rating: null }])
      expect(await creditsOf(fixture, fixture.marina)).toBe(14)
      unmount()

      const again = await openEditor(fixture)
      await again.user.click(student('Marina Costa').getByLabelText('Veio'))
      expect(await screen.findByText('1 crédito sai do Pacote de 10 aulas')).toBeInTheDocument()
      await again.user.click(saveButton())
      await waitFor(async () =>
        expect(await places()).toEqual([{ attendance: 'present', package_id: fixture.ten, rating: 3 }]),
      )
    })

    it('cancels the lesson with more time, and back from that asks everybody again and takes it back', async () => {
      await lessonOfMarina(fixture, 'Treino de saque')
      const { user, unmount } = await openEditor(fixture)
      await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
      expect(screen.getByText(/1 feedback será apagado\./)).toBeInTheDocument()
      await waitFor(() => expect(extend()).toBeInTheDocument())
      await user.click(extend())
      await user.click(saveButton())
      expect(await screen.findByText('Cancelada · chuva')).toBeInTheDocument()
      const extended = () =>
        fixture.backend.sql<{ extended_days: number }>(
          'select extended_days from public.packages where id = $1',
          [fixture.ten],
        )
      expect(await extended()).toEqual([{ extended_days: 7 }])
      unmount()

      const again = await openEditor(fixture)
      expect(screen.getByLabelText(/^Observações da aula/)).toHaveValue('Treino de saque')
      await again.user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
      expect(screen.getByText(/confira a presença de cada aluno/)).toHaveTextContent('A extensão de validade')
      expect(student('Marina Costa').getByLabelText('Veio')).toBeChecked()
      await again.user.click(saveButton())
      await waitFor(async () => expect(await extended()).toEqual([{ extended_days: 0 }]))
      expect(await creditsOf(fixture, fixture.marina)).toBe(13)
    })
  })

  it('notes that somebody had told, shows it at once, and takes it back', async () => {
    const id = await lessonOfMarina(fixture)
    const slot = weeklyOn(daysFromToday(-1), [fixture.marina])
    await fixture.coach.client
      .rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add: [slot] } })
      .throwOnError()
    const answers = 'update public.sessions set slot_id = $2, slot_date = day where id = $1'
    await fixture.backend.sql(answers, [id, slot.id])
    const { user } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Avisou que não vem: Marina Costa' }))
    await user.click(await screen.findByRole('radio', { name: 'Outro momento' }))
    const at = await screen.findByRole('textbox', { name: 'Dia e hora do aviso' })
    const note = screen.getByRole('button', { name: 'Anotar aviso' })
    for (const wrong of ['31/02/2026 09:15', '01/01/1990 09:15']) {
      fill(at, wrong)
      await user.click(note)
      expect(at).toHaveAccessibleDescription('Data ou hora inválida')
    }
    fill(at, `${formatDate(daysFromToday(-3))} 09:15`)
    await user.click(note)
    expect(await screen.findByText(/^anotado pelo professor, .*09:15$/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Tirar anotação: Marina Costa' }))
    await screen.findByRole('button', { name: 'Avisou que não vem: Marina Costa' })
    expect(screen.queryByText(/^anotado pelo professor/)).toBeNull()
  })

  it('days that were typed stay while no more time is offered', async () => {
    await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
    fill(await typedDays(), '21')
    await user.click(student('Marina Costa').getByLabelText('Veio'))
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Dias a mais de validade' })).not.toBeInTheDocument(),
    )
    await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
    expect(await typedDays()).toHaveValue('21')
  })

  it('deleting offers more time for a package that is about to expire', async () => {
    const id = await addStudent(fixture.coach, { name: 'Nina Prado' })
    const last = await sellPackage(fixture.coach, id, {
      total_classes: 1,
      purchase_date: daysFromToday(0),
      expiry_date: daysFromToday(0),
    })
    await giveLesson(fixture.coach, { date: noonOf(0) }, [{ student: id, package: last }])
    const { user } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Apagar aula' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByRole('checkbox', { name: /^Estender validade em 7 dias/ })).toBeChecked()
    expect(
      dialog.getByText(`${formatDate(daysFromToday(0))} → ${formatDate(daysFromToday(7))}`),
    ).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Apagar aula' }))
    await screen.findByText('Sessão deletada com sucesso')
    expect(
      await fixture.backend.sql(
        'select expiry_date::text, remaining_classes from public.packages where id = $1',
        [last],
      ),
    ).toEqual([{ expiry_date: daysFromToday(7), remaining_classes: 1 }])
  })

  it("lists under 'Canceladas' what did not happen, and keeps the filter in the address", async () => {
    await lessonOfMarina(fixture)
    await giveCancelled(fixture.coach, { date: noonOf(-2), reason: 'venue' }, [fixture.olivia])
    const { user } = await openScreen('/app/sessions', fixture)
    await screen.findByText('Mostrando 1 - 2 de 2 sessões')
    await user.click(screen.getByRole('button', { name: 'Canceladas' }))
    await screen.findByText('Mostrando 1 - 1 de 1 sessões')
    expect(screen.getByText('Cancelada · clube fechado')).toBeInTheDocument()
    expect(window.location.search).toBe('?canceladas=sim')
    await user.click(screen.getByRole('button', { name: 'Ver detalhes' }))
    expect(screen.getByText('Não usa crédito')).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Atribuir pacotes' })).not.toBeInTheDocument()
  })
})
