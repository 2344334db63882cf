import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { ALERT_PRIORITY_LABELS, ALERT_TYPE_LABELS, shownMessage } from '@/alerts/rules'
import { formatDate, formatDateTime } from '@/core/dates'
import type { Alert, Club, Instant, Session, SessionFeedback, Student } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { expiryText, usedClasses } from '@/packages/rules'
import { statementLine } from '@/packages/statement/rules'
import { SESSION_MESSAGES as words } from '@/sessions/texts'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from '@/students/rules'
import { EXPORT_FORMAT, type StudentExportDocument } from './data-export'
import type { ExportDocument, ExportedRow } from './data-export.schema'

type CsvCell = string | number | null

/** One table; the first row holds the column names. */
export interface CsvTable {
  /** A file name without extension. */
  name: string
  rows: CsvCell[][]
}

type Column<Row> = readonly [header: string, cell: (row: Row) => CsvCell]
type Columns<Row> = readonly Column<Row>[]

/**
 * An export as readable tables (docs/product.md, 'Rights of the coach'): names instead of ids (which stay as the last
 * columns; students have a number instead, because their id may open their page), dates and times in Brazilian format and the
 * device's time zone. Cells are not escaped: whoever writes the file must guard against spreadsheet formulas.
 */
export function csvFiles(document: ExportDocument | StudentExportDocument): CsvTable[] {
  return document.format === EXPORT_FORMAT ? tablesOfAll(document) : tablesOfStudent(document)
}

function table<Row>(name: string, columns: Columns<Row>, rows: readonly Row[]): CsvTable {
  return {
    name,
    rows: [
      columns.map(([header]) => header),
      ...rows.map((row) => columns.map(([, cell]) => readable(() => cell(row)))),
    ],
  }
}

/** One value that cannot be shown says so in its cell; it never takes the whole export with it. */
function readable(cell: () => CsvCell): CsvCell {
  try {
    return cell()
  } catch {
    return '(ilegível: está no arquivo JSON)'
  }
}

function tablesOfAll(document: ExportDocument): CsvTable[] {
  const studentNames = new Map(document.students.map(({ id, name }) => [id, name]))
  const clubNames = new Map(document.clubs.map(({ id, name }) => [id, name]))
  const packageNames = new Map(document.packages.map(({ id, name }) => [id, name]))
  const slots = new Map(document.slots.map((slot) => [slot.id, `${slotDay(slot)} ${slotTime(slot)}`]))
  const dates = new Map(document.sessions.map(({ id, date }) => [id, date]))
  const student = ({ student_id }: { student_id: string | null }): CsvCell => nameOf(studentNames, student_id)
  const pack = ({ package_id }: { package_id: string | null }): CsvCell => nameOf(packageNames, package_id)
  const numbers = new Map(document.students.map(({ id }, at) => [id, at + 1]))
  const number: Column<{ student_id: string | null }> = [
    'Nº do aluno',
    ({ student_id }) => numbers.get(student_id ?? '') ?? null,
  ]
  const date = ({ session_id }: { session_id: string }): CsvCell => moment(dates.get(session_id) ?? null)

  return [
    about(document, document.notice),
    table('perfil', PROFILE, [document.profile]),
    table('clubes', CLUB, document.clubs),
    table('alunos', [...STUDENT, ['Nº do aluno', ({ id }) => numbers.get(id) ?? null]], document.students),
    table(
      'pacotes',
      [
        ['Aluno', student],
        ...SALE,
        ['Renova o pacote', ({ renews }) => nameOf(packageNames, renews)],
        ['ID do pacote', ({ id }) => id],
        number,
      ],
      document.packages,
    ),
    table(
      'extensoes-de-validade',
      [['Aluno', student], ['Pacote', pack], ...EXTENSION, ['ID do pacote', packageId], number],
      document.extensions.filter(({ stands }) => stands),
    ),
    table(
      'pagamentos',
      [['Aluno', student], ['Pacote', pack], ...PAYMENT, ['ID do pacote', packageId], number],
      document.payments,
    ),
    table(
      'horarios',
      [
        ...SLOT,
        ['Clube', ({ club_id }) => nameOf(clubNames, club_id)],
        [
          'Alunos',
          ({ id }) =>
            document.slot_students
              .filter(({ slot_id }) => slot_id === id)
              .map(student)
              .join(', '),
        ],
        ['Registrado em', (row) => moment(row.created_at)],
        ['Alterado em', (row) => moment(row.updated_at)],
        ['ID do horário', ({ id }) => id],
      ],
      document.slots,
    ),
    table(
      'recessos',
      [
        ['De', (row) => formatDate(row.first_day)],
        ['Até', (row) => formatDate(row.last_day)],
        ['Registrado em', (row) => moment(row.created_at)],
      ],
      document.recesses,
    ),
    table(
      'mudancas-na-agenda',
      [
        ['Horário', ({ slot_id }) => nameOf(slots, slot_id)],
        ['Dia', (row) => formatDate(row.slot_date)],
        ['Não aconteceu', ({ reason }) => (reason === null ? null : SKIP_REASON_TEXTS[reason])],
        ['Passou para', (row) => moment(row.moved_to)],
        ['Registrado em', (row) => moment(row.created_at)],
        ['ID do horário', (row) => row.slot_id],
      ],
      document.slot_exceptions,
    ),
    table(
      'aulas',
      [
        ...LESSON,
        ['Alunos na aula', (row) => row.student_count],
        ['Sem pacote', (row) => row.unassigned_count],
        ['ID da aula', ({ id }) => id],
        ['ID do horário', (row) => row.slot_id],
      ],
      document.sessions,
    ),
    table(
      'presencas',
      [
        ['Data da aula', date],
        ['Aluno', student],
        ['Presença', ({ attendance }) => words.attendances[attendance]],
        ['Pacote', pack],
        ['Pacote escolhido à mão', (row) => yesNo(row.manually_assigned)],
        ['Atribuído em', (row) => moment(row.assigned_at)],
        ['ID da aula', sessionId],
        number,
        ['ID do pacote', ({ package_id }) => package_id],
      ],
      document.assignments,
    ),
    table(
      'feedbacks',
      [
        ['Data da aula', date],
        ['Aluno', student],
        ...FEEDBACK,
        ['Clube', ({ club_id }) => nameOf(clubNames, club_id)],
        ['ID da aula', sessionId],
        number,
      ],
      document.feedbacks,
    ),
    table('textos-de-mensagens', TEMPLATE, document.message_templates),
    table(
      'mensagens-abertas',
      [
        ['Aluno', student],
        ...NOTICE,
        [
          'Sobre',
          ({ cause }) =>
            cause
              .split(':')
              .filter((part) => !numbers.has(part))
              .join(':'),
        ],
        number,
      ],
      document.notices,
    ),
    table('alertas', [...ALERT, number], document.alerts),
    table(
      'extrato-de-creditos',
      [...LEDGER.slice(0, 1), ['Aluno', student], ...LEDGER.slice(1), number],
      document.credit_ledger,
    ),
    table(
      'saldos',
      [
        ['Aluno', student],
        ['Créditos', (row) => row.credits],
        ['Pacotes', (row) => row.packages],
        ['Receita (R$)', (row) => row.revenue],
        ['Recebido (R$)', (row) => row.paid ?? null],
        ['Aulas', (row) => row.lessons],
        [
          'Avaliação média',
          (row) =>
            row.rating_count === 0 ? null : Math.round((row.rating_sum / row.rating_count) * 10) / 10,
        ],
        number,
      ],
      document.balances,
    ),
  ]
}

function tablesOfStudent(document: StudentExportDocument): CsvTable[] {
  // The student does not read of a column that the coach left out.
  const privateNotes: Columns<StudentExportDocument['lessons'][number]> = document.lessons.some(
    ({ feedback }) => feedback?.private_notes !== undefined,
  )
    ? [['Notas privadas', ({ feedback }) => feedback?.private_notes ?? null]]
    : []
  const packageNames = new Map(document.packages.map(({ id, name }) => [id, name]))
  const pack = ({ package_id }: { package_id: string | null }): CsvCell => nameOf(packageNames, package_id)
  return [
    about(document),
    table('aluno', STUDENT, [document.student]),
    table('pacotes', [...SALE, ['ID do pacote', ({ id }) => id]], document.packages),
    table(
      'extensoes-de-validade',
      [['Pacote', pack], ...EXTENSION],
      document.extensions.filter(({ stands }) => stands),
    ),
    table('pagamentos', [['Pacote', pack], ...PAYMENT], document.payments),
    table('horarios', [...SLOT, ['Clube', ({ club }) => club]], document.slots),
    table(
      'aulas',
      [
        ...LESSON,
        ['Alunos na aula', (row) => row.participants],
        ['Presença', ({ attendance }) => words.attendances[attendance]],
        ['Pacote', pack],
        ['Pacote escolhido à mão', (row) => yesNo(row.manually_assigned)],
        ['Avaliação', ({ feedback }) => feedback?.rating ?? null],
        ['Comentário', ({ feedback }) => feedback?.notes ?? null],
        ...privateNotes,
        ['Focos', ({ feedback }) => feedback?.tags.join(', ') ?? null],
        ['Clube', ({ feedback }) => feedback?.club ?? null],
        ['Feedback em', ({ feedback }) => moment(feedback?.created_at ?? null)],
        ['ID da aula', (row) => row.session_id],
      ],
      document.lessons,
    ),
    table('mensagens-abertas', [...NOTICE, ['Sobre', ({ cause }) => cause]], document.notices),
    table('alertas', ALERT, document.alerts),
    table('extrato-de-creditos', LEDGER, document.credit_ledger),
  ]
}

function about({ exported_at }: { exported_at: Instant }, notice?: string): CsvTable {
  return {
    name: 'leia-me',
    rows: [
      ['Voleio', null],
      ['Exportado em', moment(exported_at)],
      ...(notice === undefined ? [] : [['Aviso', notice]]),
    ],
  }
}

const packageId = (row: { package_id: string }): CsvCell => row.package_id
const sessionId = (row: { session_id: string }): CsvCell => row.session_id
const moment = (instant: Instant | null): CsvCell => (instant === null ? null : formatDateTime(instant))
const yesNo = (value: boolean): string => (value ? 'Sim' : 'Não')
const nameOf = (names: ReadonlyMap<string, string>, id: string | null): CsvCell =>
  id === null ? null : (names.get(id) ?? null)

const WEEKDAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']
const PAYMENT_KINDS = { payment: 'Pagamento', refund: 'Devolução' }
const METHODS = { pix: 'PIX', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência', other: 'Outra' }
const MESSAGE_KINDS = {
  open_amount: 'Pagamento em aberto',
  lesson_summary: 'Resumo da aula',
  tomorrow_lesson: 'Aula de amanhã',
  cancelled_lesson: 'Aula cancelada',
  student_link: 'Página do aluno',
}
const LEDGER_KINDS = {
  purchase: 'Compra',
  adjust: 'Correção do pacote',
  void: 'Pacote removido',
  consume: 'Aula',
  refund: 'Devolução',
}

const PROFILE: Columns<ExportDocument['profile']> = [
  ['Nome', (row) => row.name],
  ['Email', (row) => row.email],
  ['Telefone', (row) => displayPhone(row.phone)],
  ['Esporte principal', (row) => row.main_sport],
  ['Chave PIX', (row) => row.pix_key],
  ['Nome no PIX', (row) => row.pix_name],
  ['Cidade no PIX', (row) => row.pix_city],
  ['Cadastrado em', (row) => moment(row.created_at)],
  ['Alterado em', (row) => moment(row.updated_at)],
]

const CLUB: Columns<Omit<Club, 'user_id'>> = [
  ['Nome', (row) => row.name],
  ['Endereço', (row) => row.address],
  ['Telefone', (row) => displayPhone(row.phone)],
  ['Clube padrão', (row) => yesNo(row.is_default)],
  ['Cadastrado em', (row) => moment(row.created_at)],
  ['Alterado em', (row) => moment(row.updated_at)],
  ['ID do clube', (row) => row.id],
]

const STUDENT: Columns<Omit<Student, 'user_id' | 'id' | 'link'>> = [
  ['Nome', (row) => row.name],
  ['Email', (row) => row.email],
  ['Telefone', (row) => displayPhone(row.phone)],
  // Anonymising sets these three to constants, which would mislead.
  ['Gênero', (row) => (row.anonymized_at === null ? GENDER_LABELS[row.gender] : null)],
  ['Tipo', (row) => (row.anonymized_at === null ? STUDENT_TYPE_LABELS[row.type] : null)],
  ['Classe', (row) => (row.anonymized_at === null ? CLASSE_LABELS[row.classe] : null)],
  ['Status', (row) => STUDENT_STATUS_LABELS[row.status]],
  ['Créditos', (row) => row.total_credits],
  ['Notas', (row) => row.notes],
  ['Cadastrado em', (row) => moment(row.created_at)],
  ['Alterado em', (row) => moment(row.updated_at)],
  ['Anonimizado em', (row) => moment(row.anonymized_at)],
]

const SALE: Columns<Omit<ExportedRow<'packages'>, 'student_id'>> = [
  ['Pacote', (row) => row.name],
  ['Aulas', (row) => row.total_classes],
  ['Usadas', usedClasses],
  ['Restantes', (row) => row.remaining_classes],
  ['Preço (R$)', (row) => row.price],
  ['Aulas vendidas', (row) => row.sold_classes],
  ['Preço vendido (R$)', (row) => row.sold_price],
  ['Início', (row) => formatDate(row.purchase_date)],
  ['Pagamento', (row) => formatDate(row.payment_date)],
  ['Recebido (R$)', (row) => row.paid_total],
  ['A receber (R$)', (row) => row.open_amount],
  ['Renovar todo mês', (row) => yesNo(row.renews_monthly)],
  ['Validade', (row) => expiryText(row)],
  ['Dias de extensão', (row) => row.extended_days],
  ['Registrado em', (row) => moment(row.created_at)],
  ['Alterado em', (row) => moment(row.updated_at)],
]

const EXTENSION: Columns<Omit<ExportedRow<'extensions'>, 'student_id'>> = [
  ['Dias', (row) => row.days],
  ['Motivo', (row) => row.reason],
  ['Aula de', (row) => (row.day === null ? null : formatDate(row.day))],
  ['Registrada em', (row) => moment(row.created_at)],
  ['ID da extensão', (row) => row.id],
]

const PAYMENT: Columns<Omit<ExportedRow<'payments'>, 'student_id'>> = [
  ['Dia', (row) => formatDate(row.paid_on)],
  ['Lançamento', (row) => PAYMENT_KINDS[row.kind]],
  // What was given back is less than nothing, so that the column adds up.
  ['Valor (R$)', (row) => (row.kind === 'refund' ? -row.amount : row.amount)],
  ['Forma', (row) => METHODS[row.method]],
  ['Quem pagou', (row) => row.payer_name],
  ['Observação', (row) => row.note],
  ['Registrado em', (row) => moment(row.created_at)],
  ['ID do pagamento', (row) => row.id],
]

type SlotTimes = Pick<ExportedRow<'slots'>, 'weekday' | 'start_time' | 'minutes' | 'starts_on' | 'ends_on'>
const slotDay = ({ weekday, starts_on }: SlotTimes): string =>
  weekday === null ? formatDate(starts_on) : (WEEKDAYS[weekday] ?? '')
const slotTime = ({ start_time }: SlotTimes): string => start_time.slice(0, 5)

const SLOT: Columns<SlotTimes> = [
  ['Dia', slotDay],
  ['Horário', slotTime],
  ['Minutos', (row) => row.minutes],
  ['De', (row) => formatDate(row.starts_on)],
  ['Até', (row) => (row.ends_on === null ? null : formatDate(row.ends_on))],
]

const LESSON: Columns<Pick<Session, 'date' | 'teacher' | 'cancelled_reason' | 'notes' | 'created_at'>> = [
  ['Data da aula', (row) => moment(row.date)],
  ['Professor', (row) => row.teacher],
  [
    'Não aconteceu',
    ({ cancelled_reason: reason }) => (reason === null ? null : words.cancelledReasons[reason]),
  ],
  ['Observações da aula', (row) => row.notes],
  ['Registrada em', (row) => moment(row.created_at)],
]

const FEEDBACK: Columns<Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags' | 'created_at'>> =
  [
    ['Avaliação', (row) => row.rating],
    ['Comentário', (row) => row.notes],
    ['Notas privadas', (row) => row.private_notes],
    ['Focos', (row) => row.tags.join(', ')],
    ['Feedback em', (row) => moment(row.created_at)],
  ]

const KINDS: Readonly<Record<string, string>> = { ...ALERT_TYPE_LABELS, ...MESSAGE_KINDS }
/** A kind that only a newer version knows is named as it is stored. */
const messageKind = ({ kind }: { kind: string }): string => KINDS[kind] ?? kind

const TEMPLATE: Columns<ExportDocument['message_templates'][number]> = [
  ['Mensagem', messageKind],
  ['Texto', (row) => row.body],
  ['Alterado em', (row) => moment(row.updated_at)],
]

const NOTICE: Columns<Omit<ExportedRow<'notices'>, 'student_id'>> = [
  ['Mensagem', messageKind],
  ['Aberta em', (row) => moment(row.opened_at)],
  ['ID da mensagem', (row) => row.id],
]

const ALERT: Columns<Omit<Alert, 'user_id' | 'student_id' | 'dedupe_key'>> = [
  ['Alerta', (row) => ALERT_TYPE_LABELS[row.type]],
  ['Prioridade', (row) => ALERT_PRIORITY_LABELS[row.priority]],
  ['Aluno', (row) => row.student_name],
  ['Mensagem', shownMessage],
  ['Resolvido', (row) => yesNo(row.resolved)],
  ['Causa encerrada', (row) => yesNo(row.ended)],
  ['Criado em', (row) => moment(row.created_at)],
  ['ID do alerta', (row) => row.id],
]

const LEDGER: Columns<Omit<ExportedRow<'credit_ledger'>, 'student_id'>> = [
  ['Quando', (row) => moment(row.created_at)],
  ['Movimento', (row) => LEDGER_KINDS[row.kind]],
  ['Créditos', (row) => row.delta],
  ['O que foi', statementLine],
  ['Pacote', (row) => row.package_name],
  ['Data da aula', (row) => moment(row.lesson_date)],
  ['Motivo', (row) => row.reason],
  ['Saldo do pacote', (row) => row.package_balance_after],
  ['Saldo do aluno', (row) => row.balance_after],
  ['ID do pacote', (row) => row.package_id],
  ['ID da aula', (row) => row.session_id],
  ['ID do lançamento', (row) => row.id],
]
