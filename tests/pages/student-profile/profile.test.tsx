import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { sharedBackend } from '../../support/backend'
import { refused } from '../../support/network'
import { deadNetwork } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { chooseMore, openProfile } from './support'

const backend = await sharedBackend()
const coach = await backend.coach()

const title = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(name) })
const at = () => window.location.pathname + window.location.search

const figure = (label: string): string | null =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.textContent ?? null

describe('the header', () => {
  it('names the student, leads back to the list, and opens a chat by the digits of the phone', async () => {
    const id = await addStudent(coach, { status: 'inactive' })
    await openProfile(backend, coach, id)
    const bar = (await title('Marina Costa')).closest('header')
    if (!bar) throw new Error('the title stands in the bar')
    const main = within(screen.getByRole('main'))
    for (const badge of ['3 Classe', 'Fixo', 'Feminino', 'Inativo']) {
      expect(main.getByText(badge)).toBeInTheDocument()
    }
    const chat = main.getByRole('link', { name: /Mensagem/ })
    expect(chat).toHaveAttribute('href', 'https://wa.me/5511987654321')
    expect(chat).toHaveAttribute('rel', 'noopener noreferrer')
    // Who is inactive cannot be chosen in a new session.
    expect(main.queryByRole('link', { name: 'Registrar' })).not.toBeInTheDocument()
    expect(within(bar).getByRole('link', { name: 'Voltar para Alunos' })).toHaveAttribute(
      'href',
      '/app/students',
    )
  })

  it('copies a link that came with the student, also offline; where the clipboard is refused it is shown', async () => {
    const id = await addStudent(coach)
    const { user, requests, intercept } = await openProfile(backend, coach, id)
    const more = await screen.findByRole('button', { name: 'Mais ações: Marina Costa' })
    expect(screen.getByRole('link', { name: 'Registrar' })).toBeInTheDocument()
    await user.click(more)
    const button = await screen.findByRole('button', { name: 'Copiar Link do Aluno' })
    intercept(deadNetwork)
    await user.click(button)
    expect(await screen.findByText('Link copiado!')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/student-page/${id}`)
    expect(requests.filter((request) => request.includes('student_link'))).toEqual([])

    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await chooseMore(user, 'Copiar Link do Aluno')
    const link = await screen.findByLabelText<HTMLTextAreaElement>('Link')
    expect(link).toHaveValue(`${window.location.origin}/student-page/${id}`)
    await user.click(link)
    expect(link.selectionEnd).toBe(link.value.length)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(more).toHaveFocus())
  })

  it('makes a new link when the coach confirms what it does, and copies that one from then on', async () => {
    const id = await addStudent(coach)
    const { user } = await openProfile(backend, coach, id)
    await user.click(await screen.findByRole('button', { name: 'Gerar novo link' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/deixa de abrir na hora/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Gerar novo link' }))
    expect(await screen.findByText('Link novo pronto')).toBeInTheDocument()

    await chooseMore(user, 'Copiar Link do Aluno')
    expect(await screen.findByText('Link copiado!')).toBeInTheDocument()
    const [row] = await backend.sql<{ link: string }>(
      'select link from public.student_links where student_id = $1 and not revoked',
      [id],
    )
    expect(row?.link).not.toBe(id)
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/student-page/${row?.link}`)
  })
})

it('a student who is not there is said to be, with a way back', async () => {
  const { user } = await openProfile(backend, coach, 'not-an-id')
  expect(await screen.findByRole('heading', { name: 'Aluno não encontrado' })).toBeInTheDocument()
  // Once in the card, once as a toast.
  await waitFor(() => expect(screen.getAllByText('Aluno não encontrado').length).toBeGreaterThan(1))
  await user.click(screen.getByRole('link', { name: 'Voltar para Alunos' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Alunos' })).toBeInTheDocument()
})

describe('Resumo', () => {
  it('shows credits with the expired ones said, figures, the 3 newest lessons, 2 tags and the evolution', async () => {
    const id = await addStudent(coach, { notes: 'Canhota.', email: 'marina@exemplo.com' })
    const active = await sellPackage(coach, id, { total_classes: 8 })
    await sellPackage(coach, id, {
      total_classes: 2,
      purchase_date: daysFromToday(-60),
      expiry_date: daysFromToday(-5),
    })
    const lessons = [
      { days: -9, rating: 2, tags: ['Voleio'] },
      { days: -6, rating: 3, tags: ['Saque', 'Voleio'] },
      { days: -3, rating: 4, tags: ['Saque', 'Smash'] },
      { days: -1, rating: 5, tags: ['Saque'] },
    ]
    for (const { days, ...feedback } of lessons) {
      await giveLesson(coach, { date: noonOf(days) }, [{ student: id, package: active, feedback }])
    }
    await openProfile(backend, coach, id)
    await waitFor(() => expect(figure('Aulas Realizadas')).toBe('Aulas Realizadas4'))
    expect(figure('Créditos')).toBe('Créditos62 vencidosVer extrato')
    expect(figure('Pacotes Ativos')).toBe('Pacotes Ativos1')
    expect(figure('Avaliação Média')).toBe('Avaliação Média3,5')
    const recent = screen.getByRole('region', { name: 'Atividade Recente' })
    await waitFor(() => expect(within(recent).getAllByRole('heading', { level: 3 })).toHaveLength(3))
    expect(
      within(recent)
        .getAllByRole('img')
        .map((stars) => stars.getAttribute('aria-label')),
    ).toEqual(['Avaliação: 5 de 5', 'Avaliação: 4 de 5', 'Avaliação: 3 de 5'])
    const evolution = screen.getByRole('region', { name: 'Evolução' })
    expect(within(evolution).getByText(/^De 2 em .* a 5 em .*, em 4 aulas$/)).toBeInTheDocument()
    expect(
      within(evolution)
        .getAllByRole('listitem')
        .map((tag) => tag.textContent),
    ).toEqual(['Saque3×', 'Voleio2×'])
    expect(await screen.findByText('marina@exemplo.com')).toBeInTheDocument()
    expect(screen.getByText('Canhota.')).toBeInTheDocument()
  })

  it('of a new student has no figures, says so, and offers a package', async () => {
    const id = await addStudent(coach)
    const { user } = await openProfile(backend, coach, id)
    expect(await screen.findByText('Nenhuma aula registrada ainda')).toBeInTheDocument()
    await waitFor(() => expect(figure('Aulas Realizadas')).toBe('Aulas Realizadas0'))
    expect(figure('Avaliação Média')).toBe('Avaliação Média-')
    expect(screen.queryByRole('region', { name: 'Evolução' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Feedbacks' }))
    expect(await screen.findByText('Nenhum feedback registrado ainda')).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Aulas' }))
    expect(await screen.findByText('Nenhuma aula registrada ainda')).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Resumo' }))
    await user.click(screen.getByRole('button', { name: 'Novo Pacote' }))
    expect(await screen.findByRole('dialog', { name: 'Novo Pacote' })).toBeInTheDocument()
    expect(at()).toBe(`/app/students/${id}?tab=pacotes&form=novo-pacote`)
  })

  it('says what could not be loaded, and loads it on a second try', async () => {
    const id = await addStudent(coach)
    const { user, intercept } = await openProfile(backend, coach, id)
    await title('Marina Costa')
    await screen.findByText('Nenhuma aula registrada ainda')
    intercept(refused('/rest/'))
    await user.click(screen.getByRole('tab', { name: 'Pacotes' }))
    const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
    // Once on the screen, once as a toast.
    await waitFor(() => expect(screen.getAllByText('Erro ao carregar dados')).toHaveLength(2))
    intercept(null)
    await user.click(retry)
    expect(await screen.findByText('Nenhum pacote registrado')).toBeInTheDocument()
  })

  it('reads again with refresh=true, takes the flag away and keeps the tab', async () => {
    const id = await addStudent(coach)
    await openProfile(backend, coach, id, '?tab=aulas&refresh=true')
    expect(await screen.findByText('Nenhuma aula registrada ainda')).toBeInTheDocument()
    await waitFor(() => expect(at()).toBe(`/app/students/${id}?tab=aulas`))
    await giveLesson(coach, { date: noonOf(-1), notes: 'Treino de saque' }, [{ student: id }])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('Treino de saque')).toBeInTheDocument()
  })
})
