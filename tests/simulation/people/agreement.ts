import { nameOf } from '../journal.ts'
import { startOf, type Occurrence } from './agenda.ts'
import { later, type Action, type Scene } from './scene.ts'

const HOUR = 3_600_000
const keyOf = ({ slot_id, slot_date }: Occurrence) => `${slot_id}/${slot_date}`

/** Somebody at an occurrence that was not skipped, of whom something is to be noted. */
function somebody(
  { shown, focus, chance }: Scene,
  isMeant: (student: Occurrence['students'][number]) => boolean,
) {
  const occurrence = focus(
    shown.occurrences.filter(
      (each) => each.reason === null && each.pending === undefined && each.students.some(isMeant),
    ),
  )
  const student = occurrence && chance.pick(occurrence.students.filter(isMeant))
  return occurrence && student ? { occurrence, student } : null
}

/** What was agreed on, and what the coach notes of the words of students. */
export const AGREEMENT = {
  publish: {
    weight: 2,
    toast: 'none',
    decide: ({ chance, today }) => {
      const rules = {
        starts_on: later(today, Math.max(0, chance.whole(-3, 2))),
        notice_hours: chance.pick([0, 2, 12, 24, 48]) ?? 24,
        makeup_days: chance.pick([0, 7, 30]) ?? 0,
        note: null,
      }
      return { deed: { kind: 'agreement' }, press: (hands) => hands.publish(rules) }
    },
  },

  unpublish: {
    weight: 0.5,
    toast: 'none',
    decide: () => ({ deed: { kind: 'agreement' }, press: (hands) => hands.unpublish() }),
  },

  /** 'Avisou que não vem', now or earlier, also of a registered lesson. */
  note: {
    weight: 8,
    toast: 'plain',
    decide: (scene) => {
      const one = somebody(scene, () => true)
      if (!one) return null
      const { chance, now, named } = scene
      const { occurrence, student } = one
      const before = chance.happens(0.5) ? 0 : chance.whole(0, 60) * HOUR
      const at = new Date(Math.min(now, Math.max(now, startOf(occurrence)) - before)).toISOString()
      named(nameOf.note({ slot: occurrence.slot_id, date: occurrence.slot_date, student: student.id, at }))
      return {
        deed: { kind: 'note', occurrence: keyOf(occurrence), student: student.id },
        press: (hands) => hands.note(occurrence, student, at),
      }
    },
  },

  takeBack: {
    weight: 2,
    toast: 'plain',
    decide: (scene) => {
      const one = somebody(scene, ({ told_by }) => told_by === 'coach')
      if (!one) return null
      const { occurrence, student } = one
      const at = new Date(scene.now).toISOString()
      scene.named(
        nameOf.note({ slot: occurrence.slot_id, date: occurrence.slot_date, student: student.id, at }),
      )
      return {
        deed: { kind: 'note', occurrence: keyOf(occurrence), student: student.id },
        press: (hands) => hands.takeBack(occurrence, student),
      }
    },
  },

  /** 'Não foi o aluno' */
  voidReply: {
    weight: 3,
    toast: 'plain',
    decide: (scene) => {
      const one = somebody(scene, ({ told_by }) => told_by === 'student')
      if (!one) return null
      const { occurrence, student } = one
      return {
        deed: { kind: 'void', occurrence: keyOf(occurrence), student: student.id },
        press: (hands) => hands.voidReply(occurrence, student),
      }
    },
  },
} satisfies Record<string, Action>
