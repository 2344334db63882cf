import type { Chance } from '../../support/chance.ts'
import { isOpen, skippedOf, startOf } from './agenda.ts'
import { localDay, type Action, type Scene } from './scene.ts'

/** How often people choose each attendance. */
const ATTENDANCES = new Map([
  ['present', 5],
  ['absent', 3],
  ['excused', 5],
] as const)

const TAGS = ['saque', 'voleio', 'forehand', 'backhand']

const feedbackOf = (chance: Chance) => ({
  rating: chance.whole(1, 5),
  tags: TAGS.filter(() => chance.happens(0.3)),
})

const MINUTE = 60_000

/** '+' is often used for a lesson that is in the agenda, or for one close to it. */
function besideAgenda({ shown, chance, focus, now, today }: Scene) {
  const begun = shown.occurrences.filter((each) => {
    const isPast = startOf(each) < now - 10 * MINUTE && each.day <= today
    return isPast && each.pending === undefined && each.students.length > 0
  })
  const occurrence = chance.happens(0.5) ? focus(begun) : undefined
  if (!occurrence) return null
  // 'Sim' to 'É a aula das 09:00 da agenda?' registers the lesson at its hour in the agenda. So does 'Detalhes', also
  // for a skipped one.
  const isIt = chance.happens(occurrence.reason === null ? 0.4 : 0.8) && occurrence.session_id === null
  const date = startOf(occurrence) + (isIt ? 0 : chance.whole(-9, 9) * 10 * MINUTE)
  const isOther = chance.happens(0.4) && occurrence.session_id !== null
  return {
    students: occurrence.students.map(({ id }) => id),
    date: Math.min(date, now - MINUTE),
    slot: isIt
      ? {
          slotId: occurrence.slot_id,
          slotDate: occurrence.slot_date,
          movedTo: occurrence.moved_to?.instant ?? null,
        }
      : null,
    others: isOther && occurrence.session_id !== null ? [occurrence.session_id] : [],
  }
}

/** Deeds about lessons in the history. */
export const LESSONS = {
  register: {
    weight: 9,
    decide: (scene) => {
      const { active, chance, now, id } = scene
      const beside = besideAgenda(scene)
      const chosen = active.filter(() => chance.happens(0.4))
      const people = (
        beside ? active.filter(({ id: student }) => beside.students.includes(student)) : chosen
      ).slice(0, 4)
      if (people.length === 0) return null
      const session = id()
      const freely = now - chance.whole(10, (chance.happens(0.5) ? 5 : 40) * 60) * MINUTE
      const date = beside?.date ?? freely
      const [slot, others] = [beside?.slot ?? null, beside?.others ?? []]
      const places = people.map(({ id: student }) => {
        const attendance = chance.weighted(ATTENDANCES)
        return { student, attendance, feedback: attendance === 'present' ? feedbackOf(chance) : null }
      })
      const day = localDay(date)
      return {
        deed: {
          kind: 'register',
          lesson: session,
          day,
          at: date,
          people: places,
          answers: slot && `${slot.slotId}/${slot.slotDate}`,
          others,
        },
        press: (hands) =>
          hands.register(
            {
              opId: session,
              sessionId: session,
              date: new Date(date).toISOString(),
              lessonDay: day,
              teacher: 'Ana',
              notes: chance.happens(0.5) ? 'Treino de saque' : null,
              ...(slot && { slot }),
              ...(others.length > 0 && { beside: others }),
              participants: places.map(({ student: studentId, attendance, feedback }) => ({
                studentId,
                attendance,
                feedback: feedback && { ...feedback, notes: null },
              })),
            },
            Object.fromEntries(people.map((each) => [each.id, each.name])),
          ),
      }
    },
  },

  /** Edits attendance, participants, date or notes, or says that a cancelled lesson took place. */
  edit: {
    weight: 9,
    decide: ({ shown, active, chance, now, id, moreTime }) => {
      // Lessons with a student who is not charged are edited more often, most of all if the student told not to come.
      const uncharged = shown.sessions.filter(({ participants }) =>
        participants.some(({ attendance }) => attendance === 'excused' || attendance === 'cancelled'),
      )
      const told = uncharged.filter(({ participants }) =>
        participants.some(({ told_outcome }) => told_outcome !== null),
      )
      const liked = chance.happens(0.5) && told.length > 0 ? told : uncharged
      const lesson = chance.pick(chance.happens(0.5) ? liked : shown.sessions)
      if (!lesson) return null
      const isCancelled = lesson.cancelled_reason !== null
      const { extendBy, withMore } = moreTime()
      const there = lesson.participants.map((place) => place.student_id)
      const staying = there.filter(() => chance.happens(0.9))
      const coming = active.filter((each) => !there.includes(each.id) && chance.happens(0.15))
      const people = [...(staying.length > 0 ? staying : there), ...coming.map((each) => each.id)].map(
        (student) => {
          const before = lesson.participants.find((place) => place.student_id === student)?.attendance
          const isAsked = before === undefined || before === 'cancelled' || chance.happens(0.5)
          return { student, attendance: isAsked ? chance.weighted(ATTENDANCES) : before }
        },
      )
      const date = chance.happens(0.3) ? now - chance.whole(10, 60 * 60) * 60_000 : null
      const day = date === null ? lesson.day : localDay(date)
      return {
        deed: { kind: 'edit', lesson: lesson.id, day, at: date, people, extendBy },
        press: (hands) =>
          hands.edit({
            opId: id(),
            sessionId: lesson.id,
            expectedVersion: lesson.version,
            lessonDay: day,
            ...(date !== null && { date: new Date(date).toISOString() }),
            ...(isCancelled && { cancelledReason: null }),
            ...(chance.happens(0.2) && { notes: 'Treino de voleio' }),
            participants: people.map(({ student, attendance }) => ({ studentId: student, attendance })),
            ...withMore,
          }),
      }
    },
  },

  /** Stars and tags, tapped in a row of 'Hoje' or saved in the form. */
  feedback: {
    weight: 6,
    toast: 'none',
    decide: ({ shown, chance, id }) => {
      const lesson = chance.pick(shown.sessions.filter(({ cancelled_reason }) => cancelled_reason === null))
      const place = chance.pick(
        lesson?.participants.filter(({ attendance }) => attendance === 'present') ?? [],
      )
      if (!lesson || !place) return null
      const { student_id: student } = place
      const feedback = feedbackOf(chance)
      const deed = { kind: 'feedback' as const, lesson: lesson.id, student, feedback }
      const seen = place.feedback
      // A tap on stars that are already there shows nobody whether it was saved again, so use the form.
      const isThere = seen?.rating === feedback.rating && seen.tags.join() === feedback.tags.join()
      if (!isThere && chance.happens(0.7))
        return { deed, press: (hands) => hands.tap(lesson, student, feedback) }
      const intent = { opId: id(), sessionId: lesson.id, studentId: student, feedback }
      return { deed, press: (hands) => hands.feedback({ intent, ...(seen && { seen }) }) }
    },
  },

  /** 'A aula não aconteceu' in the form of one lesson. */
  callOff: {
    weight: 5,
    decide: ({ shown, chance, id, moreTime }) => {
      const lesson = chance.pick(shown.sessions.filter(({ cancelled_reason }) => cancelled_reason === null))
      if (!lesson) return null
      const { extendBy, withMore } = moreTime()
      return {
        deed: { kind: 'cancel', lessons: [lesson.id], skips: [], extendBy },
        press: (hands) =>
          hands.edit({
            opId: id(),
            sessionId: lesson.id,
            expectedVersion: lesson.version,
            lessonDay: lesson.day,
            cancelledReason: 'venue',
            participants: lesson.participants.map((place) => ({ studentId: place.student_id })),
            ...withMore,
          }),
      }
    },
  },

  /** 'Cancelar as aulas de hoje', planned lessons included. */
  rain: {
    weight: 3,
    decide: ({ shown, chance, today, id, moreTime }) => {
      const { extendBy, withMore } = moreTime()
      const day = chance.happens(0.5) ? today : chance.pick(shown.sessions)?.day
      const lessons = shown.sessions.filter((each) => each.day === day && each.cancelled_reason === null)
      const planned = shown.occurrences.filter(
        (each) => each.day === day && each.students.length > 0 && isOpen(each),
      )
      if (lessons.length + planned.length === 0) return null
      return {
        deed: {
          kind: 'cancel',
          lessons: lessons.map((each) => each.id),
          skips: planned.map(skippedOf),
          extendBy,
        },
        press: (hands) =>
          hands.cancelDay(
            {
              opId: id(),
              sessions: lessons.map((each) => ({ sessionId: each.id, expectedVersion: each.version })),
              reason: 'rain',
              ...withMore,
            },
            planned,
          ),
      }
    },
  },

  remove: {
    weight: 3,
    decide: ({ shown, chance, id, moreTime }) => {
      const lesson = chance.pick(shown.sessions)
      if (!lesson) return null
      const { extendBy, withMore } = moreTime()
      return {
        deed: { kind: 'remove', lesson: lesson.id, extendBy },
        press: (hands) =>
          hands.remove({ opId: id(), sessionId: lesson.id, expectedVersion: lesson.version, ...withMore }),
      }
    },
  },

  assign: {
    weight: 3,
    decide: ({ shown, chance, id }) => {
      const owed = shown.sessions.flatMap((session) =>
        session.participants
          .filter(
            ({ attendance, package_id }) => ['present', 'absent'].includes(attendance) && package_id === null,
          )
          .map((place) => ({ session, student: place.student_id })),
      )
      const place = chance.pick(owed)
      const choice = chance.pick(
        shown.students
          .find((each) => each.id === place?.student)
          ?.packages.filter((each) => each.remaining_classes > 0) ?? [],
      )
      if (!place || !choice) return null
      const { session } = place
      return {
        deed: { kind: 'assign', lesson: session.id, student: place.student, pack: choice.id },
        press: (hands) =>
          hands.assign({
            opId: id(),
            sessionId: session.id,
            expectedVersion: session.version,
            lessonDay: session.day,
            studentId: place.student,
            packageId: choice.id,
          }),
      }
    },
  },
} satisfies Record<string, Action>
