import type { ExpectedStudent } from '@/agenda/rules'
import { dayOf, epochOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { shortDay } from '@/core/dates'
import type { Instant } from '@/core/model'
import { COACH_REPLIES } from './coach-reply-texts'
import type { Reply } from './replies'

/** Replies to a lesson, as the coach sees them (docs/product.md, 'Replies'). */

const HOUR_MS = 3_600_000

/** A student who is present in spite of 'Não vou', or is expected and not in the lesson, or the reverse. */
export interface UnknownReply {
  name: string
  /** When the student told; null: the student is not in the lesson. */
  at: Instant | null
  /** The student is in the lesson, though no longer expected there. */
  isOut?: true
}

/** The students whom a write left as present although they had told not to come. */
export const unknownIn = (
  effects: readonly { studentName: string; toldAt: Instant | null }[],
): UnknownReply[] => effects.flatMap(({ studentName: name, toldAt: at }) => (at === null ? [] : { name, at }))

/** 'Marina tinha avisado (22/11 18:02); ficou como presença', without the time while the agenda's zone is unknown. */
export function unknownReplyText({ name, at, isOut }: UnknownReply, zone: string | null): string {
  if (isOut) return COACH_REPLIES.takenOut(name)
  if (at === null) return COACH_REPLIES.leftOut(name)
  const time = zone === null ? null : { instant: at, zone }
  return COACH_REPLIES.unknown(name, time && `${shortDay(dayOf(time))} ${timeOf(time)}`)
}

/** 'Marina: avisou a tempo, crédito fica'; null unless the student told not to come. */
export function toldText(
  { name, reply, outcome, replied_at: at }: ExpectedStudent,
  start: AgendaTime,
  hasCredit = true,
): string | null {
  if (reply !== 'not_coming' || !at) return null
  const texts = COACH_REPLIES.told
  // The note was made on this device and is not sent yet.
  if (outcome === undefined) return texts.waiting(name)
  if (outcome === 'kept' && !hasCredit) return texts.free(name)
  if (outcome !== 'late') return texts[outcome ?? 'unjudged'](name)
  const before = epochOf(start) - Date.parse(at)
  return before < 0 ? texts.afterStart(name) : texts.late(name, Math.floor(before / HOUR_MS))
}

/** The students who told not to come. */
export const notComing = ({ students }: { students: readonly ExpectedStudent[] }): ExpectedStudent[] =>
  students.filter(({ reply }) => reply === 'not_coming')

/**
 * After a note, or after taking a reply back: says that another reply counts, or that the place was offered meanwhile;
 * null if neither is so.
 */
export function standsText(
  isNote: boolean,
  { reply, offered }: { reply: Pick<Reply, 'reply'> | null; offered?: boolean },
): string | null {
  if (isNote) return reply?.reply === 'coming' ? COACH_REPLIES.comesAfterAll : null
  if (reply?.reply === 'not_coming') return COACH_REPLIES.stillNotComing
  return offered ? COACH_REPLIES.offered : null
}

/** The students who did not tell that they do not come. */
export const stillExpected = ({ students }: { students: readonly ExpectedStudent[] }): ExpectedStudent[] =>
  students.filter(({ reply }) => reply !== 'not_coming')

/** True if all told not to come and a version judges it: then only absences can be registered. */
export const nobodyComes = ({ students }: { students: readonly ExpectedStudent[] }): boolean =>
  students.length > 0 && students.every(({ reply, outcome }) => reply === 'not_coming' && Boolean(outcome))
