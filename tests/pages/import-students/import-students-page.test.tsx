import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toLocalDate, formatDate, formatMonth } from '@/core/dates'
import { loseAnswers, to } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { catchDownloads } from '../../support/downloads'
import { openScreen, fill, seesText } from '../../support/render'
import { addStudent } from '../../support/world/api'

/** docs/product.md, 'Importing students'. */

const PATH = '/app/students/import'
const POST = 'POST /rest/v1/rpc/import_students'
const today = toLocalDate(new Date())
const shown = formatDate(today)

ownCoach()

const TEXT = [
  'Nome;WhatsApp;Sexo;Nível;Pacote;Valor;Início;Pago',
  `Ana Lima;(11) 90000-0001;fem;3ª classe;10, usadas 7;1.260,00;${shown};`,
  `Bruno Sá;11 90000-00;masc;5a;4;480,00;${shown};não`,
  `Pedro Lima;(11) 90000-0001;masc;7ª classe;;;;`,
  'Marina Costa;(11) 98765-4321;fem;2ª classe;;;;',
].join('\n')

type Opened = Awaited<ReturnType<typeof openScreen>>
const press = async ({ user }: Opened, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const students = async () => {
  const rows = await backend.sql<{ line: string }>(
    `select concat_ws(' ', s.name, s.total_credits, p.paid_total, p.open_amount) as line
       from public.students s left join public.packages p on p.user_id = s.user_id and p.student_id = s.id
      where s.user_id = $1 order by s.name`,
    [coach.id],
  )
  return rows.map(({ line }) => line)
}

async function openRows() {
  await addStudent(coach, { name: 'Marina Costa' })
  const opened = await openScreen(PATH, { backend, coach })
  fill(await screen.findByLabelText('Ou cole as células aqui'), TEXT)
  await press(opened, 'Continuar')
  await press(opened, 'Conferir alunos')
  await screen.findByRole('heading', { name: 'Para corrigir (1)' })
  return opened
}

it('mends a row in place, says what will be saved, and saves it once', async () => {
  const opened = await openRows()
  await seesText('Já existe', 'Mesmo contato de outro aluno')
  expect(screen.getByRole('checkbox', { name: 'Marina Costa' })).not.toBeChecked()
  await seesText('2 alunos · 1 pacote · 3 créditos', 'Ficam de fora: 1 para corrigir e 1 desmarcado')

  expect(screen.getByText('Telefone inválido')).toBeInTheDocument()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  expect(await screen.findByText('3 alunos · 2 pacotes · 7 créditos')).toBeInTheDocument()
  const month = screen.getByText(`Em ${formatMonth(today.slice(0, 7))}`)
  expect(month.nextElementSibling).toHaveTextContent('Vendido + R$ 1.740,00Recebido + R$ 1.260,00')
  expect(await students()).toEqual(['Marina Costa 0'])

  await press(opened, 'Importar (3)')
  expect(await screen.findByRole('heading', { name: 'Alunos importados' })).toBeInTheDocument()
  expect(await students()).toEqual([
    'Ana Lima 3 1260.00 0.00',
    'Bruno Sá 4 0.00 480.00',
    'Marina Costa 0',
    'Pedro Lima 0',
  ])
  expect(opened.requests.filter((request) => request === POST)).toHaveLength(1)
})

it('a table with one row too many is refused before anything is corrected, with or without headings', async () => {
  const opened = await openScreen(PATH, { backend, coach })
  const field = await screen.findByLabelText('Ou cole as células aqui')
  const rows = Array.from({ length: 1000 }, (_, at) => `Ana;119${90000000 + at};fem;3a`).join('\n')
  for (const first of ['Nome;Celular;Sexo;Classe\nBia;11980000000;fem;3a', 'Bia;11980000000;fem;3a']) {
    fill(field, `${first}\n${rows}`)
    await press(opened, 'Continuar')
    expect(screen.getByText('A planilha tem 1.001 linhas. Importe até 1.000 por vez.')).toBeInTheDocument()
  }
  fill(field, `Nome;Celular;Sexo;Classe\n${rows}`)
  await press(opened, 'Continuar')
  expect(await screen.findByText('O que há em cada coluna')).toBeInTheDocument()
})

it("'Mostrar mais' goes on at the first row that it shows", async () => {
  const opened = await openScreen(PATH, { backend, coach })
  const rows = Array.from({ length: 60 }, (_, at) => `Aluno ${at + 1};119${90000000 + at};F;3`)
  fill(
    await screen.findByLabelText('Ou cole as células aqui'),
    ['Nome;Telefone;Sexo;Classe', ...rows].join('\n'),
  )
  await press(opened, 'Continuar')
  await press(opened, 'Conferir alunos')
  // Regression: the pressed button is gone, and with it was the focus.
  await press(opened, 'Mostrar mais (10)')
  expect(screen.getByRole('checkbox', { name: 'Aluno 51' })).toHaveFocus()
})

it('what is wrong stays to be mended, and can be downloaded', async () => {
  const downloads = catchDownloads()
  const opened = await openRows()
  await press(opened, 'Baixar linhas com erro')
  expect(downloads.map(({ name }) => name)).toEqual(['alunos-com-erro.csv'])
  await press(opened, 'Importar (2)')
  // Only the row with an error is left: a row that was unticked is not offered again.
  expect(await screen.findByText('Falta 1 linha: corrija e importe.')).toBeInTheDocument()
  expect(screen.queryByText('Marina Costa')).toBeNull()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  await press(opened, 'Importar (1)')
  await waitFor(async () => expect(await students()).toHaveLength(4))
})

it('what is chosen of a row stands in words, also while something else of the row is wrong', async () => {
  const opened = await openScreen(PATH, { backend, coach })
  fill(await screen.findByLabelText('Ou cole as células aqui'), 'Nome;Telefone;Classe\nAna Lima;119;avançada')
  await press(opened, 'Continuar')
  await press(opened, 'Conferir alunos')
  const classe = await screen.findByLabelText('Classe')
  await opened.user.selectOptions(classe, '3 Classe')
  await opened.user.selectOptions(screen.getByLabelText('Gênero'), 'Feminino')
  expect(classe).toHaveDisplayValue('3 Classe')
  // Regression: '119 · female · 3-classe'
  expect(screen.getByText('119 · Feminino · 3 Classe')).toBeInTheDocument()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0001')
  await press(opened, 'Importar (1)')
  await screen.findByRole('heading', { name: 'Alunos importados' })
  expect(await students()).toEqual(['Ana Lima 0'])
})

it('an answer that was lost: rows that were saved are not offered again, changed or not', async () => {
  const opened = await openRows()
  // Nor can the students be read.
  opened.intercept(loseAnswers((request) => to('/import_students')(request) || to('/v1/students')(request)))
  await press(opened, 'Importar (2)')
  expect(await screen.findByText('Erro ao importar alunos')).toBeInTheDocument()
  // Nor before the next press: read by then, those who were saved would not be offered.
  let isPressed = false
  opened.intercept((request, send) => {
    isPressed ||= to('/import_students')(request)
    return isPressed ? send(request) : loseAnswers(to('/v1/students'))(request, send)
  })
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  await press(opened, 'Importar (3)')
  await screen.findByText('Um destes alunos já foi importado. Confira a lista de alunos.')
  await press(opened, 'Importar (1)')
  expect(await screen.findByRole('heading', { name: 'Alunos importados' })).toBeInTheDocument()
  expect(await students()).toHaveLength(4)
})

it('an answer that was lost: who was saved is known, also if a column was corrected since', async () => {
  const opened = await openRows()
  opened.intercept(loseAnswers(to('/import_students')))
  await press(opened, 'Importar (2)')
  expect(await screen.findByText('Erro ao importar alunos')).toBeInTheDocument()
  opened.intercept(null)
  await press(opened, 'Voltar')
  await opened.user.selectOptions(await screen.findByLabelText('Valor'), 'Não importar')
  await press(opened, 'Conferir alunos')
  // Regression: the rows were other ones, and Ana and Pedro were saved a second time.
  expect(await screen.findByRole('button', { name: 'Importar (0)' })).toBeDisabled()
  expect(screen.queryByRole('checkbox', { name: 'Ana Lima' })).toBeNull()
  expect(await students()).toHaveLength(3)
})

// Regression: the rows went under the operation that had saved the others, which saved nothing more and said it had.
it('an answer that was lost: a row that is ticked only since then is saved too', async () => {
  const opened = await openRows()
  opened.intercept(loseAnswers(to('/import_students')))
  await press(opened, 'Importar (2)')
  expect(await screen.findByText('Erro ao importar alunos')).toBeInTheDocument()
  opened.unmount()
  // On another device: Marina's row looks like nobody's any more.
  await backend.sql("delete from public.students where user_id = $1 and name = 'Marina Costa'", [coach.id])
  const again = await openScreen(PATH, { backend, coach })
  expect(await screen.findByRole('checkbox', { name: 'Marina Costa' })).toBeChecked()
  await press(again, 'Importar (1)')
  await screen.findByRole('heading', { name: 'Alunos importados' })
  expect(await students()).toEqual(['Ana Lima 3 1260.00 0.00', 'Marina Costa 0', 'Pedro Lima 0'])
})

it('notes keep their lines when they are mended', async () => {
  const opened = await openScreen(PATH, { backend, coach })
  const text = 'Nome;Telefone;Sexo;Classe;Obs\nAna Lima;11900000001;F;3;"Canhota\nprefere manhã"'
  fill(await screen.findByLabelText('Ou cole as células aqui'), text)
  await press(opened, 'Continuar')
  await press(opened, 'Conferir alunos')
  await press(opened, 'Editar Ana Lima')
  await opened.user.type(screen.getByLabelText('Notas'), '!')
  await press(opened, 'Importar (1)')
  await screen.findByRole('heading', { name: 'Alunos importados' })
  const stored = await backend.sql('select notes from public.students where user_id = $1', [coach.id])
  expect(stored).toEqual([{ notes: 'Canhota\nprefere manhã!' }])
})

it('another text is another table; going back and forth keeps what was mended', async () => {
  const opened = await openRows()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  await press(opened, 'Voltar')
  await press(opened, 'Conferir alunos')
  expect(await screen.findByText('3 alunos · 2 pacotes · 7 créditos')).toBeInTheDocument()
  await press(opened, 'Voltar')
  await press(opened, 'Voltar')
  fireEvent.change(await screen.findByLabelText('Ou cole as células aqui'), {
    target: { value: 'Nome;Telefone;Gênero;Classe;Aulas;Início\nCaio Sá;(11) 90000-0009;M;3;4;01/02/2026' },
  })
  await press(opened, 'Continuar')
  await press(opened, 'Conferir alunos')
  expect(await screen.findByText('1 aluno · 1 pacote · 4 créditos (4 vencidos)')).toBeInTheDocument()
})

// Regression: a column that was corrected made all rows anew, and what had been mended in them was typed in vain.
it('what was mended and ticked stays when a column is corrected', async () => {
  const opened = await openRows()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  await opened.user.click(screen.getByRole('checkbox', { name: 'Pedro Lima' }))
  await press(opened, 'Voltar')
  await opened.user.selectOptions(await screen.findByLabelText('Valor'), 'Não importar')
  await opened.user.selectOptions(await screen.findByLabelText('Pago'), 'Não importar')
  await press(opened, 'Conferir alunos')
  expect(await screen.findByText('2 alunos · 2 pacotes · 7 créditos')).toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: 'Pedro Lima' })).not.toBeChecked()
  await press(opened, 'Importar (2)')
  await screen.findByRole('heading', { name: 'Alunos importados' })
  expect(await students()).toEqual(['Ana Lima 3 0.00 0.00', 'Bruno Sá 4 0.00 0.00', 'Marina Costa 0'])
})

// Regression: with the headings taken for a student, and back, all rows were made anew too.
it('what was mended and ticked stays when the first row has the headings after all', async () => {
  const opened = await openRows()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  await opened.user.click(screen.getByRole('checkbox', { name: 'Pedro Lima' }))
  await press(opened, 'Voltar')
  const headings = await screen.findByRole('checkbox', { name: 'A primeira linha tem os títulos' })
  await opened.user.click(headings)
  await press(opened, 'Conferir alunos')
  expect(await screen.findByRole('checkbox', { name: 'Nome' })).toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: 'Pedro Lima' })).not.toBeChecked()
  await press(opened, 'Voltar')
  await opened.user.click(await screen.findByRole('checkbox', { name: 'A primeira linha tem os títulos' }))
  await press(opened, 'Conferir alunos')
  expect(await screen.findByText('2 alunos · 2 pacotes · 7 créditos')).toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: 'Nome' })).toBeNull()
})

it('a reload finds the rows as they were mended', async () => {
  const opened = await openRows()
  fill(screen.getByLabelText('Telefone'), '(11) 90000-0002')
  opened.unmount()
  await openScreen(PATH, { backend, coach })
  await seesText('Recuperamos o que você estava escrevendo.', '3 alunos · 2 pacotes · 7 créditos')
})

it('the coach corrects the guess of the columns, and a file that is no text or huge is refused', async () => {
  const opened = await openScreen(PATH, { backend, coach })
  const file = await screen.findByLabelText('Escolher arquivo CSV')
  // It would be a second button of this name, and take the focus unseen.
  expect(file).not.toBeVisible()
  await opened.user.upload(file, new File(['PK\u0003\u0004\0\0'], 'alunos.csv', { type: 'text/csv' }))
  await screen.findByText('Este arquivo não é CSV. Na planilha, salve ou baixe como CSV.')
  const huge = new File([TEXT.padEnd(5_000_001)], 'alunos.csv', { type: 'text/csv' })
  await opened.user.upload(file, huge)
  await seesText('Este arquivo é grande demais: até 5 MB. Na planilha, salve ou baixe como CSV.')
  // Regression: nothing was said of a file in a cloud that the phone cannot reach.
  const away = new File([TEXT], 'alunos.csv', { type: 'text/csv' })
  Object.assign(away, { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  await opened.user.upload(file, away)
  await seesText('Não foi possível ler este arquivo.')
  await opened.user.upload(file, new File([TEXT], 'alunos.csv', { type: 'text/csv' }))
  const name = await screen.findByLabelText('Nome')
  expect(name).toHaveValue('name')
  await opened.user.selectOptions(name, 'Não importar')
  await press(opened, 'Conferir alunos')
  expect(await screen.findByText('Escolha a coluna do nome')).toBeInTheDocument()
  await opened.user.selectOptions(name, 'Nome')
  await press(opened, 'Conferir alunos')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.some((row) => within(row).queryByText('Ana Lima'))).toBe(true)
})
