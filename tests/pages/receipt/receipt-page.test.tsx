import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { paths } from '@/core/paths'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { openScreen } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'

const backend = await sharedBackend()
const coach = await backend.coach({ name: 'Ana Ribeiro' })
const bia = await addStudent(coach, { name: 'Bia Nunes' })
await sellPackage(coach, await addStudent(coach))
const pkg = await sellPackage(coach, bia, {
  price: 480,
  payment_date: daysFromToday(0),
  name: 'Pacote de 4 aulas',
})
const [paid] = await backend.sql<{ id: string }>('select id from public.payments where package_id = $1', [
  pkg,
])
if (!paid) throw new Error('A package sold this way is paid')
const { id } = paid
await coach.client
  .from('payments')
  .insert({
    user_id: coach.id,
    student_id: bia,
    package_id: pkg,
    kind: 'refund',
    amount: 100,
    paid_on: daysFromToday(0),
    method: 'pix',
  })
  .throwOnError()

const open = (payment: string, as = coach) =>
  openScreen(paths.receipt.href({ id: payment }), { backend, coach: as })

const refunded = (amount: string) =>
  screen.findByText(`Do que foi pago por este pacote, R$ ${amount} foram devolvidos.`)

it('is printed, or copied as a text, with numbers that nobody keeps', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user, requests } = await open(id)
  await screen.findByText(/^Recebi de Bia Nunes a quantia de R\$\s480,00 \(quatrocentos e oitenta reais\)/)
  expect(screen.getByText('Do que foi pago por este pacote, R$ 100,00 foram devolvidos.')).toBeInTheDocument()
  expect(screen.getByText('Recibo simples. Não é nota fiscal nem a substitui.')).toBeInTheDocument()
  expect(screen.getByText(`Nº ${id.slice(-6).toUpperCase()}`)).toBeInTheDocument()

  const sent = requests.length
  await user.type(screen.getByLabelText(/CPF ou CNPJ de quem pagou/), '52998224725')
  await user.type(screen.getByLabelText(/Seu CPF ou CNPJ/), '529')
  await user.click(screen.getByRole('button', { name: 'Imprimir ou salvar PDF' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByText('CPF ou CNPJ inválido')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copiar texto' }))
  expect(await navigator.clipboard.readText()).toContain('Bia Nunes, CPF 529.982.247-25, a quantia')
  expect(requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([])
  for (const storage of [sessionStorage, localStorage]) {
    expect(JSON.stringify(Object.entries(storage))).not.toMatch(/529\.?982/)
  }
})

it('names nobody else while the name of the coach is not known', async () => {
  const [profile, student] = [gate(), gate()]
  const { user } = await openScreen(paths.receipt.href({ id }), {
    backend,
    coach,
    intercept: async (request, send) => {
      if (request.url.includes('/rest/v1/profiles')) await profile.passed
      const answer = await send(request)
      if (request.url.includes('/rest/v1/students')) student.open()
      return answer
    },
  })
  await student.passed
  await user.tab()
  expect(screen.getByRole('status', { name: 'Carregando recibo' })).toBeInTheDocument()
  profile.open()
  expect(await screen.findByText(/^Recebi de Bia Nunes/)).toBeInTheDocument()
  expect(screen.getByText('Ana Ribeiro', { selector: 'p' })).toBeInTheDocument()
})

it('says when the coach returns to it what was given back meanwhile', async () => {
  await open(id)
  await refunded('100,00')
  await backend.sql(`update public.payments set amount = 150 where package_id = $1 and kind = 'refund'`, [
    pkg,
  ])
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await refunded('150,00')
})

it('is shared in an app that cannot print', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  try {
    const { user } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Compartilhar' }))
    expect(share.mock.calls[0]?.[0].text).toContain('Recebi de Bia Nunes')
    expect(screen.queryByRole('button', { name: 'Imprimir ou salvar PDF' })).not.toBeInTheDocument()
  } finally {
    Reflect.deleteProperty(navigator, 'share')
    Reflect.deleteProperty(navigator, 'standalone')
  }
})

it('is of nobody else', async () => {
  await open(id, await backend.coach())
  expect(await screen.findByText('Lançamento não encontrado')).toBeInTheDocument()
})
