import { addDays, formatDate } from '@/core/dates'
import type { Instant, LocalDate } from '@/core/model'
import { COACH_AGREEMENT } from './texts'

/** A coach's rules for missed lessons (docs/product.md, 'Combinados'). */
export interface AgreementRules {
  notice_hours: number
  /** A returned credit is valid at least this many days after the lesson; 0: as long as its package. */
  makeup_days: number
  note: string | null
}

/** A stored version of the rules. */
export interface Agreement extends AgreementRules {
  version: number
  starts_on: LocalDate
  /** The last day of a version that was taken down, which may lie before `starts_on`; null: it was not. */
  ends_on: LocalDate | null
  created_at: Instant
}

/** A version to publish. */
export interface NewAgreement extends AgreementRules {
  starts_on: LocalDate
  /** The version that stood when this one was written; 0: none. Another version is not replaced unread. */
  seen: number
}

/** A version as a student's page has it. */
type ShownVersion = AgreementRules &
  Pick<Agreement, 'version' | 'starts_on'> & {
    /** When the student first confirmed it. */
    confirmed_at: Instant | null
  }
export type PublicAgreement = (
  | ShownVersion
  /** The only published version has not begun. */
  | { version: null; starts_on: null; notice_hours: null; makeup_days: null; note: null; confirmed_at: null }
) & { next: ShownVersion | null }

/** The limits, and the rules that the form offers at first. */
export const AGREEMENT_LIMITS = { noticeHours: 168, makeupDays: 90, note: 500 } as const
export const OFFERED: AgreementRules = { notice_hours: 24, makeup_days: 0, note: null }

/** The version of today and the next one, by the rule of `private.agreement_shown`. */
export function agreementsShown(
  versions: readonly Agreement[],
  today: LocalDate,
): { current: Agreement | null; next: Agreement | null } {
  const standing = versions
    .filter(({ ends_on }) => ends_on === null)
    .toSorted((a, b) => a.starts_on.localeCompare(b.starts_on) || a.version - b.version)
  const next = standing.filter(({ starts_on }) => starts_on > today)
  const firstDay = next[0]?.starts_on
  return {
    current: standing.findLast(({ starts_on }) => starts_on <= today) ?? null,
    next: next.findLast(({ starts_on }) => starts_on === firstDay) ?? null,
  }
}

/**
 * A new version judges only lessons that begin more than this many hours after it was published: it makes nobody late.
 */
export const hoursBeforeItJudges = (before: AgreementRules | null, now: AgreementRules): number =>
  Math.max(before?.notice_hours ?? 0, now.notice_hours)

type Version = Pick<Agreement, 'version' | 'starts_on' | 'ends_on'>

/**
 * 'De 01/11/2026 a 30/11/2026': when a version was in force, for the coach; until it was taken down, or the next one of
 * all `versions` began.
 */
export function periodOf(
  { version, starts_on: from, ends_on: to }: Version,
  versions: readonly Version[],
): string {
  const [next] = versions
    .filter((each) => each.version > version)
    .map(({ starts_on }) => starts_on)
    .toSorted()
  const [last] = [to, next === undefined ? null : addDays(next, -1)].filter((day) => day !== null).toSorted()
  // It may have been replaced, or taken down, on the day on which it began; before that day it would have been deleted.
  const until = last !== undefined && last < from ? from : last
  return COACH_AGREEMENT.period(formatDate(from), until === undefined ? null : formatDate(until))
}
