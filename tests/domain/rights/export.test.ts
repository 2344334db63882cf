import { describe, expect, test } from 'vitest'
import { BOOK } from '@/rights/book/texts'
import { csvFiles } from '@/rights/csv'
import type { StudentExportDocument } from '@/rights/export.schema'
import type { ExportDocument } from '@/rights/export.schema'
import { IMPORT_MAX_CHARACTERS, parseExport } from '@/rights/export.schema'
import {
  alert,
  AT,
  extension,
  feedback,
  ID,
  ledger,
  notice,
  pack,
  payment,
  refund,
  seat,
  student,
  untold,
  whole,
} from './exported'

const own = (): StudentExportDocument => ({
  format: 'voleio-student',
  version: 1,
  exported_at: AT,
  teacher: { name: 'Ana', phone: null, time_zone: 'America/Sao_Paulo' },
  agreements: [...whole().agreements],
  student: { ...student },
  packages: [{ ...pack }],
  extensions: [{ ...extension }],
  payments: [{ ...payment }, { ...refund }],
  slots: [
    {
      weekday: null,
      start_time: '18:30:00',
      minutes: 90,
      starts_on: '2026-11-27',
      ends_on: '2026-11-27',
      club: 'Clube',
    },
  ],
  agreement_confirmations: whole().agreements.map((row) => ({ ...row, confirmed_at: AT })),
  lesson_replies: whole().lesson_replies.map(({ student_id: _student, slot_id: _slot, ...row }) => row),
  occurrence_guests: whole().occurrence_guests.map(({ student_id: _student, slot_id: _slot, ...row }) => row),
  opening_invites: [{ for_start: AT, closes_at: AT, invited_at: AT, taken_at: null }],
  lessons: [
    {
      session_id: ID(3),
      date: AT,
      teacher: 'Ana',
      notes: 'Quadra 2',
      cancelled_reason: null,
      attendance: 'present',
      participants: 2,
      created_at: AT,
      package_id: ID(2),
      manually_assigned: false,
      assigned_at: AT,
      ...untold,
      spared_package_id: null,
      feedback: { ...feedback, club: 'Clube' },
    },
    {
      session_id: ID(6),
      date: AT,
      teacher: 'Ana',
      notes: null,
      cancelled_reason: 'rain',
      attendance: 'cancelled',
      participants: 1,
      created_at: AT,
      package_id: null,
      manually_assigned: false,
      assigned_at: AT,
      ...untold,
      spared_package_id: null,
      feedback: null,
    },
  ],
  notices: [{ ...notice }],
  alerts: [{ ...alert }],
  credit_ledger: [{ ...ledger, ...untold }],
})

/** The rows of one table, each by its columns' names. */
const named = (files: ReturnType<typeof csvFiles>, name: string) => {
  const [header = [], ...rows] = files.find((file) => file.name === name)?.rows ?? []
  return rows.map((row) => Object.fromEntries(header.map((column, i) => [String(column), row[i]])))
}

/** The message for a refused file. */
const refusalOf = (file: unknown): string | undefined =>
  parseExport(typeof file === 'string' ? file : JSON.stringify(file)).message

describe('reading a file', () => {
  test('an export is parsed unchanged, with or without a byte order mark', () => {
    const text = JSON.stringify(whole())
    for (const file of [text, `\uFEFF${text}`, JSON.stringify(whole(), null, 2)])
      expect(parseExport(file)).toEqual({ success: true, data: whole() })
  })

  test('unknown properties are dropped', () => {
    const file = { ...whole(), extra: 1, students: [{ ...student, user_id: ID(9), is_admin: true }] }
    expect(parseExport(JSON.stringify(file))).toEqual({ success: true, data: whole() })
  })

  test('a file of another kind is refused with its reason', () => {
    const foreign = 'Este arquivo não é uma exportação completa (JSON) do Voleio, ou está incompleto.'
    const cut = JSON.stringify(whole()).slice(0, -1)
    for (const file of [
      '',
      '[]',
      'null',
      '"x"',
      '1',
      cut,
      '{}',
      { format: 'other' },
      { ...whole(), format: ['voleio-export'] },
    ])
      expect(refusalOf(file)).toBe(foreign)
    expect(refusalOf(own())).toContain('os dados de um aluno só')
    expect(refusalOf({ ...whole(), version: 3 })).toContain('Atualize o app')
    for (const version of [0, '1', null]) expect(refusalOf({ ...whole(), version })).toContain('não lê')
    expect(refusalOf('x'.repeat(IMPORT_MAX_CHARACTERS + 1))).toBe(
      'O arquivo é grande demais para ser importado.',
    )
  })

  test('a damaged file names the table', () => {
    const [row] = whole().students
    const damages: [Partial<Record<keyof ExportDocument, unknown>>, string][] = [
      [{ students: undefined }, '“students”'],
      [{ students: {} }, '“students”'],
      [{ students: [{ ...row, gender: 'x' }] }, '“students”'],
      [{ students: [{ ...row, id: 'x' }] }, '“students”'],
      [{ students: [{ ...row, created_at: 'ontem' }] }, '“students”'],
      [{ packages: [{ ...pack, student_id: ID(1), price: '1' }] }, '“packages”'],
      [{ packages: [{ ...pack, student_id: ID(1), purchase_date: '2026-02-30' }] }, '“packages”'],
      [{ packages: [{ ...pack, student_id: ID(1), payment_date: '0001-01-01' }] }, '“packages”'],
      [{ feedbacks: [{ ...seat, ...feedback, club_id: null, rating: 6 }] }, '“feedbacks”'],
      [{ payments: [{ ...payment, student_id: ID(1), amount: -1 }] }, '“payments”'],
      [{ payments: [{ ...payment, student_id: ID(1), method: 'shells' }] }, '“payments”'],
      [{ extensions: [{ ...extension, student_id: ID(1), days: 0.5 }] }, '“extensions”'],
      [{ assignments: [{ ...whole().assignments[0], attendance: 'late' }] }, '“assignments”'],
      [{ slots: [{ ...whole().slots[0], weekday: 7 }] }, '“slots”'],
      [{ slot_exceptions: [{ ...whole().slot_exceptions[0], reason: 'boredom' }] }, '“slot_exceptions”'],
      [{ notices: [{ ...notice, student_id: 'x' }] }, '“notices”'],
      [{ totals: { ...whole().totals, lessons: -1 } }, '“totals”'],
      [{ profile: null }, '“profile”'],
    ]
    for (const [damage, name] of damages) {
      const message = refusalOf({ ...whole(), ...damage })
      expect(message).toContain('há dados inválidos em')
      expect(message).toContain(name)
    }
  })

  test('duplicate keys and dangling references are refused', () => {
    const all = whole()
    const { format: _f, version: _v, exported_at: _e, notice: _n, profile: _p, totals: _t, ...tables } = all
    for (const [name, rows] of Object.entries(tables)) {
      const twice = refusalOf({ ...all, [name]: [...rows, ...rows] })
      expect(twice).toContain(`registros repetidos em “${name}”`)
    }
    const references: { [Table in keyof typeof tables]?: (keyof (typeof tables)[Table][number])[] } = {
      packages: ['student_id', 'renews'],
      notices: ['student_id'],
      extensions: ['package_id', 'batch_id'],
      payments: ['package_id', 'student_id'],
      slots: ['club_id'],
      slot_students: ['student_id'],
      slot_exceptions: ['slot_id', 'recess_id'],
      sessions: ['slot_id'],
      assignments: ['session_id', 'student_id', 'package_id'],
      feedbacks: ['session_id', 'club_id'],
      alerts: ['student_id', 'package_id'],
      credit_ledger: ['student_id'],
      balances: ['student_id'],
    }
    for (const [table, columns] of Object.entries(references)) {
      for (const column of columns) {
        const rows: object[] = Reflect.get(all, table)
        const broken = refusalOf({ ...all, [table]: rows.map((row) => ({ ...row, [column]: ID(9) })) })
        expect(broken, `${table}.${column}`).toContain('cita registros que não estão no arquivo')
      }
    }
    expect(refusalOf({ ...all, balances: [] })).toContain('“balances”')
    // The first one renews one of two that renew each other.
    const circle = [2, 3, 2].map((n, at) => ({ ...all.packages[0], id: ID(20 + at), renews: ID(19 + n) }))
    expect(refusalOf({ ...all, packages: [...all.packages, ...circle] })).toContain('inválidos em “packages”')
  })
})

describe('as tables', () => {
  test('a table for each kind of row, with names for people and ids at the end', () => {
    const files = csvFiles(whole())
    expect(files.map(({ name }) => name)).toEqual([
      'leia-me',
      'perfil',
      'clubes',
      'alunos',
      'pacotes',
      'extensoes-de-validade',
      'pagamentos',
      'horarios',
      'recessos',
      'mudancas-na-agenda',
      'alunos-de-um-dia',
      'ofertas',
      'convites',
      'combinados',
      'confirmacoes',
      'respostas',
      'aulas',
      'presencas',
      'feedbacks',
      'textos-de-mensagens',
      'mensagens-abertas',
      'alertas',
      'extrato-de-creditos',
      'saldos',
    ])
    for (const { name, rows } of files)
      for (const row of rows) expect(row, name).toHaveLength(rows[0]?.length ?? 0)
    expect(named(files, 'alunos')).toMatchObject([
      {
        Nome: 'José "Zé" D’Ávila',
        Telefone: '(11) 98765-4321',
        Gênero: 'Masculino',
        Classe: '3 Classe',
        Créditos: 3,
        Notas: 'linha um\nlinha dois; com ponto e vírgula',
        'Nº do aluno': 1,
      },
    ])
    expect(named(files, 'pacotes')).toMatchObject([
      {
        Aluno: 'José "Zé" D’Ávila',
        'Preço (R$)': 420.5,
        'Aulas vendidas': 4,
        'Preço vendido (R$)': 500.5,
        'Recebido (R$)': 400.2,
        'A receber (R$)': 20.3,
        'Renovar todo mês': 'Sim',
        Início: '01/11/2026',
        Validade: '01/12/2026',
        'Dias de extensão': 7,
      },
    ])
    expect(named(files, 'recessos')).toMatchObject([{ De: '20/12/2026', Até: '26/12/2026' }])
    expect(named(files, 'extensoes-de-validade')).toMatchObject([
      { Aluno: 'José "Zé" D’Ávila', Pacote: 'Pacote de 4 aulas', Dias: 7, 'Aula de': '19/11/2026' },
    ])
    expect(named(files, 'pagamentos')).toMatchObject([
      {
        Lançamento: 'Pagamento',
        'Valor (R$)': 420.5,
        Dia: '02/11/2026',
        Forma: 'PIX',
        'Quem pagou': 'Dona Zélia',
      },
      { Lançamento: 'Devolução', 'Valor (R$)': -20.3, Forma: 'Dinheiro', 'Quem pagou': null },
    ])
    expect(named(files, 'horarios')).toMatchObject([
      {
        Dia: 'Terça',
        Horário: '07:00',
        Minutos: 60,
        De: '01/11/2026',
        Até: null,
        Clube: 'Clube',
        Alunos: student.name,
      },
    ])
    expect(named(files, 'mudancas-na-agenda')).toMatchObject([
      { Horário: 'Terça 07:00', Dia: '24/11/2026', 'Não aconteceu': 'Recesso', 'Passou para': null },
    ])
    expect(named(files, 'combinados')).toMatchObject([{ De: '01/11/2026', 'Aviso (horas)': 24 }])
    expect(named(files, 'respostas')).toMatchObject([
      { Aluno: student.name, Resposta: 'Não vou', Avisou: 'Aluno', Prazo: 'A tempo' },
    ])
    expect(named(files, 'presencas')).toMatchObject([
      {
        Aluno: 'José "Zé" D’Ávila',
        Pacote: 'Pacote de 4 aulas',
        'Pacote escolhido à mão': 'Sim',
        Presença: 'Faltou',
      },
    ])
    expect(named(files, 'feedbacks')).toMatchObject([
      { Aluno: 'José "Zé" D’Ávila', Avaliação: 4, Focos: 'Saque, Voleio', Clube: 'Clube' },
    ])
    expect(named(files, 'perfil')).toMatchObject([{ Nome: 'Ana', 'Chave PIX': 'ana@voleio.test' }])
    expect(named(files, 'textos-de-mensagens')).toMatchObject([
      { Mensagem: 'Pagamento atrasado', Texto: '=Oi, {nome}!' },
    ])
    expect(named(files, 'mensagens-abertas')).toMatchObject([
      { Aluno: 'José "Zé" D’Ávila', Mensagem: 'Pagamento atrasado', Sobre: notice.cause },
    ])
    expect(named(files, 'extrato-de-creditos')).toMatchObject([
      {
        Movimento: 'Aula',
        Créditos: -1,
        'O que foi': expect.stringMatching(/^Falta cobrada: aula de 20\/11 · /),
        Pacote: 'Pacote de 4 aulas',
        'Saldo do pacote': 3,
        'Saldo do aluno': 3,
      },
    ])
    expect(named(files, 'saldos')).toMatchObject([
      {
        'Aulas, faltas e canceladas': expect.anything(),
        Créditos: 3,
        'Receita (R$)': 420.5,
        'Recebido (R$)': 400.2,
        'Avaliação média': 4,
      },
    ])
    // The notice differs from the complete file's, because tables cannot be imported and open no student's page.
    expect(files[0]?.rows.at(-1)).toEqual(['Aviso', BOOK.forReading])
  })

  test('whoever gets the tables gets no link of a student, nor an id that is one', () => {
    const link = 'feedfeed-feed-4eed-8eed-feedfeedfeed'
    const all = whole()
    const file = {
      ...all,
      students: all.students.map((row) => ({ ...row, link })),
      notices: [{ ...notice, student_id: ID(1), cause: `copied:${ID(1)}` }],
    }
    const one = { ...own(), notices: [{ ...notice, cause: 'copied:aluno' }] }
    for (const tables of [csvFiles(file), csvFiles(one)])
      for (const { name, rows } of tables)
        for (const cell of rows.flat()) {
          expect(String(cell), name).not.toContain(ID(1))
          expect(String(cell), name).not.toContain(link)
        }
    // The rows of two students of the same name can still be told apart.
    const number = { 'Nº do aluno': 1 }
    for (const name of ['pacotes', 'pagamentos', 'presencas', 'feedbacks', 'mensagens-abertas', 'saldos'])
      expect(named(csvFiles(file), name)[0], name).toMatchObject(number)
  })

  test('of one student only their own data, each session with its feedback', () => {
    const files = csvFiles(own())
    expect(files.map(({ name }) => name)).toEqual([
      'leia-me',
      'aluno',
      'pacotes',
      'extensoes-de-validade',
      'pagamentos',
      'horarios',
      'alunos-de-um-dia',
      'convites',
      'confirmacoes',
      'respostas',
      'aulas',
      'mensagens-abertas',
      'alertas',
      'extrato-de-creditos',
    ])
    const at = expect.stringMatching(/^\d\d\/11\/2026 às /)
    expect(named(files, 'alunos-de-um-dia')).toEqual([{ Aula: at, Como: 'Aceitou a oferta', Desde: at }])
    expect(named(files, 'convites')).toEqual([{ Aula: at, Até: at, 'Convidado em': at, 'Aceitou em': null }])
    expect(named(files, 'confirmacoes')).toMatchObject([{ 'Aviso (horas)': 24, 'Confirmados em': at }])
    expect(named(files, 'respostas')).toEqual([
      { Aula: at, Resposta: 'Não vou', 'Avisou em': at, Avisou: 'Aluno', Prazo: 'A tempo' },
    ])
    expect(named(files, 'aulas')).toMatchObject([
      { 'Alunos na aula': 2, Pacote: 'Pacote de 4 aulas', Avaliação: 4, Comentário: '=1+1', Clube: 'Clube' },
      {
        'Alunos na aula': 1,
        'Não aconteceu': 'Chuva',
        Presença: 'Cancelada',
        Pacote: null,
        Avaliação: null,
        Comentário: null,
        Clube: null,
      },
    ])
    expect(named(files, 'horarios')).toEqual([
      {
        Dia: '27/11/2026',
        Horário: '18:30',
        Minutos: 90,
        De: '27/11/2026',
        Até: '27/11/2026',
        Clube: 'Clube',
      },
    ])
  })

  test('times are those of the agenda wherever the file is made, also of a lesson and when an absence was told', () => {
    const zone = { time_zone: 'Asia/Tokyo' }
    const told = {
      attendance: 'excused',
      kind: 'refund',
      lesson_day: '2026-11-21',
      told_at: '2026-11-20T16:00:00Z',
      told_outcome: 'kept',
      agreement_version: 1,
    } as const
    const late = {
      ...told,
      kind: 'consume',
      attendance: 'absent',
      told_outcome: 'late',
      told_for: '2026-11-20T19:00:00Z',
    } as const
    const lines = [told, late].map((row) => ({ ...ledger, ...untold, ...row }))
    const all = whole()
    for (const file of [
      {
        ...all,
        profile: { ...all.profile, ...zone },
        credit_ledger: lines.map((row) => ({ ...row, student_id: ID(1) })),
      },
      { ...own(), teacher: { ...own().teacher, ...zone }, credit_ledger: lines },
    ]) {
      const files = csvFiles(file)
      expect(files[0]?.rows[1]).toEqual(['Exportado em', '21/11/2026 às 00:00'])
      expect(named(files, 'aulas')[0]).toMatchObject({ 'Data da aula': '21/11/2026 às 00:00' })
      expect(named(files, 'extrato-de-creditos')).toMatchObject([
        {
          'O que foi': 'Crédito devolvido: falta avisada em 21/11 às 01:00 (aula de 21/11 · 00:00)',
          'Avisou em': '21/11/2026 às 01:00',
        },
        { 'O que foi': expect.stringContaining('avisou 3 h antes (combinado: 24 h)') },
      ])
    }
  })

  test('a package says when its validity begins, and what was used outside the app', () => {
    const waiting = { ...pack, expiry_date: null, validity_days: 30, used_outside: 2, remaining_classes: 1 }
    expect(named(csvFiles({ ...own(), packages: [waiting] }), 'pacotes')).toMatchObject([
      { Validade: 'Começa na 1ª aula', Usadas: 3, Restantes: 1 },
    ])
  })

  test("what was received too much for a package is not taken off what the column 'A receber' adds up to", () => {
    const packages = [{ ...pack, paid_total: 500.5, open_amount: -80 }, pack]
    expect(named(csvFiles({ ...own(), packages }), 'pacotes')).toMatchObject([
      { 'Recebido (R$)': 500.5, 'A receber (R$)': 0 },
      { 'A receber (R$)': 20.3 },
    ])
  })

  test('a value that no table can show says so in its cell, and the rest is there', () => {
    const file = whole()
    const payments = file.payments.map((row) => ({ ...row, created_at: 'infinity' }))
    const lines = named(csvFiles({ ...file, payments }), 'pagamentos')
    expect(lines).toHaveLength(named(csvFiles(file), 'pagamentos').length)
    expect(JSON.stringify(lines)).toContain('(ilegível: está no arquivo JSON)')
  })

  test('an anonymised student has no gender, type or class', () => {
    const nobody = { ...student, name: 'Aluno anonimizado', phone: '', anonymized_at: AT }
    expect(named(csvFiles({ ...own(), student: nobody }), 'aluno')).toMatchObject([
      { Nome: 'Aluno anonimizado', Telefone: '', Gênero: null, Tipo: null, Classe: null },
    ])
  })
})
