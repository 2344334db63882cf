import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { addDays, formatDate, toLocalDate } from '@/core/dates'
import type { Package, StudentStatus } from '@/core/model'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { cutOff } from '../../support/network'
import { openScreen, goTo, seesText } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'

const PATH = '/app/packages/new'
const POST = 'POST /rest/v1/rpc/sell_package'
const today = toLocalDate(new Date())

ownCoach()

const student = (name: string, status: StudentStatus = 'active') => addStudent(coach, { name, status })
const packages = () => backend.sql<Package>('select * from public.packages where user_id = $1', [coach.id])
const field = (label: string | RegExp) => screen.findByLabelText(label)
const save = () => screen.getByRole('button', { name: /Criar Pacote|Criando\.\.\./ })

async function fill(user: UserEvent, label: string | RegExp, text: string) {
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
    await fill(user, 'Número de aulas', '8')
    await fill(user, /^Preço/, '1.234,56')
    await fill(user, 'Validade (dias)', '60')
    await seesText(`Válido até ${formatDate(addDays(today, 60))}`, /^R\$\s154,32 por aula$/)
    await user.click(save())

    expect(await screen.findByText('Pacote criado com sucesso!')).toBeInTheDocument()
    await waitFor(() => expect(window.location.pathname).toBe(`/app/students/${owner}`))
    const sold = await backend.sql(
      `select total_classes, price::float, purchase_date::text, expiry_date::text
         from public.packages where student_id = $1`,
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

    const { user, requests } = await openScreen(`${PATH}?student=${crypto.randomUUID()}`, { backend, coach })
    await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Selecione um aluno'))
    const price = await field(/^Preço/)
    expect(price).toBeRequired()
    await user.click(save())
    await waitFor(() => expect(price).toHaveAccessibleDescription(/Preço é obrigatório/))
    await waitFor(() =>
      expect(screen.getByLabelText('Aluno')).toHaveAccessibleDescription('Selecione um aluno'),
    )
    expect(requests).not.toContain(POST)
    expect(screen.getByRole('link', { name: 'Voltar para o dashboard' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(window.location.pathname).toBe('/app/dashboard')
  })

  it('needs a student first', async () => {
    await openScreen(PATH, { backend, coach })
    expect(await screen.findByRole('link', { name: 'Adicionar Primeiro Aluno' })).toHaveAttribute(
      'href',
      '/app/students/new',
    )
    expect(screen.queryByRole('button', { name: 'Criar Pacote' })).not.toBeInTheDocument()
  })
})

describe('nothing typed is lost and nothing is sold twice', () => {
  it('keeps the form of a lost answer; another price is not claimed to be saved, and what was is told', async () => {
    const id = await student('Marina Costa')
    const { user, intercept } = await openScreen(`${PATH}?student=${id}`, { backend, coach })
    await waitFor(async () => expect(await field('Aluno')).toHaveTextContent(/^Marina Costa/))
    await fill(user, /^Preço/, '450')
    intercept(loseAnswers(to('/sell_package')))
    await user.click(save())
    expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
    expect(await packages()).toHaveLength(1)
    expect(await field(/^Preço/)).toHaveValue('450')

    // The coach corrects the form before pressing the button again.
    await user.clear(await field(/^Preço/))
    await fill(user, /^Preço/, '470')
    intercept(null)
    await user.click(save())
    await waitFor(() => expect(window.location.pathname).toBe(`/app/students/${id}`))
    const [sold, ...more] = await packages()
    expect(more).toEqual([])
    expect(Number(sold?.price)).toBe(450)
    expect(await screen.findByText('O que você mudou depois não foi salvo')).toBeInTheDocument()
    await seesText(/Marina Costa: Pacote de 4 aulas: 4 créditos por R\$\s450,00, recebido R\$\s450,00/)
    expect(screen.queryByRole('button', { name: 'Desfazer' })).not.toBeInTheDocument()
    expect(await screen.findByRole('tab', { name: /Pacotes/, selected: true })).toBeInTheDocument()
  })

  it('says that students could not be read, keeps what is typed, and reads them again', async () => {
    await student('Marina Costa')
    const { user, intercept } = await openScreen(PATH, { backend, coach })
    intercept(cutOff('/students'))
    await fill(user, /^Preço/, '99')
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    expect(screen.getByLabelText('Aluno')).toHaveAccessibleDescription('Erro ao carregar alunos')
    intercept(null)
    await user.click(again)
    await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Selecione um aluno'))
    expect(await field(/^Preço/)).toHaveValue('99')
  })
})

it('is for the student of its link, though this device has a list from before that student', async () => {
  await student('Marina Costa')
  await openScreen('/app/students', { backend, coach })
  await screen.findAllByText('Marina Costa')
  const bia = await student('Bia Nunes')
  await queryClient.invalidateQueries({ refetchType: 'none' })
  goTo(`${PATH}?student=${bia}`)
  await waitFor(async () => expect(await field('Aluno')).toHaveTextContent('Bia Nunes'))
})
