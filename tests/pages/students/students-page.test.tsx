import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '@/agenda/zone'
import type { StudentRow } from '@/students/student-row'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { widen } from '../../support/media'
import { heldBack, refused } from '../../support/network'
import { openScreen, fill, press, seesText } from '../../support/render'
import { travelTo } from '../../support/travel'
import { once, planSlots } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'

const backend = await sharedBackend()
let coach: Coach
let marina: string

/** Adds a student with packages of so many classes, valid until `endsIn` days from today. */
async function add(student: Partial<StudentRow>, packages: [classes: number, endsIn: number][] = []) {
  const id = await addStudent(coach, student)
  for (const [total_classes, endsIn] of packages)
    await sellPackage(coach, id, {
      total_classes,
      purchase_date: daysFromToday(-33),
      expiry_date: daysFromToday(endsIn),
    })
  return id
}

beforeAll(async () => {
  coach = await backend.coach()
  marina = await add({ name: 'Marina Costa', email: 'marina@exemplo.com' }, [
    [4, 30],
    [2, -1],
  ])
  await add({ name: 'Álvaro Neves', gender: 'male', classe: '1-classe', type: 'occasional' }, [[1, 30]])
  await add({ name: 'Bia Lopes', classe: 'profissional', phone: '5521912345678' })
  await add({ name: 'Caio Prado', gender: 'male', status: 'inactive' }, [[5, 30]])
  await add({ name: '<script>alert(1)</script> 🎾', gender: 'male' }, [[2, -3]])
})

const cards = () => screen.getAllByRole('listitem')
const names = () => cards().map((card) => within(card).getByRole('heading').textContent)
const card = async (name: string | RegExp) => {
  const heading = await screen.findByRole('heading', { name })
  const item = heading.closest('li')
  if (!item) throw new Error('a student stands in a list')
  return within(item)
}
const search = () => screen.getByRole('searchbox', { name: 'Buscar por nome, email ou telefone' })

describe('the cards', () => {
  it('stand by name, say who the student is and what the credits are worth, and lead to the profile', async () => {
    await openScreen('/app/students', { backend, coach })
    expect(await screen.findByText('5 aluno(s) encontrado(s)')).toHaveAttribute('role', 'status')
    // Accented names are sorted where Brazilians look for them.
    expect(names()).toEqual([
      '<script>alert(1)</script> 🎾',
      'Álvaro Neves',
      'Bia Lopes',
      'Caio Prado',
      'Marina Costa',
    ])
    const shown = await card('Marina Costa')
    for (const text of ['3 Classe', 'Fixo', '(11) 98765-4321', 'marina@exemplo.com']) {
      expect(shown.getByText(text)).toBeInTheDocument()
    }
    expect(shown.getByRole('link')).toHaveAttribute('href', `/app/students/${marina}`)
    expect((await card('Álvaro Neves')).getByText('Pontual')).toBeInTheDocument()
    expect((await card('Caio Prado')).getByText('Inativo')).toBeInTheDocument()

    // Red up to 2 credits, yellow up to 5.
    const credits = async (name: string, text: string) =>
      (await card(name)).getByText(text).parentElement?.className
    expect(await credits('Bia Lopes', 'Sem créditos')).toContain('text-bad')
    expect(await credits('Álvaro Neves', '1 crédito(s)')).toContain('text-bad')
    expect(await credits('Caio Prado', '5 crédito(s)')).toContain('text-caution')
    expect(await credits('Marina Costa', '6 crédito(s)')).toContain('text-ok')
    expect(shown.getByText('2 vencidos')).toBeInTheDocument()
    expect((await card('Caio Prado')).queryByText(/vencido/)).toBeNull()
  })
})

const wide = async (address: string) => {
  widen()
  const opened = await openScreen(address, { backend, coach })
  await screen.findByRole('table', { name: 'Alunos' })
  return opened
}
const rows = () => screen.getAllByRole('row').slice(1)
const inOrder = () => rows().map((row) => within(row).getByRole('link').textContent)

describe('at a desk', () => {
  it('they are a table that is sorted by any column, which the address keeps', async () => {
    const { user } = await wide('/app/students')
    expect(screen.getByRole('columnheader', { name: 'Aluno' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Créditos' }))
    expect(inOrder().slice(0, 2)).toEqual(['Bia Lopes', 'Álvaro Neves'])
    await user.click(screen.getByRole('button', { name: 'Créditos' }))
    expect(inOrder()[0]).toBe('Marina Costa')
    expect(screen.getByRole('columnheader', { name: 'Créditos' })).toHaveAttribute('aria-sort', 'descending')
    await waitFor(() => expect(window.location.search).toBe('?ordem=-creditos'))
    expect(rows()[0]).toHaveTextContent(/Marina Costa3 Classe · Fixo.*6 crédito\(s\)/)
  })

  it("say 'hoje' of a lesson as the agenda does, also on a device that is on another day", async () => {
    // More than a day behind the device, and not near its midnight.
    const zone = new Date().getUTCHours() === 11 ? 'Pacific/Midway' : 'Etc/GMT+12'
    travelTo('Pacific/Kiritimati')
    const away = await backend.coach()
    const student = await addStudent(away, { name: 'Davi Melo' })
    await planSlots(away, zone, { add: [once(dayIn(zone, new Date()), '23:59', [student])] })
    widen()
    await openScreen('/app/students', { backend, coach: away })
    expect(await screen.findByText('hoje, 23:59')).toBeInTheDocument()
  })

  it('arrows lead from one to the next, and ⋯ says what can be done', async () => {
    const { user } = await wide('/app/students?busca=a')
    await waitFor(() => expect(rows().length).toBeGreaterThan(2))
    const links = rows().map((row) => within(row).getByRole('link'))
    links[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(links[1]).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Mais ações: Bia Lopes' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Bia Lopes' }))
    expect(sheet.getByRole('link', { name: 'Novo Pacote' })).toBeInTheDocument()
    expect(sheet.getByRole('link', { name: 'Registrar aula' })).toBeInTheDocument()
    expect(sheet.getByRole('button', { name: 'Mensagem' })).toBeInTheDocument()
  })
})

describe('the filters', () => {
  it('find by name without accents, email, phone, exact credits; combine, show a count, clear at once', async () => {
    const { user } = await openScreen('/app/students', { backend, coach })
    await screen.findByText('5 aluno(s) encontrado(s)')
    fill(search(), 'alvaro')
    await screen.findByText('1 aluno(s) encontrado(s)')
    expect(names()).toEqual(['Álvaro Neves'])
    fill(search(), 'EXEMPLO.com')
    await waitFor(() => expect(names()).toEqual(['Marina Costa']))
    fill(search(), '(21) 91234-5678')
    await waitFor(() => expect(names()).toEqual(['Bia Lopes']))
    fill(search(), 'ninguém')
    expect(await screen.findByRole('heading', { name: 'Nenhum aluno encontrado' })).toBeInTheDocument()
    expect(screen.getByText('Tente ajustar os filtros de busca')).toBeInTheDocument()
    expect(screen.queryByText('Comece adicionando seu primeiro aluno')).toBeNull()
    fill(search(), '')
    await screen.findByText('5 aluno(s) encontrado(s)')

    const ending = screen.getByRole('button', { name: 'Créditos Acabando' })
    const zero = screen.getByRole('button', { name: 'Sem Créditos' })
    await user.click(ending)
    await waitFor(() => expect(names()).toEqual(['Álvaro Neves']))
    await user.click(zero)
    await waitFor(() => expect(names()).toEqual(['Bia Lopes']))
    expect(ending).toHaveAttribute('aria-pressed', 'false')
    await user.click(zero)
    await screen.findByText('5 aluno(s) encontrado(s)')
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.selectOptions(screen.getByLabelText('Gênero'), 'Masculino')
    await screen.findByText('3 aluno(s) encontrado(s)')
    await user.selectOptions(screen.getByLabelText('Status'), 'Ativo')
    await screen.findByText('2 aluno(s) encontrado(s)')
    await user.selectOptions(screen.getByLabelText('Tipo'), 'Aluno Pontual')
    await waitFor(() => expect(names()).toEqual(['Álvaro Neves']))
    await press(user, '1 Classe', 'Profissional')
    await screen.findByRole('button', { name: 'Filtros, 4 ativos' })
    expect(names()).toEqual(['Álvaro Neves'])
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }))
    const count = await screen.findByText('5 aluno(s) encontrado(s)')
    expect(count).toHaveFocus()
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('are kept in the address, and found again on the way back from a profile', async () => {
    const { user } = await openScreen('/app/students?genero=male&classes=3-classe,9-classe&status=x', {
      backend,
      coach,
    })
    await screen.findByText('2 aluno(s) encontrado(s)')
    // Leaving the field saves the search in the address.
    await user.click(search())
    fill(search(), 'caio')
    await waitFor(() => expect(names()).toEqual(['Caio Prado']))
    // Pressed before the debounced search has reached the address.
    await user.click((await card('Caio Prado')).getByRole('link'))
    await waitFor(() => expect(window.location.pathname).not.toBe('/app/students'))
    act(() => window.history.back())
    await waitFor(() => expect(names()).toEqual(['Caio Prado']))
    expect(search()).toHaveValue('caio')
    expect(screen.getByLabelText('Gênero')).toHaveValue('male')
    // The link in the menu opens the list without any filters.
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Alunos' }))
    await screen.findByText('5 aluno(s) encontrado(s)')
    expect(search()).toHaveValue('')
  })
})

const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

describe('loading', () => {
  it('begins with the shape of the list; refresh=true leaves the address while the filters stay', async () => {
    const answer = gate()
    const { requests } = await openScreen('/app/students?status=active&refresh=true', {
      backend,
      coach,
      intercept: heldBack('/rest/v1/students', answer),
    })
    expect(await screen.findByRole('status', { name: 'Carregando alunos' })).toBeInTheDocument()
    answer.open()
    await screen.findByText('4 aluno(s) encontrado(s)')
    await waitFor(() => expect(window.location.search).toBe('?status=active'))
    expect(requests).toContain('GET /rest/v1/students')
  })

  it('fails with a toast and a way to try again, which works', async () => {
    const { user, intercept } = await openScreen('/app/students/new', { backend, coach })
    await screen.findByRole('heading', { name: 'Novo Aluno', level: 1 })
    intercept(refused('/rest/v1/students'))
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Alunos' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Ocorreu um erro ao carregar a lista de alunos.')
    // Once in the list, once as a toast.
    await waitFor(() => expect(screen.getAllByText('Erro ao carregar alunos')).toHaveLength(2))
    intercept(null)
    await user.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
    await screen.findByText('5 aluno(s) encontrado(s)')
    // The pressed button is gone, so keyboard users continue from the content.
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('happens again when the tab becomes visible; if that fails a toast says so, and the list stays', async () => {
    const { user, intercept } = await openScreen('/app/students', { backend, coach })
    await screen.findByText('5 aluno(s) encontrado(s)')
    intercept(refused('/rest/v1/students'))
    look()
    await seesText('Erro ao carregar alunos', '5 aluno(s) encontrado(s)')
    intercept(null)
    const added = await add({ name: 'Zeca Novo' })
    await user.click(search())
    look()
    await screen.findByText('6 aluno(s) encontrado(s)')
    await backend.sql(`delete from public.students where id = '${added}'`)
  })
})

it('greets a coach without students with the next step', async () => {
  const fresh = await backend.coach()
  const { user } = await openScreen('/app/students', { backend, coach: fresh })
  expect(await screen.findByRole('heading', { name: 'Nenhum aluno encontrado' })).toBeInTheDocument()
  await seesText('Comece adicionando seu primeiro aluno', '0 aluno(s) encontrado(s)')
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Adicionar Primeiro Aluno' }))
  expect(await screen.findByRole('heading', { name: 'Novo Aluno', level: 1 })).toBeInTheDocument()
})
