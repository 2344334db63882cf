import type { RegistrationIntent } from '@/domain/credits/intents'
import { afterAttempt, type Attempt, type OutboxEntry, type Outcome } from '@/domain/outbox/outbox'
import { isClockWrong } from '@/domain/outbox/outbox-clock'
import { isSameSession } from '@/domain/sessions/same-session'
import type { Uuid } from '@/domain/shared/model'
import { failure } from '@/domain/shared/result'
import type { StudentValues } from '@/domain/students/student.schema'
import { currentUser } from '@/services/account/owner'
import { namesWithoutPackage, sessions } from '@/services/sessions/sessions'
import { students } from '@/services/students/students'
import { inDoubt, unauthenticated } from '@/services/supabase/errors'

/**
 * Sends one entry, only ever as `owner`.
 *
 * @param entry as it was before this attempt.
 * @param offset milliseconds by which the server's clock is ahead.
 */
export async function deliver(entry: OutboxEntry, owner: Uuid, offset: number): Promise<Attempt> {
  const { intent } = entry
  const attempt =
    intent.kind === 'session'
      ? await deliverLesson(intent.session, owner, offset)
      : await deliverStudent(entry.id, intent.student, owner)
  if (afterAttempt(entry, attempt, new Date()).entry.state !== 'refused') return attempt
  // A refusal counts only if the owner is still signed in: another coach may have signed in meanwhile.
  const who = await currentUser()
  if (!('user' in who) || who.user.id !== owner) return { done: false, failure: unauthenticated() }
  if (entry.state === 'sending' && intent.kind === 'session') {
    // An earlier request, whose answer was lost, may have registered the session before the present obstacle arose.
    return (await findLesson(intent.session)) ?? attempt
  }
  return attempt
}

async function deliverLesson(lesson: RegistrationIntent, owner: Uuid, offset: number): Promise<Attempt> {
  const result = await sessions.register(lesson, {
    only: owner,
    ...(isClockWrong(offset) ? { now: () => new Date(Date.now() + offset) } : {}),
  })
  if (!result.success) return { done: false, failure: result }
  const { data, outcome } = result
  return {
    done: true,
    outcome: { withoutPackage: data.withoutPackage, differs: outcome === 'already-saved' },
  }
}

/** The stored session as an attempt's outcome; null if there is none. */
async function findLesson(lesson: RegistrationIntent): Promise<Attempt | null> {
  const there = await sessions.get(lesson.sessionId)
  // It may exist: whatever the look-up failed of counts as a lost answer.
  if (!there.success) return { done: false, failure: inDoubt(failure(there.code, there.message)) }
  if (there.data === null) return null
  const outcome: Outcome = {
    withoutPackage: namesWithoutPackage(there.data),
    differs: !isSameSession(lesson, there.data),
  }
  return { done: true, outcome }
}

async function deliverStudent(id: Uuid, student: StudentValues, owner: Uuid): Promise<Attempt> {
  const result = await students.create(id, student, owner)
  if (!result.success) return { done: false, failure: result }
  const differs = result.outcome === 'already-saved'
  return { done: true, outcome: { withoutPackage: [], differs } }
}
