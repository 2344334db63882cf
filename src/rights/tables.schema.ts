import * as z from 'zod/mini'
import { ALERT_PRIORITY_LABELS, ALERT_TYPE_LABELS, shownMessage } from '@/alerts/rules'
import {
  ALERT_TYPES,
  ATTENDANCES,
  CANCELLED_REASONS,
  CLASSES,
  GENDERS,
  PAYMENT_METHODS,
  PIX_TYPES,
  STUDENT_STATUSES,
  STUDENT_TYPES,
  type Told,
  type Uuid,
} from '@/core/model'
import { mapRecord } from '@/core/records'
import { MESSAGES_SCREEN } from '@/messages/screen-texts'
import { expiryText, usedClasses } from '@/packages/rules'
import { statementLine, toldIn, type LedgerFacts } from '@/packages/statement/rules'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from '@/students/rules'
import { agendaTables, TOLD } from './agenda-tables.schema'
import {
  choice,
  column,
  count,
  day,
  flag,
  id,
  integer,
  lesson,
  maybe,
  moment,
  money,
  named,
  number,
  phone,
  rating,
  rows,
  studentNumber,
  tags,
  text,
  type CsvTable,
  type Names,
} from './columns.schema'

/**
 * Every table of an export (docs/product.md, 'Rights of the coach'): what its columns hold, what the spreadsheets show
 * of them, in this order, and which rows of other tables they refer to. Money is in BRL, days are 'YYYY-MM-DD',
 * instants ISO 8601.
 */

const MESSAGE_KINDS: Readonly<Record<string, string>> = {
  ...mapRecord(MESSAGES_SCREEN.kinds, ({ title }) => title),
  ...ALERT_TYPE_LABELS,
}
const LEDGER_KINDS = {
  purchase: 'Compra',
  adjust: 'Correção do pacote',
  void: 'Pacote apagado',
  consume: 'Aula',
  refund: 'Devolução',
}
const METHODS = { pix: 'PIX', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência', other: 'Outra' }

/** Shows the stored value if only a newer version of the app knows the kind. */
const messageKind = () => column('Mensagem', z.string(), (kind) => MESSAGE_KINDS[kind] ?? kind)
export const attendance = () => choice('Presença', ATTENDANCES, ATTENDANCE.labels)
const packageId = ['ID do pacote', ({ package_id }: { package_id: Uuid | null }) => package_id] as const
export const sessionId = ['ID da aula', ({ session_id }: { session_id: Uuid }) => session_id] as const

export const profile = rows('perfil', {
  name: text('Nome'),
  /** The login's; an import does not change it. */
  email: maybe(text('Email')),
  phone: maybe(phone('Telefone')),
  main_sport: text('Esporte principal'),
  pix_key: maybe(text('Chave PIX')),
  pix_name: maybe(text('Nome no PIX')),
  pix_city: maybe(text('Cidade no PIX')),
  created_at: moment('Cadastrado em'),
  updated_at: moment('Alterado em'),
  package_order: z.enum(['oldest', 'expires_first']),
  cancel_extension_days: count(),
  time_zone: maybe(text()),
  pix_type: z.nullable(z.enum(PIX_TYPES)),
  show_pix: flag(),
  renewal_due_day: count(),
  first_steps_closed: flag(),
  replies_seen_at: maybe(moment()),
  time_zone_since: maybe(moment()),
  agreements_written: count(),
})

export const LESSON = {
  date: moment('Data da aula'),
  teacher: text('Professor'),
  cancelled_reason: maybe(choice('Não aconteceu', CANCELLED_REASONS, ATTENDANCE.reasons)),
  notes: maybe(text('Observações da aula')),
  created_at: moment('Registrada em'),
}

/** The row with the hours of notice of the agreement that judged it. */
export const withNotice = <Row extends Told>(row: Row, { noticeHours }: Names): Row => ({
  ...row,
  notice_hours: noticeHours.get(row.agreement_version) ?? null,
})

/** A line of the statement in words, with times in the agenda's zone. */
export const movementOf = (line: LedgerFacts, names: Names): string =>
  statementLine(toldIn(withNotice(line, names), names.zone), names.zone)

export const tables = {
  clubs: rows('clubes', {
    name: text('Nome'),
    address: maybe(text('Endereço')),
    phone: maybe(phone('Telefone')),
    is_default: flag('Clube padrão'),
    created_at: moment('Cadastrado em'),
    updated_at: moment('Alterado em'),
    id: id('ID do clube'),
  }),
  students: rows(
    'alunos',
    {
      name: text('Nome'),
      email: maybe(text('Email')),
      phone: phone('Telefone'),
      gender: choice('Gênero', GENDERS, GENDER_LABELS),
      type: choice('Tipo', STUDENT_TYPES, STUDENT_TYPE_LABELS),
      classe: choice('Classe', CLASSES, CLASSE_LABELS),
      status: choice('Status', STUDENT_STATUSES, STUDENT_STATUS_LABELS),
      total_credits: count('Créditos'),
      notes: maybe(text('Notas')),
      created_at: moment('Cadastrado em'),
      updated_at: moment('Alterado em'),
      anonymized_at: maybe(moment('Anonimizado em')),
      id: id(),
      credits_version: count(),
      link: maybe(id()),
    },
    {
      cells: {
        // Anonymising sets these three columns to constants, which would mislead.
        gender: (row) => (row.anonymized_at === null ? GENDER_LABELS[row.gender] : null),
        type: (row) => (row.anonymized_at === null ? STUDENT_TYPE_LABELS[row.type] : null),
        classe: (row) => (row.anonymized_at === null ? CLASSE_LABELS[row.classe] : null),
      },
      after: [['Nº do aluno', (row, { numbers }) => numbers.get(row.id) ?? null]],
    },
  ),
  packages: rows(
    'pacotes',
    {
      student_id: named('Aluno', 'students'),
      name: text('Pacote'),
      total_classes: count('Aulas'),
      used_classes: count('Usadas'),
      remaining_classes: count('Restantes'),
      price: money('Preço (R$)'),
      sold_classes: count('Aulas vendidas'),
      sold_price: money('Preço vendido (R$)'),
      purchase_date: day('Início'),
      payment_date: day('Pagamento'),
      paid_total: money('Recebido (R$)'),
      open_amount: number('A receber (R$)'),
      renews_monthly: flag('Renovar todo mês'),
      expiry_date: maybe(day('Validade')),
      extended_days: count('Dias de extensão'),
      created_at: moment('Registrado em'),
      updated_at: moment('Alterado em'),
      renews: maybe(named('Renova o pacote', 'packages')),
      id: id('ID do pacote'),
      validity_days: maybe(count()),
      used_outside: count(),
      status: z.literal('active'),
    },
    {
      refers: { students: ['student_id'], packages: ['student_id', 'renews'] },
      // Never negative, so that the column's sum is the app's: an overpaid package pays for no other.
      cells: {
        used_classes: usedClasses,
        expiry_date: expiryText,
        open_amount: ({ open_amount }) => Math.max(0, open_amount),
      },
      after: [studentNumber],
    },
  ),
  extensions: rows(
    'extensoes-de-validade',
    {
      student_id: named('Aluno', 'students'),
      package_id: named('Pacote', 'packages'),
      days: maybe(count('Dias')),
      /** Instead of `days`: valid at least until then. */
      until_day: maybe(day('Pelo menos até')),
      reason: text('Motivo'),
      day: maybe(day('Aula de')),
      created_at: moment('Registrada em'),
      id: id('ID da extensão'),
      batch_id: maybe(id()),
      session_id: maybe(id()),
      slot_id: maybe(id()),
      slot_date: maybe(day()),
      kept: flag(),
      stands: flag(),
    },
    {
      refers: { packages: ['student_id', 'package_id'], recesses: ['batch_id'] },
      after: [packageId, studentNumber],
    },
  ),
  payments: rows(
    'pagamentos',
    {
      student_id: named('Aluno', 'students'),
      package_id: named('Pacote', 'packages'),
      paid_on: day('Dia'),
      kind: choice('Lançamento', ['payment', 'refund'], { payment: 'Pagamento', refund: 'Devolução' }),
      amount: money('Valor (R$)'),
      method: choice('Forma', PAYMENT_METHODS, METHODS),
      payer_name: maybe(text('Quem pagou')),
      note: maybe(text('Observação')),
      created_at: moment('Registrado em'),
      id: id('ID do pagamento'),
      own: flag(),
    },
    {
      refers: { packages: ['student_id', 'package_id'] },
      // Refunds are negative, so that the column's sum is what was received.
      cells: { amount: (row) => (row.kind === 'refund' ? -row.amount : row.amount) },
      after: [packageId, studentNumber],
    },
  ),
  ...agendaTables,
  sessions: rows(
    'aulas',
    {
      ...LESSON,
      student_count: count('Alunos na aula'),
      unassigned_count: count('Sem pacote'),
      id: id('ID da aula'),
      slot_id: maybe(id('ID do horário')),
      day: day(),
      cancelled_count: count(),
      slot_date: maybe(day()),
      rating_sum: count(),
      rating_count: count(),
      version: count(),
      updated_at: moment(),
    },
    { refers: { slots: ['slot_id'] } },
  ),
  assignments: rows(
    'presencas',
    {
      session_id: lesson('Data da aula'),
      student_id: named('Aluno', 'students'),
      attendance: attendance(),
      /** null: unassigned ('sem pacote'), or not charged. */
      package_id: maybe(named('Pacote', 'packages')),
      manually_assigned: flag('Pacote escolhido à mão'),
      assigned_at: moment('Atribuído em'),
      ...TOLD,
      spared_package_id: maybe(id()),
    },
    {
      key: ['session_id', 'student_id'],
      refers: { sessions: ['session_id'], students: ['student_id'], packages: ['student_id', 'package_id'] },
      after: [sessionId, studentNumber, packageId],
    },
  ),
  feedbacks: rows(
    'feedbacks',
    {
      session_id: lesson('Data da aula'),
      student_id: named('Aluno', 'students'),
      rating: rating('Avaliação'),
      notes: maybe(text('Comentário')),
      private_notes: maybe(text('Notas privadas')),
      tags: tags('Focos'),
      created_at: moment('Feedback em'),
      club_id: maybe(named('Clube', 'clubs')),
    },
    {
      key: ['session_id', 'student_id'],
      refers: { assignments: ['session_id', 'student_id'], clubs: ['club_id'] },
      after: [sessionId, studentNumber],
    },
  ),
  /** The coach's own texts, one per kind of message. */
  message_templates: rows(
    'textos-de-mensagens',
    { kind: messageKind(), body: text('Texto'), updated_at: moment('Alterado em') },
    { key: ['kind'] },
  ),
  /** That a message was opened, never its text. */
  notices: rows(
    'mensagens-abertas',
    {
      /** null: to nobody that Voleio knows. */
      student_id: maybe(named('Aluno', 'students')),
      kind: messageKind(),
      opened_at: moment('Aberta em'),
      id: id('ID da mensagem'),
      /** The key of the alert, or ids of what the message was about, without students' ids, which may open the page. */
      cause: column('Sobre', z.string(), (cause, { numbers }) =>
        cause
          .split(':')
          .filter((part) => !numbers.has(part))
          .join(':'),
      ),
    },
    { refers: { students: ['student_id'] }, after: [studentNumber] },
  ),
  /** Includes ended ones. */
  alerts: rows(
    'alertas',
    {
      type: choice('Alerta', ALERT_TYPES, ALERT_TYPE_LABELS),
      priority: choice('Prioridade', ['high', 'medium', 'low'], ALERT_PRIORITY_LABELS),
      student_name: maybe(text('Aluno')),
      message: text('Mensagem'),
      resolved: flag('Resolvido'),
      ended: flag('Causa encerrada'),
      created_at: moment('Criado em'),
      id: id('ID do alerta'),
      student_id: maybe(id()),
      session_id: maybe(id()),
      package_id: maybe(id()),
      /** What the message was made from. */
      facts: z.record(z.string(), z.unknown()),
      dedupe_key: text(),
    },
    {
      refers: { students: ['student_id'], sessions: ['session_id'], packages: ['student_id', 'package_id'] },
      cells: { message: shownMessage },
      after: [studentNumber],
    },
  ),
  /** One line per change of credits. It outlives its package and its lesson, which it names as it is or last was. */
  credit_ledger: rows(
    'extrato-de-creditos',
    {
      created_at: moment('Quando'),
      student_id: named('Aluno', 'students'),
      kind: choice('Movimento', ['purchase', 'adjust', 'void', 'consume', 'refund'], LEDGER_KINDS),
      delta: integer('Créditos'),
      attendance: column('O que foi', z.nullable(z.enum(ATTENDANCES)), () => null),
      package_name: maybe(text('Pacote')),
      lesson_date: maybe(moment('Data da aula')),
      reason: maybe(text('Motivo')),
      package_balance_after: integer('Saldo do pacote'),
      balance_after: integer('Saldo do aluno'),
      package_id: id('ID do pacote'),
      session_id: maybe(id('ID da aula')),
      id: integer('ID do lançamento'),
      lesson_day: maybe(day()),
      cancelled_reason: z.nullable(z.enum(CANCELLED_REASONS)),
      /** For a refund: the attendance while the lesson was charged. */
      charged_as: z.nullable(z.enum(['present', 'absent'])),
      ...TOLD,
    },
    { refers: { students: ['student_id'] }, cells: { attendance: movementOf }, after: [studentNumber] },
  ),
  /** Checksums, one row per student: an import must produce the same. */
  balances: rows(
    'saldos',
    {
      student_id: named('Aluno', 'students'),
      /** Of all packages, expired ones included. */
      credits: count('Créditos'),
      packages: count('Pacotes'),
      revenue: money('Receita (R$)'),
      /** Payments less refunds. */
      paid: money('Recebido (R$)'),
      lessons: count('Aulas, faltas e canceladas'),
      rating_sum: count('Avaliação média'),
      rating_count: count(),
    },
    {
      key: ['student_id'],
      refers: { students: ['student_id'] },
      cells: {
        rating_sum: (row) =>
          row.rating_count === 0 ? null : Math.round((row.rating_sum / row.rating_count) * 10) / 10,
      },
      after: [studentNumber],
    },
  ),
}

export type TableName = keyof typeof tables
type Rows = { [Name in TableName]: Parameters<(typeof tables)[Name]['sheet']>[0] }
const sheets: { [Name in TableName]: { sheet: (rows: Rows[Name], names: Names) => CsvTable } } = tables

export const sheetOf = <Name extends TableName>(
  name: Name,
  document: Pick<Rows, Name>,
  names: Names,
): CsvTable => sheets[name].sheet(document[name], names)

export type ExportedRow<Table extends keyof typeof tables> = z.infer<(typeof tables)[Table]>[number]
