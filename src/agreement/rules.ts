import type { Instant, LocalDate } from '@/core/model'

/** What a coach and the students agreed on about missed lessons (docs/product.md, 'Combinados'). */
export interface AgreementRules {
  notice_hours: number
  /** 0: what comes back is valid as long as its package. */
  makeup_days: number
  note: string | null
}

/** A version of them, as stored. */
export interface Agreement extends AgreementRules {
  version: number
  starts_on: LocalDate
  /** The last day, of one that was taken down; it may lie before `starts_on`. */
  ends_on: LocalDate | null
  created_at: Instant
}

/** What is published. */
export interface NewAgreement extends AgreementRules {
  starts_on: LocalDate
  /** The version that stood when it was written; 0: none. Another one that stands by now is not replaced unread. */
  seen: number
}

/** A version as the page of a student has it. */
type ShownVersion = AgreementRules & Pick<Agreement, 'version' | 'starts_on'>
export type PublicAgreement = (
  | (ShownVersion & { confirmed_at: Instant | null })
  /** Only a later version is published. */
  | { version: null; starts_on: null; notice_hours: null; makeup_days: null; note: null; confirmed_at: null }
) & { next: ShownVersion | null }

/** Limits and what the form offers at first. */
export const AGREEMENT_LIMITS = { noticeHours: 168, makeupDays: 90, note: 500 } as const
export const OFFERED: AgreementRules = { notice_hours: 24, makeup_days: 0, note: null }

/** The version of today and the next one, as `private.agreement_shown` has them. */
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
 * A new version judges lessons that begin more than so many hours after it was published: nobody becomes late by it.
 */
export const hoursBeforeItJudges = (before: AgreementRules | null, now: AgreementRules): number =>
  Math.max(before?.notice_hours ?? 0, now.notice_hours)
