import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { loseAnswers } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { hold } from '../../support/network'
import { fill, seesText } from '../../support/render'
import { travelTo } from '../../support/travel'
import { HERE } from '../../support/world/agenda'
import { addStudent, giveCancelled, giveLesson, sellPackage, setProfile } from '../../support/world/api'
import { wasTold } from '../../support/world/past'
import { daysFromToday, newId, noonOf } from '../../support/world/values'
import { openProfile } from './support'

interface Row {
  rating: number
  notes: string | null
  tags: string[]
}

const backend = await sharedBackend()
const coach = await backend.coach()
let id: string

beforeEach(async () => {
  id = await addStudent(coach)
})

const open = (search: string) => openProfile(backend, coach, id, search)
const headings = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
const stored = () =>
  backend.sql<Row>('select rating, notes, tags from public.session_feedbacks where student_id = $1', [id])
const editButton = (days: number) =>
  screen.findByRole('button', { name: `Editar feedback de ${formatDate(daysFromToday(days))}` })
const editor = async () => within(await screen.findByRole('form', { name: 'Editar feedback' }))

function rate(days: number, feedback: { rating: number; notes?: string; tags?: string[] }) {
  return giveLesson(coach, { date: noonOf(days) }, [{ student: id, feedback }])
}

describe('Aulas', () => {
  it('says who did not come and what did not happen, and counts neither', async () => {
    const used = await sellPackage(coach, id, { total_classes: 4 })
    await giveLesson(coach, { date: noonOf(-3) }, [{ student: id, package: used, attendance: 'absent' }])
    const excused = await giveLesson(coach, { date: noonOf(-2) }, [{ student: id, attendance: 'excused' }])
    await wasTold(backend, excused, 30)
    await giveCancelled(coach, { date: noonOf(-1) }, [id])
    const { user } = await open('')
    await seesText('Cancelada · chuva', /^Falta avisada em \d\d\/\d\d às \d\d:\d\d$/, 'Faltou')
    expect(screen.queryByText('Sem pacote')).not.toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByText('Aulas Realizadas').nextElementSibling).toHaveTextContent('0'),
    )
    await user.click(screen.getByRole('tab', { name: 'Aulas' }))
    expect(await screen.findByRole('heading', { name: '3 aulas' })).toBeInTheDocument()
  })

  it('shows 9 lessons per page, newest first, cut by the database, and keeps the page in the address', async () => {
    for (let day = 1; day <= 11; day++) {
      await giveLesson(coach, { date: noonOf(-day), notes: `Aula ${day}` }, [{ student: id }])
    }
    const { user, unmount } = await open('?tab=aulas&pagina=9007199254740991')
    expect(await screen.findByRole('heading', { name: '11 aulas' })).toBeInTheDocument()
    expect(headings()).toHaveLength(9)
    expect(headings()[0]).toBe(`${formatDate(daysFromToday(-1))} às 12:00`)
    await user.click(screen.getByRole('button', { name: 'Próxima' }))
    await waitFor(() => expect(headings()).toHaveLength(2))
    expect(screen.getByText('Página 2 de 2')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: '11 aulas' })).toHaveFocus()
    expect(window.location.search).toBe('?tab=aulas&pagina=2')
    unmount()
    await open('?tab=aulas&pagina=99')
    await waitFor(() => expect(window.location.search).toBe('?tab=aulas&pagina=2'))
    expect(await screen.findByText('Aula 11')).toBeInTheDocument()
  })

  it('says package, group and rating of each, and when a lesson has no package', async () => {
    const other = await addStudent(coach, { name: 'Lucas Andrade' })
    const pkg = await sellPackage(coach, id, { total_classes: 8 })
    await giveLesson(coach, { date: noonOf(-1) }, [
      { student: id, package: pkg, feedback: { rating: 4 } },
      { student: other, feedback: { rating: 1, notes: 'Só do Lucas' } },
    ])
    await giveLesson(coach, { date: noonOf(-2), notes: '<script>alert(1)</script>' }, [{ student: id }])
    await open('?tab=aulas')
    await screen.findByRole('heading', { name: '2 aulas' })
    const [group, alone] = screen.getAllByRole('listitem')
    expect(group).toHaveTextContent('Ana Ribeiro · em grupo, 2 alunos')
    expect(group).toHaveTextContent('Pacote de 8 aulas')
    expect(within(group ?? document.body).getByRole('img', { name: 'Avaliação: 4 de 5' })).toBeInTheDocument()
    expect(alone).toHaveTextContent('<script>alert(1)</script>')
    expect(alone).toHaveTextContent('Sem pacote')
  })
})

describe('Feedbacks', () => {
  it('copies one as a text for a chat; private notes are marked, and in no text for the student', async () => {
    await rate(-1, { rating: 4, notes: 'Ótimo saque! 🎾', tags: ['Saque', 'Voleio'] })
    const { user } = await open('?tab=feedbacks')
    await user.click(await editButton(-1))
    const form = await editor()
    const field = form.getByRole('textbox', { name: /Notas privadas/ })
    expect(field).toHaveAccessibleDescription(/Só você vê/)
    fill(field, 'Medo de rede')
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    await seesText('Notas privadas · Só você vê', 'Medo de rede')
    await user.click(await screen.findByRole('button', { name: /^Copiar feedback/ }))
    expect(await screen.findByText('Feedback copiado!')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(
      [
        `Oi, Marina! Feedback da sua aula de ${formatDate(daysFromToday(-1))}:`,
        '⭐⭐⭐⭐ 4/5\nFoco da aula: Saque, Voleio',
        'Ótimo saque! 🎾',
        'Ana Ribeiro',
      ].join('\n\n'),
    )
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: /^Copiar feedback/ }))
    expect(await screen.findByLabelText<HTMLTextAreaElement>('Texto')).toHaveValue(
      await navigator.clipboard.readText(),
    )
  })

  it("tells the lesson's own day, on the screen and to the student, wherever the coach's device is", async () => {
    const day = daysFromToday(-1)
    await rate(-1, { rating: 4 })
    await setProfile(coach, { time_zone: HERE })
    const text = 'Aula de {data}, às {hora}'
    await backend.sql(
      "insert into public.message_templates (user_id, kind, body) values ($1, 'lesson_summary', $2)",
      [coach.id, text],
    )
    travelTo('Pacific/Kiritimati')
    const { user } = await open('?tab=feedbacks')
    expect(await screen.findByRole('heading', { name: formatDate(day) })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Copiar feedback/ }))
    expect(await navigator.clipboard.readText()).toContain(`aula de ${formatDate(day)}`)
    await user.click(await screen.findByRole('button', { name: /^Enviar resumo/ }))
    const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' })
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toMatch(
      new RegExp(`, ${formatDate(day).slice(0, 5)}, às 12:00$`),
    )
    await backend.sql('delete from public.message_templates where user_id = $1', [coach.id])
  })

  it('sends what another device has written meanwhile, and nothing once the student was absent', async () => {
    await rate(-1, { rating: 4, notes: 'Antes' })
    const { user } = await open('?tab=feedbacks')
    const send = await screen.findByRole('button', { name: /^Enviar resumo/ })
    await backend.sql("update public.session_feedbacks set notes = 'Depois' where student_id = $1", [id])
    await user.click(send)
    const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' })
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toContain('Depois')
    await backend.sql('delete from public.session_feedbacks where student_id = $1', [id])
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText(/^O que esta mensagem diz mudou/)).toBeInTheDocument()
  })

  it('edits one at a time in place, once, and gives the focus back', async () => {
    await rate(-1, { rating: 2, notes: 'Antes' })
    await rate(-2, { rating: 3 })
    const { user, requests } = await open('?tab=feedbacks')
    await user.click(await editButton(-1))
    const form = await editor()
    expect(form.getByRole('radio', { name: '2 estrelas' })).toHaveFocus()
    expect(await editButton(-2)).toBeDisabled()
    await user.click(form.getByRole('radio', { name: '5 estrelas' }))
    await user.click(form.getByRole('button', { name: 'Voleio' }))
    await user.type(form.getByLabelText(/^Notas(?! privadas)/), ' e depois <b>')
    await user.dblClick(form.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Feedback atualizado com sucesso')).toBeInTheDocument()
    await waitFor(async () => expect(await editButton(-1)).toHaveFocus())
    expect(await screen.findByText('Antes e depois <b>')).toBeInTheDocument()
    expect(requests.filter((request) => request.endsWith('/apply_session_plan'))).toHaveLength(1)
    expect(await stored()).toContainEqual({ rating: 5, notes: 'Antes e depois <b>', tags: ['Voleio'] })
  })

  // Regression: the student was sent the text from before, and the next edit began with it.
  it('is shown, copied and edited as it was saved, also before it is read again', async () => {
    await rate(-1, { rating: 2, notes: 'Antes' })
    const { user, intercept } = await open('?tab=feedbacks')
    await user.click(await editButton(-1))
    fill((await editor()).getByLabelText(/^Notas(?! privadas)/), 'Depois')
    const read = hold(intercept, ({ url }) => url.includes('get_student_sessions_page'))
    await user.click((await editor()).getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Feedback atualizado com sucesso')
    await user.click(await screen.findByRole('button', { name: /^Copiar feedback/ }))
    expect(await navigator.clipboard.readText()).toContain('Depois')
    await user.click(await editButton(-1))
    expect((await editor()).getByLabelText(/^Notas(?! privadas)/)).toHaveValue('Depois')
    read.open()
  })

  it('refuses 10,000 characters beside the field and keeps them; cancelling restores', async () => {
    const lesson = await rate(-1, { rating: 2, notes: 'Antes' })
    const { user } = await open(`?tab=feedbacks&form=feedback:${lesson}`)
    const form = await editor()
    const notes = form.getByLabelText(/^Notas privadas/)
    await user.clear(notes)
    await user.paste('a'.repeat(10_000))
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(notes).toHaveAccessibleDescription(
        expect.stringContaining('Texto muito longo (máximo 2.000 caracteres)'),
      ),
    )
    expect(notes).toHaveFocus()
    expect(notes).toHaveValue('a'.repeat(10_000))
    await user.click(form.getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByText('Antes')).toBeInTheDocument()
    expect(await stored()).toEqual([{ rating: 2, notes: 'Antes', tags: [] }])
  })

  // Regression: what this device had saved was shown as another device's feedback.
  it('does not blame another device for what it saved itself, all of whose answers were lost', async () => {
    const lesson = await rate(-1, { rating: 2, notes: 'Antes' })
    const { user, intercept } = await open(`?tab=feedbacks&form=feedback:${lesson}`)
    const form = await editor()
    const notes = form.getByLabelText(/^Notas(?! privadas)/)
    await user.type(notes, ' um')
    intercept(loseAnswers((request) => request.url.endsWith('/rpc/apply_session_plan')))
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Erro', undefined, { timeout: 15_000 })
    intercept(null)
    await user.type(notes, ' dois')
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Feedback atualizado com sucesso')).toBeInTheDocument()
    expect(await stored()).toEqual([{ rating: 2, notes: 'Antes um dois', tags: [] }])
  })

  it('nor where the form was closed meanwhile, and opened again before anything could be read', async () => {
    const lesson = await rate(-1, { rating: 2, notes: 'Antes' })
    const { user, intercept } = await open(`?tab=feedbacks&form=feedback:${lesson}`)
    const type = async (text: string) =>
      user.type((await editor()).getByLabelText(/^Notas(?! privadas)/), text)
    const save = async () => user.click((await editor()).getByRole('button', { name: 'Salvar' }))
    await type(' um')
    intercept(loseAnswers((request) => !request.url.endsWith('/rpc/get_credit_facts')))
    await save()
    await screen.findByText('Erro', undefined, { timeout: 15_000 })
    expect(await stored()).toMatchObject([{ notes: 'Antes um' }])
    await user.click((await editor()).getByRole('button', { name: 'Cancelar' }))
    await user.click(await editButton(-1))
    await type(' dois')
    intercept(null)
    await save()
    expect(await screen.findByText(/Feedback atualizado|outro aparelho/)).toHaveTextContent('atualizado')
    expect(await stored()).toEqual([{ rating: 2, notes: 'Antes dois', tags: [] }])
  })

  // Regression: the form and its text were gone with the feedback that another device had deleted.
  it('keeps the text about a student whom another device has called absent, until it is dismissed', async () => {
    const lesson = await rate(-1, { rating: 2, notes: 'Antes' })
    const { user } = await open(`?tab=feedbacks&form=feedback:${lesson}`)
    const form = await editor()
    await user.type(form.getByLabelText(/^Notas(?! privadas)/), ' meu')
    const absent = { opId: newId(), sessionId: lesson, studentId: id, attendance: 'absent' as const }
    expect(await lessonPlans.attend(absent)).toMatchObject({ success: true })
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText(/^Esta aula mudou em outro aparelho/)).toBeInTheDocument()
    await act(() => queryClient.refetchQueries())
    expect((await editor()).getByLabelText(/^Notas(?! privadas)/)).toHaveValue('Antes meu')
    await user.click((await editor()).getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByText('Nenhum feedback registrado ainda')).toBeInTheDocument()
  })

  it('shows what another device changed instead of writing over it, keeps the text, saves it on request', async () => {
    const lesson = await rate(-1, { rating: 2, notes: 'Antes' })
    const { user } = await open(`?tab=feedbacks&form=feedback:${lesson}`)
    const form = await editor()
    await user.type(form.getByLabelText(/^Notas(?! privadas)/), ' meu')
    const theirs = await coach.client
      .from('session_feedbacks')
      .update({ notes: 'Do outro aparelho', rating: 1 })
      .eq('session_id', lesson)
      .eq('student_id', id)
    expect(theirs.error).toBeNull()
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText(/mudou em outro aparelho. Agora está assim/)).toBeInTheDocument()
    expect(form.getByText('Do outro aparelho')).toBeInTheDocument()
    expect(form.getByLabelText(/^Notas(?! privadas)/)).toHaveValue('Antes meu')
    expect(await stored()).toEqual([{ rating: 1, notes: 'Do outro aparelho', tags: [] }])
    await user.click(form.getByRole('button', { name: 'Salvar o meu' }))
    await screen.findByText('Feedback atualizado com sucesso')
    expect(await stored()).toEqual([{ rating: 2, notes: 'Antes meu', tags: [] }])
  })
})
