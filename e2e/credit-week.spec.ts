import type { Locator } from '@playwright/test'
import type { Coach } from '../tests/support/backend.ts'
import { addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday, noonOf } from '../tests/support/world/values.ts'
import { goWithin, newCoach, registerLesson } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test, type Page } from './support/test.ts'

/**
 * A week in which not everything goes as planned: each credit must be in the right package, and the statement must say
 * why.
 */

const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Checks the credits on the students' cards in the list. */
async function expectCredits(page: Page, credits: Record<string, string>) {
  await goWithin(page, '/app/students')
  for (const [name, label] of Object.entries(credits))
    await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText(label)
}

/**
 * The lines of a statement, newest first. Checks that each balance is the previous balance plus the line, so that no
 * line is missing.
 */
async function linesOf(statement: Locator): Promise<string[]> {
  await expect(statement.getByRole('row').nth(1)).toBeVisible()
  const rows = await statement.getByRole('row').all()
  const lines = await Promise.all(
    rows.slice(1).map(async (row) => {
      const [what = '', delta = '', balance = ''] = await row.getByRole('cell').allInnerTexts()
      return {
        what: what.split('\n')[0] ?? '',
        delta: Number(delta.replace('−', '-')),
        balance: Number(balance),
      }
    }),
  )
  for (const [at, { delta, balance }] of lines.entries())
    expect(balance - delta).toBe(lines[at + 1]?.balance ?? 0)
  return lines.map(({ what, delta, balance }) => `${what} ${delta} ${balance}`)
}

const withoutTimes = (line: string) => line.replaceAll(/\d\d\/\d\d · \d\d:\d\d/g, '…')

/** An instant `minutes` minutes ago, or the last midnight if that would be yesterday. */
function earlier(minutes: number): Date {
  const midnight = new Date().setHours(0, 0, 0, 0)
  return new Date(Math.max(midnight, Date.now() - minutes * 60_000))
}

async function registerWith(page: Page, names: string[], inForm?: () => Promise<void>) {
  await registerLesson(page, names, inForm)
  await told(page, 'Sessão registrada com sucesso')
}

const tenFor = (api: Coach, student: string) =>
  sellPackage(api, student, {
    name: 'Pacote de 10 aulas',
    total_classes: 10,
    purchase_date: daysFromToday(-20),
    expiry_date: daysFromToday(40),
  })

test('a week of absences, rain, a settling sale, a renewal and a mistake', async ({ page, browser }) => {
  test.slow()
  const api = await startSignedIn(page, newCoach('Carla Menezes'))
  const marina = await addStudent(api, { name: 'Marina Couto' })
  const davi = await addStudent(api, { name: 'Davi Rocha' })
  const caio = await addStudent(api, { name: 'Caio Prado' })
  const ten = await tenFor(api, marina)
  const hers = await tenFor(api, davi)
  await giveLesson(api, { date: noonOf(-1) }, [{ student: marina, package: ten }])
  for (const day of [-9, -6, -2]) await giveLesson(api, { date: noonOf(day) }, [{ student: caio }])

  await test.step('a no-show is charged: one tap in the open form', async () => {
    await registerWith(page, ['Marina Couto', 'Davi Rocha'], async () => {
      const attendance = page.getByRole('group', { name: 'Presença de Marina Couto' })
      await attendance.getByRole('radio', { name: 'Faltou' }).check({ force: true })
      await expect(page.getByText('Falta cobrada: usa 1 crédito do Pacote de 10 aulas.')).toBeVisible()
    })
    await expectCredits(page, { 'Marina Couto': '8 crédito(s)', 'Davi Rocha': '9 crédito(s)' })
  })

  await test.step('an excuse told late is free: the credit comes back', async () => {
    await goWithin(page, '/app/sessions')
    // The device's stored list begins with yesterday's lesson; wait for the server's list, which has today's lesson
    // above it.
    await expect(page.getByText('Mostrando 1 - 5 de 5 sessões')).toBeVisible()
    await page.getByRole('button', { name: 'Editar' }).nth(1).click()
    await page.getByRole('radio', { name: 'Falta justificada' }).first().check({ force: true })
    await expect(page.getByText('1 crédito volta para o Pacote de 10 aulas')).toBeVisible()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await told(page, 'Sessão atualizada com sucesso')
    await expectCredits(page, { 'Marina Couto': '9 crédito(s)' })
  })

  await test.step('a day of rain: three groups in four taps, undone, and cancelled after all', async () => {
    await giveLesson(api, { date: earlier(30) }, [{ student: marina, package: ten }])
    await giveLesson(api, { date: earlier(20) }, [{ student: davi, package: hers }])
    await goWithin(page, '/app/sessions')
    const cancel = async () => {
      await page.getByRole('link', { name: 'Cancelar as aulas de hoje' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cancelar as aulas de hoje' })
      // The lessons have begun, so the coach has to choose them.
      const given = dialog.getByRole('checkbox', { name: /Registrada/ })
      await expect(given).toHaveCount(3)
      for (const lesson of await given.all()) await lesson.check()
      await dialog.getByLabel(/Estender validade em/).check()
      await expect(dialog.getByText('4 créditos voltam.', { exact: false })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancelar 3 aulas' }).click()
      await told(page, '3 aulas canceladas')
    }
    await cancel()
    await page.getByRole('button', { name: /Desfazer/ }).click()
    await told(page, 'Desfeito')
    await expectCredits(page, { 'Marina Couto': '8 crédito(s)', 'Davi Rocha': '8 crédito(s)' })
    await goWithin(page, '/app/sessions')
    await cancel()
    await expect(page.getByText('Cancelada · chuva').first()).toBeVisible()
    await expectCredits(page, { 'Marina Couto': '10 crédito(s)', 'Davi Rocha': '10 crédito(s)' })
    await goWithin(page, `/app/students/${marina}`)
    await page.getByRole('tab', { name: 'Pacotes' }).click()
    await page.getByRole('button', { name: /^Mais ações: Pacote/ }).click()
    await expect(page.getByText(/60 dias \+ 7 de extensão/)).toBeVisible()
  })

  await test.step('a sale settles the three lessons that were owed', async () => {
    await goWithin(page, `/app/packages/new?student=${caio}`)
    await page.getByLabel('Preço (R$)').fill('480,00')
    await expect(page.getByText('Acertar aulas sem pacote (3)')).toBeVisible()
    // Told where it is seen before the button beside it is pressed.
    await expect(page.getByText('3 créditos saem do Pacote de 4 aulas')).toBeInViewport()
    await page.getByRole('button', { name: 'Criar Pacote' }).click()
    await told(page, 'Pacote criado com sucesso!')
    await expectCredits(page, { 'Caio Prado': '1 crédito(s)' })
  })

  await test.step('a renewal, two taps from its alert', async () => {
    await goWithin(page, '/app/alerts')
    await page.getByRole('link', { name: 'Renovar pacote de Caio Prado' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Renovar' }).click()
    await told(page, 'Pacote criado com sucesso')
    await expectCredits(page, { 'Caio Prado': '5 crédito(s)' })
  })

  await test.step('a lesson of the wrong student is undone', async () => {
    await registerWith(page, ['Marina Couto'])
    const toast = page.getByRole('region', { name: 'Avisos (F8)' }).getByRole('listitem')
    const [bar, shown] = await Promise.all([page.getByRole('banner').boundingBox(), toast.boundingBox()])
    expect(shown?.y, 'the bar at the top stays free').toBeGreaterThanOrEqual(bar?.height ?? Infinity)
    await page.getByRole('button', { name: /Desfazer/ }).click()
    await told(page, 'Desfeito')
    await expectCredits(page, { 'Marina Couto': '10 crédito(s)' })
  })

  const statements: Record<string, string[]> = {}
  await test.step('the statement explains every credit, and ends at what the card says', async () => {
    for (const id of [marina, caio]) {
      await goWithin(page, `/app/students/${id}/statement`)
      statements[id] = await linesOf(page.getByRole('table', { name: 'Extrato de créditos' }))
    }
    expect(statements[caio]?.map(withoutTimes)).toEqual([
      'Pacote de 4 aulas vendido 4 5',
      ...[1, 2, 3].map((left) => `Aula de … -1 ${left}`),
      'Pacote de 4 aulas vendido 4 4',
    ])
    const [removed, registered, ...before] = (statements[marina] ?? []).map(withoutTimes)
    expect([removed, registered]).toEqual([
      'Crédito devolvido: aula retirada (aula de …) 1 10',
      'Aula de … -1 9',
    ])
    expect(before.slice(0, 2).toSorted()).toEqual([
      'Crédito devolvido: aula cancelada · chuva (aula de …) 1 10',
      'Crédito devolvido: aula cancelada · chuva (aula de …) 1 9',
    ])
    expect(before.at(-1)).toBe('Pacote de 10 aulas vendido 10 10')
    expect(before.filter((line) => line.startsWith('Falta cobrada'))).toHaveLength(2)
    expect(before).toContain('Crédito devolvido: falta justificada (aula de …) 1 9')
  })

  await test.step('the student reads the same lines behind the public link', async () => {
    const visitor = await browser.newContext({ viewport: page.viewportSize() })
    const link = await visitor.newPage()
    for (const [id, credits] of [
      [marina, 10],
      [caio, 5],
    ] as const) {
      await link.goto(`/student-page/${id}`)
      await expect(link.locator('main')).toContainText(new RegExp(`Créditos Disponíveis\\s*${credits}`))
      await link.getByRole('tab', { name: 'Pacotes' }).click()
      expect(await linesOf(link.getByRole('table', { name: /Extrato/ }))).toEqual(statements[id])
    }
    await visitor.close()
  })
})
