import {
  daysBetween,
  later,
  localDay,
  localTime,
  two,
  type Action,
  type Decision,
  type Scene,
  type Shown,
} from './scene.ts'

export type Occurrence = Shown['occurrences'][number]
type Lesson = Shown['lessons'][number]

export const keyOf = ({ slot_id, slot_date }: Occurrence) => `${slot_id}/${slot_date}`

/** Whether the occurrence has no answer, not even a waiting one. */
export const isOpen = ({ session_id, reason, pending }: Occurrence): boolean =>
  session_id === null && reason === null && pending === undefined

export const startOf = ({ starts_at }: Pick<Occurrence, 'starts_at'>): number => Date.parse(starts_at.instant)

/** 'The same lesson twice': the lessons that may be the same as the occurrence. */
const near = (occurrence: Occurrence, lessons: readonly Lesson[]): Lesson[] =>
  lessons.filter(
    (lesson) =>
      lesson.day === occurrence.day &&
      lesson.cancelled_reason === null &&
      Math.abs(startOf(lesson) - startOf(occurrence)) <= 120 * 60_000 &&
      lesson.students.some(({ id }) => occurrence.students.some((each) => each.id === id)),
  )

/** Whether the student told not to come. */
export const saysNo = ({ reply }: Occurrence['students'][number]): boolean => reply === 'not_coming'

const toldLate = ({ outcome }: Occurrence['students'][number]): boolean => outcome === 'late'
const isGuest = ({ guest }: Occurrence['students'][number]): boolean => guest === true

const isExpected = (occurrence: Occurrence): boolean => isOpen(occurrence) && occurrence.students.length > 0

export const skippedOf = (occurrence: Occurrence) => ({
  occurrence: keyOf(occurrence),
  day: occurrence.day,
  at: startOf(occurrence),
  students: occurrence.students.map((each) => each.id),
})

/** A weekly slot, or one on a single date; one that takes the place of `before` often has the same hour. */
function newSlot(
  { active, chance, id, now, shown }: Scene,
  startsOn: string,
  before: Slot | null,
  asked: ReadonlySet<string> = new Set(),
) {
  const isOnce = chance.happens(0.2)
  // As on a second court: it begins before the other one ends.
  const beside = before === null && chance.happens(0.3) ? chance.pick(shown.slots) : undefined
  // From yesterday on: students tell of lessons to come.
  const weekday = beside?.weekday ?? (new Date(now).getDay() + chance.whole(6, 11)) % 7
  const hour = beside?.start_time.slice(0, 2) ?? two(chance.whole(6, 20))
  const time = `${hour}:${beside ? '30' : '00'}:00`
  const isAsBefore = chance.happens(0.7)
  const same = isAsBefore ? before : null
  const slot = {
    id: id(),
    weekday: isOnce ? null : (same?.weekday ?? weekday),
    start_time: same?.start_time ?? time,
    minutes: 60,
    club_id: null,
    starts_on: startsOn,
    ends_on: isOnce ? startsOn : null,
    // Some students come several times a week.
    students: active
      .map(({ id: student }, at) => ({ student, often: at < 3 ? 0.7 : 0.3 }))
      .filter(({ student, often }) => chance.happens(asked.has(student) ? 0.8 : often))
      .map(({ student }) => student),
  }
  return {
    sent: { ...slot, ...(before && { replaces: before.id }) },
    meant: {
      slot: slot.id,
      replaces: before?.id ?? null,
      weekday: slot.weekday,
      time: slot.start_time.slice(0, 5),
      first: startsOn,
      last: slot.ends_on,
      students: slot.students,
    },
  }
}

type Slot = Shown['slots'][number]

/** Ends a slot from the day of an occurrence on, with or without another slot in its place. Answers stay. */
function changeSlot(scene: Scene, isFollowed: boolean): Decision | null {
  const { shown, focus, chance } = scene
  const open = shown.occurrences.filter((each) => each.session_id === null)
  const offered = open.filter(({ opening }) => Boolean(opening))
  const occurrence = focus(offered.length > 0 && chance.happens(0.6) ? offered : open)
  const slot = shown.slots.find((each) => each.id === occurrence?.slot_id)
  if (!occurrence || !slot) return null
  const answered = shown.occurrences
    .filter((each) => each.slot_id === slot.id && each.session_id !== null)
    .map((each) => later(each.slot_date, 1))
  const from = [occurrence.slot_date, ...answered].toSorted().at(-1) ?? occurrence.slot_date
  // Who is asked for the hour often comes every week from then on.
  const asked = new Set(occurrence.opening?.invites.map(({ id }) => id))
  const next = isFollowed ? newSlot(scene, from, slot, asked) : null
  return {
    deed: { kind: 'week', end: { slot: slot.id, last: later(from, -1) }, add: next ? [next.meant] : [] },
    press: (hands) => hands.changeSlot(slot, from, next?.sent ?? null),
  }
}

/** Deeds about the agenda. */
export const AGENDA = {
  held: {
    weight: 14,
    decide: ({ shown, chance, focus, now }) => {
      const begun = shown.occurrences.filter((each) => isExpected(each) && startOf(each) < now)
      const isMeant = chance.pick([saysNo, saysNo, toldLate, isGuest]) ?? saysNo
      const unlike = begun.filter(({ students }) => students.some(isMeant))
      const occurrence = focus(unlike.length > 0 && chance.happens(0.8) ? unlike : begun)
      if (!occurrence) return null
      const { occurrence: answers, day, at, students } = skippedOf(occurrence)
      const people = students.map((student) => ({ student, attendance: 'present' as const }))
      // 'Registrar outra'; without it the app asks whether it is the same lesson.
      const others = chance.happens(0.5) ? near(occurrence, shown.lessons).map(({ id }) => id) : []
      return {
        // The app makes the lesson's id.
        deed: { kind: 'register', lesson: '', day, at, people, answers, takesReplies: true, others },
        press: (hands) => hands.held(occurrence, others),
      }
    },
  },

  /** 'É a mesma': a lesson without a slot becomes that of the occurrence. */
  same: {
    weight: 9,
    decide: ({ shown, focus, chance, now }) => {
      const open = shown.occurrences.filter((each) => isExpected(each) && startOf(each) < now)
      const occurrence = focus(open.filter((each) => near(each, shown.lessons).length > 0))
      const lesson = occurrence && chance.pick(near(occurrence, shown.lessons))
      if (!lesson) return null
      return {
        deed: { kind: 'same', lesson: lesson.id, occurrence: keyOf(occurrence) },
        press: (hands) => hands.same(occurrence, lesson),
      }
    },
  },

  /** Skips one occurrence, or all of a day. */
  skip: {
    weight: 8,
    decide: ({ shown, chance, focus, moreTime }) => {
      const open = shown.occurrences.filter(isExpected)
      const occurrence = focus(open)
      if (!occurrence) return null
      const all = chance.happens(0.3) ? open.filter(({ day }) => day === occurrence.day) : [occurrence]
      const { extendBy, withMore } = moreTime()
      return {
        deed: { kind: 'skip', skips: all.map(skippedOf), reason: 'coach', extendBy },
        press: (hands) => hands.skip(all, 'coach', withMore.extension),
      }
    },
  },

  /** 'Colocar de volta': plans the occurrence again, at the time to which it had moved. */
  unskip: {
    weight: 3,
    toast: 'plain',
    decide: ({ shown, chance }) => {
      const occurrence = chance.pick(
        shown.occurrences.filter(
          (each) => each.session_id === null && each.reason !== null && each.pending === undefined,
        ),
      )
      if (!occurrence) return null
      return {
        deed: { kind: 'putBack', occurrence: keyOf(occurrence) },
        press: (hands) => hands.putBack(occurrence),
      }
    },
  },

  /** 'Mudar só este dia', and moving back. */
  move: {
    weight: 5,
    toast: 'plain',
    decide: ({ shown, chance, focus }) => {
      const open = shown.occurrences.filter(isOpen)
      const promised = open.filter(({ students }) => students.some(({ guest }) => guest === true))
      const occurrence = focus(promised.length > 0 && chance.happens(0.5) ? promised : open)
      if (!occurrence) return null
      const key = keyOf(occurrence)
      if (occurrence.moved_to !== null && chance.happens(0.3)) {
        return { deed: { kind: 'replan', occurrence: key }, press: (hands) => hands.asPlanned(occurrence) }
      }
      // Sometimes the day already has an occurrence of the same slot.
      const days = chance.happens(0.2)
        ? daysBetween(occurrence.day, later(occurrence.slot_date, 7))
        : chance.whole(-2, 4)
      const anywhere = {
        day: later(occurrence.day, days),
        time: `${two(chance.whole(6, 21))}:${chance.happens(0.5) ? '30' : '00'}`,
      }
      // As on a second court, beside an hour that its students are asked for.
      const offered = open.filter((each) => each !== occurrence && Boolean(each.opening))
      const beside = chance.happens(0.3) ? chance.pick(offered) : undefined
      const at = beside && startOf(beside) + 30 * 60_000
      const to = at === undefined ? anywhere : { day: localDay(at), time: localTime(at) }
      return {
        deed: { kind: 'move', occurrence: key, to },
        press: (hands) => hands.move(occurrence, to.day, to.time),
      }
    },
  },

  slots: {
    weight: 9,
    toast: 'none',
    decide: (scene) => {
      const { sent, meant } = newSlot(scene, later(scene.today, scene.chance.whole(-7, 0)), null)
      return { deed: { kind: 'week', end: null, add: [meant] }, press: (hands) => hands.addSlot(sent) }
    },
  },

  onward: { weight: 2, toast: 'plain', decide: (scene) => changeSlot(scene, true) },
  end: { weight: 1.2, toast: 'plain', decide: (scene) => changeSlot(scene, false) },

  recess: {
    weight: 2.5,
    toast: 'plain',
    decide: async ({ hands, chance, today, id }) => {
      const given = await hands.recesses()
      // Often the recess continues an earlier one.
      const before = chance.happens(0.4) ? chance.pick(given) : undefined
      const from = before ? later(before.until, 1) : later(today, chance.whole(-1, 6))
      const recess = { id: id(), from, until: later(from, chance.whole(0, 1)) }
      // An overlapping recess would be refused; some people try all the same.
      const isMet = given.some((each) => each.from <= recess.until && each.until >= from)
      if (isMet && chance.happens(0.7)) return null
      return { deed: { kind: 'recess', recess, today }, press: (device) => device.recess(recess) }
    },
  },

  unrecess: {
    weight: 3,
    toast: 'plain',
    decide: async ({ hands, chance }) => {
      const list = await hands.recesses()
      const given = chance.pick(list)
      if (!given) return null
      return { deed: { kind: 'unrecess', recess: given.id }, press: () => hands.undoRecess(given) }
    },
  },
} satisfies Record<string, Action>
