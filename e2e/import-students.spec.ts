import { today } from '../tests/support/world/values.ts'
import { expectNoViolations } from './support/axe.ts'
import { goWithin, newCoach, studentId } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { expect, test } from './support/test.ts'

const day = today.split('-').toReversed().join('/')

/**
 * 30 students as spreadsheets have them: two bad phones, two siblings, five half-used packages. In Windows-1252 and
 * with semicolons, as Excel writes a CSV in Brazil.
 */
function spreadsheet(): Buffer {
  const rows = Array.from({ length: 30 }, (_, at) => {
    const number = String(at).padStart(2, '0')
    const name = at === 29 ? 'Irmão do Aluno 28' : `Aluno${number} Silva`
    const phone = new Map([
      [3, '9876-54'],
      [7, '(11) 98765-432100'],
      [29, '(11) 90000-0028'],
    ])
    const pack = at < 5 ? ['10, usadas 7', '1.260,00', day] : ['', '', '']
    return [
      name,
      phone.get(at) ?? `(11) 90000-00${number}`,
      at % 2 === 0 ? 'fem' : 'masc',
      `${(at % 7) + 1}ª classe`,
      ...pack,
    ].join(';')
  })
  return Buffer.from(['Nome;Celular;Sexo;Classe;Pacote;Valor;Início', ...rows].join('\r\n'), 'latin1')
}

test('a spreadsheet of 30 students to the right balances and statements, sent twice', async ({ page }) => {
  test.slow()
  const api = await startSignedIn(page, newCoach('Marta Lima'))
  await page.goto('/app/students')
  await page.getByRole('link', { name: 'Importar alunos' }).click()
  await page
    .getByLabel('Escolher arquivo CSV')
    .setInputFiles({ name: 'alunos.csv', mimeType: 'text/csv', buffer: spreadsheet() })
  await expectNoViolations(page, 'columns of the import')
  await page.getByRole('button', { name: 'Conferir alunos' }).click()
  await expect(page.getByRole('heading', { name: 'Para corrigir (2)' })).toBeVisible()
  await expectNoViolations(page, 'rows of the import')
  await expect(page.getByRole('listitem').filter({ hasText: 'Irmão do Aluno 28' })).toContainText(
    'Mesmo contato de outro aluno',
  )
  await page.getByLabel('Telefone').first().fill('(11) 90000-0003')
  await page.getByLabel('Telefone').last().fill('(11) 90000-0007')
  await expect(page.getByText('30 alunos · 5 pacotes · 15 créditos')).toBeVisible()

  await test.step('the answer is lost, and the same call is sent again', async () => {
    let sent = 0
    await page.route('**/rpc/import_students', async (route) => {
      const response = await route.fetch({ maxRetries: 1 })
      sent += 1
      await (sent === 1 ? route.abort() : route.fulfill({ response }))
    })
    await page.getByRole('button', { name: 'Importar (30)' }).click()
    await expect(page.getByRole('heading', { name: 'Alunos importados' })).toBeVisible({ timeout: 30_000 })
    // The screen also reads the list of students, which may show the saved rows before the second answer arrives.
    await expect.poll(() => sent).toBe(2)
  })

  const { count } = await api.client.from('students').select('id', { count: 'exact', head: true })
  expect(count).toBe(30)
  await goWithin(page, '/app/students')
  const id = await studentId(page, 'Aluno03 Silva')
  await goWithin(page, `/app/students/${id}/statement`)
  await expect(page.getByText('Usadas antes do Voleio').first()).toBeVisible()
  const packages = await api.client.from('packages').select('remaining_classes, paid_total').throwOnError()
  expect(packages.data).toEqual(Array.from({ length: 5 }, () => ({ remaining_classes: 3, paid_total: 1260 })))
})
