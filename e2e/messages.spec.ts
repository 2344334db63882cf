import { addStudent, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday } from '../tests/support/world/values.ts'
import { expectNoViolations } from './support/axe.ts'
import { goWithin, newCoach } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

/** A text that the coach wrote, with characters that addresses escape. */
const HARD = 'Olá, {nome} & família! 100% #1 = R$ 5,00 + ação?\n\nLinha “dois”: ç, ã, é 🎾👩🏽‍🏫'

test('six alerts are no dead end: each has its message, which opens as it reads and is filtered away', async ({
  page,
  context,
}) => {
  const api = await startSignedIn(page, newCoach('Carla Menezes'))
  const { client, id: user_id } = api
  // The chat itself is another site, so answer it here.
  await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
  const student = (name: string) => addStudent(api, { name })
  const nearlyOut = await student('Zé&#%+ Lima')
  await sellPackage(api, nearlyOut, { total_classes: 1, expiry_date: daysFromToday(60) })
  await sellPackage(api, await student('Eva Prado'), { total_classes: 8, expiry_date: daysFromToday(3) })
  const expired = await student('Davi Souza')
  await sellPackage(api, expired, { total_classes: 2, expiry_date: daysFromToday(-1) })
  await sellPackage(api, expired, { total_classes: 8, expiry_date: daysFromToday(60) })
  const owing = await student('Íris Moreira')
  const owed = await sellPackage(api, owing, { total_classes: 8, expiry_date: daysFromToday(60), price: 480 })
  await client.from('payments').delete().eq('package_id', owed).throwOnError()
  await client.from('message_templates').insert({ user_id, kind: 'low_credits', body: HARD }).throwOnError()
  await client
    .from('profiles')
    .update({
      pix_type: 'email',
      pix_key: 'carla@voleio.test',
      pix_name: 'CARLA MENEZES',
      pix_city: 'SAO PAULO',
    })
    .eq('id', user_id)
    .throwOnError()
  const unpacked = await student('Otto Reis')
  await page.goto(`/app/sessions/new?repeat=${unpacked}&passo=2`)
  await page.getByRole('button', { name: /^Registrar (·|aula)/ }).click()
  await expect(page.getByText('Sessão registrada com sucesso', { exact: true })).toBeVisible()

  await goWithin(page, '/app/alerts')
  const untold = page.getByRole('button', { name: /^Não avisados/ })
  await untold.click()
  const sent: Record<string, string> = {}
  for (let left = 6; left > 0; left--) {
    await expect(untold).toHaveText(`Não avisados (${left})`)
    await page
      .getByRole('button', { name: /^(Avisar:|Cobrar:|Pedir dados)/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    const link = sheet.getByRole('link', { name: 'Abrir WhatsApp' })
    await expect(link).toBeVisible()
    const kind = (await sheet.getByRole('paragraph').first().textContent()) ?? ''
    if (left === 6) await expectNoViolations(page, 'the message')
    const shown = await sheet.getByRole('textbox', { name: 'Texto' }).inputValue()
    const [chat] = await Promise.all([context.waitForEvent('page'), link.click()])
    await chat.waitForURL(/^https:\/\/wa\.me\//)
    const opened = new URL(chat.url())
    await chat.close()
    expect(opened.searchParams.get('text')).toBe(shown)
    expect(opened.hash).toBe('')
    expect(shown).not.toMatch(/[{}]/)
    sent[kind] = `${opened.pathname} ${shown}`
  }
  await expect(page.getByText('Todos já foram avisados')).toBeVisible()
  expect(Object.keys(sent).toSorted()).toEqual([
    'Aula sem pacote',
    'Créditos acabando',
    'Dados do clube',
    'Pacote perto de vencer',
    'Pacote vencido',
    'Pagamento atrasado',
  ])
  expect(sent['Créditos acabando']).toBe(`/5511987654321 ${HARD.replace('{nome}', 'Zé&#%+')}`)
  expect(sent['Pagamento atrasado']).toMatch(/R\$ 480,00[^]*\n000201.*5406480\.00.*6304[0-9A-F]{4}\n/)
  expect(sent['Dados do clube']).toMatch(/^\/ /)

  await untold.click()
  await expect(page.getByText(/^Mensagem aberta em \d\d\/\d\d$/)).toHaveCount(6)
  await page.reload()
  await expect(page.getByText(/^Mensagem aberta em \d\d\/\d\d$/)).toHaveCount(6)
})
