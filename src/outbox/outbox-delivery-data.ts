import { SAME_LESSON } from '@/agenda/answer-texts'
import { answersBeside, lessonsBeside } from '@/agenda/answers'
import { occurrencesNow } from '@/agenda/occurrences-now-data'
import { readAgenda } from '@/agenda/read-data'
import { timeOf, whenOf } from '@/agenda/zone'
import { standsText, unknownIn } from '@/agreement/coach-replies'
import { replies } from '@/agreement/data'
import { addDays } from '@/core/dates'
import { derivedId } from '@/core/ids'
import type { Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { describeAgenda, effectsSummary, joinedAgendaEffect, joinedEffects } from '@/credits/effects'
import type {
  FeedbackEditIntent,
  LinkIntent,
  RegistrationIntent,
  ReplyIntent,
  SkipIntent,
} from '@/credits/intents'
import { opened } from '@/credits/opened'
import { partOfSkip } from '@/credits/undo-of'
import type { Untold } from '@/credits/untold'
import { inDoubt, unauthenticated } from '@/data/errors'
import { currentUser } from '@/data/owner'
import { namesWithoutPackage, sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { isSameSession } from '@/sessions/rules'
import type { SessionSaved } from '@/sessions/write-lessons-data'
import { students } from '@/students/data'
import type { StudentValues } from '@/students/student.schema'
import { isClockWrong } from './clock'
import { outboxStore } from './data'
import { REFUSED } from './delivery-texts'
import { afterAttempt, type Attempt, type OutboxEntry, type Outcome } from './rules'

/**
 * Sends one entry, only as `owner`.
 *
 * @param entry the entry before this attempt.
 * @param offset how many milliseconds the server's clock is ahead of this device's.
 */
export async function deliver(entry: OutboxEntry, owner: Uuid, offset: number): Promise<Attempt> {
  const { intent } = entry
  const attempt = await send(entry, owner, offset)
  if (afterAttempt(entry, attempt, new Date()).entry.state !== 'refused') return attempt
  // A refusal counts only if the owner is still signed in: another coach may have signed in meanwhile.
  const who = await currentUser()
  if (!('user' in who) || who.user.id !== owner) return failed(unauthenticated())
  if (entry.state === 'sending' && intent.kind === 'session') {
    // An earlier request, whose answer was lost, may have registered the lesson before the reason of this refusal
    // arose.
    return (await findLesson(intent.session)) ?? attempt
  }
  return attempt
}

async function send({ id, intent, names }: OutboxEntry, owner: Uuid, offset: number): Promise<Attempt> {
  switch (intent.kind) {
    case 'session':
      return deliverLesson(intent.session, names, owner, offset)
    case 'student':
      return deliverStudent(id, intent.student, owner)
    case 'skip':
      return deliverSkip(intent.skip, owner)
    case 'feedback':
      return deliverFeedback(intent.feedback, owner)
    case 'reply':
      return deliverReply(id, intent.reply, owner)
    case 'link':
      return deliverLink(intent.link, owner)
  }
}

/** The students whose feedback waits for this lesson. */
async function ratedIn({ sessionId }: RegistrationIntent, owner: Uuid): Promise<Uuid[]> {
  const entries = await outboxStore.list(owner)
  return entries.flatMap(({ intent }) =>
    intent.kind === 'feedback' && intent.feedback.sessionId === sessionId ? intent.feedback.studentId : [],
  )
}

async function deliverReply(id: Uuid, reply: ReplyIntent, owner: Uuid): Promise<Attempt> {
  const result = await replies.record(reply, id, owner)
  if (!result.success) return failed(result)
  const data = opened(result.data)
  const stands = standsText(reply.reply !== null, data) ?? undefined
  const told = [...flat(effectsSummary(data.effects)), ...flat(stands)].join('. ')
  return { done: true, outcome: { ...NOTHING_TO_TELL, ...(told && { told }) } }
}

const failed = (reason: Failure): Attempt => ({ done: false, failure: reason })

/** The effects in words, for the toast and for 'Pendências'. */
function toldOf(...answers: Untold<SessionSaved>[]): Pick<Outcome, 'told'> {
  const all = answers.map((answer) => opened(answer))
  const effects = joinedEffects(all.flatMap((each) => each.effects))
  // Another line names the students who are 'sem pacote'.
  const credits = effects.map((effect) => ({ ...effect, withoutPackage: false }))
  const lines = [
    ...all.flatMap(({ released = [] }) => released),
    ...flat(effectsSummary(credits)),
    ...describeAgenda(joinedAgendaEffect(all.map(({ agenda }) => agenda))),
  ]
  return lines.length > 0 ? { told: lines.join('. ') } : {}
}

const flat = (text: string | undefined): string[] => (text === undefined ? [] : [text])

const NOTHING_TO_TELL: Outcome = { withoutPackage: [], differs: false }
/** The outcome of an answer to an occurrence that another device had already answered. */
const ANSWERED: Attempt = { done: true, outcome: { ...NOTHING_TO_TELL, answered: true } }

async function deliverLesson(
  lesson: RegistrationIntent,
  names: OutboxEntry['names'],
  owner: Uuid,
  offset: number,
): Promise<Attempt> {
  const result = await sessions.register(lesson, {
    only: owner,
    isAnswer: lesson.slot !== undefined,
    rated: await ratedIn(lesson, owner),
    slotChanged: 'follow',
    ...(isClockWrong(offset) ? { now: () => new Date(Date.now() + offset) } : {}),
  })
  if (!result.success && result.code === 'lesson-beside') return askedAbout(lesson, result)
  if (!result.success) {
    return result.code === 'occurrence-answered' ? ANSWERED : failed(result)
  }
  const { outcome } = result
  const data = opened(result.data)
  const { session, leftOut, unknownReplies } = data
  return {
    done: true,
    outcome: {
      withoutPackage: data.withoutPackage,
      differs: outcome === 'already-saved',
      ...toldOf(result.data),
      ...(lesson.slot && session?.slot_id === null && { slotGone: true }),
      ...(lesson.slot && session?.slot_id && session.slot_id !== lesson.slot.slotId && { slotMoved: true }),
      ...(unknownReplies.length > 0 && { unknownReplies }),
      ...(leftOut.length > 0 && { leftOut: leftOut.map((id) => names[id] ?? '') }),
    },
  }
}

/** The lessons that may be the same one, for the coach to decide. */
async function askedAbout(lesson: RegistrationIntent, refused: Failure): Promise<Attempt> {
  const { lessonDay: day, date, participants } = lesson
  // A lesson of the agenda may have been weeks from its day.
  const read = await readAgenda(addDays(day, -42), addDays(day, 42))
  if (!read.success) return failed(read)
  const meant = { date, students: participants.map(({ studentId }) => studentId) }
  const near = lesson.slot ? lessonsBeside(meant, read.data.lessons) : answersBeside(meant, read.data)
  const [first] = near
  if (first === undefined) return failed(refused)
  const names = first.students.map(({ name }) => name)
  const message = SAME_LESSON.question(timeOf(first.starts_at), names)
  return { done: false, failure: failure('lesson-beside', message), beside: near.map(({ id }) => id) }
}

/**
 * Links the lesson to its occurrence, unless another device has answered or skipped the occurrence. The link follows to
 * the slot that replaced its own, as a skip does.
 */
async function deliverLink(link: LinkIntent, owner: Uuid): Promise<Attempt> {
  const first = await linkTo(link, owner)
  if (first.done || first.failure.code !== 'slot-not-found') return first
  const { slot, begins } = link
  const now = await occurrencesNow([{ ...slot, startsAt: { instant: begins } }])
  if (!now.success) return failed(now)
  const [next] = now.data.there
  if (next === undefined) return first
  const { slotId, slotDate, movedTo } = next
  const followed = { ...link, opId: derivedId(link.opId, slotId), slot: { slotId, slotDate, movedTo } }
  const second = await linkTo(followed, owner)
  if (!second.done) return second
  const outcome = { ...second.outcome, ...(slotId !== slot.slotId && { slotMoved: true as const }) }
  return { done: true, outcome, intent: { kind: 'link', link: followed } }
}

async function linkTo(link: LinkIntent, owner: Uuid): Promise<Attempt> {
  const result = await lessonPlans.link(link, owner)
  if (result.success) {
    const unknownReplies = unknownIn(opened(result.data).effects)
    const named = unknownReplies.length > 0 && { unknownReplies }
    return { done: true, outcome: { ...NOTHING_TO_TELL, ...toldOf(result.data), ...named } }
  }
  return result.code === 'occurrence-answered' ? ANSWERED : failed(result)
}

/**
 * A skip follows to the slots that replaced its own, as a lesson does (docs/product.md, 'Lessons of the agenda'). The
 * second skip is an operation of its own, so that a repeat of either one finds what it did.
 */
async function deliverSkip(skip: SkipIntent, owner: Uuid): Promise<Attempt> {
  const first = await skipAll(skip, owner)
  if (first.done || first.failure.code !== 'agenda-changed') return first
  const now = await occurrencesNow(skip.occurrences)
  if (!now.success) return failed(now)
  const { there, gone } = now.data
  const notSkipped = gone.map(({ startsAt }) => startsAt)
  const [next] = there
  if (next === undefined) {
    return failed(failure('slot-not-found', REFUSED.notSkipped(notSkipped.map(whenOf))))
  }
  const followed = { ...skip, opId: derivedId(skip.opId, next.slotId), occurrences: there }
  const second = await skipAll(followed, owner)
  if (!second.done) {
    return second.failure.code === 'agenda-changed' ? failed({ ...second.failure, code: 'busy' }) : second
  }
  const isMoved = there.some(({ slotId }) => skip.occurrences.every((each) => each.slotId !== slotId))
  return {
    done: true,
    outcome: {
      ...second.outcome,
      ...(isMoved && { slotMoved: true }),
      ...(notSkipped.length > 0 && { notSkipped }),
    },
    intent: { kind: 'skip', skip: followed },
  }
}

async function skipAll(skip: SkipIntent, owner: Uuid): Promise<Attempt> {
  const result = await lessonPlans.skip(skip, owner)
  if (result.success) return { done: true, outcome: { ...NOTHING_TO_TELL, ...toldOf(result.data) } }
  if (result.code !== 'occurrence-answered') return failed(result)
  if (skip.occurrences.length === 1) return ANSWERED
  // One of the occurrences has a lesson by now. The others are skipped nevertheless, each as an operation of its own.
  const skipped: Untold<SessionSaved>[] = []
  for (const occurrence of skip.occurrences) {
    const { slotId: slot_id, slotDate: slot_date } = occurrence
    const opId = partOfSkip(skip.opId, { slot_id, slot_date })
    const one = await lessonPlans.skip({ ...skip, opId, occurrences: [occurrence] }, owner)
    if (one.success) skipped.push(one.data)
    else if (one.code !== 'occurrence-answered') return failed(one)
  }
  return { done: true, outcome: { ...NOTHING_TO_TELL, answered: true, ...toldOf(...skipped) } }
}

async function deliverFeedback(feedback: FeedbackEditIntent, owner: Uuid): Promise<Attempt> {
  const result = await sessions.updateFeedback(feedback, undefined, owner)
  if (result.success) return { done: true, outcome: NOTHING_TO_TELL }
  // The student was not present after all, or is not in the lesson any more.
  if (result.code === 'overtaken' || result.code === 'student-not-found')
    return failed(failure('session-not-found', REFUSED.notPresent))
  const isGone = result.code === 'session-not-found'
  return failed(isGone ? failure('session-not-found', REFUSED.noSuchLesson) : result)
}

/** The stored lesson as an attempt's outcome; null if it does not exist. */
async function findLesson(lesson: RegistrationIntent): Promise<Attempt | null> {
  const there = await sessions.get(lesson.sessionId)
  // The lesson may exist, so a failed look-up counts as a lost answer.
  if (!there.success) return failed(inDoubt(failure(there.code, there.message)))
  if (there.data === null) return null
  const outcome: Outcome = {
    withoutPackage: namesWithoutPackage(there.data),
    differs: !isSameSession(lesson, there.data),
  }
  return { done: true, outcome }
}

async function deliverStudent(id: Uuid, student: StudentValues, owner: Uuid): Promise<Attempt> {
  const result = await students.create(id, student, owner)
  if (!result.success) return failed(result)
  const differs = result.outcome === 'already-saved'
  return { done: true, outcome: { ...NOTHING_TO_TELL, differs } }
}
