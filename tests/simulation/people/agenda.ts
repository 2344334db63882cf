import { later, localTime, two, type Action, type Decision, type Scene, type Shown } from './scene.ts'

export type Occurrence = Shown['occurrences'][number]

const keyOf = ({ slot_id, slot_date }: Occurrence) => `${slot_id}/${slot_date}`

/** Without an answer, also none that waits. */
export const isOpen = ({ session_id, reason, pending }: Occurrence): boolean =>
  session_id === null && reason === null && pending === undefined

export const skippedOf = (occurrence: Occurrence) => ({
  occurrence: keyOf(occurrence),
  day: occurrence.day,
  students: occurrence.students.map((each) => each.id),
})

/** A weekly time, or one on a single date. */
function newSlot({ active, chance, id, now }: Scene, startsOn: string) {
  const isOnce = chance.happens(0.2)
  const slot = {
    id: id(),
    weekday: isOnce ? null : (new Date(now).getDay() + chance.whole(0, 2)) % 7,
    start_time: `${two(chance.whole(6, 20))}:00:00`,
    minutes: 60,
    club_id: null,
    starts_on: startsOn,
    ends_on: isOnce ? startsOn : null,
    students: active.filter(() => chance.happens(0.4)).map((each) => each.id),
  }
  return {
    sent: slot,
    meant: {
      slot: slot.id,
      weekday: slot.weekday,
      time: slot.start_time.slice(0, 5),
      first: startsOn,
      last: slot.ends_on,
      students: slot.students,
    },
  }
}

/** From the day of an occurrence on its slot is no more, or another one. What was answered stays. */
function changeSlot(scene: Scene, isFollowed: boolean): Decision | null {
  const { shown, chance } = scene
  const occurrence = chance.pick(shown.occurrences.filter((each) => each.session_id === null))
  const slot = shown.slots.find((each) => each.id === occurrence?.slot_id)
  if (!occurrence || !slot) return null
  const answered = shown.occurrences
    .filter((each) => each.slot_id === slot.id && each.session_id !== null)
    .map((each) => later(each.slot_date, 1))
  const from = [occurrence.slot_date, ...answered].toSorted().at(-1) ?? occurrence.slot_date
  const next = isFollowed ? newSlot(scene, from) : null
  return {
    deed: { kind: 'week', end: { slot: slot.id, last: later(from, -1) }, add: next ? [next.meant] : [] },
    press: (hands) => hands.changeSlot(slot, from, next?.sent ?? null),
  }
}

/** The week, and what becomes of it. */
export const AGENDA = {
  held: {
    weight: 9,
    decide: ({ shown, chance, now }) => {
      const occurrence = chance.pick(
        shown.occurrences.filter(
          (each) => isOpen(each) && each.students.length > 0 && Date.parse(each.starts_at.instant) < now,
        ),
      )
      if (!occurrence) return null
      const { occurrence: answers, day, students } = skippedOf(occurrence)
      const people = students.map((student) => ({ student, attendance: 'present' as const }))
      return {
        // The app names the lesson.
        deed: { kind: 'register', lesson: '', day, people, answers },
        press: (hands) => hands.held(occurrence),
      }
    },
  },

  /** One, or all of a day. */
  skip: {
    weight: 4,
    decide: ({ shown, chance, moreTime }) => {
      const open = shown.occurrences.filter((each) => isOpen(each) && each.students.length > 0)
      const occurrence = chance.pick(open)
      if (!occurrence) return null
      const all = chance.happens(0.3) ? open.filter(({ day }) => day === occurrence.day) : [occurrence]
      const { extendBy, withMore } = moreTime()
      return {
        deed: { kind: 'skip', skips: all.map(skippedOf), reason: 'coach', extendBy },
        press: (hands) => hands.skip(all, 'coach', withMore.extension),
      }
    },
  },

  /** 'Colocar de volta': at the time to which it had moved. */
  unskip: {
    weight: 2,
    toast: 'plain',
    decide: ({ shown, chance }) => {
      const occurrence = chance.pick(
        shown.occurrences.filter(
          (each) => each.session_id === null && each.reason !== null && each.pending === undefined,
        ),
      )
      if (!occurrence) return null
      const { moved_to: moved } = occurrence
      const key = keyOf(occurrence)
      if (moved === null) {
        return { deed: { kind: 'replan', occurrence: key }, press: (hands) => hands.asPlanned(occurrence) }
      }
      const to = { day: occurrence.day, time: localTime(Date.parse(moved.instant)) }
      return {
        deed: { kind: 'move', occurrence: key, to },
        press: (hands) => hands.move(occurrence, to.day, to.time),
      }
    },
  },

  /** 'Mudar só este dia', and back. */
  move: {
    weight: 3,
    toast: 'plain',
    decide: ({ shown, chance }) => {
      const occurrence = chance.pick(shown.occurrences.filter(isOpen))
      if (!occurrence) return null
      const key = keyOf(occurrence)
      if (occurrence.moved_to !== null && chance.happens(0.3)) {
        return { deed: { kind: 'replan', occurrence: key }, press: (hands) => hands.asPlanned(occurrence) }
      }
      const to = {
        day: later(occurrence.day, chance.whole(-2, 4)),
        time: `${two(chance.whole(6, 21))}:${chance.happens(0.5) ? '30' : '00'}`,
      }
      return {
        deed: { kind: 'move', occurrence: key, to },
        press: (hands) => hands.move(occurrence, to.day, to.time),
      }
    },
  },

  slots: {
    weight: 3,
    toast: 'none',
    decide: (scene) => {
      const { sent, meant } = newSlot(scene, later(scene.today, scene.chance.whole(-6, 1)))
      return {
        deed: { kind: 'week', end: null, add: [meant] },
        press: (hands) => hands.addSlot(sent),
      }
    },
  },

  onward: { weight: 1, toast: 'plain', decide: (scene) => changeSlot(scene, true) },
  end: { weight: 1.2, toast: 'plain', decide: (scene) => changeSlot(scene, false) },

  recess: {
    weight: 2,
    toast: 'plain',
    decide: async ({ hands, chance, today, id }) => {
      const from = later(today, chance.whole(-1, 6))
      const recess = { id: id(), from, until: later(from, chance.whole(0, 3)) }
      // It would be refused.
      const given = await hands.recesses()
      if (given.some((each) => each.from <= recess.until && each.until >= from)) return null
      return { deed: { kind: 'recess', recess, today }, press: (device) => device.recess(recess) }
    },
  },

  unrecess: {
    weight: 2,
    toast: 'plain',
    decide: async ({ hands, chance }) => {
      const list = await hands.recesses()
      const given = chance.pick(list)
      if (!given) return null
      return { deed: { kind: 'unrecess', recess: given.id }, press: () => hands.undoRecess(given) }
    },
  },
} satisfies Record<string, Action>
