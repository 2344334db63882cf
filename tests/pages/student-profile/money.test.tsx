import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { formatDate, formatMonth, toLocalDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { hold } from '../../support/network'
import { deadNetwork, fill, press, sees, seesText } from '../../support/render'
import { travelTo } from '../../support/travel'
import { addStudent, sellPackage, setProfile } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'
import { openProfile } from './support'

const backend = await sharedBackend()
const coach = await backend.coach()
let id: string
beforeEach(async () => {
  id = await addStudent(coach)
})

const due = daysFromToday(-9)

/** A package of 480 that was due nine days ago, with these payments. */
async function owe(...paid: readonly { amount: number; paid_on?: string; kind?: 'payment' | 'refund' }[]) {
  const pkg = await sold()
  await backend.sql('delete from public.payments where package_id = $1', [pkg])
  for (const { amount, paid_on = due, kind = 'payment' } of paid) {
    await backend.sql(
      `insert into public.payments (user_id, student_id, package_id, kind, amount, paid_on, method)
       values ($1, $2, $3, $4, $5, $6, 'cash')`,
      [coach.id, id, pkg, kind, amount, paid_on],
    )
  }
  return pkg
}
/** The package, paid in full as by its sale. */
const sold = () => sellPackage(coach, id, { price: 480, purchase_date: due, expiry_date: daysFromToday(21) })

const open = (form = '') => openProfile(backend, coach, id, `?tab=pacotes${form && `&form=${form}`}`)
const card = async () => within(await screen.findByRole('listitem'))
const dialog = async () => within(await screen.findByRole('dialog'))
async function stored() {
  const [row] = await backend.sql<{ price: number; paid: number; left: number; due: string }>(
    `select price::float, paid_total::float paid, remaining_classes "left", payment_date::text due
       from public.packages where student_id = $1`,
    [id],
  )
  return row
}
const losePayments = () => loseAnswers(to('/rpc/apply_payment_plan'))
const value = () => screen.findByLabelText('Valor (R$)')
const anonymize = () =>
  coach.client.rpc('anonymize_student', { student_uuid: id, erase_group_notes: false }).throwOnError()
const lines = () =>
  backend.sql<{ kind: string; amount: number; method: string }>(
    'select kind, amount::float, method from public.payments where student_id = $1 order by amount, kind',
    [id],
  )

describe("a package's money", () => {
  it('is paid in two taps, and owed again by one', async () => {
    await owe({ amount: 200 })
    const { user } = await open()
    const shown = await card()
    expect(await shown.findByText('Pago em parte')).toBeInTheDocument()
    expect(shown.getByText(/Pagamento atrasado desde/)).toHaveTextContent(
      `R$ 280,00 · Pagamento atrasado desde ${formatDate(due)}`,
    )
    await user.click(shown.getByRole('button', { name: /^Marcar como pago/ }))
    await user.click(await shown.findByRole('button', { name: 'PIX' }))
    await seesText('Pagamento registrado')
    expect(await shown.findByText('Pago')).toBeInTheDocument()
    expect(await lines()).toEqual([
      { kind: 'payment', amount: 200, method: 'cash' },
      { kind: 'payment', amount: 280, method: 'pix' },
    ])
    await press(user, 'Desfazer')
    await seesText('Pagamento desfeito')
    expect(await stored()).toMatchObject({ paid: 200 })
  })

  it('was received on the day of the first press, which is said if the answer comes on another day', async () => {
    travelTo('Pacific/Midway')
    await owe()
    const { user, intercept } = await open()
    const shown = await card()
    await user.click(await shown.findByRole('button', { name: /^Marcar como pago/ }))
    intercept(losePayments())
    await user.click(await shown.findByRole('button', { name: 'PIX' }))
    await screen.findByText('Erro ao salvar pagamento')
    intercept(null)
    travelTo('Pacific/Kiritimati')
    await user.click(await shown.findByRole('button', { name: 'PIX' }))
    const told = (await screen.findByText('Pagamento registrado')).closest('li')
    expect(told).toHaveTextContent('Já estava salvo. Confira os dados')
    expect(await lines()).toHaveLength(1)
    await press(user, 'Desfazer')
    await seesText('Pagamento desfeito')
  })

  it('of a package that another device deleted is not received, and the package goes from the screen', async () => {
    const pkg = await owe()
    const { user } = await open()
    const shown = await card()
    await user.click(await shown.findByRole('button', { name: /^Marcar como pago/ }))
    await coach.client.from('packages').delete().eq('id', pkg).throwOnError()
    await user.click(await shown.findByRole('button', { name: 'PIX' }))
    await seesText('Erro ao salvar pagamento', 'Nenhum pacote registrado')
  })

  it('is received in parts, never more than is open; it says before typing that it needs the internet', async () => {
    const pkg = await owe()
    const { user, intercept } = await open(`receber:${pkg}`)
    const form = await dialog()
    const amount = await form.findByLabelText('Valor (R$)')
    expect(amount).toHaveValue('480,00')
    fill(amount, '480,01')
    fill(form.getByLabelText(/^Quem pagou/), 'Rita Costa')
    await user.click(form.getByRole('button', { name: 'Registrar' }))
    expect(amount).toHaveAccessibleDescription(/Valor maior que o que falta receber/)
    fill(amount, '200')
    expect(form.getByRole('status')).toHaveTextContent(/Fica a receber: R\$\s280,00/)
    await user.click(form.getByRole('button', { name: 'Registrar' }))
    // The dialog returns to the list, which shows the payment.
    const line = within((await (await dialog()).findByText(/Rita Costa/)).closest('li') ?? document.body)
    expect(line.getByText(/R\$\s200,00/)).toBeInTheDocument()

    intercept(deadNetwork)
    await press(user, 'Marcar como pago', 'PIX')
    await screen.findByText(/Sem conexão: mudar pagamentos só é possível com internet/)
    expect(await lines()).toMatchObject([{ amount: 200 }])
  })

  it('is given back with the credits that are left and the price, in one call', async () => {
    const pkg = await owe({ amount: 480 })
    const { user, requests } = await open(`devolver:${pkg}`)
    const form = await dialog()
    const amount = await form.findByLabelText('Valor (R$)')
    fill(amount, '480,01')
    await user.click(form.getByRole('button', { name: 'Devolver' }))
    expect(amount).toHaveAccessibleDescription(/Valor maior que o recebido/)
    fill(amount, '100')
    expect(form.getByLabelText('Tirar os 4 créditos que restam')).toBeChecked()
    const lower = form.getByLabelText(/Baixar o preço para o que fica: R\$\s380,00/)
    expect(lower).toBeChecked()
    await user.click(lower)
    expect(form.getByRole('status')).toHaveTextContent(/^Fica a receber: R\$\s100,00$/)
    await user.click(lower)
    expect(form.getByRole('status')).toBeEmptyDOMElement()
    await user.click(form.getByRole('button', { name: 'Devolver' }))
    await seesText('Devolução registrada')
    expect(await stored()).toMatchObject({ price: 380, paid: 380, left: 0 })
    expect(requests.filter((request) => request.endsWith('apply_payment_plan'))).toHaveLength(1)
  })

  it('that was too much goes back alone: the credits that were paid for stay', async () => {
    const pkg = await owe({ amount: 480 }, { amount: 100 })
    const { user } = await open(`devolver:${pkg}`)
    const form = await dialog()
    expect(await form.findByLabelText('Valor (R$)')).toHaveValue('100,00')
    await user.click(form.getByRole('button', { name: 'Devolver' }))
    await seesText('Devolução registrada')
    expect(await stored()).toMatchObject({ price: 480, paid: 480, left: 4 })
  })

  it("lies over 'Pagamentos', and is closed first: what was typed stays", async () => {
    const pkg = await owe({ amount: 480 })
    const { user } = await open(`devolver:${pkg}`)
    fill(await value(), '100')
    await user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Pagamentos' })
    await press(user, 'Devolver dinheiro')
    expect(await value()).toHaveValue('100')
    await user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Pagamentos' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('costs less by a discount, not less than was received, and is due on another day', async () => {
    const pkg = await owe({ amount: 200 })
    const { user } = await open(`desconto:${pkg}`)
    const form = await dialog()
    const discount = await form.findByLabelText('Desconto (R$)')
    fill(discount, '281')
    await user.click(form.getByRole('button', { name: 'Dar desconto' }))
    expect(discount).toHaveAccessibleDescription(/Desconto maior que o que falta receber/)
    fill(discount, '80')
    expect(form.getByRole('status')).toHaveTextContent(/Preço: R\$\s480,00 → R\$\s400,00/)
    await user.click(form.getByRole('button', { name: 'Dar desconto' }))
    await screen.findAllByText(/^R\$\s400,00$/)
    await press(user, 'Mudar vencimento')
    const day = await screen.findByLabelText('Novo vencimento')
    await press(user, 'Mudar')
    expect(day).toHaveAccessibleDescription(/Este já é o vencimento/)
    fill(day, formatDate(daysFromToday(5)))
    await press(user, 'Mudar')
    await screen.findByText('Vencimento mudado')
    expect(await stored()).toMatchObject({ price: 400, paid: 200, due: daysFromToday(5) })
  })

  it('is due on another day once, and told as that, when that is sent again after a lost answer', async () => {
    const { user, intercept } = await open(`vencimento:${await owe()}`)
    fill(await screen.findByLabelText('Novo vencimento'), formatDate(daysFromToday(5)))
    intercept(losePayments())
    await press(user, 'Mudar')
    await seesText('Erro ao salvar pagamento')
    intercept(null)
    // The coach returns to the tab.
    await act(() => queryClient.invalidateQueries())
    await press(user, 'Mudar')
    await seesText('Vencimento mudado')
    expect(await stored()).toMatchObject({ due: daysFromToday(5) })
  })

  // Regression: 'Desfazer' was offered, and refused because 'O pagamento deste pacote mudou depois'.
  it('is received once when the form was opened again after a lost answer, with no undo to be refused', async () => {
    const { user, intercept } = await open(`receber:${await owe()}`)
    fill(await value(), '50')
    intercept(losePayments())
    await press(user, 'Registrar')
    await seesText('Erro ao salvar pagamento')
    intercept(null)
    await user.click((await dialog()).getByRole('button', { name: 'Fechar' }))
    await act(() => queryClient.invalidateQueries())
    await press(user, 'Registrar pagamento')
    expect(await value()).toHaveValue('50')
    await press(user, 'Registrar')
    await seesText('Pagamento registrado')
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
    expect(await stored()).toMatchObject({ paid: 50 })
  })

  it('is changed again before the change is read: the second one stands on the first', async () => {
    const pkg = await owe({ amount: 200 })
    const { user, intercept } = await open(`desconto:${pkg}`)
    const discount = await screen.findByLabelText('Desconto (R$)')
    const read = hold(intercept, ({ method }) => method === 'GET')
    fill(discount, '80')
    await press(user, 'Dar desconto')
    await seesText('Desconto dado')
    await press(user, 'Registrar pagamento')
    const amount = await value()
    fill(amount, '50')
    read.open()
    expect(await screen.findByText(/Fica a receber: R\$\s150,00/)).toBeInTheDocument()
    await press(user, 'Registrar')
    await seesText('Pagamento registrado')
    expect(await stored()).toMatchObject({ price: 400, paid: 250 })
  })

  it('of an anonymised student can be lowered and given back; nothing else of the package opens', async () => {
    const pkg = await owe({ amount: 200 })
    await anonymize()
    const { user, unmount } = await open()
    await user.click((await card()).getByRole('button', { name: /^Mais ações/ }))
    await user.click((await dialog()).getByRole('button', { name: /^Pagamentos/ }))
    await user.click(await (await dialog()).findByRole('button', { name: 'Dar desconto' }))
    fill(await screen.findByLabelText('Desconto (R$)'), '80')
    await user.click((await dialog()).getByRole('button', { name: 'Dar desconto' }))
    await seesText('Desconto dado')
    // Wait until the price is read again, because a form starts with what the screen shows.
    await (await dialog()).findByText('R$ 400,00')
    await user.click((await dialog()).getByRole('button', { name: 'Devolver dinheiro' }))
    fill(await value(), '50')
    for (const label of [/^Tirar/, /^Observação/]) expect(screen.queryByLabelText(label)).toBeNull()
    await user.click((await dialog()).getByRole('button', { name: 'Devolver' }))
    await seesText('Devolução registrada')
    expect(await stored()).toMatchObject({ price: 150, paid: 150, left: 4 })
    unmount()
    await open(`pacote:${pkg}`)
    await card()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('of a student who was anonymised after the payer was typed is still received, and without the payer', async () => {
    const pkg = await owe()
    const first = await open(`pagamentos:${pkg}`)
    await press(first.user, 'Registrar pagamento')
    fill(await screen.findByLabelText(/^Quem pagou/), 'Marta Dias')
    first.unmount()
    await anonymize()
    const { user } = await open(`pagamentos:${pkg}`)
    await press(user, 'Registrar pagamento', 'Registrar')
    await seesText('Pagamento registrado')
    expect(await stored()).toMatchObject({ paid: 480 })
  })

  it('is corrected in place, and deleted after saying which month changes', async () => {
    const pkg = await owe({ amount: 200 })
    const { user } = await open(`pagamentos:${pkg}`)
    await press(user, /^Corrigir: Pagamento de R\$\s200,00/)
    const form = await dialog()
    const amount = await form.findByLabelText('Valor (R$)')
    fill(amount, '250')
    await user.click(form.getByRole('button', { name: 'Salvar' }))
    await press(user, /^Apagar: Pagamento de R\$\s250,00/)
    const asked = within(await screen.findByRole('alertdialog'))
    await sees(asked, new RegExp(`R\\$\\s250,00 saem do recebido de ${formatMonth(due.slice(0, 7))}`))
    expect(await lines()).toEqual([{ kind: 'payment', amount: 250, method: 'cash' }])
    await user.click(asked.getByRole('button', { name: 'Apagar lançamento' }))
    const removed = (await screen.findByText('Lançamento apagado')).closest('li')
    expect(removed).toHaveTextContent(/a receber do Pacote de 4 aulas: R\$\s230,00 → R\$\s480,00/)
    await waitFor(async () => expect(await lines()).toEqual([]))
  })

  it('that another device replaced while it is corrected is said to have changed', async () => {
    const pkg = await owe({ amount: 200 })
    const { user } = await open(`pagamentos:${pkg}`)
    await press(user, /^Corrigir: Pagamento de R\$\s200,00/)
    fill(await (await dialog()).findByLabelText('Valor (R$)'), '250')
    await backend.sql('update public.payments set id = gen_random_uuid() where student_id = $1', [id])
    await act(() => queryClient.invalidateQueries())
    await screen.findByRole('button', { name: /^Corrigir: Pagamento de R\$\s200,00/ })
    expect(screen.getByText('O lançamento que você corrigia mudou. Veja como está.')).toBeVisible()
  })

  it('goes with the package, which says what leaves which month once other devices’ changes are read', async () => {
    await owe({ amount: 200, paid_on: '2026-01-10' }, { amount: 50, paid_on: '2026-01-10', kind: 'refund' })
    const { user, intercept } = await open()
    const ask = async () => {
      await user.click((await card()).getByRole('button', { name: /^Mais ações/ }))
      await press(user, /^Apagar/)
      return within(await screen.findByRole('alertdialog'))
    }
    const first = await ask()
    expect(await first.findByText(/^R\$\s150,00 saem do recebido de janeiro/)).toBeInTheDocument()
    await user.click(first.getByRole('button', { name: 'Cancelar' }))
    await backend.sql("update public.payments set paid_on = '2026-03-10' where student_id = $1", [id])
    await queryClient.invalidateQueries({ refetchType: 'none' })
    const read = hold(intercept, '/payments?')
    const asked = await ask()
    const button = asked.getByRole('button', { name: 'Apagar pacote' })
    expect(button).toBeDisabled()
    read.open()
    expect(await asked.findByText(/saem do recebido de março/)).toBeInTheDocument()
    expect(button).toBeEnabled()
  })

  it('is told in the edit form and after it: the payment of the sale follows', async () => {
    const pkg = await sold()
    const { user } = await open(`pacote:${pkg}`)
    const price = await screen.findByLabelText('Preço (R$)')
    fill(price, '500')
    await seesText(new RegExp(`^O pagamento da venda acompanha: R\\$\\s500,00 em ${formatDate(due)}\\.$`))
    // What will be refused changes no payment.
    for (const refused of ['-1', '100000000']) {
      fill(price, refused)
      expect(screen.queryByText(/acompanha/)).toBeNull()
    }
    fill(price, '500')
    await press(user, 'Salvar')
    const saved = (await screen.findByText('Pacote atualizado com sucesso')).closest('li')
    expect(saved).toHaveTextContent(/recebido do Pacote de 4 aulas: R\$\s480,00 → R\$\s500,00/)
  })

  it("is told for the agenda's day, by which the database decides, wherever the device is", async () => {
    travelTo('Pacific/Kiritimati')
    await backend.sql("update public.profiles set time_zone = 'Pacific/Midway' where id = $1", [coach.id])
    onTestFinished(async () => {
      await backend.sql('update public.profiles set time_zone = null where id = $1', [coach.id])
    })
    const { user } = await open(`pacote:${await sold()}`)
    const day = await screen.findByLabelText('Data de pagamento')
    fill(day, formatDate(toLocalDate(new Date())))
    expect(await screen.findByText(/^Recebido R\$\s480,00: fica pago\.$/)).toBeInTheDocument()
    await press(user, 'Salvar')
    await seesText('Pacote atualizado com sucesso')
    const days = 'select paid_on::text from public.payments where student_id = $1'
    expect(await backend.sql(days, [id])).toEqual([{ paid_on: due }])
  })

  it('shows the PIX code for exactly what is open, or leads to the key', async () => {
    const pkg = await owe({ amount: 200 })
    const { user, unmount } = await open(`pagamentos:${pkg}`)
    const link = await (await dialog()).findByRole('link', { name: 'Cadastrar chave PIX' })
    expect(link).toHaveAttribute('href', '/app/profile?form=pix&tab=recebimento')
    unmount()
    const pix = { pix_type: 'email', pix_key: 'ana@example.com', pix_name: 'Ana', pix_city: 'Recife' }
    await setProfile(coach, pix)
    await open(`pagamentos:${pkg}`)
    await user.click(await (await dialog()).findByRole('button', { name: 'Código PIX' }))
    const reference = `PAC${pkg.slice(-6).toUpperCase()}`
    await screen.findByText(new RegExp(`ana@example.com.*Pacote de 4 aulas.*280\\.00.*${reference}`))
    expect(screen.getByText(/o Voleio não vê o dinheiro chegar/)).toBeInTheDocument()
  })
})
