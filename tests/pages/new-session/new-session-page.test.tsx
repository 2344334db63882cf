import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { addDays, formatDate, formatDateTime, toDateTimeInput, toLocalDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { refused } from '../../support/network'
import { openScreen, fill, goTo, staySaved, seesText } from '../../support/render'
import { addClub, addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'

const PATH = '/app/sessions/new'
const now = new Date()
const today = toLocalDate(now)

ownCoach({ name: 'Ana Ribeiro' })

const addStudents = (...names: string[]) => Promise.all(names.map((name) => addStudent(coach, { name })))

/** A package that begins `start` days from today and is valid for 30 days. */
const sell = (student: string | undefined, total_classes: number, start = 0) =>
  sellPackage(coach, student ?? '', {
    total_classes,
    purchase_date: daysFromToday(start),
    expiry_date: daysFromToday(start + 30),
  })

const lessons = () =>
  backend.sql(
    'select id, date, teacher, notes, student_count, unassigned_count from public.sessions where user_id = $1',
    [coach.id],
  )
const credits = async (student: string | undefined) => {
  const [row] = await backend.sql<{ total_credits: number }>(
    'select total_credits from public.students where id = $1',
    [student],
  )
  return row?.total_credits
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const option = (name: string | RegExp) => screen.findByRole('checkbox', { name })
/** A student's block in 'Chamada'. */
const block = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li') ?? document.body
const starsOf = (name: string) => within(screen.getByRole('group', { name: `Avaliação de ${name}` }))
const notesOf = (name: string) => button(new RegExp(`^Foco e notas: ${name}`))
const lesson = () => button('Mudar os dados da aula')
const save = () => button(/^Registrar (·|aula)|Registrando\.\.\./)

async function select(user: UserEvent, ...names: (string | RegExp)[]) {
  for (const name of names) await user.click(await option(name))
  await user.click(button('Continuar'))
  await screen.findByRole('heading', { name: 'Chamada' })
}

async function paste(user: UserEvent, control: HTMLElement, text: string) {
  await user.clear(control)
  control.focus()
  await user.paste(text)
}

describe('choosing students', () => {
  it('needs an active student', async () => {
    const { unmount } = await openScreen(PATH, { backend, coach })
    expect(await screen.findByRole('link', { name: 'Adicionar Primeiro Aluno' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Gerenciar Alunos' })).toHaveAttribute('href', '/app/students')
    unmount()

    await addStudent(coach, { name: 'Inês Prado', status: 'inactive' })
    await openScreen(PATH, { backend, coach })
    expect(await screen.findByText('Nenhum aluno ativo')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Gerenciar Alunos' })).toHaveAttribute('href', '/app/students')
  })

  it('reads again what failed, keeps the choice through search and pages of 15, and refuses an empty one', async () => {
    const names = Array.from({ length: 16 }, (_, at) => `Aluno ${String(at + 10)}`)
    await addStudents(...names, 'Ágata Reis')
    const { user, intercept } = await openScreen(PATH, { backend, coach })
    intercept(refused('/students'))
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    // Once on the screen, once as a toast.
    await waitFor(() => expect(screen.getAllByText('Erro ao carregar alunos')).toHaveLength(2))
    intercept(null)
    await user.click(again)
    await option(/Aluno 10/)
    expect(screen.getAllByRole('checkbox')).toHaveLength(15)

    await user.click(button('Continuar'))
    expect(await screen.findByText('Selecione pelo menos um aluno')).toBeInTheDocument()

    fill(screen.getByLabelText('Buscar aluno'), 'agata')
    await user.click(await option(/Ágata Reis/))
    await user.clear(screen.getByLabelText('Buscar aluno'))
    await user.click(button('Próxima'))
    // The pressed button is disabled now.
    expect(screen.getByText('17 aluno(s) encontrado(s)')).toHaveFocus()
    await user.click(await option(/Aluno 24/))
    await user.click(await option(/Aluno 25/))
    expect(screen.getByText('3 alunos selecionados')).toBeInTheDocument()
    expect(screen.queryByText('Selecione pelo menos um aluno')).not.toBeInTheDocument()
    await user.click(button('Só selecionados (3)'))
    await user.click(await option(/Aluno 24/))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    expect(screen.getByText('2 aluno(s) encontrado(s)')).toHaveFocus()
    await user.click(button('Continuar'))
    for (const name of ['Ágata Reis', 'Aluno 25']) expect(await block(name)).toBeInTheDocument()
  })
})

it('names that a chosen student whom another device made inactive is left out', async () => {
  const [lucas, marina] = await addStudents('Lucas Andrade', 'Marina Costa', 'Rafa Lima')
  const { user } = await openScreen(PATH, { backend, coach })
  await select(user, /Lucas/, /Marina/)
  await coach.client
    .from('students')
    .update({ status: 'inactive' })
    .eq('id', lucas ?? '')
    .throwOnError()
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('1 aluno saiu da lista: não está mais ativo')).toBeInTheDocument()
  expect(screen.queryByRole('heading', { level: 3, name: 'Lucas Andrade' })).not.toBeInTheDocument()
  expect(await block('Marina Costa')).toBeInTheDocument()

  await coach.client
    .from('students')
    .update({ status: 'inactive' })
    .eq('id', marina ?? '')
    .throwOnError()
  // The students are read again while the form is still on the screen.
  staySaved()
  await user.click(save())
  expect(await screen.findByText('Sessão registrada com sucesso')).toBeInTheDocument()
  await act(() => queryClient.invalidateQueries())
  expect(screen.queryByText(/saiu da lista/)).not.toBeInTheDocument()
})

describe('registering', () => {
  it('takes one credit of each valid package, says who has none, and needs two requests', async () => {
    const [lucas, marina] = await addStudents('Lucas Andrade', 'Marina Costa', 'Rafa Lima')
    await sell(lucas, 8)
    const { user, requests } = await openScreen(PATH, { backend, coach })
    expect(await option(/Lucas Andrade.*8 crédito\(s\)/)).toBeInTheDocument()
    await select(user, /Lucas/, /Marina/)

    expect(await block('Lucas Andrade')).toHaveTextContent('Pacote de 8 aulas · fica com 7')
    expect(await block('Marina Costa')).toHaveTextContent('Sem pacote')
    expect(save()).toHaveAccessibleName('Registrar · −1 crédito')
    await user.click(lesson())
    expect(screen.getByLabelText(/^Observações da aula/)).toHaveAccessibleDescription(
      expect.stringContaining('Visível na página dos alunos desta aula'),
    )
    const notes = '<script>alert(1)</script> 🎾 saque'
    await paste(user, screen.getByLabelText(/^Observações da aula/), notes)
    const stars = starsOf('Lucas Andrade')
    expect(stars.getByRole('radio', { name: '3 estrelas' })).toBeChecked()
    expect(screen.getByRole('group', { name: 'Avaliação de Lucas Andrade' })).toHaveAccessibleDescription(
      'padrão',
    )
    await user.click(stars.getByRole('radio', { name: '5 estrelas' }))
    expect(
      screen.getByRole('group', { name: 'Avaliação de Lucas Andrade' }),
    ).not.toHaveAccessibleDescription()
    await user.click(notesOf('Lucas Andrade'))
    await user.click(button('Saque'))
    await user.click(button('Voleio'))
    await paste(user, screen.getByLabelText(/^Notas(?! privadas)/), 'Entrou mais na quadra.')
    await user.click(notesOf('Lucas Andrade'))
    expect(notesOf('Lucas Andrade')).toHaveAccessibleName(
      'Foco e notas: Lucas Andrade, com notas · Saque, Voleio',
    )

    requests.length = 0
    await user.dblClick(save())
    await seesText('Sessão registrada com sucesso', /^Marina Costa ficou sem pacote nesta aula/)
    expect(requests.slice(0, 2)).toEqual([
      'POST /rest/v1/rpc/get_credit_facts',
      'POST /rest/v1/rpc/apply_session_plan',
    ])
    expect(requests.filter((request) => request.endsWith('apply_session_plan'))).toHaveLength(1)
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))

    expect(await lessons()).toEqual([
      expect.objectContaining({ teacher: 'Ana Ribeiro', notes, student_count: 2, unassigned_count: 1 }),
    ])
    expect(await credits(lucas)).toBe(7)
    expect(
      await backend.sql(
        'select student_id, rating, notes, tags from public.session_feedbacks where user_id = $1 order by rating desc',
        [coach.id],
      ),
    ).toEqual([
      { student_id: lucas, rating: 5, notes: 'Entrou mais na quadra.', tags: ['Saque', 'Voleio'] },
      { student_id: marina, rating: 3, notes: null, tags: [] },
    ])
  })

  it('says before what an earlier lesson does to a validity that has begun, in the words of the toast', async () => {
    const [lucas = ''] = await addStudents('Lucas Andrade')
    const pkg = await sellPackage(coach, lucas, { total_classes: 4, purchase_date: daysFromToday(-20) })
    await backend.sql('update public.packages set validity_days = 30 where id = $1', [pkg])
    await giveLesson(coach, { date: noonOf(-1) }, [{ student: lucas, package: pkg }])
    const { user } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/)
    await user.click(lesson())
    const earlier = { target: { value: `${daysFromToday(-10)}T08:00` } }
    fireEvent.change(screen.getByLabelText('Data e hora da aula'), earlier)

    const before = await screen.findByText(/^Validade: /)
    const [from, until] = [29, 20].map((days) => formatDate(daysFromToday(days)).slice(0, 5))
    expect(before).toHaveTextContent(new RegExp(`^Validade: ${from}\\S* → ${until}`))
    expect(before.parentElement).toHaveTextContent('1 crédito sai do Pacote de 4 aulas')
    const told = before.textContent.toLowerCase()
    await user.click(save())
    expect(await screen.findByText((text) => text.includes(`, ${told}`))).toBeVisible()
  })

  it('judges packages by the day of the lesson, and stores its time and teacher', async () => {
    const [lucas] = await addStudents('Lucas Andrade')
    await sell(lucas, 10, -40)
    const { user } = await openScreen(PATH, { backend, coach })
    // Nobody has credits, but all students are offered all the same.
    expect(await screen.findByText('Nenhum aluno ativo com créditos')).toBeInTheDocument()
    await select(user, /Lucas.*Sem créditos.*10 vencidos/)
    expect(await block('Lucas Andrade')).toHaveTextContent('Sem pacote · 10 vencidos')
    await user.click(lesson())

    const earlier = `${addDays(today, -15)}T18:30`
    fill(screen.getByLabelText('Data e hora da aula'), earlier)
    expect(await block('Lucas Andrade')).toHaveTextContent('Pacote de 10 aulas · fica com 9')
    await paste(user, screen.getByLabelText(/^Professor/), 'Bia Lemos')
    await user.click(save())
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
    const [stored] = await lessons()
    expect(stored).toMatchObject({ teacher: 'Bia Lemos', unassigned_count: 0 })
    expect(new Date(String(stored?.['date']))).toEqual(new Date(earlier))
    expect(await credits(lucas)).toBe(9)
  })

  it('begins with the default club, which is changed for the lesson, and for one student inside', async () => {
    await addStudents('Lucas Andrade', 'Marina Costa')
    await addClub(coach, { name: 'Arena Sul' })
    await addClub(coach, { name: 'Clube Norte', is_default: true })
    const { user } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/, /Marina/)
    await user.click(lesson())
    expect(screen.getByText(/^hoje,/).parentElement).toHaveTextContent(
      /^hoje, \d\d:\d\d · Clube Norte · você$/,
    )
    await user.selectOptions(screen.getByLabelText(/^Clube da aula/), 'Arena Sul')
    await user.click(notesOf('Lucas Andrade'))
    await user.selectOptions(screen.getByLabelText('Clube (opcional)'), 'Nenhum clube')
    expect(screen.getByLabelText(/^Clube da aula/)).toHaveDisplayValue('Vários clubes')
    await user.click(save())
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
    expect(
      await backend.sql(
        `select s.name as student, c.name as club from public.session_feedbacks f
           join public.students s on s.id = f.student_id left join public.clubs c on c.id = f.club_id
          where f.user_id = $1 order by s.name`,
        [coach.id],
      ),
    ).toEqual([
      { student: 'Lucas Andrade', club: null },
      { student: 'Marina Costa', club: 'Arena Sul' },
    ])
  })
})

describe('what the form refuses, with its message beside the field and the text kept', () => {
  it('a lesson in the future, or without a date', async () => {
    await addStudents('Lucas Andrade')
    const { user, requests } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/)
    await user.click(lesson())
    const date = screen.getByLabelText('Data e hora da aula')
    expect(date).toHaveDisplayValue(new RegExp(`^${formatDate(today)} `))
    const future = toDateTimeInput(new Date(Date.now() + 60 * 60_000))
    fill(date, future)
    // Saving unfolds the folded lesson data, because its date is invalid.
    await user.click(button(/^Fechar/))
    await user.click(save())
    const again = await screen.findByLabelText('Data e hora da aula')
    await waitFor(() => expect(again).toHaveAccessibleDescription('A data da aula não pode ser no futuro'))
    await waitFor(() => expect(again).toHaveFocus())
    expect(again).toHaveValue(formatDateTime(future).replace(' às', ''))
    fill(again, '')
    await waitFor(() => expect(again).toHaveAccessibleDescription('Data da aula é obrigatória'))
    expect(requests.filter((request) => /rpc\/apply/.test(request))).toEqual([])
  })

  it('notes that are too long, also where they are folded away', async () => {
    const label = /^Notas(?! privadas)/
    await addStudents('Lucas Andrade', 'Marina Costa')
    const { user, requests } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/, /Marina/)
    await user.click(notesOf('Lucas Andrade'))
    await paste(user, screen.getByLabelText(label), 'a'.repeat(10_000))
    await user.click(notesOf('Lucas Andrade'))
    expect(screen.queryByLabelText(label)).not.toBeInTheDocument()
    await user.click(save())
    const notes = await screen.findByLabelText(label)
    await waitFor(() => expect(notes).toHaveFocus())
    expect(notes).toHaveAccessibleDescription(
      expect.stringContaining('Texto muito longo (máximo 2.000 caracteres)'),
    )
    expect(notes).toHaveValue('a'.repeat(10_000))

    // The feedback of a removed student does not block saving, and is as typed when the student returns.
    await user.click(button('Voltar'))
    await user.click(await option(/Lucas/))
    await user.click(await option(/Lucas/))
    await user.click(button('Continuar'))
    await screen.findByRole('heading', { name: 'Chamada' })
    if (notesOf('Lucas Andrade').ariaExpanded === 'false') await user.click(notesOf('Lucas Andrade'))
    expect(await screen.findByLabelText(label)).toHaveValue('a'.repeat(10_000))
    await user.click(button('Voltar'))
    await user.click(await option(/Lucas/))
    await user.click(button('Continuar'))
    await screen.findByRole('heading', { name: 'Chamada' })
    expect(requests.filter((request) => /rpc\/apply/.test(request))).toEqual([])
    await user.click(save())
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
    expect(await lessons()).toEqual([expect.objectContaining({ student_count: 1 })])
  })
})

describe('nothing typed is lost and nothing is registered twice', () => {
  it('brings both steps back after a reload', async () => {
    await addStudents('Lucas Andrade', 'Marina Costa')
    const before = await openScreen(PATH, { backend, coach })
    await select(before.user, /Marina/)
    await before.user.click(lesson())
    await before.user.click(notesOf('Marina Costa'))
    await paste(before.user, screen.getByLabelText(/^Observações da aula/), 'Vento forte.')
    await paste(before.user, screen.getByLabelText(/^Notas(?! privadas)/), 'Bom saque.')
    await before.user.click(screen.getByRole('radio', { name: '4 estrelas' }))
    const address = window.location.pathname + window.location.search
    before.unmount()

    const { user } = await openScreen(address, { backend, coach })
    expect(await screen.findByText('Recuperamos o que você estava escrevendo.')).toBeInTheDocument()
    expect(await block('Marina Costa')).toHaveTextContent('com notas')
    await user.click(notesOf('Marina Costa'))
    expect(screen.getByLabelText(/^Observações da aula/)).toHaveValue('Vento forte.')
    expect(screen.getByLabelText(/^Notas(?! privadas)/)).toHaveValue('Bom saque.')
    expect(screen.getByRole('radio', { name: '4 estrelas' })).toBeChecked()
    await user.click(button('Começar do zero'))
    expect(await option(/Marina Costa/)).not.toBeChecked()
  })

  // Regression: the focus was lost with the button.
  it('begun afresh in the first step begins at its heading', async () => {
    await addStudents('Lucas Andrade')
    const before = await openScreen(PATH, { backend, coach })
    await select(before.user, /Lucas/)
    before.unmount()
    const { user } = await openScreen(PATH, { backend, coach })
    await user.click(await screen.findByRole('button', { name: 'Começar do zero' }))
    expect(await option(/Lucas Andrade/)).not.toBeChecked()
    expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  })

  it('registers once when the answer is lost, and says so when the text changed since', async () => {
    const [lucas] = await addStudents('Lucas Andrade')
    await sell(lucas, 8)
    const { user, intercept } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/)
    intercept(loseAnswers(to('/apply_session_plan')))
    await user.click(save())
    expect(await screen.findByText('Erro ao registrar sessão')).toBeInTheDocument()
    expect(await credits(lucas)).toBe(7)

    intercept(null)
    await user.click(lesson())
    await paste(user, screen.getByLabelText(/^Observações da aula/), 'Outra coisa.')
    await user.click(save())
    expect(await screen.findByText('O que você mudou depois não foi salvo')).toBeInTheDocument()
    await seesText(/^Já estava salvo\. Confira os dados\. Lucas Andrade: 1 crédito sai do Pacote/)
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
    expect(await lessons()).toHaveLength(1)
    expect(await credits(lucas)).toBe(7)
  })

  it('keeps everything when the server refuses, and drops whoever was deleted meanwhile', async () => {
    const [lucas] = await addStudents('Lucas Andrade', 'Marina Costa')
    const { user } = await openScreen(PATH, { backend, coach })
    await select(user, /Lucas/, /Marina/)
    await user.click(notesOf('Marina Costa'))
    await paste(user, screen.getByLabelText(/^Notas(?! privadas)/), 'Bom saque.')
    await coach.client.rpc('delete_student', { student_uuid: lucas }).throwOnError()
    await user.click(save())
    await seesText('Erro ao registrar sessão', 'Aluno não encontrado')
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Lucas/ })).not.toBeInTheDocument())
    expect(
      within(await screen.findByRole('list', { name: 'Chamada' })).getAllByRole('listitem'),
    ).toHaveLength(1)
    expect(screen.getByLabelText(/^Notas(?! privadas)/)).toHaveValue('Bom saque.')
    await user.click(save())
    await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
    expect(
      await backend.sql('select notes from public.session_feedbacks where user_id = $1', [coach.id]),
    ).toEqual([{ notes: 'Bom saque.' }])
  })
})

it('of a link has all of its students, though this device has a list from before one of them', async () => {
  const [marina] = await addStudents('Marina Costa')
  const { intercept } = await openScreen('/app/students', { backend, coach })
  await screen.findAllByText('Marina Costa')
  const [bia] = await addStudents('Bia Nunes')
  await queryClient.invalidateQueries({ refetchType: 'none' })
  intercept(async (request, send) => {
    if (request.url.includes('/students?')) await new Promise((done) => setTimeout(done, 1500))
    return send(request)
  })
  goTo(paths.newSession.href({ repeat: [marina ?? '', bia ?? ''] }))
  expect(await block('Marina Costa')).toBeVisible()
  expect(await block('Bia Nunes')).toBeVisible()
})

it("'Repetir turma' names who is left out, and fills in nobody who is not active", async () => {
  const [marina = '', bia = ''] = await addStudents('Marina Costa', 'Bia Nunes')
  await backend.sql(`update public.students set status = 'inactive' where id = $1`, [bia])
  await openScreen(paths.newSession.href({ repeat: [marina, bia] }), { backend, coach })
  const left = 'Ficou de fora quem não está ativo: Bia Nunes.'
  expect(await screen.findByText(`A turma foi preenchida. Confira e registre. ${left}`)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Marina Costa' })).toBeVisible()
  goTo(paths.newSession.href({ repeat: [bia] }))
  expect(await screen.findByText(left)).toBeVisible()
})
