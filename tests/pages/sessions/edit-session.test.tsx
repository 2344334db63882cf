import { act, screen, waitFor, within } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { describe, expect, it } from 'vitest'
import { toDateTimeInput } from '@/core/dates'
import { opened } from '@/credits/opened'
import { queryClient } from '@/data/queries/query-client'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { loseAnswers } from '../../services/device'
import { gate } from '../../support/gate'
import { answeredLate, heldBack, hold } from '../../support/network'
import { openScreen, fill, type Intercept, type Screen, press, seesText } from '../../support/render'
import { giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, newId, noonOf } from '../../support/world/values'
import {
  APPLY,
  clearHistory,
  creditsOf,
  editForm,
  lessonOfMarina,
  notesField,
  makeFixture,
  openEditor,
  packageOf,
  saveButton,
  stored,
  student,
  toggle,
} from './support'

const fixture = await makeFixture()

/** Presses 'Salvar', whose answer is lost. */
/** `others`: what all other requests meet, also afterwards. */
async function saveUnanswered(
  user: Screen['user'],
  intercept: Screen['intercept'],
  others: Intercept | null = null,
) {
  const lost = loseAnswers((request) => request.url.endsWith(APPLY))
  intercept((request, send) => lost(request, (sent) => (others ? others(sent, send) : send(sent))))
  await user.click(saveButton())
  await screen.findByText('Erro ao atualizar', undefined, { timeout: 15_000 })
  intercept(others)
}

const SAVED = 'Sessão atualizada com sucesso'
const MARINA = 'Marina Costa'
const isSaved = async () => void (await screen.findByText(SAVED))
const notBlamed = () => expect(screen.queryByText('Esta aula mudou em outro aparelho')).toBeNull()
const readAgain = () => act(() => queryClient.refetchQueries())
/** Another device changes the lesson. */
const elsewhere = (id: string, values: object) =>
  fixture.coach.client.from('sessions').update(values).eq('id', id).throwOnError()
/** The edit of Marina's lesson, typed in an earlier visit and opened again. */
async function reopened(typed: string): Promise<Screen> {
  const { unmount } = await openEditor(fixture)
  fill(notesField(), typed)
  unmount()
  return openScreen(`/app/sessions${window.location.search}`, fixture)
}
const details = (user: Screen['user']) =>
  user.click(student(MARINA).getByRole('button', { name: /^Foco e notas/ }))

describe('the form', () => {
  it('swaps a student, never to nobody: says which credit returns and which is taken, before and after', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, requests } = await openEditor(fixture)
    expect(screen.getByRole('heading', { name: /^Editar aula de/ })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Tirar Marina Costa da aula' }))
    expect(screen.getByRole('heading', { name: 'Alunos da aula (0)' })).toHaveFocus()
    await user.click(saveButton())
    expect(await screen.findByText('Selecione pelo menos um aluno para a sessão.')).toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Adicionar ou remover alunos' })).toHaveFocus(),
    )
    await toggle(user, 'Marina')
    expect(screen.queryByText('Selecione pelo menos um aluno para a sessão.')).toBeNull()
    await toggle(user, 'Marina', 'Olívia')
    const credits = await screen.findByText('1 crédito volta para o Pacote de 10 aulas')
    expect(credits.closest('[role=status]')).toHaveTextContent('Olívia Sem PacoteSem pacote')
    requests.length = 0
    await user.click(saveButton())
    await isSaved()
    await seesText(
      'Marina Costa: 1 crédito volta para o Pacote de 10 aulas, o feedback é apagado. Olívia Sem Pacote: sem pacote',
    )
    expect(requests.filter((request) => request.endsWith(APPLY))).toHaveLength(1)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Editar' })).toHaveFocus())
    expect(await screen.findByText('1 aula(s) sem pacote atribuído')).toBeInTheDocument()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    const seat = { student_id: fixture.olivia, package_id: null, feedback: { rating: 5, tags: [] } }
    expect(await stored(fixture, id)).toMatchObject({ seats: [seat] })
  })

  // Regression: an inactive student, once taken out by one wrong tap, came back only if the whole edit was given up.
  it('takes back a student of the lesson who became inactive and was taken out', async () => {
    await lessonOfMarina(fixture)
    const { coach, marina } = fixture
    await coach.client.from('students').update({ status: 'inactive' }).eq('id', marina).throwOnError()
    const { user } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Tirar Marina Costa da aula' }))
    await toggle(user, 'Marina')
    expect(await screen.findByText('Nenhum crédito muda.')).toBeInTheDocument()
    await coach.client.from('students').update({ status: 'active' }).eq('id', marina).throwOnError()
  })

  // Regression: the answer about the first lesson closed the form of the second one.
  it('of one lesson stays open when the answer about another one, whose form was closed, comes', async () => {
    await lessonOfMarina(fixture)
    await giveLesson(fixture.coach, { date: noonOf(-2) }, [{ student: fixture.marina, package: fixture.ten }])
    const { user, intercept } = await openScreen('/app/sessions', fixture)
    const edit = async (at: number) => {
      const buttons = await screen.findAllByRole('button', { name: 'Editar' })
      await user.click(buttons[at] ?? document.body)
      await screen.findByText('Nenhum crédito muda.')
    }
    await edit(0)
    fill(notesField(), 'Vento forte')
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await edit(1)
    fill(notesField(), 'Quadra molhada')
    answered.open()
    await isSaved()
    expect(notesField()).toHaveValue('Quadra molhada')
  })

  // Regression: the answer closed the form, and what was typed meanwhile went with it.
  it('keeps what is typed while it is being saved, and saves it next', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Vento')
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    fill(notesField(), 'Vento forte')
    answered.open()
    await isSaved()
    await waitFor(() => expect(saveButton()).not.toHaveAttribute('aria-disabled'))
    expect(notesField()).toHaveValue('Vento forte')
    await user.click(saveButton())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar' })).not.toBeInTheDocument())
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Vento forte' })
    notBlamed()
  })

  // Regression: the answer closed the form that was opened again, and took along what was typed there.
  it('keeps what is typed where it was cancelled and opened again while it is being saved', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Vento')
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    await press(user, 'Cancelar', 'Editar')
    fill(notesField(), 'Vento forte')
    answered.open()
    await isSaved()
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Vento' })
    expect(notesField()).toHaveValue('Vento forte')
    // The form is another one: pressed before the list is read, it would ask for one more press.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await user.click(saveButton())
    await waitFor(async () => expect(await stored(fixture, id)).toMatchObject({ notes: 'Vento forte' }))
    notBlamed()
  })

  // Regression: it came back as a draft.
  it('forgets what was typed while it was being saved once it is cancelled', async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Vento')
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    fill(notesField(), 'Vento forte')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    answered.open()
    await isSaved()
    await user.click(await screen.findByRole('button', { name: 'Editar' }))
    await waitFor(() => expect(notesField()).toHaveValue('Vento'))
  })

  // Regression: opened again while it was being saved, the form said that another device had changed the lesson.
  it('that is cancelled and opened again while it is being saved is closed by the answer', async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Vento forte')
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    await press(user, 'Cancelar', 'Editar')
    expect(notesField()).toHaveValue('Vento forte')
    answered.open()
    await isSaved()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar' })).not.toBeInTheDocument())
    notBlamed()
  })

  // Regression: the form called what it had just saved a change of another device.
  it('that is opened once more before the list is read shows what was saved as soon as it is', async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Vento forte')
    const read = hold(intercept, 'get_sessions_page')
    await user.click(saveButton())
    await isSaved()
    await user.click(await screen.findByRole('button', { name: 'Editar' }))
    read.open()
    await waitFor(() => expect(notesField()).toHaveValue('Vento forte'))
    notBlamed()
  })

  // Regression: the second of two quick taps wrote the form as it had been drawn, which took the first one back.
  it('keeps each of several taps that come before the form is drawn anew', async () => {
    await clearHistory(fixture)
    const id = await giveLesson(fixture.coach, { date: noonOf(-1) }, [
      { student: fixture.marina, package: fixture.ten, feedback: { rating: 4 } },
      { student: fixture.olivia, feedback: { rating: 4 } },
    ])
    const { user } = await openEditor(fixture)
    await details(user)
    const tapped = [
      student(MARINA).getByRole('radio', { name: '2 estrelas' }),
      student(MARINA).getByRole('button', { name: 'Smash' }),
      student('Olívia Sem Pacote').getByRole('radio', { name: '1 estrela' }),
    ]
    act(() => tapped.forEach((each) => flushSync(() => each.click())))
    await user.click(saveButton())
    await isSaved()
    const { seats } = await stored(fixture, id)
    const feedbackOf = (of: string) => seats.find(({ student_id }) => student_id === of)?.feedback
    expect(feedbackOf(fixture.marina)).toMatchObject({ rating: 2, tags: ['Smash'] })
    expect(feedbackOf(fixture.olivia)).toMatchObject({ rating: 1 })
  })

  it('changes date, teacher, notes and feedback, and moves no credit', async () => {
    const id = await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    const at = toDateTimeInput(new Date(noonOf(-3).getTime() + 90 * 60_000))
    fill(screen.getByLabelText('Data e hora da aula'), at)
    fill(screen.getByLabelText('Professor'), 'Beto')
    const notes = notesField()
    expect(notes).toHaveAccessibleDescription(/^Visível na página dos alunos desta aula/)
    fill(notes, '<script>alert(1)</script> 🎾')
    await details(user)
    await user.click(student(MARINA).getByRole('radio', { name: '2 estrelas' }))
    await user.click(student(MARINA).getByRole('button', { name: 'Smash' }))
    await user.dblClick(saveButton())
    await isSaved()
    const { date, ...lesson } = await stored(fixture, id)
    const feedback = { rating: 2, notes: 'Entrou na quadra', tags: ['Saque', 'Smash'] }
    const seats = [{ student_id: fixture.marina, package_id: fixture.ten, feedback }]
    expect(lesson).toMatchObject({ teacher: 'Beto', notes: '<script>alert(1)</script> 🎾', seats })
    expect(new Date(date)).toEqual(new Date(at))
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
  })
})

it('a lesson that moves to a day out of its package’s validity keeps the credit or takes another package', async () => {
  const KEPT = 'Continua no Pacote de 10 aulas, fora da validade nesta data'
  const id = await lessonOfMarina(fixture)
  const credits = await creditsOf(fixture, fixture.marina)
  const { user } = await openEditor(fixture)
  // Moved to 40 days ago, before the package's start 30 days ago.
  fill(screen.getByLabelText('Data e hora da aula'), toDateTimeInput(noonOf(-40)))
  expect(await screen.findByText(KEPT)).toBeInTheDocument()
  expect(packageOf(MARINA)).toHaveAccessibleDescription(
    /^Fora da validade nesta data: este pacote começa em .* O crédito continua nele; se preferir, escolha outro\.$/,
  )
  await user.selectOptions(packageOf(MARINA), '')
  expect(screen.queryByText(KEPT)).toBeNull()
  expect(screen.getByText('1 crédito volta para o Pacote de 10 aulas')).toBeInTheDocument()
  await user.selectOptions(packageOf(MARINA), fixture.four)
  expect(packageOf(MARINA)).toHaveAccessibleDescription(/^Fora da validade nesta data: este pacote começa em/)
  await user.selectOptions(packageOf(MARINA), fixture.ten)
  await user.click(saveButton())
  await seesText('Sessão atualizada com sucesso', `Marina Costa: c${KEPT.slice(1)}`)
  expect(await stored(fixture, id)).toMatchObject({ seats: [{ package_id: fixture.ten }] })
  expect(await creditsOf(fixture, fixture.marina)).toBe(credits)
})

describe('what is wrong', () => {
  it('is said beside its field; nothing is sent or lost, and the first wrong field has the focus', async () => {
    await lessonOfMarina(fixture)
    const { user, requests } = await openEditor(fixture)
    const tomorrow = toDateTimeInput(new Date(Date.now() + 86_400_000))
    const date = screen.getByLabelText('Data e hora da aula')
    fill(date, tomorrow)
    await user.clear(screen.getByLabelText('Professor'))
    const long = '🎾'.repeat(2001)
    const lessonNotes = notesField()
    fill(lessonNotes, long)
    await details(user)
    fill(student(MARINA).getByLabelText(/^Notas(?! privadas)/), long)
    await details(user)
    await user.click(student(MARINA).getByRole('button', { name: /^Tirar/ }))
    await toggle(user, 'Marina')
    requests.length = 0
    await user.click(saveButton())
    await waitFor(() => expect(date).toHaveFocus())
    expect(date).toHaveAccessibleDescription('A data da aula não pode ser no futuro')
    expect(screen.getByLabelText('Professor')).toHaveAccessibleDescription('Professor é obrigatório')
    expect(lessonNotes).toHaveAccessibleDescription(/Texto muito longo \(máximo 2.000 caracteres\)/)
    // Collapsed and removed in between, Marina keeps her text, and her block opens to show the message.
    const notes = student(MARINA).getByLabelText(/^Notas(?! privadas)/)
    expect(notes).toHaveValue(long)
    expect(notes).toHaveAccessibleDescription(/Texto muito longo \(máximo 2.000 caracteres\)/)
    expect(requests.filter((request) => request.endsWith(APPLY))).toEqual([])
  })

  // Regression: the answer closed the form, and what was typed after 'Começar do zero' was lost.
  it('cannot be started afresh while it is being saved', async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await reopened('Vento forte')
    await screen.findByRole('button', { name: 'Começar do zero' })
    const answered = hold(intercept, APPLY)
    await user.click(saveButton())
    expect(screen.queryByRole('button', { name: 'Começar do zero' })).not.toBeInTheDocument()
    answered.open()
    await isSaved()
  })
})

it('an edited lesson stays on screen with its text when a filter takes it out of the list', async () => {
  await lessonOfMarina(fixture)
  const { user } = await openEditor(fixture)
  fill(notesField(), 'Não some')
  await user.click(screen.getByRole('button', { name: 'Filtros' }))
  const [ofFilter] = screen.getAllByRole('button', { name: 'Hoje' })
  await user.click(ofFilter!)
  await waitFor(() => expect(screen.queryByText('Mostrando 1 - 1 de 1 sessões')).toBeNull())
  expect(within(editForm()).getByLabelText(/^Observações da aula/)).toHaveValue('Não some')
})

/** The test plays the other device by writing to the database directly. */
describe('another device', () => {
  it('saved the same lesson first: the loser is told what changed, keeps the text, may save on top of it', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user } = await openEditor(fixture)
    const notes = notesField()
    fill(notes, 'Daqui')
    await elsewhere(id, { notes: 'Do celular', teacher: 'Beto' })
    await user.click(saveButton())
    await seesText('Esta aula mudou em outro aparelho', 'Professor: Ana Ribeiro → Beto')
    const contested = screen.getByText('Observações da aula: “Do celular”').closest('li')
    expect(contested).toHaveTextContent('Se você salvar, fica o que está aqui.')
    expect(notes).toHaveValue('Daqui')
    expect(screen.getByLabelText('Professor')).toHaveValue('Beto')
    expect((await stored(fixture, id)).notes).toBe('Do celular')
    await user.click(screen.getByRole('button', { name: 'Salvar o meu' }))
    await isSaved()
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Daqui', teacher: 'Beto' })
  })

  it('changed it, seen when this tab comes back: mine can be discarded', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user } = await openEditor(fixture)
    fill(screen.getByLabelText('Professor'), 'Ana Ribeiro Filha')
    await elsewhere(id, { notes: 'Do celular' })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('Observações da aula: “Do celular”')).toBeInTheDocument()
    expect(notesField()).toHaveValue('Do celular')
    expect(screen.getByLabelText('Professor')).toHaveValue('Ana Ribeiro Filha')
    await user.click(screen.getByRole('button', { name: 'Descartar o meu' }))
    expect(screen.queryByRole('form')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Editar' }))
    expect(screen.getByLabelText('Professor')).toHaveValue('Ana Ribeiro')
  })

  it('is not blamed for what this one saves or deletes, though that is read before its answer', async () => {
    await lessonOfMarina(fixture, 'Antes')
    const { user, intercept } = await openEditor(fixture)
    // Also between the answer and the moment when the form has closed.
    const blame: string[] = []
    const watch = new MutationObserver(() => {
      blame.push(...screen.queryAllByText(/em outro aparelho$/).map(({ textContent }) => textContent))
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    /**
     * Presses the button: the write is stored, the screen reads everything again, and only then may the answer arrive.
     */
    const pressed = async (button: HTMLElement) => {
      const [written, drawn] = [gate(), gate()]
      intercept(answeredLate(APPLY, written, drawn))
      await user.click(button)
      await written.passed
      // Twice, because a lesson that is no longer in the list is then read on its own.
      for (let read = 0; read < 2; read++) await readAgain()
      return drawn
    }
    fill(notesField(), 'Daqui')
    const saved = await pressed(saveButton())
    saved.open()
    await isSaved()
    await press(user, 'Editar', 'Apagar aula')
    const question = await screen.findByRole('alertdialog')
    await within(question).findByText('1 crédito volta para o Pacote de 10 aulas')
    const deleted = await pressed(within(question).getByRole('button', { name: 'Apagar aula' }))
    deleted.open()
    expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
    watch.disconnect()
    expect(blame).toEqual([])
  })

  // Regression: what this device had saved was told as another device's, which the coach was to overwrite or to keep.
  it.each(['Daqui', 'Daqui, e mais'])(
    'is not blamed for what this one saved, all of whose answers were lost, before %j is saved',
    async (typed) => {
      const id = await lessonOfMarina(fixture, 'Antes')
      const { user, intercept } = await openEditor(fixture)
      fill(notesField(), 'Daqui')
      await user.click(student(MARINA).getByRole('radio', { name: 'Falta justificada' }))
      await saveUnanswered(user, intercept)
      fill(notesField(), typed)
      await readAgain()
      expect(await stored(fixture, id)).toMatchObject({ notes: 'Daqui' })
      notBlamed()
      await user.click(screen.getByRole('button', { name: 'Salvar' }))
      await isSaved()
      const effect = 'Marina Costa: 1 crédito volta para o Pacote de 10 aulas, o feedback é apagado'
      const told = screen.queryByText(effect)
      expect(told !== null).toBe(typed === 'Daqui')
      expect(await stored(fixture, id)).toMatchObject({ notes: typed })
    },
  )

  // Regression: the newer version was read while nothing was typed, counted as saved here and was never told.
  it('chose another package before anything was typed here: the coach is told', async () => {
    const id = await lessonOfMarina(fixture)
    await openEditor(fixture)
    const places = fixture.coach.client.from('session_package_assignments')
    await places.update({ package_id: fixture.four }).eq('session_id', id).throwOnError()
    await readAgain()
    await seesText('Pacote de Marina Costa: Pacote de 10 aulas → Pacote de 4 aulas')
    fill(notesField(), 'Daqui')
    expect(screen.getByText('Esta aula mudou em outro aparelho')).toBeInTheDocument()
  })

  // Regression: the form blamed another device for what it had saved itself.
  it('is not blamed for what this one saved and did not read before the next press', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Daqui')
    await saveUnanswered(user, intercept)
    fill(notesField(), 'Daqui, e mais')
    await user.click(saveButton())
    expect(await screen.findByText('O que você mudou depois não foi salvo')).toBeInTheDocument()
    notBlamed()
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await isSaved()
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Daqui, e mais' })
  })

  // Regression: what had been saved here was listed beside it.
  it('changed the lesson after this one: only that is told', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Daqui')
    const read = hold(intercept, 'get_sessions_page')
    await user.click(saveButton())
    await user.click(await screen.findByRole('button', { name: 'Editar' }))
    read.open()
    await waitFor(() => expect(notesField()).toHaveValue('Daqui'))
    await elsewhere(id, { teacher: 'Beto' })
    await readAgain()
    expect(await screen.findByText('Professor: Ana Ribeiro → Beto')).toBeInTheDocument()
    expect(screen.queryByText('Observações da aula: “Daqui”')).toBeNull()
  })

  // Regression: the package of the lost answer stayed charged, although the coach had put the other one back.
  it('is not what keeps a package that was put back here after an answer was lost', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    await user.selectOptions(packageOf(MARINA), fixture.four)
    await saveUnanswered(user, intercept)
    expect((await stored(fixture, id)).seats).toMatchObject([{ package_id: fixture.four }])
    await user.selectOptions(packageOf(MARINA), fixture.ten)
    await readAgain()
    await screen.findByText(/volta para o Pacote de 4 aulas/)
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await isSaved()
    expect((await stored(fixture, id)).seats).toMatchObject([{ package_id: fixture.ten }])
  })

  // Regression: the fields from before counted as typed, and the next press took back what had been saved.
  it('is not blamed, nor what this one saved taken back, after the edit is begun afresh', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user, intercept } = await reopened('Daqui')
    await screen.findByText('Nenhum crédito muda.')
    await saveUnanswered(user, intercept)
    await user.click(screen.getByRole('button', { name: 'Começar do zero' }))
    expect(notesField()).toHaveValue('Antes')
    await readAgain()
    await waitFor(() => expect(notesField()).toHaveValue('Daqui'))
    notBlamed()
    expect((await stored(fixture, id)).notes).toBe('Daqui')
  })

  // Regression: what this one had saved, whose answer was lost, was told as another device's.
  it('is not blamed for what this one saved before the edit was cancelled and opened again', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Daqui')
    const listed = gate()
    await saveUnanswered(user, intercept, heldBack('get_sessions_page', listed))
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    const edit = await screen.findByRole('button', { name: 'Editar' })
    expect(edit).toHaveFocus()
    await user.click(edit)
    expect(notesField()).toHaveValue('Antes')
    fill(screen.getByLabelText('Professor'), 'Beto')
    await user.click(saveButton())
    expect(await screen.findByText('O que você mudou depois não foi salvo')).toBeInTheDocument()
    listed.open()
    notBlamed()
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await isSaved()
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Daqui', teacher: 'Beto' })
  })

  // Regression: an absence tapped in 'Hoje', while the edit waited as a draft, was told as another device's.
  it('is not blamed for a tap of this one beside the edit', async () => {
    const id = await lessonOfMarina(fixture)
    const { unmount } = await openEditor(fixture)
    fill(notesField(), 'Daqui')
    unmount()
    const absence = { opId: newId(), sessionId: id, studentId: fixture.marina, attendance: 'absent' as const }
    expect((await lessonPlans.attend(absence)).success).toBe(true)
    await openScreen(`/app/sessions${window.location.search}`, fixture)
    await screen.findByRole('group', { name: MARINA })
    await waitFor(() => expect(student(MARINA).getByRole('radio', { name: 'Faltou' })).toBeChecked())
    expect(notesField()).toHaveValue('Daqui')
    notBlamed()
  })

  it('deleted it: the loser is told, and the text stays until it is dismissed', async () => {
    const id = await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    fill(notesField(), 'Texto que ninguém perde')
    await fixture.coach.client.from('sessions').delete().eq('id', id)
    await user.click(saveButton())
    await seesText('Esta aula foi apagada em outro aparelho', 'Aula não encontrada')
    await waitFor(() => expect(screen.queryByText(/^Mostrando/)).toBeNull())
    expect(notesField()).toHaveValue('Texto que ninguém perde')
    expect(screen.queryByRole('button', { name: /^Salvar/ })).toBeNull()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(await screen.findByText('Nenhuma sessão encontrada')).toBeInTheDocument()
    expect(sessionStorage.length).toBe(0)
  })

  it('deleted it and took that back: the form is of the lesson again, with the text', async () => {
    const id = await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    fill(notesField(), 'Texto que ninguém perde')
    const removed = await sessions.remove({ opId: newId(), sessionId: id })
    await user.click(saveButton())
    expect(await screen.findByText('Esta aula foi apagada em outro aparelho')).toBeInTheDocument()
    await lessonPlans.restore({ opId: newId(), ...opened(removed.data!).undo! })
    await readAgain()
    await waitFor(() => expect(screen.queryByText('Esta aula foi apagada em outro aparelho')).toBeNull())
    await user.click(saveButton())
    await isSaved()
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Texto que ninguém perde' })
  })

  it('took the last credit that was chosen here: nothing is saved, the text stays, the field says why', async () => {
    const id = await lessonOfMarina(fixture)
    const avulsa = { total_classes: 1, name: 'Avulsa', purchase_date: daysFromToday(-2) }
    const single = await sellPackage(fixture.coach, fixture.marina, avulsa)
    const { user, intercept } = await openEditor(fixture)
    fill(notesField(), 'Com a avulsa')
    await user.selectOptions(packageOf(MARINA), single)
    const reached = gate()
    intercept(async (request, send) => {
      if (request.url.endsWith(APPLY)) {
        intercept(null)
        await giveLesson(fixture.coach, { date: noonOf(-2) }, [{ student: fixture.marina, package: single }])
        reached.open()
      }
      return send(request)
    })
    await user.click(saveButton())
    await reached.passed
    expect(await screen.findByText('Erro ao atualizar')).toBeInTheDocument()
    await waitFor(() =>
      expect(packageOf(MARINA)).toHaveAccessibleDescription('Pacote sem créditos disponíveis'),
    )
    expect(notesField()).toHaveValue('Com a avulsa')
    expect(await stored(fixture, id)).toMatchObject({ seats: [{ package_id: fixture.ten }] })
    await user.selectOptions(packageOf(MARINA), fixture.four)
    await user.click(saveButton())
    await isSaved()
    const seats = [{ package_id: fixture.four }]
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Com a avulsa', seats })
  })
})
