import type { ExpectedStudent } from '@/agenda/rules'
import { dayOf, epochOf, timeOf, type AgendaTime } from '@/agenda/zone'
import type { Instant } from '@/core/model'
import { COACH_REPLIES } from './coach-reply-texts'
import { shortDay, type Reply } from './replies'

/** What students told of a lesson, as the coach sees it (docs/product.md, 'Replies'). */

const HOUR_MS = 3_600_000

/** Who is registered as present although they had told not to come, or is expected and is not in the lesson. */
export interface UnknownReply {
  name: string
  /** When they told; null: they are not in the lesson. */
  at: Instant | null
}

/** Who is in the lesson as present and had told not to come, by what a write did. */
export const unknownIn = (
  effects: readonly { studentName: string; toldAt: Instant | null }[],
): UnknownReply[] => effects.flatMap(({ studentName: name, toldAt: at }) => (at === null ? [] : { name, at }))

/** 'Marina tinha avisado (22/11 18:02); ficou como presença', without the time while the agenda's zone is not known. */
export function unknownReplyText({ name, at }: UnknownReply, zone: string | null): string {
  if (at === null) return COACH_REPLIES.leftOut(name)
  const time = zone === null ? null : { instant: at, zone }
  return COACH_REPLIES.unknown(name, time && `${shortDay(dayOf(time))} ${timeOf(time)}`)
}

/** 'Marina: avisou a tempo, crédito fica'; null: nothing was told that matters. */
export function toldText(
  { name, reply, outcome, replied_at: at }: ExpectedStudent,
  start: AgendaTime,
): string | null {
  if (reply !== 'not_coming' || !at) return null
  const texts = COACH_REPLIES.told
  // Noted on this device and not sent yet.
  if (outcome === undefined) return texts.waiting(name)
  if (outcome !== 'late') return texts[outcome ?? 'unjudged'](name)
  const before = epochOf(start) - Date.parse(at)
  return before < 0 ? texts.afterStart(name) : texts.late(name, Math.floor(before / HOUR_MS))
}

/** Who does not come, of an occurrence. */
export const notComing = ({ students }: { students: readonly ExpectedStudent[] }): ExpectedStudent[] =>
  students.filter(({ reply }) => reply === 'not_coming')

/** What counts although something else was noted or taken back, because of the other one's word; null: nothing else. */
export function standsText(isNote: boolean, reply: Reply<Instant>['reply'] | undefined): string | null {
  if (isNote) return reply === 'coming' ? COACH_REPLIES.comesAfterAll : null
  return reply === 'not_coming' ? COACH_REPLIES.stillNotComing : null
}

/** Who is asked to come. */
export const stillExpected = ({ students }: { students: readonly ExpectedStudent[] }): ExpectedStudent[] =>
  students.filter(({ reply }) => reply !== 'not_coming')

/** All of them told so, and a version judges what it costs: only absences can be registered. */
export const nobodyComes = ({ students }: { students: readonly ExpectedStudent[] }): boolean =>
  students.length > 0 && students.every(({ reply, outcome }) => reply === 'not_coming' && Boolean(outcome))
