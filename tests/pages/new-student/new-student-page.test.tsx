import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loseAnswers } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { openScreen, fill } from '../../support/render'
import { sellPackage } from '../../support/world/api'

const PATH = '/app/students/new'
const POST = 'POST /rest/v1/students'

const backend = await sharedBackend()
const coach = await backend.coach()

beforeEach(() => backend.sql('delete from public.students'))

const students = () => backend.sql('select * from public.students order by created_at')
const field = (label: string | RegExp) => screen.findByLabelText(label)
const save = () => screen.getByRole('button', { name: /Criar Aluno|Criando\.\.\./ })

async function fillIn({ name = 'Marina Costa' } = {}) {
  fill(await field('Nome'), name)
  fill(await field('Telefone'), '11987654321')
  fill(await field('Gênero'), 'female')
  fill(await field('Tipo de aluno'), 'fixed')
  fill(await field('Classe'), '3-classe')
}

describe('a new student', () => {
  it('is created once, also when pressed twice or by Enter after it, active, with its phone in digits', async () => {
    const { user, requests } = await openScreen(PATH, { backend, coach })
    await fillIn({ name: '  Marina Costa  ' })
    expect(await field('Telefone')).toHaveValue('(11) 98765-4321')
    fill(await field(/^Email/), 'marina@exemplo.com')
    fill(await field(/^Notas/), 'Canhota.')
    await user.dblClick(save())
    await user.type(await field('Nome'), '{Enter}')
    expect(await screen.findByText('Aluno criado com sucesso')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Marina Costa' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/app/students')
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(requests.filter((request) => request === POST)).toHaveLength(1)
    expect(await students()).toEqual([
      expect.objectContaining({
        name: 'Marina Costa',
        email: 'marina@exemplo.com',
        phone: '5511987654321',
        gender: 'female',
        type: 'fixed',
        classe: '3-classe',
        status: 'active',
        notes: 'Canhota.',
      }),
    ])
    // The next step, until it is done.
    const next = screen.getByText('Marina Costa ainda não tem pacote.')
    const [stored] = await backend.sql<{ id: string }>('select id from public.students')
    const link = within(next.parentElement!).getByRole('link', { name: 'Novo Pacote' })
    expect(link).toHaveAttribute('href', expect.stringContaining(stored!.id))
    await sellPackage(coach, stored!.id)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(next).not.toBeInTheDocument())
  })
})

it('refuses what is wrong with its message beside the field, focuses the first one, and keeps the text', async () => {
  const { user, requests } = await openScreen(PATH, { backend, coach })
  await field('Nome')
  await user.click(save())
  await screen.findByText('Selecione a classe')
  expect(await field('Nome')).toHaveFocus()
  const messages = screen.getAllByRole('alert').map((alert) => alert.textContent)
  expect(messages.filter((message) => message !== '')).toEqual([
    'Nome deve ter pelo menos 2 caracteres',
    'Telefone é obrigatório',
    'Selecione o gênero',
    'Selecione o tipo de aluno',
    'Selecione a classe',
  ])

  await fillIn()
  const wrong = await field(/^Notas/)
  const long = '🎾'.repeat(501)
  fill(wrong, long)
  await user.click(save())
  await waitFor(() => expect(wrong).toHaveAccessibleDescription(/Notas muito longas/))
  expect(wrong).toHaveAttribute('aria-invalid', 'true')
  expect(wrong).toHaveFocus()
  expect(wrong).toHaveValue(long)
  expect(requests).not.toContain(POST)
})

/** Creates the student, but the screen never gets the answer. */
async function loseAnswer() {
  const opened = await openScreen(PATH, { backend, coach })
  await fillIn()
  opened.intercept(loseAnswers(() => true))
  await opened.user.click(save())
  await screen.findByText('Erro ao criar aluno')
  return opened
}

describe('nothing typed is lost', () => {
  it('to a server that stumbles, nor to a dead network where nothing can be stored; the next press saves', async () => {
    const { user, intercept } = await openScreen(PATH, { backend, coach })
    await fillIn()
    const { passed, open } = gate()
    intercept(async (request, send) => {
      if (request.method === 'GET') return send(request)
      await passed
      return Response.json({}, { status: 500 })
    })
    await user.click(save())
    expect(save()).toHaveTextContent('Criando...')
    open()
    expect(await screen.findByText('Erro ao criar aluno')).toBeInTheDocument()
    expect(screen.getByText('Ocorreu um erro inesperado.')).toBeInTheDocument()
    expect(await field('Nome')).toHaveValue('Marina Costa')
    expect(await students()).toEqual([])
    intercept(async () => {
      throw new TypeError('Failed to fetch')
    })
    await user.click(save())
    expect(await screen.findByText(/Sem conexão, e este navegador não permite guardar/)).toBeInTheDocument()
    expect(await field('Nome')).toHaveValue('Marina Costa')
    intercept(null)
    await user.click(save())
    expect(await screen.findByText('1 aluno(s) encontrado(s)')).toBeInTheDocument()
    expect(await students()).toHaveLength(1)
  })

  it('to a lost answer: pressing again makes no second student, and what was corrected meanwhile counts', async () => {
    const { user, intercept } = await loseAnswer()
    expect(await students()).toHaveLength(1)
    intercept(null)
    await user.type(await field('Nome'), ' Lima')
    await user.click(save())
    expect(await screen.findByRole('heading', { name: 'Marina Costa Lima' })).toBeInTheDocument()
    expect(await students()).toEqual([expect.objectContaining({ name: 'Marina Costa Lima' })])
  })

  it('to a lost answer and a deletion elsewhere: told so, and the next press makes a new student', async () => {
    const { user, intercept } = await loseAnswer()
    intercept(null)
    await backend.sql('delete from public.students')
    await user.click(save())
    expect(await screen.findByText('Este aluno já foi apagado')).toBeInTheDocument()
    await user.click(save())
    expect(await screen.findByText('1 aluno(s) encontrado(s)')).toBeInTheDocument()
  })

  it('to a reload, which says so and offers to start afresh; another coach here sees nothing of it', async () => {
    const before = await openScreen(PATH, { backend, coach })
    await fillIn()
    before.unmount()
    const other = await openScreen(PATH, { backend, coach: await backend.coach() })
    expect(await field('Nome')).toHaveValue('')
    other.unmount()
    const { user } = await openScreen(PATH, { backend, coach })
    const notice = (await screen.findByText('Recuperamos o que você estava escrevendo.')).closest('div')
    if (!notice) throw new Error('the notice stands in its box')
    expect(await field('Nome')).toHaveValue('Marina Costa')
    expect(await field('Telefone')).toHaveValue('(11) 98765-4321')
    expect(await field('Classe')).toHaveValue('3-classe')
    await user.click(within(notice).getByRole('button', { name: 'Começar do zero' }))
    expect(await field('Nome')).toHaveValue('')
    expect(await field('Nome')).toHaveFocus()
    expect(await field('Classe')).toHaveValue('')
    expect(screen.queryByText('Recuperamos o que você estava escrevendo.')).toBeNull()
    expect(screen.getByRole('link', { name: 'Voltar para alunos' })).toHaveAttribute('href', '/app/students')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(window.location.pathname).toBe('/app/students')
  })

  it('to a copy of the tab, which replaces no student of the other: told so, and the next press adds one', async () => {
    const first = await openScreen(PATH, { backend, coach })
    await fillIn()
    const copy = Object.entries(sessionStorage)
    await first.user.click(save())
    expect(await screen.findByText('1 aluno(s) encontrado(s)')).toBeInTheDocument()
    first.unmount()
    for (const [name, text] of copy) sessionStorage.setItem(name, String(text))
    const { user } = await openScreen(PATH, { backend, coach })
    fill(await field('Nome'), 'Bia Lopes')
    await user.click(save())
    expect(await screen.findByText(/^Outra aba já salvou/)).toBeInTheDocument()
    expect(await field('Nome')).toHaveValue('Bia Lopes')
    await user.click(save())
    expect(await screen.findByText('2 aluno(s) encontrado(s)')).toBeInTheDocument()
  })
})
