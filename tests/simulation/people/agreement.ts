import { nameOf } from '../journal.ts'
import { isOpen, keyOf, saysNo, startOf, type Occurrence } from './agenda.ts'
import { later, type Action, type Decision, type Scene } from './scene.ts'

const HOUR = 3_600_000
const isToldByStudent = ({ told_by }: Occurrence['students'][number]) => told_by === 'student'

const isBeside = (a: Occurrence, b: Occurrence) => a !== b && Math.abs(startOf(a) - startOf(b)) < HOUR

const isInvited = ({ opening }: Occurrence, student: string, hasTaken = false) =>
  opening?.invites.some(({ id, taken_at }) => id === student && (!hasTaken || taken_at !== null)) === true

/** A student of an occurrence that is not skipped, about whom the coach can note something. */
function somebody(
  { shown, focus, chance }: Scene,
  isMeant: (student: Occurrence['students'][number], occurrence: Occurrence) => boolean,
) {
  const occurrence = focus(
    shown.occurrences.filter(
      (each) =>
        each.reason === null &&
        each.pending === undefined &&
        each.students.some((student) => isMeant(student, each)),
    ),
  )
  const student = occurrence && chance.pick(occurrence.students.filter((each) => isMeant(each, occurrence)))
  return occurrence && student ? { occurrence, student } : null
}

/** Adds a guest to one lesson, or takes a guest out. */
function guestOf(occurrence: Occurrence, student: string, comes: boolean, named: Scene['named']): Decision {
  const { slot_id, slot_date, starts_at } = occurrence
  named(nameOf.guest(keyOf(occurrence), student, comes))
  return {
    deed: { kind: 'guest', occurrence: keyOf(occurrence), student, comes },
    press: (hands) => hands.guest({ slot_id, slot_date, student, start: starts_at.instant }, comes),
  }
}

/** Deeds about the combinados, the coach's notes, openings and guests. */
export const AGREEMENT = {
  publish: {
    weight: 4,
    toast: 'none',
    decide: ({ chance, today }) => {
      const rules = {
        starts_on: later(today, Math.max(0, chance.whole(-3, 2))),
        notice_hours: chance.pick([0, 2, 2, 12, 12, 24, 48]) ?? 24,
        makeup_days: chance.pick([0, 7, 30, 30, 30]) ?? 0,
        note: null,
      }
      return { deed: { kind: 'agreement' }, press: (hands) => hands.publish(rules) }
    },
  },

  unpublish: {
    weight: 1,
    toast: 'none',
    decide: () => ({ deed: { kind: 'agreement' }, press: (hands) => hands.unpublish() }),
  },

  /** 'Avisou que não vem', now or earlier, also in a registered lesson. */
  note: {
    weight: 8,
    toast: 'plain',
    decide: (scene) => {
      const { chance, now, named, shown } = scene
      // Students often send a message as well as reply by the link.
      const told = chance.happens(0.4) ? somebody(scene, saysNo) : null
      // Who is ill misses other lessons too.
      const ill = shown.occurrences.flatMap(({ students }) => students.filter(saysNo).map(({ id }) => id))
      const missed = chance.happens(0.5) ? somebody(scene, ({ id }) => ill.includes(id)) : null
      // Who has credits tells, rather than lose one.
      const paid = shown.students.flatMap(({ id, total_credits: credits }) => (credits > 0 ? [id] : []))
      const one =
        told ?? missed ?? somebody(scene, ({ id }) => paid.includes(id)) ?? somebody(scene, () => true)
      if (!one) return null
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
      const at = student.replied_at ?? new Date(scene.now).toISOString()
      scene.named(
        nameOf.note({ slot: occurrence.slot_id, date: occurrence.slot_date, student: student.id, at }, true),
      )
      return {
        deed: { kind: 'note', occurrence: keyOf(occurrence), student: student.id },
        press: (hands) => hands.takeBack(occurrence, student),
      }
    },
  },

  /** 'Não foi o aluno', often only after the lesson was registered. */
  voidReply: {
    weight: 3,
    toast: 'plain',
    decide: (scene) => {
      const registered = scene.chance.happens(0.6)
        ? somebody(scene, (student, { session_id }) => session_id !== null && isToldByStudent(student))
        : null
      const one = registered ?? somebody(scene, isToldByStudent)
      if (!one) return null
      const { occurrence, student } = one
      return {
        deed: { kind: 'void', occurrence: keyOf(occurrence), student: student.id },
        press: (hands) => hands.voidReply(occurrence, student),
      }
    },
  },

  /** 'Oferecer horário', or asking more students. */
  offer: {
    weight: 14,
    toast: 'none',
    decide: ({ shown, focus, chance, now, id, named, hands }) => {
      // Mostly of the next two days.
      const days = chance.happens(0.5) ? 2 : 14
      const coming = shown.occurrences.filter(
        (each) => isOpen(each) && startOf(each) > now && startOf(each) < now + days * 24 * HOUR,
      )
      const freed = coming.filter(({ students }) => students.some(saysNo))
      // Beside an hour that is already offered, so that the same student is asked for both.
      const beside = coming.filter((each) => coming.some((other) => other.opening && isBeside(each, other)))
      const liked = chance.happens(0.4) && beside.length > 0 ? beside : freed
      const occurrence = focus(chance.happens(0.6) && liked.length > 0 ? liked : coming)
      if (!occurrence) return null
      const { slot_id, slot_date, starts_at, opening } = occurrence
      const { students: free, ends, places: freedNow } = hands.candidates(occurrence)
      const asked = free.filter(
        (each) => !opening?.invites.some((one) => one.id === each.id) && chance.happens(0.7),
      )
      const until = opening?.closes_at ?? chance.pick(ends)
      if (asked.length === 0 || until === undefined) return null
      const [number, students] = [
        chance.happens(0.7) ? freedNow : chance.whole(1, 3),
        asked.map((each) => each.id),
      ]
      const offer = {
        id: opening?.id ?? id(),
        slot_id,
        slot_date,
        starts_at: starts_at.instant,
        places: opening?.places ?? number,
        closes_at: until,
        students,
      }
      named(offer.id)
      return {
        deed: {
          kind: 'offer',
          opening: offer.id,
          occurrence: keyOf(occurrence),
          places: offer.places,
          students,
        },
        press: (device) => device.offer(offer),
      }
    },
  },

  /** 'Encerrar oferta' */
  close: {
    weight: 3,
    toast: 'none',
    decide: ({ shown, chance, named }) => {
      const opening = chance.pick(shown.occurrences.flatMap((each) => each.opening ?? []))
      if (!opening) return null
      named(nameOf.close(opening.id))
      return { deed: { kind: 'close', opening: opening.id }, press: (hands) => hands.close(opening.id) }
    },
  },

  /** 'Incluir aluno só neste dia' */
  guest: {
    weight: 6,
    toast: 'plain',
    decide: ({ shown, focus, chance, active, now, named }) => {
      const coming = shown.occurrences.filter(
        (each) => isOpen(each) && (startOf(each) > now || chance.happens(0.3)),
      )
      const free = ({ students }: Occurrence) =>
        active.filter(({ id }) => !students.some((each) => each.id === id))
      // 'Desfazer' of 'Tirar' puts who took a place back.
      const takenOut = (to: Occurrence) => free(to).filter(({ id }) => isInvited(to, id, true))
      // Who is asked for an hour comes to another lesson of that hour instead.
      const askedBeside = (to: Occurrence) =>
        free(to).filter(({ id }) => coming.some((each) => isBeside(each, to) && isInvited(each, id)))
      const isBack = chance.happens(0.8) && coming.some((each) => takenOut(each).length > 0)
      const wanted = isBack ? takenOut : askedBeside
      const liked = coming.filter((each) => wanted(each).length > 0)
      const isLiked = chance.happens(0.7) && liked.length > 0
      const occurrence = focus(isLiked ? liked : coming)
      const student = occurrence && chance.pick(isLiked ? wanted(occurrence) : free(occurrence))
      return student ? guestOf(occurrence, student.id, true, named) : null
    },
  },

  /** 'Tirar' */
  unguest: {
    weight: 4,
    toast: 'plain',
    decide: (scene) => {
      const taker = scene.chance.happens(0.6)
        ? somebody(scene, ({ id, guest }, occurrence) => guest === true && isInvited(occurrence, id, true))
        : null
      const one = taker ?? somebody(scene, ({ guest }) => guest === true)
      return one && guestOf(one.occurrence, one.student.id, false, scene.named)
    },
  },
} satisfies Record<string, Action>
