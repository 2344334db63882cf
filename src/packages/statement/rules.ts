import { dayOf, timeOf, writtenOf } from '@/agenda/zone'
import { absenceText } from '@/agreement/absence'
import { countOf } from '@/core/common-texts'
import { formatDate, formatTime, localDayOf } from '@/core/dates'
import type { Attendance, CancelledReason, Instant, LocalDate, Package, Told, Uuid } from '@/core/model'
import { isExpired } from '../rules'

/** The statement of credits: what happened to them, line by line (docs/product.md, 'Statement'). */

type LedgerKind = 'purchase' | 'adjust' | 'void' | 'consume' | 'refund'

/** What a line needs to explain itself. The public page gets nothing else. */
export interface LedgerFacts extends Told {
  kind: LedgerKind
  delta: number
  created_at: Instant
  /** null: the student was anonymised. */
  package_name: string | null
  /** The lesson's instant now or, if it was deleted, as it last was; null: no lesson, or no longer known which. */
  lesson_date: Instant | null
  /** The lesson's own day. */
  lesson_day?: LocalDate | null
  /**
   * The lesson's 'HH:mm' and the time of the line, where another zone than the device's tells them (`toldIn`). '': it
   * belongs to another day there than the lesson's own.
   */
  lesson_time?: string
  written?: string
  /**
   * For a used credit: the student's attendance in the lesson, or the last one that was charged. For a returned credit:
   * the student's new attendance; null: the student is no longer in the lesson.
   */
  attendance: Attendance | null
  cancelled_reason: CancelledReason | null
  /** Of an adjustment only. */
  reason: string | null
}

interface StatementLine extends LedgerFacts {
  id: number
  package_id: Uuid
  session_id: Uuid | null
  /** The student's balance, or the package's in the statement of one package. */
  balance_after: number
}

/** Unused credits that have expired. They are no line, because they vanish when the validity is extended. */
export interface ExpiredCredits {
  package_id: Uuid
  package_name: string
  credits: number
  expiry_date: LocalDate
}

/** A page of a statement, newest lines first. */
export interface StatementPage {
  /** The student's total credits now, expired ones included. */
  total_credits: number
  /** The balances before and after the requested period. */
  opening_balance: number
  closing_balance: number
  lines: StatementLine[]
  expired: ExpiredCredits[]
  /** True if older lines follow. */
  more: boolean
}

/** Why a cancelled lesson did not happen, for the coach and the student alike. */
const CANCELLED_BECAUSE = {
  rain: 'chuva',
  coach: 'pelo professor',
  venue: 'clube fechado',
  other: 'outro motivo',
} as const satisfies Record<CancelledReason, string>

/** The line with the times of `zone`, for files and for readers who may be in another zone. */
export function toldIn<Line extends LedgerFacts>(line: Line, zone: string): Line {
  const { lesson_date: instant, created_at } = line
  const time = instant === null ? null : { instant, zone }
  const day = line.lesson_day ?? (time && dayOf(time))
  return {
    ...line,
    ...(time && { lesson_day: day, lesson_time: dayOf(time) === day ? timeOf(time) : '' }),
    written: writtenOf({ instant: created_at, zone }),
  }
}

/**
 * A line in words, the same on the coach's screen, in print and on the public page.
 *
 * @param zone the agenda's time zone, in which the time of a 'Não vou' is told; null: not known yet.
 */
export function statementLine(line: LedgerFacts, zone: string | null): string {
  const lesson = lessonOf(line)
  switch (line.kind) {
    case 'purchase':
      return `${line.package_name ?? 'Pacote'} vendido`
    case 'consume':
      return consumed(line, lesson, zone)
    case 'refund':
      return `Crédito devolvido: ${refundCause(line, zone)}${lesson && ` (aula de ${lesson})`}`
    case 'adjust':
      return line.reason === null ? 'Ajuste do pacote' : `Ajuste: ${line.reason}`
    case 'void':
      return 'Pacote apagado'
  }
}

function consumed(line: LedgerFacts, lesson: string, zone: string | null): string {
  const of = `aula${lesson && ` de ${lesson}`}`
  if (line.attendance !== 'absent') return capital(of)
  const why = absenceText(line.attendance, line, zone)
  return why === null ? `Falta cobrada: ${of}` : `${why} · ${of}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** '3 créditos venceram em 12/11/2026'. Expiring moves no credit, so the line has no sign and no balance. */
export const expiredLine = ({
  credits,
  expiry_date,
}: Pick<ExpiredCredits, 'credits' | 'expiry_date'>): string =>
  `${countOf(credits, 'crédito venceu', 'créditos venceram')} em ${formatDate(expiry_date)}`

/** The expired credits of these packages. */
export const expiredIn = (
  packages: readonly Pick<Package, 'id' | 'name' | 'remaining_classes' | 'expiry_date'>[],
  today: LocalDate,
): ExpiredCredits[] =>
  packages.flatMap(({ id, name, remaining_classes, expiry_date }) =>
    remaining_classes > 0 && expiry_date !== null && isExpired({ expiry_date }, today)
      ? [{ package_id: id, package_name: name, credits: remaining_classes, expiry_date }]
      : [],
  )

/** 'dos quais 3 vencidos', beside a balance: how many of its credits have expired; null: none. */
export function ofWhichExpired(expired: readonly Pick<ExpiredCredits, 'credits'>[]): string | null {
  const count = expired.reduce((sum, { credits }) => sum + credits, 0)
  return count === 0 ? null : `dos quais ${countOf(count, 'vencido', 'vencidos')}`
}

/** With a real minus sign, which is as wide as the plus. */
export const signedCredits = (delta: number): string => (delta < 0 ? `−${-delta}` : `+${delta}`)

function refundCause(line: LedgerFacts, zone: string | null): string {
  const { attendance, cancelled_reason } = line
  switch (attendance) {
    case 'excused': {
      const why = absenceText(attendance, line, zone) ?? 'Falta justificada'
      return why.charAt(0).toLowerCase() + why.slice(1)
    }
    case 'cancelled':
      return cancelled_reason === null
        ? 'aula cancelada'
        : `aula cancelada · ${CANCELLED_BECAUSE[cancelled_reason]}`
    case 'present':
    case 'absent':
      // Another one pays, or none does.
      return 'não usa mais este pacote'
    case null:
      // The lesson was deleted, or goes on without the student.
      return 'aula retirada'
  }
}

/**
 * '17/11 · 18:00', with the year if the line was written in another one, and without an hour that belongs to another
 * day than the lesson's own; '' if the lesson is unknown.
 */
function lessonOf({ lesson_date, lesson_day, lesson_time, created_at }: LedgerFacts): string {
  if (lesson_date === null) return ''
  const here = localDayOf(lesson_date)
  const day = lesson_day ?? here
  const written = formatDate(day)
  const sameYear = day.slice(0, 4) === localDayOf(created_at).slice(0, 4)
  const time = lesson_time ?? (here === day ? formatTime(lesson_date) : '')
  return [sameYear ? written.slice(0, 5) : written, time].filter(Boolean).join(' · ')
}

/**
 * The lines, newest first, with the expired credits among them, each above the lines written up to its last valid day.
 * With `more`, expired credits that belong below older lines, not yet read, are left out.
 */
export function withExpired<Line extends Pick<LedgerFacts, 'created_at'>>(
  lines: readonly Line[],
  expired: readonly ExpiredCredits[],
  more: boolean,
): (Line | ExpiredCredits)[] {
  const waiting = expired.toSorted((a, b) => (a.expiry_date < b.expiry_date ? 1 : -1))
  const rows: (Line | ExpiredCredits)[] = []
  for (const line of lines) {
    const day = localDayOf(line.created_at)
    while (waiting[0] && waiting[0].expiry_date >= day) rows.push(...waiting.splice(0, 1))
    rows.push(line)
  }
  return more ? rows : [...rows, ...waiting]
}
