import type { Chance } from '../chance.ts'
import { isOpen, skippedOf } from './agenda.ts'
import { localDay, type Action } from './scene.ts'

/** A lesson's attendance of somebody, as people choose it. */
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

/** What is done with lessons in the history. */
export const LESSONS = {
  register: {
    weight: 9,
    decide: ({ active, chance, now, id }) => {
      const people = active.filter(() => chance.happens(0.4)).slice(0, 4)
      if (people.length === 0) return null
      const session = id()
      const date = now - chance.whole(10, (chance.happens(0.5) ? 5 : 40) * 60) * 60_000
      const places = people.map(({ id: student }) => {
        const attendance = chance.weighted(ATTENDANCES)
        return { student, attendance, feedback: attendance === 'present' ? feedbackOf(chance) : null }
      })
      const day = localDay(date)
      return {
        deed: { kind: 'register', lesson: session, day, people: places, answers: null },
        press: (hands) =>
          hands.register(
            {
              opId: session,
              sessionId: session,
              date: new Date(date).toISOString(),
              lessonDay: day,
              teacher: 'Ana',
              notes: chance.happens(0.5) ? 'Treino de saque' : null,
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

  /** Who came, who comes in or is taken out, when it was, notes; or it happened after all. */
  edit: {
    weight: 9,
    decide: ({ shown, active, chance, now, id, moreTime }) => {
      // Of who paid nothing it is often said again.
      const uncharged = shown.sessions.filter(({ assignments }) =>
        assignments.some(({ attendance }) => attendance === 'excused' || attendance === 'cancelled'),
      )
      const lesson = chance.pick(chance.happens(0.4) ? uncharged : shown.sessions)
      if (!lesson) return null
      const isCancelled = lesson.cancelled_reason !== null
      const { extendBy, withMore } = moreTime()
      const there = lesson.assignments.map((place) => place.student_id)
      const staying = there.filter(() => chance.happens(0.9))
      const coming = active.filter((each) => !there.includes(each.id) && chance.happens(0.15))
      const people = [...(staying.length > 0 ? staying : there), ...coming.map((each) => each.id)].map(
        (student) => {
          const before = lesson.assignments.find((place) => place.student_id === student)?.attendance
          const isAsked = before === undefined || before === 'cancelled' || chance.happens(0.5)
          return { student, attendance: isAsked ? chance.weighted(ATTENDANCES) : before }
        },
      )
      const date = chance.happens(0.3) ? now - chance.whole(10, 60 * 60) * 60_000 : null
      const day = date === null ? lesson.day : localDay(date)
      return {
        deed: { kind: 'edit', lesson: lesson.id, day, people, extendBy },
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

  /** Stars and tags, in the row of 'Hoje' or in the form. */
  feedback: {
    weight: 6,
    toast: 'none',
    decide: ({ shown, chance, id }) => {
      const lesson = chance.pick(shown.sessions.filter(({ cancelled_reason }) => cancelled_reason === null))
      const place = chance.pick(
        lesson?.assignments.filter(({ attendance }) => attendance === 'present') ?? [],
      )
      if (!lesson || !place) return null
      const { student_id: student } = place
      const feedback = feedbackOf(chance)
      const deed = { kind: 'feedback' as const, lesson: lesson.id, student, feedback }
      if (chance.happens(0.7)) return { deed, press: (hands) => hands.tap(lesson, student, feedback) }
      const seen = lesson.feedbacks.find((each) => each.student_id === student)
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
            participants: lesson.assignments.map((place) => ({ studentId: place.student_id })),
            ...withMore,
          }),
      }
    },
  },

  /** 'Cancelar as aulas de hoje': planned ones too. */
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
        session.assignments
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
