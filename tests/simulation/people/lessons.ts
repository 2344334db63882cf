import { isOpen, skippedOf } from './agenda.ts'
import { localDay, type Action } from './scene.ts'

/** A lesson's attendance of somebody, as people choose it. */
const ATTENDANCES = new Map([
  ['present', 5],
  ['absent', 3],
  ['excused', 3],
] as const)

/** What is done with lessons in the history. */
export const LESSONS = {
  register: {
    weight: 9,
    decide: ({ active, chance, now, id }) => {
      const people = active.filter(() => chance.happens(0.4)).slice(0, 4)
      if (people.length === 0) return null
      const session = id()
      const date = now - chance.whole(10, 40 * 60) * 60_000
      const places = people.map((each) => ({ student: each.id, attendance: chance.weighted(ATTENDANCES) }))
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
              participants: places.map(({ student: studentId, attendance }) => ({
                studentId,
                attendance,
                feedback: attendance === 'present' ? { rating: 4, notes: null, tags: [] } : null,
              })),
            },
            Object.fromEntries(people.map((each) => [each.id, each.name])),
          ),
      }
    },
  },

  attend: {
    weight: 8,
    decide: ({ shown, chance, id, moreTime }) => {
      const lesson = chance.pick(shown.sessions)
      if (!lesson || lesson.cancelled_reason !== null) return null
      const { extendBy, withMore } = moreTime()
      const people = lesson.assignments.map((place) => ({
        student: place.student_id,
        attendance: chance.weighted(ATTENDANCES),
      }))
      return {
        deed: { kind: 'attend', lesson: lesson.id, people, extendBy },
        press: (hands) =>
          hands.edit({
            opId: id(),
            sessionId: lesson.id,
            expectedVersion: lesson.version,
            lessonDay: lesson.day,
            participants: people.map((each) => ({ studentId: each.student, attendance: each.attendance })),
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
