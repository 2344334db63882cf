import { describe, expect, it } from 'vitest'
import { keysOf } from '@/core/records'
import { csvLines, csvText, decodeText, readCsv } from '@/lib/browser/csv'
import {
  classeCell,
  classesCell,
  CHOICE_CELLS,
  dateCell,
  genderCell,
  paidCell,
  phoneCell,
  priceCell,
  typeCell,
} from '@/students/import/cells'
import { chooseColumn, guessColumns, titleRows, type Columns } from '@/students/import/columns'
import {
  checkRow,
  importPlan,
  importRows,
  rereadRows,
  isChosen,
  likenesses,
  packageLine,
  summaryLine,
  summaryOf,
  wrongRows,
} from '@/students/import/rows'
import { optionsOf } from '@/students/student.schema'
import { newId, studentRow } from '../../../support/world/values'

/** docs/product.md, 'Importing students'. */

const { status: statusCell } = CHOICE_CELLS

const TODAY = '2026-11-22'
const DEFAULTS = { gender: '', type: 'fixed', classe: '7-classe', validityDays: '30' }

/** The same two students as each program writes them. */
const LINES = [
  ['Nome', 'Telefone', 'E-mail', 'Sexo', 'Tipo', 'Classe', 'Pacote', 'Valor', 'Data de início', 'Obs'],
  [
    'Júlia Conceição',
    '(11) 98765-4321',
    'julia@voleio.test',
    'fem',
    'Fixo',
    '3ª classe',
    '10, usadas 7',
    '1.260,00',
    '12/03/26',
    'Canhota\nprefere manhã',
  ],
  ['Caio Müller', '11 91234-5678', '', 'masc', 'Avulso', '5a', '4', 'R$ 480', '01/11/2026', ''],
]
const quoted =
  (delimiter: string, always = false) =>
  (cell: string) =>
    always || cell.includes(delimiter) || cell.includes('\n') ? `"${cell.replaceAll('"', '""')}"` : cell
const fileOf = (delimiter: string, newline: string) =>
  LINES.map((cells) => cells.map(quoted(delimiter)).join(delimiter)).join(newline)
const WINDOWS = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const UTF8 = (text: string) => new TextEncoder().encode(text)

const FILES: [string, Uint8Array][] = [
  ['Excel, CSV (Windows-1252, semicolons)', WINDOWS(`${fileOf(';', '\r\n')}\r\n`)],
  ['Excel, CSV UTF-8 (with a mark)', UTF8(`\uFEFF${fileOf(';', '\r\n')}\r\n`)],
  ['Google Sheets (commas)', UTF8(fileOf(',', '\r\n'))],
  ['Numbers (semicolons, UTF-8)', UTF8(`${fileOf(';', '\n')}\n`)],
  ['cells copied from a spreadsheet (tabs)', UTF8(fileOf('\t', '\n'))],
]

const rowsOf = (table: string[][]) => importRows(table, guessColumns(table), newId, [])

describe('a file', () => {
  it.each(FILES)('%s', (_, bytes) => {
    const table = readCsv(decodeText(bytes))
    expect(table.map((cells) => cells.map((cell) => cell.replaceAll('\r\n', '\n')))).toEqual(LINES)
    const values = rowsOf(table).flatMap((row) => checkRow(row, DEFAULTS, TODAY).values ?? [])
    const rows = values.map((each) => ({ id: 'student', packageId: 'package', values: each }))
    expect(importPlan('operation', rows)).toEqual({
      op_id: 'operation',
      rows: [
        {
          student: {
            ...studentRow({ name: 'Júlia Conceição', email: 'julia@voleio.test' }),
            id: 'student',
            notes: expect.stringContaining('prefere manhã'),
          },
          package: {
            id: 'package',
            name: 'Pacote de 10 aulas',
            total_classes: 10,
            used_outside: 7,
            price: 1260,
            purchase_date: '2026-03-12',
            payment_date: '2026-03-12',
            expiry_date: '2026-04-11',
            validity_days: null,
            paid: null,
            paid_on: '2026-03-12',
          },
        },
        {
          student: {
            ...studentRow({ name: 'Caio Müller', phone: '5511912345678' }),
            id: 'student',
            gender: 'male',
            type: 'occasional',
            classe: '5-classe',
          },
          package: expect.objectContaining({ total_classes: 4, used_outside: 0, price: 480 }),
        },
      ],
    })
  })

  it('UTF-16, as Excel writes ‘Unicode text’', () => {
    const text = `\uFEFF${fileOf('\t', '\r\n')}`
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)
    expect(readCsv(decodeText(bytes))[2]?.[0]).toBe('Caio Müller')
  })
})

it('names a row by its number in the spreadsheet, where empty rows and rows within a cell count', () => {
  const text = '\nNome;Telefone\n;\n;11 91234\n"Bia\nLopes";1\n'
  const table = readCsv(text)
  const rows = importRows(table, guessColumns(table), newId, csvLines(text))
  expect(rows.map(({ line, cells }) => [line, cells.phone])).toEqual([
    [4, '11 91234'],
    [5, '1'],
  ])
})

it('corrected columns are read anew, but for what was mended; the first row becomes a student', () => {
  const text = 'Nome;Obs\nAna;11 91234-5678\nBia;11 91234-5679'
  const rowsBy = (columns: Columns) => importRows(readCsv(text), columns, newId, csvLines(text))
  const before = rowsBy({ header: true, fields: ['name', 'notes'] })
  const [ana, bia] = before
  if (!ana || !bia) throw new Error('there are two rows')
  const rows = [{ ...ana, cells: { ...ana.cells, name: 'Ana Souza' } }, bia]
  const reread = rereadRows(rows, before, rowsBy({ header: false, fields: ['name', 'phone'] }))
  expect(reread.map(({ id, cells }) => [id, cells.name, cells.phone, cells.notes])).toEqual([
    [expect.any(String), 'Nome', 'Obs', ''],
    [ana.id, 'Ana Souza', '11 91234-5678', ''],
    [bia.id, 'Bia', '11 91234-5679', ''],
  ])
})

it.each([
  ['Controle de alunos 2026;;;;\n;;;;', [4, 5]],
  ['Dados;;Pacote;;Financeiro', [3, 4]],
  ['Alunos 2026;;Pagamentos;;', [3, 4]],
])('%j above the headings is no student and no heading', (above, numbers) => {
  const students = 'Ana;11 91234-5678;8;400;sim\nBia;11 91234-5679;8;400;não'
  const text = `${above}\nAluno;Telefone;Aulas;Valor;Pago\n${students}`
  const titles = titleRows(readCsv(text))
  const [table, lines] = [readCsv(text).slice(titles), csvLines(text).slice(titles)]
  const rows = importRows(table, guessColumns(table), newId, lines)
  expect(rows.map(({ cells, line }) => [cells.name, cells.paid, line])).toEqual([
    ['Ana', 'sim', numbers[0]],
    ['Bia', 'não', numbers[1]],
  ])
  // Nothing is left out of students without headings, or before them.
  for (const other of [students, `Controle;;;;\n${students}`, `${students}\nAluno;Telefone;Aulas;Valor;Pago`])
    expect(titleRows(readCsv(other))).toBe(0)
  // Students whose cells look like headings are no titles.
  const marked = ['Ana;Pago;Ativo;;', 'Bia;Pago;Ativo;Obs: joelho;8', 'Aluno Leo;Pago;Ativo;Nota 5;8']
  expect(titleRows(readCsv(marked.slice(0, 2).join('\n')))).toBe(0)
  expect(titleRows(readCsv(['Ana;Pago;Ativo;Obs;8', ...marked].join('\n')))).toBe(0)
})

// Regression: the title was the heading of the names, and 'Nome' a student.
it.each(['Alunos 2026;', 'sep=;'])('%j above the headings of a short table is no student either', (above) => {
  const table = readCsv(`${above}\nNome;Telefone\nAna Lima;11 98765-4321`)
  expect(guessColumns(table.slice(titleRows(table)))).toEqual({ header: true, fields: ['name', 'phone'] })
})

const read = (table: string[][], delimiter: string) =>
  readCsv(table.map((cells) => cells.join(delimiter)).join('\n'))

describe('a cell that begins with a quotation mark', () => {
  const students = Array.from({ length: 30 }, (_, i) => [
    `Aluno ${i + 1}`,
    `119876543${String(i).padStart(2, '0')}`,
  ])
  const withNames = (names: Record<number, string>) => [
    ['Nome', 'Telefone'],
    ...students.map(([name = '', phone = ''], i) => [names[i] ?? name, phone]),
  ]

  it.each(['\t', ';', ','])('is a row by itself, and so are the others (%j)', (delimiter) => {
    for (const names of [
      { 14: '"Zé" Carlos' },
      { 0: '"Zé" Carlos', 20: '"Bia" Reis' },
      { 3: '"Zé', 4: 'Bia "Reis"', 29: '"Caio' },
    ])
      expect(read(withNames(names), delimiter)).toEqual(withNames(names))
  })

  it('also where two of them would enclose the rows between', () => {
    const names = { 3: '"Zé', 20: 'Bia"' }
    expect(read(withNames(names), '\t')).toEqual(withNames(names))
  })

  it('leaves enclosed cells of the same table as they are', () => {
    const table = readCsv('Nome;Obs\n"Zé" Carlos;"canhoto; alto\nde manhã"\n"Lopes, Ana";"diz ""já"""\n"";ok')
    expect(table.slice(1)).toEqual([
      ['"Zé" Carlos', 'canhoto; alto\nde manhã'],
      ['Lopes, Ana', 'diz "já"'],
      ['', 'ok'],
    ])
  })
})

/** What is saved as paid of a package of 8 lessons at 400, under these headings: null is all, 'asked' is asked. */
const paidUnder = (headings: string, ...rows: string[]) => {
  const table = readCsv([`Nome;Aulas;Valor;${headings}`, ...rows.map((row) => `Ana;8;400;${row}`)].join('\n'))
  return importRows(table, guessColumns(table), newId, []).map(({ cells }) => {
    const checked = checkRow({ cells: { ...cells, phone: '11 91234-5678', gender: 'F' } }, DEFAULTS, TODAY)
    return checked.values?.package ? checked.values.package.paid : Object.keys(checked.problems ?? {}).join()
  })
}

describe('columns', () => {
  it('without headings are known by what they hold', () => {
    const table = [
      ['Ana Lima', '(11) 98765-4321', 'F', '2ª classe', '8 aulas', '1.260,00', '12/03/26', 'pago'],
      ['Bruno Sá', '(11) 3456-7890', 'M', '', '8 aulas', '480,00', '01/04/26', 'pendente'],
    ]
    const fields = ['name', 'phone', 'gender', 'classe', 'total', 'price', 'start', 'paid']
    expect(guessColumns(table)).toEqual({ header: false, fields })
    // Before the names, the marks were the names.
    const reversed = table.map((row) => row.toReversed())
    expect(guessColumns(reversed)).toEqual({ header: false, fields: fields.toReversed() })
    // These say something else too.
    for (const cell of ['sim', 'x', 'pagou camisa'])
      expect(guessColumns([['Ana Lima', '(11) 98765-4321', cell]]).fields).toEqual(['name', 'phone', null])
  })

  // Regression: who had no mark counted as paid, as if the column said nothing of anybody.
  it.each([
    [
      ['Pago', '', 'Pago'],
      ['Pago', 'não', 'Pago'],
    ],
    [
      ['Pago', '', 'Pendente'],
      ['Pago', '', 'Pendente'],
    ],
    [
      ['Pago', '', 'metade paga'],
      ['Pago', '?', 'metade paga'],
    ],
  ])('without headings too the marks %j of who paid are read as %j', (marks, paid) => {
    const table = marks.map((mark) => ['Ana Lima', '(11) 98765-4321', '8 aulas', '400,00', mark])
    const columns = chooseColumn(guessColumns(table), 4, 'paid')
    expect(importRows(table, columns, newId, []).map(({ cells }) => cells.paid)).toEqual(paid)
  })

  it.each([
    ['phone', 'WhatsApp'],
    ['name', 'Aluno'],
    ['classe', 'Nível'],
    ['notes', 'Observações'],
    ['expiry', 'Válido até'],
    // Its dates were refused as sums, row by row.
    ['payment', 'Data de pagamento|Pago em|Recebido em'],
    ['paid', 'Pago|Valor recebido|Total pago'],
    ['price', 'Valor do pacote (10 aulas)|Valor a pagar|Valor (R$)|Valor das aulas'],
    // Beside a column with the total, all credits were left.
    ['used', 'Aulas usadas|Créditos usados|Total de aulas dadas|Aulas já feitas|Frequentadas|Aulas gastas'],
    [
      'remaining',
      'Aulas restantes|Saldo de aulas|Faltam|Créditos disponíveis|Aulas a fazer|Aulas não usadas',
    ],
    ['remaining', 'Aulas que faltam|Créditos que ainda restam'],
    [
      'total',
      'Nº de aulas|Pacote|Pacote (aulas)|Pacote mensal|Total de aulas|Total contratado|Aulas inclusas',
    ],
    [
      'total',
      'Créditos iniciais|Aulas por mês|Aulas compradas|Qtde. de aulas|Quantidade|Créditos|Aulas pagas',
    ],
    // What one lesson costs is not the package's price; what is owed was one that had been paid.
    [
      null,
      'Valor por aula|Preço da hora|Valor unitário|Valor h/a|Valor em aberto|Valor não pago|Valor restante',
    ],
    [
      null,
      'Valor a receber|Mensalidade em atraso|Valor pendente|Valor que falta|Valor da dívida|Total a pagar',
    ],
    // 0 left to pay was 0 lessons left, and what is not understood is no number of classes.
    [null, 'Saldo devedor|Falta pagar|Restante a receber|Saldo (R$)|Total gasto|Aulas não pagas|Cidade|'],
    [
      null,
      'Aulas por semana|Qtd. aulas/semana|Aulas/sem.|Faltas|Total de faltas|Falta justificada|Aulas a repor',
    ],
    [
      null,
      'Aulas usadas/restantes|Aulas canceladas|Aulas ministradas|Créditos bloqueados|Créditos vencidos|Pacote vence em',
    ],
  ] as const)('%s: the headings %s', (field, headings) => {
    for (const heading of headings.split('|'))
      expect([heading, guessColumns([['Email', 'Gênero', heading]]).fields[2]]).toEqual([heading, field])
  })

  it.each([
    ['Vencimento', '10', null],
    ['Vencimento', 'dia 5', null],
    ['Vencimento', '30', null],
    ['Vcto. pgto.', '10', null],
    ['', '10', null],
    ['Última aula', '12/03/26', null],
    ['Dia do pagamento', '10', null],
    ['Data de pagamento', '12/03/26', 'payment'],
    ['Vencimento', '12/03/26', 'expiry'],
    ['Vence em', '15 dias', 'expiry'],
    ['Validade', '30', 'expiry'],
    ['Valor a pagar', '400', 'price'],
    ['Valor acertado', '400', 'price'],
    ['Mensalidade acertada', 'R$ 400,00', 'price'],
  ])(
    '%s %s: a due day of each month is no validity and no date, and what is to pay, or agreed, alone is the price',
    (heading, cell, field) => {
      const table = [
        ['Nome', 'Aulas', heading],
        ['Ana Lopes', '8', cell],
      ]
      expect(guessColumns(table).fields[2]).toBe(field)
    },
  )

  it.each([
    [
      'Pago|Já pagou?|Recebi?|Em dia?|Mensalidade paga|Pacote pago|Adimplente|Situação|Nov/26 (pago)',
      'sim',
      'não',
    ],
    [
      'Status do pagamento|Status PG|Status financeiro|Pagamento (PIX)|Pgto.|Pagamento de novembro',
      'sim',
      'não',
    ],
    ['Pagamento|Forma de pagamento|Financeiro|Novembro|Mensalidade|Status|Outros', 'Pago', 'Pendente'],
    ['Pagamento|PG|Pagamento realizado|Novembro|11/2026', 'ok', ''],
    ['Pag.|Recebimento|Pagamento confirmado|Pago via PIX|Pagou o mês|Pago integral', 'ok', ''],
    ['Quitação|Mens. paga|Recebimentos|Acertou|Já acertado?', 'sim', 'não'],
    ['Comprovante|Comprovantes', 'ok', ''],
    ['Pagamento|Mensalidade', 'em dia', 'atrasado'],
    ['Pagamento|Novembro|Mês de novembro|Sinal pago', 'R$ 400,00', '0'],
    [
      'Deve|Deve?|Está devendo?|Inadimplente|Fiado|Pacote em aberto|Novembro - em aberto|Não pagou',
      'não',
      'sim',
    ],
    ['Pagamento pendente de 11/2026|Pendências financeiras|Devedores|Cobrar?|Pgto em atraso', '', 'x'],
    ['Valor em aberto|Débito (R$)|Restante a pagar|Falta|A receber|Em aberto (R$) nov', '0', '400'],
    ['Quanto deve|Ainda deve|Saldo a pagar|Em aberto|Valor que deve|Valor restante', 'R$ -', 'R$ 400'],
  ])('%s: %j has paid, %j owes', (headings, paid, owes) => {
    for (const heading of headings.split('|'))
      expect([heading, ...paidUnder(heading, paid, owes)]).toEqual([heading, null, 0])
  })

  it.each([
    ['Pagamento', ['PIX', 'dinheiro']],
    ['Pagamento', ['débito', 'débito']],
    ['Pagamento', ['10', '5']],
    ['Paga dia', ['10', '5']],
    ['Pago o dia', ['10', '5']],
    ['Paga até o dia', ['10', '5']],
    ['Paga em', ['10', '5']],
    ['Dia que paga', ['10', '5']],
    ['Acertou dia', ['10', '5']],
    ['Dia acertado', ['10', '5']],
    ['Comprovante', ['foto.jpg', '']],
    // Numbers of receipts.
    ['Comprovante', ['123', '']],
    ['Comprovante', ['1234', '1235']],
    ['Comprovante de residência', ['ok', '']],
    ['Pacote pago', ['8', '8']],
    ['Pendências', ['joelho', 'atestado']],
    ['Débito', ['05/11/2026', '06/11/2026']],
    ['Mensalidade', ['200', '200']],
    ['Mensalidade', ['sim', 'não']],
    ['Matrícula', ['Paga', 'Pendente']],
    ['Exame médico', ['em dia', 'pendente']],
    ['Documentos pendentes', ['sim', 'não']],
    ['Débito automático', ['sim', 'não']],
    // Lessons, and the days of lessons.
    ['Outubro;Novembro', ['8;7', '8;']],
    ['Novembro', ['31', '31']],
    ['Falta', ['8', '8']],
    ['Torneio novembro', ['80', '80']],
    ['Outros', ['joelho', 'pagou camisa']],
    ['Observações', ['Pago', 'Pendente']],
    ['05/nov;12/nov', ['x;x', 'x;']],
    ['01/11;08/11', ['x;x', 'x;']],
  ])('%s of %j says nothing of who paid', (headings, rows) =>
    expect(paidUnder(headings, ...rows)).toEqual([null, null]),
  )

  it.each([
    // What is open of the price. It may count lessons, and more than the price is a mistake: both are asked.
    ['Deve', ['R$ 150,50', '3'], [249.5, 'paid']],
    ['A receber', ['150', '450'], [250, 'paid']],
    ['Meses em atraso', ['0', '2'], [null, 'paid']],
    // How who is not understood paid is asked.
    ['Pagamento', ['PIX', 'falta pagar', 'ainda não'], ['paid', 0, 0]],
    ['Pagamento', ['Pago', 'Atrasado 2 meses', 'Pagou metade', 'Pix 05/11'], [null, 'paid', 'paid', 'paid']],
    ['Pagamento', ['Pix 05/11', '', 'Dinheiro 07/11'], ['paid', 'paid', 'paid']],
    ['Pagamento', ['PIX', 'n', 'novembro'], ['paid', 0, 'paid']],
    ['Pagamento', ['30', 'pendente'], [30, 0]],
    ['Pagamento', ['20', '160'], [20, 160]],
    ['Pago', ['sim', 'Vencido', ''], [null, 'paid', 'paid']],
    ['Deve', ['', 'novembro', 'out e nov'], [null, 'paid', 'paid']],
    ['Deve', ['', 'duas aulas', 'só a bola'], [null, 'paid', 'paid']],
    ['Débito', ['', 'novembro', 'outubro'], [null, 'paid', 'paid']],
    ['Deve', ['R$-', 'nenhum', 'R$ 400,00'], [null, null, 0]],
    ['Débitos', ['Nada consta', 'Nada consta', 'R$ 400,00'], ['paid', 'paid', 0]],
    ['Último mês pago', ['Novembro', 'Outubro'], ['paid', 'paid']],
    // A part, of which only a sum says how much.
    ['Sinal pago', ['sim', 'R$ 100,00', 'não'], ['paid', 100, 0]],
    ['Pagou sinal', ['x', ''], ['paid', 'paid']],
    ['Sinal pago', ['R$ 100,00', ''], [100, 0]],
    // The number of a receipt.
    ['Comprovante', ['ok', 'ok', '123', 'R$ 100,00'], [null, null, 'paid', 100]],
    ['Valor do comprovante', ['400', '250', '0'], [null, 250, 0]],
    ['Comprovante (R$)', ['400', '250', ''], [null, 250, 0]],
    // Until when it is paid is not the day of the payment.
    ['Pago até', ['30/11/2026', '31/10/2026'], ['paid', 'paid']],
    ['Pago até', ['10', '5'], ['paid', 'paid']],
    ['Pago até o dia', ['10', ''], ['paid', 'paid']],
    ['Pago dia', ['10', '5', ''], ['paid', 'paid', 'paid']],
    ['Pago no dia', ['10', '5', ''], ['paid', 'paid', 'paid']],
    ['Paga no dia', ['10', '5', ''], [null, null, null]],
    ['Valor pago até hoje', ['400', '250', '10'], [null, 250, 'paid']],
    ['Pago até agora', ['400', '250', ''], [null, 250, 0]],
    ['Pago até o momento', ['400', '250', ''], [null, 250, 0]],
    ['Paga dia', ['10', '5', ''], [null, null, null]],
    ['Pago dia;Pago', ['10;sim', ';não'], [null, 0]],
    ['Pago dia;Status', ['10;Pago', ';Pendente'], [null, 0]],
    ['Pago até;Pago', ['10;sim', '10;não'], [null, 0]],
    ['Pago', ['05/11/2026', ''], [null, 0]],
    ['Data pgto nov', ['05/11/2026', ''], [null, 0]],
    ['Pagamento', ['05/11/2026', ''], [null, 'paid']],
    ['Pgto', ['05/11/2026', '', '06/11/2026'], [null, 'paid', null]],
    // A box of a spreadsheet, not one real.
    ['Pago', ['1', '0'], ['paid', 0]],
    // Of two columns the one with sums counts. What one of them denies is asked.
    ['Inadimplente;Valor em aberto', ['Não;', 'Sim;R$ 150,00'], [null, 250]],
    ['Valor em aberto;Inadimplente', [';Não', 'R$ 150,00;Sim', ';Sim'], [null, 250, 'paid']],
    ['Pago;Inadimplente', ['sim;não', 'sim;sim', 'não;sim', 'não;não'], [null, 'paid', 0, 'paid']],
    ['Pago;Inadimplente', ['não;', 'sim;não'], [0, null]],
    ['Pago;Em aberto nov', ['sim;', 'sim;R$ 150,00'], [null, 'paid']],
    ['Deve;Deve', ['não;', 'sim;sim'], [null, 0]],
    ['Pago;Devendo', ['sim;', 'sim;out'], [null, 'paid']],
    ['Pago;Falta', ['400;0', '250;150'], [null, 250]],
    ['Pago;Pagamento', ['sim;PIX', 'não;PIX'], [null, 0]],
    ['Pago;Pagamento', ['sim;Pix 05/11', 'não;Pix 07/11'], [null, 0]],
    ['Pago;Em dia', ['sim;sim', 'não;não', 'sim;'], [null, 0, null]],
    ['Pago;Mensalidade', ['sim;Pago', 'sim;Pendente'], [null, 'paid']],
    // The open part was the whole price, and what is owed for 'Torneio' was owed for the package.
    ['Em aberto;Status', [';Pago', 'R$ 100,00;Pendente'], [null, 300]],
    ['Torneio;Mensalidade', ['Pendente;Pago', 'Pago;Pendente'], [null, 0]],
    ['Pagamento;Novembro', ['Pago;x', 'Pendente;x', 'Pago;'], [null, 'paid', 'paid']],
    ['Pago;Pago', ['sim;sim', 'sim;não', 'x;'], [null, 'paid', 'paid']],
    ['Parcela 1;Parcela 2', ['Pago;Pago', 'Pago;'], [null, 'paid']],
    ['1ª parcela;2ª parcela', ['Pago;Pago', 'Pago;Pendente', 'Pendente;Pago'], [null, 'paid', 'paid']],
    // Lessons, or money. The price may be meant, or a balance that is the student's.
    ['Falta', ['-', 'R$ 150,00'], [null, 250]],
    ['Restante', ['0', '50'], [null, 350]],
    ['Saldo (R$)', ['0', '150', '-150,00'], [null, 'paid', 'paid']],
    ['Total a pagar', ['0', 'R$ 150,00'], [null, 250]],
    ['Total a pagar', ['400', ''], ['paid', null]],
    ['Saldo (R$)', ['-150', '-20'], ['paid', 'paid']],
    ['Valor que falta', ['0', '5'], [null, 395]],
    ['Falta', ['3', '2', '50'], [null, null, 'remaining']],
    ['Pago', ['30', '10'], [30, 10]],
    ['Valor a pagar', ['0', '150'], [null, 250]],
    ['Vl. aberto', ['0,00', '150,00'], [null, 250]],
    ['Vlr pago', ['400', '250'], [null, 250]],
    // Of several months the last one, in whatever order they stand, and a heading that says it before any month.
    ['Outubro;Novembro', ['x;x', 'x;'], [null, 0]],
    ['Setembro;Novembro;Outubro', ['Pago;Pago;Pago', 'Pago;Pendente;Pago'], [null, 0]],
    ['dez;nov;out', [';Pago;Pago', ';Pendente;Pago'], [null, 0]],
    ['Pago dez;Pago nov;Pago out', [';sim;sim', ';não;sim'], [null, 0]],
    [
      'Nov;Out;Set;Ago;Jul;Jun;Mai;Abr;Mar;Fev;Jan',
      ['x;x;x;x;x;x;x;x;x;x;x', ';x;x;x;x;x;x;x;x;x;x'],
      [null, 0],
    ],
    [
      'Dez;Jan;Fev;Mar;Abr;Mai;Jun;Jul;Ago;Set;Out;Nov',
      ['x;x;x;x;x;x;x;x;x;x;x;x', 'x;x;x;x;x;x;x;x;x;x;x;'],
      [null, 0],
    ],
    ['Valor pago dez/26;Valor pago jan/27', ['400;400', '400;'], [null, 0]],
    ['Pago em outubro;Pago em novembro', ['05/10/26;05/11/26', '05/10/26;'], [null, 0]],
    ['Outubro;Novembro', ['05/10/2026;05/11/2026', '06/10/2026;'], [null, 0]],
    ['Pago outubro;Novembro', ['sim;Pago', 'sim;Pendente'], [null, 0]],
    ['Data pgto out;Data pgto nov', ['05/10/2026;05/11/2026', '06/10/2026;'], [null, 0]],
    ['Status outubro;Status novembro', ['Pago;Pago', 'Pago;Em aberto'], [null, 0]],
    ['Novembro;Em aberto', ['Pago;', 'Pago;R$ 400'], [null, 0]],
    ['10/2026;Nov', ['x;x', 'x;'], [null, 0]],
    ['8/26;9/26', ['x;x', 'x;'], [null, 0]],
    ['Março;Abr/26;Torneio 2026', ['Pago;Pago;Pago', 'Pago;Pendente;Pago'], [null, 0]],
    // Below a month whatever counts no lessons says who paid.
    ['Out;Nov', ['400;400', '400;150', '400;'], [null, 150, 0]],
    ['Out;Nov', ['80;80', '80;'], [80, 0]],
    ['Out;Nov', ['R$ 400,00;R$ 400,00', 'R$ 400,00;R$ -'], [null, 'paid']],
    ['Novembro', ['Pix', ''], ['paid', 'paid']],
    ['Novembro', ['Pago dia 5', 'Pendente', 'Pago dia 7'], ['paid', 0, 'paid']],
    ['Novembro', ['05/11', '', '07/11'], ['paid', 'paid', 'paid']],
    // Whom a month that has barely begun does not name, the months before do, or else the coach.
    ['Out;Nov', ['Pago;Pago', 'Pago;', 'Pago;', 'Pendente;', 'Pago;'], [null, null, null, 0, null]],
    ['Out;Nov;Dez', ['x;x;x', 'x;x;', 'x;x;', 'x;;'], [null, null, null, 0]],
    ['Novembro', ['Pago', '', '', ''], [null, 'paid', 'paid', 'paid']],
    ['Mai;Nov', ['Pago;Pago', 'Pago;', 'Pago;'], [null, 'paid', 'paid']],
    ['Em aberto out;Nov', [';Pago', ';', 'sim;'], [null, 'paid', 'paid']],
    ['Out;Em aberto nov', ['Pendente;', 'Pago;', 'Pago;R$ 400'], [null, null, 0]],
    ['Outros;Março', ['Pago;Pago', 'Pago;', 'Pago;'], [null, 'paid', 'paid']],
    ['Pago;Outubro', ['sim;x', ';x', ';x'], [null, 0, 0]],
    ['Novembro', ['05/11/2026', '', ''], [null, 'paid', 'paid']],
    // 'Isento' is no price of 400.
    ['Novembro', ['Pendente', 'Isento', 'Cortesia'], [0, 'paid', 'paid']],
  ])('%s of %j', (headings, rows, paid) => expect(paidUnder(headings, ...rows)).toEqual(paid))

  // Each mark was asked for the number of classes of a package that is none.
  it.each([
    [
      'Pago;Nome;Aulas;Valor;Inadimplente',
      ['sim;Ana;8;400;não', 'sim;Bia;8;400; SIM'],
      ['sim', 'sim (inadimplente: SIM)'],
    ],
    [
      'Nome;Aulas;Valor;A receber',
      ['Ana;8;400;450', 'Bia;8;400;-150', 'Caio;8;400;0'],
      ['deve 450', 'deve -150', 'sim'],
    ],
    // Of a package without a price 0 to pay says nothing of the others.
    ['Nome;Aulas;Valor;Total a pagar', ['Ana;8;;0', 'Bia;8;400;150'], ['sim', 'total a pagar 150']],
    // Who has no package has no mark to come.
    [
      'Nome;Aulas;Valor;Out;Nov',
      ['Ana;8;400;x;x', 'Bia;8;400;x;', 'Caio;;;;', 'Davi;;;;'],
      ['x', 'não', '', ''],
    ],
  ])('%s of %j is shown as it is read', (headings, rows, paid) =>
    expect(rowsOf(readCsv([headings, ...rows].join('\n'))).map(({ cells }) => cells.paid)).toEqual(paid),
  )

  it('nothing is asked of columns that the coach leaves out', () => {
    const table = readCsv('Nome;Aulas;Valor;Pago;Inadimplente\nAna;8;400;sim;sim')
    const rows = importRows(table, chooseColumn(guessColumns(table), 3, null), newId, [])
    expect(rows.map(({ cells }) => cells.paid)).toEqual([''])
  })

  it('without packages nobody owes', () => {
    const table = readCsv('Nome;Telefone;Novembro\nAna Lopes;11 91234-5678;x\nBia Reis;11 91234-5679;')
    expect(guessColumns(table).fields).toEqual(['name', 'phone', null])
  })

  // Regression: who had no mark was imported as paid, once the coach had typed the classes and the price that are
  // asked.
  it('a package is also one of which only the classes that are left are told', () => {
    const table = [
      ['Nome', 'Telefone', 'Gênero', 'Aulas restantes', 'Novembro'],
      ['Ana Lopes', '11 91234-5678', 'F', '3', 'x'],
      ['Bia Reis', '11 91234-5679', 'F', '2', ''],
    ]
    const rows = importRows(table, guessColumns(table), newId, [1, 2, 3])
    const typed = rows.map(({ cells, ...row }) => ({ ...row, cells: { ...cells, total: '8', price: '400' } }))
    expect(typed.map((row) => checkRow(row, DEFAULTS, TODAY).values?.package?.paid)).toEqual([null, 0])
  })

  it('nothing is owed for a package that the file calls free', () => {
    const free = check({ Pacote: '8', Valor: 'Cortesia', Pago: 'isento' })
    expect(free.values?.package).toMatchObject({ price: 0, paid: null })
  })

  it('a heading that is no field makes a row of headings all the same', () => {
    const table = readCsv('Contato;Aulas ministradas\n11 91234-5678;12\n11 91234-5678;8')
    expect(guessColumns(table)).toEqual({ header: true, fields: ['phone', null] })
  })

  it('a field has one column: the coach’s choice takes it from another', () => {
    const columns = guessColumns([['Nome', 'Telefone', 'Celular']])
    expect(columns.fields).toEqual(['name', 'phone', null])
    expect(chooseColumn(columns, 2, 'phone').fields).toEqual(['name', null, 'phone'])
    expect(chooseColumn(columns, 0, null).fields).toEqual([null, 'phone', null])
  })
})

describe('cells', () => {
  it.each([
    ['12/03/26', '2026-03-12'],
    ['2/3/2026', '2026-03-02'],
    ['12-03-2026', '2026-03-12'],
    ['2026-03-12', '2026-03-12'],
    ['12/03/2026 00:00:00', '2026-03-12'],
    ['12/03/2026 10:30', '2026-03-12'],
    ['2026-03-12T10:30:00.000Z', '2026-03-12'],
    ['12 de mar. de 2026', '2026-03-12'],
    ['12-mar-26', '2026-03-12'],
    ['1 de dezembro de 2026', '2026-12-01'],
    ['31/02/26', undefined],
    ['03/13/2026', undefined],
    ['46093', null],
    ['amanhã', null],
    ['12 abc 2026', null],
    ['até 12/03/26', null],
    ['até 12 de março de 2026', null],
    ['2026-03-12 a 2026-04-12', null],
    ['de 2026-03-12', null],
  ])('the date %s', (text, day) => expect(dateCell(text)).toBe(day))

  it.each([
    ['(11) 98765-4321', '(11) 98765-4321'],
    ['+55 (11) 98765-4321', '(11) 98765-4321'],
    ['5511987654321', '(11) 98765-4321'],
    ['11 98765 4321', '(11) 98765-4321'],
    ['011 98765-4321', '(11) 98765-4321'],
    ['+351 912 345 678', '+351912345678'],
    ['+1 (305) 555-1234', '+13055551234'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+55 (0) 11 98765-4321', '(11) 98765-4321'],
    ['+1 305 555 1234 ramal 5', '+1 305 555 1234 ramal 5'],
    ['11 98765-43210', '11 98765-43210'],
    ['(11) 98765-4321 / (11) 91234-5678', '(11) 98765-4321 / (11) 91234-5678'],
    ['11 98765-4321 (mãe)', '(11) 98765-4321'],
    ['(0xx11) 98765-4321', '(11) 98765-4321'],
    ['11/98765-4321', '(11) 98765-4321'],
    // Regression: it lost its zero, and was stored with a 9 that nobody had written.
    ['0800 770 1234', '(08) 00770-1234'],
  ])('the phone %s', (text, phone) => expect(phoneCell(text)).toBe(phone))

  // Regression: an extension became digits of the number, '(11) 34567-8902', and a CPF a mobile of Santos.
  it.each([
    '11 3456-7890 ramal 2',
    '1134567890 r2',
    '+551134567890x2',
    '11 3456-7890 (ramal 2)',
    '98765-4321/2',
    '123.456.789-09',
    '1,19877E+10',
  ])('the phone %s is asked', (phone) => {
    expect(
      checkRow(rowOf({ Nome: 'Ana Lima', Telefone: phone, Sexo: 'F' }), DEFAULTS, TODAY).problems,
    ).toEqual({
      phone: 'Telefone inválido',
    })
  })

  it.each([
    ['10', 10, null],
    ['10 aulas', 10, null],
    ['1 aula', 1, null],
    ['1 crédito', 1, null],
    ['Pacote de 10 aulas', 10, null],
    ['10, usadas 7', 10, 7],
    ['10 (7 usadas)', 10, 7],
    ['10 aulas, 7 feitas', 10, 7],
    ['7 usadas de 10', 10, 7],
    ['7/10 usadas', 10, 7],
    ['10 aulas, já usadas: 7', 10, 7],
    ['10 créditos (usados 7)', 10, 7],
    ['10 aulas com 7 usadas', 10, 7],
    ['restam 3 de 10', 10, 7],
    ['20 (12 usadas)', 20, 12],
    ['20, (usadas 12)', 20, 12],
    ['12 usadas de 20', 20, 12],
    ['12/20 usadas', 20, 12],
    ['restam 12 de 20', 20, 8],
    ['16 aulas, validade 15 dias', 16, null],
    ['Pacote de 8 (30 dias)', 8, null],
    ['10, usadas 7, válido por 60 dias', 10, 7],
  ])('the classes %s', (text, total, used) => expect(classesCell(text)).toEqual({ total, used }))

  it.each([
    '7/10|-4|4,5|dez|10 7 3||15 dias|8 aulas (atividade 4)|12 aulas mensalidade 4',
    '20 aulas individuais, quantidade 10|10 (7 usadas) + 2|restam 3 de 10 a 12|faltas: restam 3 de 10',
    // All of 12 were left, and 18.
    '12 usadas|10 aulas já dadas|1 pacote de 8 aulas|8 aulas 2|1 aula 7 usadas|2 + 7 usadas de 10',
    // 4 of 7 were left.
    '7 usadas, restam 3|7 dadas, 3 restantes|3 feitas / 7 a fazer|5 usadas e faltam 5|7 usadas, saldo 3',
    '7 dadas, 3 pendentes|usadas 7, disponíveis 3|feitas 7, 3|saldo 7, usadas 3|7 usadas, 3',
  ])('the classes %s are asked', (texts) => {
    for (const text of texts.split('|')) expect([text, classesCell(text)]).toEqual([text, null])
  })

  it.each([
    [{ kind: 'whole' }, '|Sim|PG|Em dia|Recebido|quitada'],
    [{ kind: 'part', amount: 0 }, 'não|Atrasado|Em atraso|Inadimplente|Não recebido'],
    [{ kind: 'part', amount: 400 }, '400,00'],
    [null, 'talvez|-150,00'],
  ])('reads %o of what is said of a payment: %s', (paid, cells) => {
    for (const cell of cells.split('|')) expect([cell, paidCell(cell)]).toEqual([cell, paid])
  })

  it.each([
    [genderCell, 'male', 'M|masc|Masc.|masculino'],
    [genderCell, 'female', 'F|FEM|feminino'],
    [typeCell, 'fixed', 'Fixo'],
    [typeCell, 'occasional', 'Aluno Pontual|avulsa'],
    [classeCell, '3-classe', '3ª classe|3a|3|Classe 3|terceira'],
    [classeCell, 'profissional', 'prof'],
    [priceCell, 0, 'Isento|Cortesia|grátis|gratuita'],
    [priceCell, null, 'não isento|cortesia até maio'],
    [statusCell, 'inactive', 'Inativo|inativa|Parada|não'],
    [statusCell, 'active', '|Ativo|ativa|sim'],
    [genderCell, null, 'x|M/F|male e female|F e M'],
    [typeCell, null, 'vip|não fixo|fixo e avulso|não avulso|avulso e fixo'],
    [classeCell, null, 'Pro|8ª|3 ou 4|prof. Ana|ex-prof'],
    [statusCell, null, 'x|não ativo|ativo até maio|parado desde maio|está parado'],
  ])('%o reads %j of %s', (readCell, value, cells) => {
    for (const cell of cells.split('|')) expect([cell, readCell(cell)]).toEqual([cell, value])
  })
})

// Regression: the form of one line joined the words: 'AnaLima' was saved with any other change.
it('a cell of several lines is one line, but for the notes', () => {
  const { cells } = rowOf({ Nome: 'Ana\r\nLima', Telefone: '11\n98765-4321', Obs: 'Canhota\nprefere manhã' })
  expect(cells).toMatchObject({ name: 'Ana Lima', phone: '11 98765-4321', notes: 'Canhota\nprefere manhã' })
})

it('reads the words of each choice of a form, which the coach may choose for a cell', () => {
  for (const field of keysOf(CHOICE_CELLS)) {
    for (const { value, label } of optionsOf(field)) expect(CHOICE_CELLS[field](label)).toBe(value)
  }
})

const rowOf = (cells: Record<string, string>) => {
  const table = [Object.keys(cells), Object.values(cells)]
  const [row] = importRows(table, guessColumns(table), newId, [1, 2])
  if (!row) throw new Error('no row')
  return row
}
const MARINA = { Nome: 'Marina Costa', Telefone: '(11) 98765-4321', Gênero: 'F' }
const check = (cells: Record<string, string>) => checkRow(rowOf({ ...MARINA, ...cells }), DEFAULTS, TODAY)

describe('a row', () => {
  it('takes what is empty from what was chosen for all', () => {
    expect(check({}).values).toMatchObject({
      student: { type: 'fixed', classe: '7-classe', status: 'active' },
      package: null,
    })
    expect(checkRow(rowOf({ ...MARINA, Gênero: '' }), DEFAULTS, TODAY).problems).toEqual({
      gender: 'Selecione o gênero',
    })
  })

  it.each([
    [{ Telefone: '98765' }, 'phone', 'Telefone inválido'],
    [{ Telefone: '' }, 'phone', 'Telefone é obrigatório'],
    [{ Nome: 'M' }, 'name', 'Nome deve ter pelo menos 2 caracteres'],
    [{ Email: 'marina@' }, 'email', 'Email inválido'],
    [{ Gênero: '?' }, 'gender', 'Gênero não entendido'],
    [{ Classe: '9ª' }, 'classe', 'Classe não entendida'],
    [{ Pacote: '', Valor: '400' }, 'total', 'Falta o número de aulas do pacote'],
    [{ Pacote: 'dez' }, 'total', 'Número de aulas não entendido: use 10 ou 10, usadas 7'],
    [{ Pacote: '101' }, 'total', 'Pacote máximo de 100 aulas'],
    [{ Pacote: '10, usadas 11' }, 'total', 'Aulas usadas: use um número de 0 até o total'],
    ...['x', '6 de 7', 'quase 7', '11'].map(
      (Usadas) => [{ Pacote: '10', Usadas }, 'used', 'Aulas usadas: use um número de 0 até o total'] as const,
    ),
    [{ Pacote: '10', Restantes: '12' }, 'remaining', 'Aulas usadas: use um número de 0 até o total'],
    [{ Pacote: '10', Valor: '1,260.00' }, 'price', 'Valor não entendido: use 1.260,00'],
    [{ Pacote: '10', Início: '31/02/26' }, 'start', 'Esse dia não existe no calendário'],
    [{ Pacote: '10', Validade: '31/02/27' }, 'expiry', 'Esse dia não existe no calendário'],
    [{ Pacote: '10', Início: 'amanhã' }, 'start', 'Data não entendida: use dia/mês/ano'],
    [{ Pacote: '10', Valor: '400', Pago: '500' }, 'paid', 'O valor pago não pode ser maior que o preço'],
    [{ Pacote: '10', Validade: '400' }, 'expiry', 'Validade muito alta'],
  ] as const)('%o is refused', (cells, field, message) => {
    expect(check(cells).problems).toMatchObject({ [field]: message })
  })

  it.each([
    ['0', 0],
    ['1 aula', 1],
    ['1 crédito', 1],
    ['10', 10],
  ])('has used %s of 10', (Usadas, used) =>
    expect(check({ Pacote: '10', Usadas }).values?.package?.used_outside).toBe(used),
  )

  it('of this app without credits has no package', () => {
    expect(check({ Créditos: '0' }).values?.package).toBeNull()
    expect(check({ Créditos: '0', Valor: '400' }).problems?.total).toBeDefined()
  })

  it('is wrong in every cell that is wrong', () => {
    const cells = { Classe: '9ª', Pacote: 'dez', Valor: '12,5,0', Início: '31/02/26', Pago: 'talvez' }
    expect(Object.keys(check(cells).problems ?? {}).toSorted()).toEqual([
      'classe',
      'paid',
      'price',
      'start',
      'total',
    ])
  })

  it.each([
    ['', 0],
    ['não', 0],
    ['150,50', 150.5],
    ['sim', 400],
    ['400', 400],
  ])(
    'with a payment date after today %j is paid only as far as the file says so, and received today',
    (said, paid) => {
      const row = check({ Pacote: '10', Valor: '400', 'Data de pagamento': '05/12/2026', Pago: said })
      expect(row.values?.package).toMatchObject({ payment_date: '2026-12-05', paid, paid_on: TODAY })
      const months = row.values && summaryOf([row.values], TODAY).months
      expect(months?.map(({ month, received }) => [month, received])).toEqual([[TODAY.slice(0, 7), paid]])
    },
  )

  it.each([
    ['x', '✓', ['x', 'não', '✓', '']],
    ['400', '200,00', ['400', 'não', '200,00', '']],
    ['x', '200', ['x', 'não', '200', '']],
    ['sim', 'não', ['sim', '', 'não', '']],
    ['400', '0', ['400', '', '0', '']],
    ['', '', ['', '', '', '']],
  ])("without a mark is not paid where others have one: 'Pago' %j, blank, %j", (first, third, paid) => {
    const table = [
      ['Nome', 'Pacote', 'Valor', 'Pago'],
      ['Marina', '10', '400', first],
      ['Bruno', '10', '400', ''],
      ['Clara', '10', '400', third],
      ['Davi', '', '', ''],
    ]
    expect(rowsOf(table).map(({ cells }) => cells.paid)).toEqual(paid)
  })

  it.each([
    ['Pago em', '12/03/26', ['', 'não', '']],
    ['Recebido em', '12/03/26', ['', 'não', '']],
    ['Pago em', '', ['', '', '']],
    ['Data de pagamento', '12/03/26', ['', '', '']],
  ])(
    'without a day is not paid where others have one, if the heading says so: %s %j',
    (heading, day, paid) => {
      const table = [
        ['Nome', 'Pacote', 'Valor', heading],
        ['Marina', '10', '400', day],
        ['Bruno', '10', '400', ''],
        ['Davi', '', '', ''],
      ]
      expect(rowsOf(table).map(({ cells }) => cells.paid)).toEqual(paid)
    },
  )

  it('says what is left, paid, and until when', () => {
    const cells = {
      Pacote: '10',
      Restantes: '3',
      Valor: '1.260,00',
      Início: '01/11/26',
      Validade: '31/12/26',
      Pago: 'não',
    }
    const pack = check(cells).values?.package
    expect(pack).toMatchObject({ total_classes: 10, used_outside: 7, price: 1260, paid: 0 })
    expect(pack && packageLine(pack, TODAY)).toBe('3 de 10 aulas, até 31/12/2026')
    expect(pack && packageLine(pack, '2027-01-01')).toBe('3 de 10 aulas, vencidas em 31/12/2026')
  })
})

it.each([
  [{ Usadas: '7', Restantes: '5' }, 'remaining'],
  [{ Pacote: '10, usadas 7', Restantes: '5' }, 'total'],
  [{ Pacote: '10, usadas 7', Usadas: '6' }, 'total'],
] as const)('%o contradict each other, and are asked', (cells, field) => {
  expect(check({ Pacote: '10', ...cells }).problems).toEqual({ [field]: expect.any(String) })
})

const until = (cells: Record<string, string>) =>
  check({ Pacote: '16 aulas, validade 15 dias', Início: '01/11/26', ...cells }).values?.package?.expiry_date

it('days beside the classes are their validity, unless the row has one of its own', () => {
  expect(until({})).toBe('2026-11-16')
  expect(until({ Validade: '20' })).toBe('2026-11-21')
  expect(until({ Validade: '1 dia' })).toBe('2026-11-02')
})

describe('who is there already', () => {
  const known = [{ name: 'Marina Costa', phone: '5511987654321', email: 'marina@voleio.test' }]
  const like = (...people: Record<string, string>[]) =>
    likenesses(
      people.map((cells) => rowOf({ ...MARINA, Email: '', ...cells })),
      known,
    )

  it('the same phone or email and the same first name is the same person; another name is a sibling', () => {
    expect(like({})).toEqual(['known'])
    expect(like({ Nome: 'MARINA C.' })).toEqual(['known'])
    expect(like({ Nome: 'Pedro Costa' })).toEqual(['sibling'])
    expect(like({ Telefone: '(11) 91111-2222', Email: 'Marina@Voleio.test' })).toEqual(['known'])
    expect(like({ Telefone: '(11) 91111-2222' })).toEqual(['new'])
    // As it is typed into the row.
    const row = rowOf({ ...MARINA, Telefone: '(11) 91111-2222' })
    const typed = { ...row, cells: { ...row.cells, email: 'marina@voleio.test ' } }
    expect(likenesses([typed], known)).toEqual(['known'])
  })

  it('an earlier row counts too', () => {
    const two = { Telefone: '(11) 91111-2222' }
    expect(like(two, two, { ...two, Nome: 'Pedro' })).toEqual(['new', 'repeated', 'sibling'])
    expect(like({}, {})).toEqual(['known', 'known'])
    expect(like({ Telefone: '' }, { Telefone: '' })).toEqual(['new', 'new'])
  })

  it('siblings are ticked, who is known is not, and the coach has the last word', () => {
    const chosen = (['new', 'known', 'repeated', 'sibling'] as const).map((likeness) =>
      isChosen({ chosen: null }, likeness),
    )
    expect(chosen).toEqual([true, false, false, true])
    expect([isChosen({ chosen: true }, 'known'), isChosen({ chosen: false }, 'new')]).toEqual([true, false])
  })
})

it('what will be saved: students, packages, credits, and the money of each month', () => {
  const values = [
    check({ Pacote: '10, usadas 7', Valor: '1.260,00', Início: '12/03/26' }),
    check({ Pacote: '4', Valor: '480', Início: '01/11/26', Pago: '100' }),
    check({}),
  ].flatMap((row) => row.values ?? [])
  const summary = summaryOf(values, TODAY)
  expect(summary).toEqual({
    students: 3,
    packages: 2,
    credits: 7,
    expired: 3,
    months: [
      { month: '2026-11', sold: 480, received: 100 },
      { month: '2026-03', sold: 1260, received: 1260 },
    ],
  })
  expect(summaryLine(summary)).toBe('3 alunos · 2 pacotes · 7 créditos (3\u00A0vencidos)')
  expect(summaryLine({ ...summary, expired: 1 })).toBe('3 alunos · 2 pacotes · 7 créditos (1\u00A0vencido)')
  expect(summaryLine({ ...summary, expired: 0 })).toBe('3 alunos · 2 pacotes · 7 créditos')
  // A package that costs nothing names no month.
  expect(
    summaryOf(
      [check({ Pacote: '4' })].flatMap((row) => row.values ?? []),
      TODAY,
    ).months,
  ).toEqual([])
})

// Regression: 'Pacote 10 aulas' and 'Pago' were taken for headings, and so the first student was left out.
it.each(['Pacote 10 aulas', 'Restam 3 de 10'])('a row of a student with %j has no headings', (classes) => {
  const table = [
    ['Ana Souza', classes, 'Pago'],
    ['Bia Reis', classes, 'Pago'],
  ]
  expect(guessColumns(table)).toEqual({ header: false, fields: ['name', 'total', 'paid'] })
})

it.each(['(11) 98765-4321', 'ana@voleio.test', '12/03/26'])(
  'a first student with %s is no row of headings, whatever the other cells look like',
  (cell) => {
    const table = [
      ['Ana Souza', cell, 'Nota 10', 'Plano A'],
      ['Bia Lopes', '', '', ''],
    ]
    expect(guessColumns(table).header).toBe(false)
  },
)

it("a first student who is 'Pago' and 'Ativo' is no row of headings", () => {
  const students = [
    'Ana Souza;8 aulas;Pago;Ativo',
    'Bia Lopes;4 aulas;Pendente;Ativo',
    'Caio Reis;4 aulas;não;',
  ]
  for (const many of [1, 3])
    expect(guessColumns(readCsv(students.slice(0, many).join('\n'))).header).toBe(false)
  expect(guessColumns(readCsv(['Aluno;Aulas;Pago;Ativo', ...students].join('\n'))).header).toBe(true)
  // Regression: headings that say only this counted as a student.
  const headings = ['Atleta;Pago;Ativo', 'Ana Souza;sim;sim', 'Bia Lopes;não;sim']
  expect(guessColumns(readCsv(headings.join('\n'))).header).toBe(true)
})

it('wrong rows are a file that names what is wrong, runs nothing and can be imported again', () => {
  const row = rowOf({ ...MARINA, Telefone: '=1+1' })
  const { problems } = checkRow(row, DEFAULTS, TODAY)
  const text = csvText(wrongRows([{ row, problems: problems ?? {} }]))
  expect(text).toContain(";'=1+1;")
  expect(readCsv(text)).toEqual([
    ['Nome', 'Telefone', 'Gênero', 'Linha', 'O que falta'],
    ['Marina Costa', '=1+1', 'F', '2', 'Telefone inválido'],
  ])
  expect(guessColumns(readCsv(text)).fields).toEqual(['name', 'phone', 'gender', null, null])
})

it('such a file has each column that one of its rows has', () => {
  const rows = [{}, { Notas: 'joelho' }].map((cells) => ({
    row: rowOf({ ...MARINA, ...cells }),
    problems: {},
  }))
  expect(wrongRows(rows).map((cells) => cells[3])).toEqual(['Notas', '', 'joelho'])
})

it('a foreign phone in such a file stays foreign', () => {
  const cells = { ...MARINA, Telefone: '+1 305 555 1234', Gênero: '?', Notas: '- joelho' }
  const row = rowOf(cells)
  const { problems } = checkRow(row, DEFAULTS, TODAY)
  const [again] = rowsOf(readCsv(csvText(wrongRows([{ row, problems: problems ?? {} }]))))
  const mended = again && { cells: { ...again.cells, gender: 'F' } }
  expect(mended && checkRow(mended, DEFAULTS, TODAY).values?.student).toMatchObject({
    phone: '13055551234',
    notes: '- joelho',
  })
})
