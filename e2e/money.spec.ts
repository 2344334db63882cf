import { addMonths, renewalMonth } from '../src/payments/finance/rules.ts'
import { addStudent, giveLesson, sellPackage, setProfile } from '../tests/support/world/api.ts'
import { noonOf, today } from '../tests/support/world/values.ts'
import { expectNoViolations } from './support/axe.ts'
import { goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { meetsAtOnce } from './support/taps.ts'
import { expect, test, type Page } from './support/test.ts'

const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('R$ 480,00 asked for, received in parts, given back in part and renewed: nothing is covered or met twice', async ({
  page,
}) => {
  test.slow()
  const api = await startSignedIn(page, newCoach('Marta Lima'))
  const bia = await addStudent(api, { name: 'Bia & Çelik', phone: '5511912345678' })
  const pix = {
    pix_type: 'email',
    pix_key: 'marta@exemplo.com',
    pix_name: 'Marta Lima',
    pix_city: 'Sao Paulo',
  }
  await setProfile(api, pix)
  // A lesson that the sale settles.
  await giveLesson(api, { date: noonOf(-1) }, [{ student: bia }])
  const openPackages = `/app/students/${bia}?tab=pacotes`

  await test.step('sold', async () => {
    await page.goto(`/app/packages/new?student=${bia}`)
    await page.getByLabel('Preço (R$)').fill('480')
    await page.getByLabel('Já recebi').uncheck()
    // Told where it is seen before the button beside it is pressed.
    await expect(page.getByText('1 crédito sai do Pacote de 4 aulas')).toBeInViewport()
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await told(page, 'Pacote criado com sucesso!')
    const toast = page.getByRole('region', { name: 'Avisos (F8)' }).getByRole('listitem')
    const [bar, shown] = await Promise.all([page.getByRole('banner').boundingBox(), toast.boundingBox()])
    expect(shown?.y, 'the bar at the top stays free').toBeGreaterThanOrEqual(bar?.height ?? Infinity)
  })

  await test.step('asked for', async () => {
    await goWithin(page, '/app/finance')
    await page.getByRole('button', { name: 'Cobrar: Bia & Çelik' }).click()
    await expect(page.getByLabel('Texto', { exact: true })).toHaveValue(/480,00/)
    await expectNoViolations(page, 'the message')
    await page.keyboard.press('Escape')
  })

  await test.step('200 are received, then the rest in two presses', async () => {
    await goWithin(page, openPackages)
    const more = page.getByRole('button', { name: /^Mais ações: Pacote/ })
    expect(await meetsAtOnce(more, 'Pagamentos'), 'nor the line of a menu').toBe(false)
    await page.getByRole('button', { name: /^Pagamentos/ }).click()
    await page.getByRole('button', { name: 'Registrar pagamento' }).click()
    await page.getByLabel('Valor (R$)').fill('200')
    await page.getByRole('button', { name: 'Registrar', exact: true }).click()
    await told(page, 'Pagamento registrado')
    // The dialog stays open beside the toast: neither may cover a button of the other.
    for (const name of ['Desfazer', 'Fechar']) {
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click({ trial: true })
    }
    await expectNoViolations(page, 'a toast beside a dialog')
    await goWithin(page, '/app/finance')
    // Wait until the list was read again: pressed on the remembered R$ 480,00, the button would be refused.
    await expect(page.getByText(/^de R\$\s480,00$/)).toBeVisible()
    expect(await meetsAtOnce(page.getByRole('button', { name: 'Marcar como pago' }), 'Dinheiro')).toBe(false)
    await page.getByRole('button', { name: 'Dinheiro' }).click()
    await told(page, 'Pagamento registrado')
    // Or the receipt that is printed next would tell it, perhaps about another student. Not awaited: it goes by itself.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('Pagamento registrado').first().isVisible(), 'no toast on paper').toBe(false)
    await page.emulateMedia({ media: null })
    await told(page, 'Nada a receber')
  })

  await test.step('100 go back, and the price with them', async () => {
    await goWithin(page, openPackages)
    await page.getByRole('button', { name: /^Mais ações: Pacote/ }).click()
    await page.getByRole('button', { name: /^Pagamentos/ }).click()
    // Wait until package and payments were read again: each moves the button, and a press meanwhile would be lost.
    await expect(page.getByRole('dialog').getByText('Pago', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').getByText(/^R\$\s280,00$/)).toBeVisible()
    await page.getByRole('button', { name: 'Devolver dinheiro' }).click()
    await page.getByLabel('Valor (R$)').fill('100')
    await page.getByLabel('Tirar os 3 créditos que restam').uncheck()
    await page.getByRole('button', { name: 'Devolver', exact: true }).click()
    await told(page, 'Devolução registrada')
    const removes = page.getByRole('button', { name: /^Apagar: Devolução/ })
    expect(await meetsAtOnce(removes, 'Apagar lançamento'), 'nor what cannot be undone').toBe(false)
  })

  await test.step('a monthly package is renewed with nine classes, at the price in proportion', async () => {
    const target = renewalMonth(today)
    const before = { purchase_date: `${addMonths(target, -1)}-10`, expiry_date: `${target}-07` }
    const caio = await addStudent(api, { name: 'Caio Melo' })
    const pkg = await sellPackage(api, caio, { total_classes: 8, price: 880, ...before })
    await api.client.from('packages').update({ renews_monthly: true }).eq('id', pkg).throwOnError()
    await page.goto('/app/finance')
    await page.getByRole('textbox', { name: 'Aulas de Caio Melo' }).fill('9')
    await page.getByRole('button', { name: /^R\$\s990,00 pelas 9\?/ }).click()
    await expectNoViolations(page, 'a renewal with other numbers')
    await page.getByRole('button', { name: /^Renovar 1 pacote · R\$\s990,00$/ }).click()
    await told(page, '1 pacote renovado')
  })
})
