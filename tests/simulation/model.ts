/**
 * What must be true of a coach's data. Written from the rules of the product's page, without looking at the app's code,
 * and importing nothing. It knows what people did, in the order in which the server did it, and plain rules. It has no
 * versions, operation ids, plans or running sums: it computes every balance and every expiry from the deeds that stand.
 */

type Id = string
/** 'YYYY-MM-DD' */
type Day = string
/** 'HH:MM', in the coach's time zone. */
type Time = string
/** Milliseconds since 1970. */
type Instant = number
/** 'slot/original date' of an occurrence, which stays its name after a move. */
type Key = string

export type Attendance = 'present' | 'absent' | 'excused' | 'cancelled'

interface Feedback {
  rating: number
  tags: readonly string[]
}

/** A version of the combinados. */
interface Version {
  version: number
  starts: Day
  /** Last day, if the version was taken down; may be before `starts`. */
  ends: Day | null
  notice: number
  makeup: number
  savedAt: Instant
}

export type Outcome = 'kept' | 'late'
type Reply = 'coming' | 'not_coming'

/** A student's reply by the link, or the coach's note, about an occurrence that begins at `start`. */
export interface Word {
  occurrence: Key
  student: Id
  by: 'student' | 'coach'
  reply: Reply
  at: Instant
  start: Instant
  /** How 'not_coming' was judged; null: no version judged it. */
  outcome: Outcome | null
  version: number | null
}

/** The answer to a visitor; `refused` is the sentence of a refusal. */
export type Answered = { refused: string | null }

/** What a student's page says about a planned lesson. */
export interface Answerable {
  reply: Reply | null
  by: 'student' | 'coach' | null
  outcome: Outcome | null
  deadline: Instant | null
  canReply: boolean
  wouldBe: Outcome | null
}

/** A student who is expected at one occurrence only. */
interface Guest {
  occurrence: Key
  student: Id
  /** A taker of an offered place comes at the hour that the occurrence had then. */
  by: 'coach' | 'opening'
  start: Instant
  since: Instant
}

/** Places of an occurrence that are offered as long as it begins at `start`. */
interface Opening {
  occurrence: Key
  start: Instant
  places: number
  /** How many students come once every place is taken. */
  seats: number
  until: Instant
  /** Closed by the coach, or because the lesson was skipped, answered or moved. */
  closed: boolean
  /** Every student who was asked, and when the student took a place; null: not yet. */
  asked: ReadonlyMap<Id, Instant | null>
}

/** What a student's page or the agenda says about an opening. */
interface Offered {
  id: Id
  occurrence: Key
  places: number
  takers: readonly Id[]
}

/** A student in a lesson. */
interface Place {
  student: Id
  attendance: Attendance
  /** null: nothing pays; if the student is charged the lesson is 'sem pacote'. */
  pack: Id | null
  /** For an excused absence, the package that the lesson would have taken. */
  spared: Id | null
  /** The reply before the lesson that counts, and the version that judges the lesson. */
  told: Word | null
  version: number | null
  /** Only a present student has feedback. */
  feedback: Feedback | null
}

interface Lesson {
  day: Day
  at: Instant
  /** The occurrence that the lesson answers. */
  answers: Key | null
  places: readonly Place[]
}

/** Why a package lasts longer. Each extension has one cause, and counts while that cause stands. */
type Cause =
  | { by: 'hand'; operation: Id }
  | { by: 'recess'; recess: Id }
  /** Stands while the student is not charged in the lesson. */
  | { by: 'lesson'; lesson: Id; student: Id }
  /** Stands until the occurrence is planned again, or a lesson is registered for it. */
  | { by: 'skip'; occurrence: Key; day: Day }

interface Extension {
  pack: Id
  days: number
  cause: Cause
  /**
   * Set when the lesson or slot was deleted, or the student anonymised, while the extension counted: it then counts for
   * good, for this day.
   */
  keptFor?: Day | null
}

/** Day until which a package is valid at least, because of an absence that was told in time. */
interface Floor {
  lesson: Id
  student: Id
  pack: Id
  day: Day
  until: Day
}

/** A time at which the coach teaches. */
interface Slot {
  /** 0 is Sunday; null: only on the first day. */
  weekday: number | null
  time: Time
  first: Day
  last: Day | null
  /** Students who are expected every time. */
  students: readonly Id[]
  /** Slots whose place this one took, the newest first. */
  replaces: readonly Id[]
  /** Since when its lessons begin at this time. */
  since: Instant
  /** When it was added. */
  made: Instant
}

interface Skip {
  occurrence: Key
  day: Day
  /** The instant at which the lesson would have begun. */
  at: Instant
  students: readonly Id[]
}

/** A slot to add. `replaces` is the slot whose place it takes. */
type NewSlot = Omit<Slot, 'replaces' | 'since' | 'made'> & { slot: Id; replaces: Id | null }

interface Skipped {
  reason: string
  /** The operation that skipped it. */
  by: Id
}

/** What the agenda says about an occurrence. */
interface Planned {
  occurrence: Key
  day: Day
  time: Time
  /** Reason of the skip; null: not skipped. */
  reason: string | null
  lesson: Id | null
  /** The lesson's participants, or without a lesson the expected students. */
  students: readonly Id[]
}

interface Pack {
  student: Id
  total: number
  usedOutside: number
  start: Day
  /**
   * Fixed at the sale, without extensions; null: the validity begins with the first lesson and lasts `validity` days.
   */
  lastDay: Day | null
  validity: number
  /** In cents, as all amounts in this file. */
  price: number
  due: Day
  /** 'Renovar todo mês'. */
  monthly: boolean
  /** The monthly package that this one renews. */
  renews: Id | null
}

interface Payment {
  pack: Id
  kind: 'payment' | 'refund'
  amount: number
  on: Day
}

interface Attendee {
  student: Id
  attendance: Attendance
  feedback?: Feedback | null
}

/** What a person meant to do. `extendBy`: the days of more time that were chosen; 0: none. */
export type Deed =
  /** A new student, or an edit. */
  | { kind: 'student'; id: Id; name: string; active?: boolean }
  | {
      kind: 'import'
      rows: readonly {
        id: Id
        name: string
        pack: Pick<Deed & { kind: 'sell' }, 'pack' | 'values' | 'received'> | null
      }[]
    }
  | { kind: 'erase'; student: Id }
  /** A new club, or an edit. */
  | { kind: 'club'; id: Id; name: string; isDefault: boolean }
  | { kind: 'unclub'; id: Id }
  | {
      kind: 'sell'
      pack: Id
      values: Pack
      /** First payment; null: nothing was received yet. */
      received: { amount: number; on: Day } | null
      /** Owed lessons that the form showed as settled by the sale. */
      settles: readonly Id[]
    }
  | { kind: 'agreement' }
  /** 'note': the coach notes or withdraws a reply. 'void': 'Não foi o aluno'. */
  | { kind: 'note'; occurrence: Key; student: Id }
  | { kind: 'void'; occurrence: Key; student: Id }
  /**
   * 'offer': 'Oferecer horário', or more students are asked. 'close': 'Encerrar oferta'. 'guest': 'Incluir aluno só
   * neste dia' and 'Tirar'.
   */
  | { kind: 'offer'; opening: Id; occurrence: Key; places: number; students: readonly Id[] }
  | { kind: 'close'; opening: Id }
  | { kind: 'guest'; occurrence: Key; student: Id; comes: boolean }
  | {
      kind: 'register'
      lesson: Id
      day: Day
      at: Instant
      people: readonly Attendee[]
      answers: Key | null
      /** Registered with one tap: a student who told not to come is absent or excused. */
      takesReplies?: boolean
      /** Lessons nearby of which the coach said that they are other lessons. */
      others: readonly Id[]
    }
  /** 'É a mesma': the lesson becomes the one of the occurrence. */
  | { kind: 'same'; lesson: Id; occurrence: Key }
  | { kind: 'skip'; skips: readonly Skip[]; reason: string; extendBy: number }
  /** The occurrence is neither moved nor skipped any more. */
  | { kind: 'putBack'; occurrence: Key }
  | { kind: 'replan'; occurrence: Key }
  | { kind: 'move'; occurrence: Key; to: { day: Day; time: Time } }
  | { kind: 'week'; end: { slot: Id; last: Day } | null; add: readonly NewSlot[] }
  | { kind: 'recess'; recess: { id: Id; from: Day; until: Day }; today: Day }
  | { kind: 'unrecess'; recess: Id }
  /** `people` are all participants after the edit; `day` changes if the lesson moves; `at` is null if it does not. */
  | { kind: 'edit'; lesson: Id; day: Day; at: Instant | null; people: readonly Attendee[]; extendBy: number }
  | { kind: 'feedback'; lesson: Id; student: Id; feedback: Feedback }
  /** Cancels lessons of a day, and skips what is planned for it. */
  | { kind: 'cancel'; lessons: readonly Id[]; skips: readonly Skip[]; extendBy: number }
  | { kind: 'remove'; lesson: Id; extendBy: number }
  | { kind: 'assign'; lesson: Id; student: Id; pack: Id }
  /** `values` has only the fields that were changed. */
  | { kind: 'repackage'; pack: Id; values: Partial<Omit<Pack, 'student' | 'usedOutside' | 'renews'>> }
  /** 'Renovar todo mês' on a package's card; the last write counts. */
  | { kind: 'mark'; pack: Id; monthly: boolean }
  | { kind: 'unpack'; pack: Id }
  | { kind: 'adjust'; pack: Id; by: number }
  | { kind: 'extend'; pack: Id; by: number }
  | {
      kind: 'money'
      pack: Id
      student: Id
      /** What the form showed: if another device changed it meanwhile, nothing is written. */
      seen: { price: number; paid: number; due: Day }
      add: readonly (Payment & { id: Id })[]
      remove: readonly Id[]
      price?: number
      due?: Day
      /** Credits that a refund takes out of the package. */
      takes: number
    }
  | { kind: 'anonymize'; student: Id }
  | { kind: 'link'; student: Id }
  | { kind: 'feed' }
  | { kind: 'rules' }
  | { kind: 'undo'; of: Id }

type Did<Kind extends Deed['kind']> = Deed & { kind: Kind }

/** The operation, the day on its device, and the server's time. */
interface When {
  operation: Id
  today: Day
  now: Instant
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOW_CREDITS = 2
const EXPIRES_SOON = 7
const EXPIRED_FOR = 30
const SHOWN_TO_STUDENTS = 28
/**
 * If a lesson got its time less than this many hours before the notice begins, 'Não vou' is in time until the start.
 */
const SHORT_HOURS = 12
/** Within a week a move that is taken back gives the lesson's slot a new time. */
const WEEK_MS = 168 * HOUR_MS
/** Two lessons of a day that are farther apart than this are never the same. */
const SAME_LESSON_MS = 120 * 60_000

const later = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** São Paulo has no summer time. */
const instantOf = (day: Day, time: Time): Instant => Date.parse(`${day}T${time}:00-03:00`)

const dayOf = (instant: Instant): Day => new Date(instant - 3 * HOUR_MS).toISOString().slice(0, 10)
const timeOf = (instant: Instant): Time => new Date(instant - 3 * HOUR_MS).toISOString().slice(11, 16)

const daysFrom = (from: Day, until: Day): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** When a lesson that begins at this time ends: all lessons here take an hour. */
const anHourAfter = (time: Time): Time =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`

/** How a reply given at `told` is judged; null: no version judges the lesson. */
const outcomeAt = (told: Instant, deadline: Instant | null): Outcome | null => {
  if (deadline === null) return null
  return told <= deadline ? 'kept' : 'late'
}

const byStart = (a: Version, b: Version): number =>
  a.starts === b.starts ? a.version - b.version : Date.parse(a.starts) - Date.parse(b.starts)

const latest = (a: Day, b: Day): Day => (a > b ? a : b)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** 'Attendance': who pays. */
const pays = (attendance: Attendance): boolean => attendance === 'present' || attendance === 'absent'

const partsOf = (occurrence: Key): { slot: Id; date: Day } => {
  const [slot = '', date = ''] = occurrence.split('/')
  return { slot, date }
}

function found<Value>(value: Value | undefined, what: string, id: Id): Value {
  if (value === undefined) throw new Error(`There is no ${what} ${id}`)
  return value
}

/** A coach's account as it must be. */
export class Model {
  readonly students = new Map<Id, { name: string; anonymous: boolean; active: boolean }>()
  readonly packs = new Map<Id, Pack>()
  readonly lessons = new Map<Id, Lesson>()
  readonly payments = new Map<Id, Payment>()
  extensions: readonly Extension[] = []
  readonly slots = new Map<Id, Slot>()
  readonly moved = new Map<Key, { day: Day; time: Time; since: Instant }>()
  readonly skipped = new Map<Key, Skipped>()
  readonly recesses = new Map<Id, { from: Day; until: Day }>()
  /** 'Rules of the coach'. */
  readonly rules = { package_order: 'oldest', show_pix: false }
  /** A student's links, and the calendar's addresses, in the order in which they were made: only the last one opens. */
  readonly links = new Map<Id, Id[]>()
  readonly feeds: string[] = []
  /** 'Combinados': versions in the order in which they were saved. */
  versions: readonly Version[] = []
  #written = 0
  /** 'Replies'. */
  words: readonly Word[] = []
  /** 'Guests and openings'. */
  guests: readonly Guest[] = []
  readonly openings = new Map<Id, Opening>()
  /** 'occurrence student' of every student who ever was a guest there. */
  readonly #wereGuests = new Set<string>()
  /** When each student first confirmed each version. */
  readonly confirmed = new Map<string, Instant>()
  /** Floors of deleted lessons and of anonymised students, which stay. */
  #floorsForGood: readonly Floor[] = []
  /** Name of each club. */
  readonly clubs = new Map<Id, string>()
  defaultClub: Id | null = null
  /** Students who ever had a package. */
  readonly #customers = new Set<Id>()
  /** The payment that came with each sale. */
  readonly #withSale = new Map<Id, Id>()
  /** What undoing each operation does. */
  readonly #undo = new Map<Id, () => void>()

  // Values derived from what stands

  /** The days of the lessons that a package pays for. */
  usesOf(pack: Id): Day[] {
    return [...this.lessons.values()].flatMap(({ day, places }) =>
      places.filter((place) => place.pack === pack).map(() => day),
    )
  }

  left(id: Id): number {
    const { total, usedOutside } = this.#pack(id)
    return total - usedOutside - this.usesOf(id).length
  }

  /** The day for which an extension counts; null: for no particular day; undefined: its cause does not stand. */
  #countsFor({ cause, keptFor }: Extension): Day | null | undefined {
    if (keptFor !== undefined) return keptFor
    switch (cause.by) {
      case 'hand':
      case 'recess':
        return null
      case 'skip':
        return this.skipped.has(cause.occurrence) ? cause.day : undefined
      case 'lesson': {
        const lesson = this.lessons.get(cause.lesson)
        const place = lesson?.places.find(({ student }) => student === cause.student)
        return place && pays(place.attendance) ? undefined : lesson?.day
      }
    }
  }

  /** The days that a package was given for each day. A day is given only once, however many causes it has. */
  #givenByDay(pack: Id): Map<Day, number> {
    const days = new Map<Day, number>()
    for (const extension of this.extensions) {
      const day = extension.pack === pack ? this.#countsFor(extension) : undefined
      if (day) days.set(day, Math.max(days.get(day) ?? 0, extension.days))
    }
    return days
  }

  /**
   * Days by which the package is extended. A floor does not add up with extensions: it adds only what is missing until
   * its day.
   */
  extended(id: Id): number {
    const always = this.extensions.filter(
      (extension) => extension.pack === id && this.#countsFor(extension) === null,
    )
    const given = sum(always.map(({ days }) => days)) + sum([...this.#givenByDay(id).values()])
    const sold = this.#soldUntil(id)
    if (sold === null) return given
    const floors = this.#floorsOf(id).map(({ day, until }) =>
      Math.min(daysFrom(sold, until), given + daysFrom(day, until)),
    )
    return Math.max(given, ...floors)
  }

  #floorsOf(pack: Id): Floor[] {
    return [...this.#floors(), ...this.#floorsForGood].filter((each) => each.pack === pack)
  }

  /** The floors that stand, each as long as its absence is excused. */
  #floors(): Floor[] {
    return [...this.lessons].flatMap(([lesson, { day, places }]) =>
      places.flatMap(({ student, attendance, told, spared, version }) => {
        const { makeup = 0 } = this.versions.find((each) => each.version === version) ?? {}
        const isFloor = attendance === 'excused' && told?.outcome === 'kept' && makeup > 0
        return isFloor && spared !== null && !this.#isAnonymous(student)
          ? [{ lesson, student, pack: spared, day, until: later(day, makeup) }]
          : []
      }),
    )
  }

  /** The day of the lesson whose floor decides the package's last day; null: no floor does. */
  makeupDay(pack: Id): Day | null {
    const expiry = this.expiry(pack)
    if (expiry === null || this.extended(pack) === 0) return null
    const days = this.#floorsOf(pack).flatMap(({ day, until }) => (until >= expiry ? [day] : []))
    return days.toSorted().at(-1) ?? null
  }

  /** The last valid day without extensions and floors; null: the validity has not begun. */
  #soldUntil(id: Id): Day | null {
    const { lastDay, validity } = this.#pack(id)
    const begins = this.#validFrom(id)
    return lastDay ?? (begins === undefined ? null : later(begins, validity))
  }

  /** The first day of the package's validity; undefined: it has not begun. */
  #validFrom(id: Id): Day | undefined {
    const { start, lastDay } = this.#pack(id)
    if (lastDay !== null) return start
    return this.usesOf(id)
      .filter((day) => day >= start)
      .toSorted()
      .at(0)
  }

  /** The package's last valid day; null: the validity has not begun. */
  expiry(id: Id): Day | null {
    const sold = this.#soldUntil(id)
    return sold === null ? null : later(sold, this.extended(id))
  }

  packsOf(student: Id): Id[] {
    return [...this.packs].flatMap(([id, pack]) => (pack.student === student ? [id] : []))
  }

  placesOf(student: Id): [lesson: Id, Place][] {
    return [...this.lessons].flatMap(([id, { places }]) =>
      places.filter((place) => place.student === student).map((place): [Id, Place] => [id, place]),
    )
  }

  /** 'Total credits'. */
  total(student: Id): number {
    return sum(this.packsOf(student).map((id) => this.left(id)))
  }

  /** Whether the package has started and not expired on this day. */
  #isValid(id: Id, day: Day): boolean {
    const expiry = this.expiry(id)
    return this.#pack(id).start <= day && (expiry === null || expiry >= day)
  }

  /** 'Usable credits'. */
  usable(student: Id, day: Day): number {
    const valid = this.packsOf(student).filter((id) => this.#isValid(id, day))
    return sum(valid.map((id) => this.left(id)))
  }

  /** 'Which package a lesson takes'. */
  #choose(student: Id, day: Day): Id | null {
    const candidates = this.packsOf(student).filter((id) => this.left(id) > 0 && this.#isValid(id, day))
    const rank = (id: Id): string => {
      const { start } = this.#pack(id)
      const expiry = this.expiry(id) ?? '9999-12-31'
      return `${this.rules.package_order === 'expires_first' ? `${expiry} ${start}` : `${start} ${expiry}`} ${id}`
    }
    return candidates.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).at(0) ?? null
  }

  #paymentsOf(pack: Id): [Id, Payment][] {
    return [...this.payments].filter(([, payment]) => payment.pack === pack)
  }

  paid(pack: Id): number {
    return sum(this.#paymentsOf(pack).map(([, { kind, amount }]) => (kind === 'payment' ? amount : -amount)))
  }

  open(pack: Id): number {
    return this.#pack(pack).price - this.paid(pack)
  }

  // The agenda

  /** Whether the slot still includes this occurrence. */
  exists(occurrence: Key): boolean {
    const { slot: id, date } = partsOf(occurrence)
    const slot = this.slots.get(id)
    if (slot === undefined || date < slot.first || (slot.last !== null && date > slot.last)) return false
    return slot.weekday === null ? date === slot.first : weekdayOf(date) === slot.weekday
  }

  /**
   * 'Lessons of the agenda': the occurrence that an answer from the outbox answers. The occurrence itself if it exists,
   * else the occurrence of the slot that replaced its slot, on the same day at the same time; null if there is none or
   * it was moved since.
   */
  occurrenceNow(occurrence: Key, at: Instant): Key | null {
    const isThen = (key: Key): boolean => {
      const { day, time } = this.#placed(key)
      return instantOf(day, time) === at
    }
    if (this.exists(occurrence)) return isThen(occurrence) ? occurrence : null
    const { slot, date } = partsOf(occurrence)
    const heirs = [...this.slots].flatMap(([id, { replaces }]) =>
      replaces.includes(slot) ? [`${id}/${date}`] : [],
    )
    return heirs.toSorted().find((heir) => this.exists(heir) && isThen(heir)) ?? null
  }

  #followed(skips: readonly Skip[]): Skip[] {
    return skips.flatMap((skip) => {
      const occurrence = this.occurrenceNow(skip.occurrence, skip.at)
      return occurrence === null ? [] : [{ ...skip, occurrence }]
    })
  }

  /**
   * 'The same lesson twice': refuses a lesson if it may be the same as one of the other kind: one of the agenda and one
   * without, on one day, close together, with a student in common.
   */
  #refuseTwice({ day, at, people, others }: Did<'register'>, occurrence: Key | null): void {
    for (const [id, lesson] of this.lessons) {
      const isNear = lesson.day === day && Math.abs(lesson.at - at) <= SAME_LESSON_MS
      const isOneOfAgenda = (lesson.answers === null) !== (occurrence === null)
      const isShared = lesson.places.some(({ student }) => people.some((each) => each.student === student))
      if (isNear && isOneOfAgenda && isShared && !this.isCancelled(id) && !others.includes(id)) {
        throw new Error(`a lesson that may be the same: ${id}`)
      }
    }
  }

  lessonOf(occurrence: Key): Id | null {
    return [...this.lessons].find(([, { answers }]) => answers === occurrence)?.[0] ?? null
  }

  isCancelled(lesson: Id): boolean {
    const { places } = this.#lesson(lesson)
    return places.length > 0 && places.every(({ attendance }) => attendance === 'cancelled')
  }

  #placed(occurrence: Key): Planned {
    const { day, time } = this.#whenOf(occurrence)
    const lesson = this.lessonOf(occurrence)
    const students =
      lesson === null
        ? this.expected(occurrence).filter((student) => this.students.get(student)?.active)
        : this.#lesson(lesson).places.map(({ student }) => student)
    return { occurrence, day, time, reason: this.skipped.get(occurrence)?.reason ?? null, lesson, students }
  }

  #whenOf(occurrence: Key): { day: Day; time: Time } {
    const { slot, date } = partsOf(occurrence)
    return this.moved.get(occurrence) ?? { day: date, time: found(this.slots.get(slot), 'slot', slot).time }
  }

  /** Students who are expected: those of the slot, and guests. */
  expected(occurrence: Key): Id[] {
    const { students } = this.#slotOf(occurrence)
    const start = this.startOf(occurrence)
    const names = this.#names(occurrence)
    const guests = this.guests.filter((each) => {
      const isOwn = each.occurrence === occurrence && each.by === 'coach'
      return isOwn || (names.includes(each.occurrence) && each.start === start)
    })
    return [...new Set([...students, ...guests.map(({ student }) => student)])]
  }

  /** Whether the student was ever expected there: one tap charges nobody else. */
  wasExpected(occurrence: Key, student: Id): boolean {
    const slot = this.slots.get(partsOf(occurrence).slot)
    const isRegular = slot === undefined || slot.students.includes(student) || this.#isAnonymous(student)
    if (isRegular || this.#wereGuests.has(`${occurrence} ${student}`)) return true
    // A guest of a lesson that had moved is one again at its own hour, once the slot and the move are replaced.
    return this.expected(occurrence).includes(student)
  }

  /** When a guest took the place (null: the coach added the guest); null if the student is no guest. */
  guestOf(occurrence: Key, student: Id): { takenAt: Instant | null } | null {
    if (this.#slotOf(occurrence).students.includes(student)) return null
    const names = this.#names(occurrence)
    const guest = this.guests.find((each) => names.includes(each.occurrence) && each.student === student)
    return guest ? { takenAt: guest.by === 'opening' ? guest.since : null } : null
  }

  #slotOf(occurrence: Key): Slot {
    const { slot } = partsOf(occurrence)
    return found(this.slots.get(slot), 'slot', slot)
  }

  /** All occurrences on these days, both days included. */
  agenda(from: Day, to: Day): Planned[] {
    const natural = [...this.slots.keys()].flatMap((slot) =>
      Array.from({ length: daysFrom(from, to) + 1 }, (_, day) => `${slot}/${later(from, day)}`),
    )
    const all = new Set([...natural, ...this.moved.keys()])
    return [...all]
      .filter((occurrence) => this.exists(occurrence))
      .map((occurrence) => this.#placed(occurrence))
      .filter(({ day }) => day >= from && day <= to)
  }

  /** The lessons that a student's page shows as 'Próximas aulas'. */
  nextLessons(student: Id, today: Day, now: Time): Planned[] {
    if (!this.students.get(student)?.active) return []
    return this.agenda(today, later(today, SHOWN_TO_STUDENTS)).filter(
      ({ day, time, reason, lesson, students }) => {
        const isOver = day === today && anHourAfter(time) <= now
        return !isOver && reason === null && lesson === null && students.includes(student)
      },
    )
  }

  // Combinados and replies

  /** The version that judges a lesson that begins then; null: none does. No save makes a student late. */
  judge(start: Instant): Version | null {
    const day = dayOf(start)
    const judges = this.versions.filter(({ version, starts, ends, notice, savedAt }) => {
      const before = this.versions.findLast((each) => {
        return each.version < version && (each.ends === null || each.ends >= starts)
      })
      const hours = Math.max(notice, before?.notice ?? 0)
      return starts <= day && (ends === null || ends >= day) && start > savedAt + hours * HOUR_MS
    })
    return judges.toSorted(byStart).at(-1) ?? null
  }

  /** The last moment at which 'Não vou' is in time. */
  #deadline(occurrence: Key, { notice }: Version): Instant {
    const start = this.startOf(occurrence)
    const slot = this.#slotOf(occurrence)
    // What came back to its time later, after a move, is another lesson of the slot.
    const held = slot.since > start ? Math.min(slot.since, slot.made) : slot.since
    const since = this.moved.get(occurrence)?.since ?? held
    return since > start - (notice + SHORT_HOURS) * HOUR_MS ? start : start - notice * HOUR_MS
  }

  startOf(occurrence: Key): Instant {
    const { day, time } = this.#whenOf(occurrence)
    return instantOf(day, time)
  }

  /** Names of the occurrence: its own, and those in the slots whose place its slot took. */
  #names(occurrence: Key): Key[] {
    const { slot, date } = partsOf(occurrence)
    return [slot, ...(this.slots.get(slot)?.replaces ?? [])].map((each) => `${each}/${date}`)
  }

  #wordsOf(occurrence: Key, student: Id): Word[] {
    const [names, start] = [this.#names(occurrence), this.startOf(occurrence)]
    return this.words.filter(
      (each) => names.includes(each.occurrence) && each.start === start && each.student === student,
    )
  }

  /** The reply that counts: the newer one, or the earlier one if both student and coach say no. */
  wordOf(occurrence: Key, student: Id): Word | null {
    const words = this.#wordsOf(occurrence, student).toSorted(
      (a, b) => a.at - b.at || (a.by === 'coach' ? -1 : 1),
    )
    return (words.every(({ reply }) => reply === 'not_coming') ? words.at(0) : words.at(-1)) ?? null
  }

  answerable(occurrence: Key, student: Id, now: Instant): Answerable {
    const [word, start] = [this.wordOf(occurrence, student), this.startOf(occurrence)]
    const version = this.judge(start)
    const deadline = version && this.#deadline(occurrence, version)
    return {
      reply: word?.reply ?? null,
      by: word?.by ?? null,
      outcome: word?.outcome ?? null,
      deadline,
      canReply: version !== null && start > now,
      wouldBe: outcomeAt(now, deadline),
    }
  }

  /** `isLate`: a take-back is about the note that was told then, by the server's clock to the second. */
  #say(word: Word | (Omit<Word, 'reply'> & { reply: null }), isLate = false): void {
    const same = this.#wordsOf(word.occurrence, word.student)
    const gone = same.filter(({ by, reply, at }) => {
      if (word.reply === null && isLate && Math.abs(at - word.at) > 1000) return false
      // A student who comes after all also withdraws the coach's note.
      return by === word.by || (word.by === 'student' && word.reply === 'coming' && reply === 'not_coming')
    })
    this.words = [
      ...this.words.filter((each) => !gone.includes(each)),
      ...(word.reply === null ? [] : [word]),
    ]
  }

  /** The occurrence as it is now: in the slot that took the place of its slot, if it did. */
  #now(occurrence: Key, start: Instant): Key | null {
    if (this.exists(occurrence)) return occurrence
    return this.occurrenceNow(occurrence, start)
  }

  /** A visitor with the link replies 'Vou' or 'Não vou' to a lesson as the page showed it. */
  reply(
    student: Id,
    {
      occurrence: asked,
      reply,
      expected,
      start,
    }: { occurrence: Key; reply: Reply; expected: Outcome | null; start: Instant },
    now: Instant,
  ): Answered {
    const gone = { refused: 'Esta aula não está mais marcada' }
    const occurrence = this.#now(asked, start)
    const planned = this.nextLessons(student, dayOf(now), timeOf(now)).find(
      (each) => each.occurrence === occurrence,
    )
    if (!planned || occurrence === null) return gone
    const { canReply, wouldBe, reply: before } = this.answerable(occurrence, student, now)
    const begins = this.startOf(occurrence)
    if (begins <= now) return { refused: 'Esta aula já começou' }
    if (!canReply) return { refused: 'Esta aula não pode ser respondida aqui. Fale com o professor.' }
    const changed = { refused: 'Esta aula mudou. Confira e responda de novo.' }
    if (begins !== start) return changed
    const own = this.#wordsOf(occurrence, student).find(({ by }) => by === 'student')
    if (own?.reply === reply && before === reply) return { refused: null }
    if (reply === 'not_coming' && wouldBe === 'late' && expected !== 'late') return changed
    if (reply === 'coming' && before === 'not_coming' && this.#isOffered(occurrence, student, now))
      return { refused: 'Seu lugar já foi oferecido. Fale com o professor.' }
    const isMissing = reply === 'not_coming'
    const version = isMissing ? (this.judge(begins)?.version ?? null) : null
    this.#say({
      occurrence,
      student,
      by: 'student',
      reply,
      at: now,
      start,
      outcome: isMissing ? wouldBe : null,
      version,
    })
    return { refused: null }
  }

  // Guests and openings

  /** Whether the occurrence exists, and is neither skipped nor answered. */
  #isPlanned(occurrence: Key): boolean {
    return this.exists(occurrence) && !this.skipped.has(occurrence) && this.lessonOf(occurrence) === null
  }

  #comes(occurrence: Key, student: Id): boolean {
    return (
      this.expected(occurrence).includes(student) && this.wordOf(occurrence, student)?.reply !== 'not_coming'
    )
  }

  /** Students who have a place of the opening: they took one, were not taken out, and did not tell not to come. */
  takersOf(id: Id, at?: Key): Id[] {
    const { asked, ...opening } = found(this.openings.get(id), 'opening', id)
    const occurrence = at ?? opening.occurrence
    if (!this.exists(occurrence)) return []
    return [...asked].flatMap(([student, taken]) =>
      taken !== null && this.#comes(occurrence, student) ? [student] : [],
    )
  }

  /** The opening of an occurrence that is open, even if all its places are taken. */
  openOf(occurrence: Key, now: Instant): Offered | null {
    for (const [id, opening] of this.openings) {
      const isOpen = !opening.closed && opening.until > now && opening.occurrence === occurrence
      if (isOpen) return { id, occurrence, places: opening.places, takers: this.takersOf(id) }
    }
    return null
  }

  /** Whether places of this occurrence are offered, or another student has taken one. */
  #isOffered(occurrence: Key, student: Id, now: Instant): boolean {
    const start = this.startOf(occurrence)
    const names = this.#names(occurrence)
    const others = [...this.openings].filter(
      ([, each]) => names.includes(each.occurrence) && each.start === start,
    )
    return (
      this.openOf(occurrence, now) !== null ||
      others.some(([id]) => this.takersOf(id, occurrence).some((taker) => taker !== student)) ||
      (this.#isTaker(occurrence, student) &&
        others.some(
          ([, { seats, asked }]) => asked.get(student) && this.#comers(occurrence, student) >= seats,
        ))
    )
  }

  #isTaker(occurrence: Key, who: Id): boolean {
    const [start, names] = [this.startOf(occurrence), this.#names(occurrence)]
    if (this.#slotOf(occurrence).students.includes(who)) return false
    return this.guests.some(
      (each) =>
        each.student === who &&
        each.by === 'opening' &&
        each.start === start &&
        names.includes(each.occurrence),
    )
  }

  /** How many active students come, without this one. */
  #comers = (occurrence: Key, without?: Id): number =>
    this.expected(occurrence).filter(
      (who) => who !== without && this.students.get(who)?.active && this.#comes(occurrence, who),
    ).length

  /** Whether the student comes to another lesson that overlaps this occurrence: all lessons here take an hour. */
  #isBusy(student: Id, occurrence: Key): boolean {
    const start = this.startOf(occurrence)
    const day = dayOf(start)
    return this.agenda(later(day, -1), later(day, 1)).some(({ occurrence: other, reason }) => {
      const isThen = Math.abs(this.startOf(other) - start) < HOUR_MS
      return isThen && other !== occurrence && reason === null && this.#comes(other, student)
    })
  }

  /** The openings that the page of an asked student shows. */
  openingsFor(student: Id, now: Instant): Offered[] {
    if (!this.students.get(student)?.active) return []
    return [...this.openings].flatMap(([id, { occurrence, asked }]) => {
      const open = asked.has(student) ? this.openOf(occurrence, now) : null
      if (open?.id !== id) return []
      const isFree = !this.#isBusy(student, occurrence) && !this.#comes(occurrence, student)
      return open.takers.includes(student) || isFree ? [open] : []
    })
  }

  /** 'Oferecer horário', or asking more students. Returns false if refused. */
  offer(
    id: Id,
    {
      occurrence,
      start,
      places,
      until,
      students,
    }: Pick<Opening, 'occurrence' | 'start' | 'places' | 'until'> & { students: readonly Id[] },
    now: Instant,
  ): boolean {
    const before = this.openings.get(id)
    if (!this.exists(occurrence)) return false
    if (before && (before.places !== places || before.until !== until || before.occurrence !== occurrence))
      return false
    const isFresh = this.#isPlanned(occurrence) && this.startOf(occurrence) === start && start > now
    const isRight = isFresh && until > now && until <= start && this.openOf(occurrence, now) === null
    if (!before && !isRight) return false
    if (!before) this.#forgetTakersOut(occurrence)
    const seats = places + this.#comers(occurrence)
    const opening = before ?? { occurrence, start, places, seats, until, closed: false, asked: new Map() }
    if (!opening.closed && opening.until > now) {
      if (students.some((student) => !this.students.get(student)?.active)) return false
      const more = students.filter((student) => !opening.asked.has(student))
      const all = new Map([...opening.asked, ...more.map((student): [Id, null] => [student, null])])
      this.openings.set(id, { ...opening, asked: all })
    }
    return true
  }

  /** A new offer: who took a place of an earlier one, and was taken out, has none to come back to. */
  #forgetTakersOut(occurrence: Key): void {
    const [names, here] = [this.#names(occurrence), this.expected(occurrence)]
    for (const [id, each] of this.openings) {
      if (!names.includes(each.occurrence)) continue
      const asked = [...each.asked].map(([who, at]): [Id, Instant | null] => [
        who,
        here.includes(who) ? at : null,
      ])
      this.openings.set(id, { ...each, asked: new Map(asked) })
    }
  }

  /** 'Encerrar oferta': takers keep their places. */
  close(id: Id): void {
    this.openings.set(id, { ...found(this.openings.get(id), 'opening', id), closed: true })
  }

  /** A visitor with the link takes a place: 'Quero este horário'. */
  take(student: Id, id: Id, now: Instant): Answered {
    const gone = { refused: 'Esta oferta terminou' }
    const opening = this.openings.get(id)
    if (!opening?.asked.has(student) || !this.students.get(student)?.active) return gone
    const { start, places, asked } = opening
    const occurrence = this.#now(opening.occurrence, start) ?? opening.occurrence
    if (!this.#isPlanned(occurrence) || this.startOf(occurrence) !== start || start <= now) return gone
    const takers = this.takersOf(id, occurrence)
    if (takers.includes(student)) return { refused: null }
    if (this.openOf(occurrence, now)?.id !== id) return gone
    if (takers.length >= places) return { refused: 'Este horário já foi preenchido' }
    if (this.#isBusy(student, occurrence) || this.#comes(occurrence, student)) return gone
    const said = { occurrence, student, by: 'student', reply: 'coming', at: now, start } as const
    if (this.wordOf(occurrence, student)?.reply === 'not_coming')
      this.#say({ ...said, outcome: null, version: null })
    if (!this.#slotOf(occurrence).students.includes(student))
      this.#putGuest({ occurrence, student, by: 'opening', start, since: now })
    this.openings.set(id, { ...opening, asked: new Map([...asked, [student, now]]) })
    return { refused: null }
  }

  #putGuest(guest: Guest): void {
    this.#takeOut(guest.occurrence, guest.student)
    this.guests = [...this.guests, guest]
    this.#wereGuests.add(`${guest.occurrence} ${guest.student}`)
  }

  #takeOut(occurrence: Key, student: Id): void {
    const names = this.#names(occurrence)
    this.guests = this.guests.filter((each) => !names.includes(each.occurrence) || each.student !== student)
  }

  /**
   * 'Incluir aluno só neste dia', 'Tirar' and its undo; `start` is the hour that the coach saw. Returns false if
   * refused.
   */
  changeGuest(
    {
      occurrence,
      student,
      comes,
      start,
    }: Pick<Guest, 'occurrence' | 'student'> & { comes: boolean; start: Instant | null },
    now: Instant,
  ): boolean {
    if (!this.exists(occurrence) || !this.#isPlanned(occurrence) || this.#isAnonymous(student)) return false
    if (!comes) {
      this.#takeOut(occurrence, student)
      return true
    }
    if (!this.students.get(student)?.active) return false
    if (this.expected(occurrence).includes(student)) return true
    const begins = this.startOf(occurrence)
    if (start !== null && start !== begins) return false
    // A taker gets the place back, unless it was given to somebody else meanwhile.
    const names = this.#names(occurrence)
    const taken = [...this.openings]
      .filter(([, each]) => names.includes(each.occurrence) && each.start === begins)
      .flatMap(([id, { asked, places }]) => {
        const at = asked.get(student)
        return at ? [{ id, asked, places, at }] : []
      })
      .toSorted((a, b) => a.at - b.at)
      .at(-1)
    const isGiven = taken !== undefined && this.takersOf(taken.id, occurrence).length >= taken.places
    const opening = taken && this.openings.get(taken.id)
    if (isGiven && opening)
      this.openings.set(taken.id, { ...opening, asked: new Map([...taken.asked, [student, null]]) })
    const since = taken && !isGiven ? taken.at : null
    this.#putGuest({
      occurrence,
      student,
      by: since ? 'opening' : 'coach',
      start: begins,
      since: since ?? now,
    })
    return true
  }

  /** A lesson moves: takers lose their places and its openings end, but the coach's guests come along. */
  #release(occurrence: Key): void {
    this.guests = this.guests.filter((each) => each.occurrence !== occurrence || each.by === 'coach')
    for (const [id, each] of this.openings) if (each.occurrence === occurrence) this.close(id)
  }

  /** Ends openings whose lesson was skipped, answered or moved, or is gone. They do not open again. */
  #endOpenings(): void {
    for (const [id, { occurrence, start, closed }] of this.openings) {
      if (closed || (this.#isPlanned(occurrence) && this.startOf(occurrence) === start)) continue
      this.close(id)
    }
  }

  /**
   * Replies, guests and openings follow into the slot that takes the place of another one, for the same day and hour.
   */
  #followWeek(slot: Id, last: Day): void {
    const next = ({ occurrence, start }: Pick<Guest, 'occurrence' | 'start'>): Key => {
      const parts = partsOf(occurrence)
      const heirs = [...this.slots].flatMap(([id, each]) => {
        const key = `${id}/${parts.date}`
        return each.replaces[0] === slot && this.exists(key) ? [key] : []
      })
      const heir = heirs.find((key) => this.startOf(key) === start)
      return parts.slot === slot && parts.date > last && heir !== undefined ? heir : occurrence
    }
    this.guests = this.guests
      .map((each) => ({ ...each, occurrence: next(each) }))
      // A taker took this hour, not the new one.
      .filter(({ by, occurrence, start }) => {
        return this.exists(occurrence) && (by === 'coach' || this.startOf(occurrence) === start)
      })
    for (const { occurrence, student } of this.guests) this.#wereGuests.add(`${occurrence} ${student}`)
    for (const [id, each] of this.openings) this.openings.set(id, { ...each, occurrence: next(each) })
  }

  /** 'Li os combinados': confirms today's version or the next one; the first time counts. */
  confirm(student: Id, version: number, now: Instant): Answered {
    const { current, next } = this.agreement(dayOf(now))
    if (![current?.version, next?.version].includes(version))
      return { refused: 'Estes combinados mudaram. Atualize a página.' }
    const key = `${student} ${version}`
    if (!this.confirmed.has(key)) this.confirmed.set(key, now)
    return { refused: null }
  }

  /** What a student reads: today's version and the next one. */
  agreement(today: Day): { current: Version | null; next: Version | null } {
    const standing = this.versions.filter(({ ends }) => ends === null).toSorted(byStart)
    const coming = standing.filter(({ starts }) => starts > today)
    return {
      current: standing.findLast(({ starts }) => starts <= today) ?? null,
      next: coming.findLast(({ starts }) => starts === coming[0]?.starts) ?? null,
    }
  }

  /** 'Publicar combinados' */
  publish({ starts, notice, makeup }: Pick<Version, 'starts' | 'notice' | 'makeup'>, now: Instant): void {
    const today = dayOf(now)
    const last = this.versions.findLast(({ ends }) => ends === null)
    const isSame = last?.notice === notice && last.makeup === makeup
    if (isSame && (last.starts <= today || last.starts === starts)) return
    this.#written += 1
    const version = { version: this.#written, starts, ends: null, notice, makeup, savedAt: now }
    this.versions = [...this.versions.filter((each) => each.starts <= today), version]
    // Words that a version found late but which never began, or that no version judged, are judged by the versions that
    // stand now.
    this.words = this.words.map((word) => {
      const isJudged = this.versions.some((each) => each.version === word.version)
      if (word.reply === 'coming' || word.outcome === 'kept' || isJudged || word.start <= now) return word
      const judge = this.judge(word.start)
      const occurrence = this.#now(word.occurrence, word.start)
      const isThere = occurrence !== null && this.startOf(occurrence) === word.start
      const deadline =
        judge && (isThere ? this.#deadline(occurrence, judge) : word.start - judge.notice * HOUR_MS)
      const outcome = outcomeAt(word.at, deadline)
      return { ...word, version: judge?.version ?? null, outcome }
    })
  }

  /** 'Tirar do ar' */
  unpublish(now: Instant): void {
    const today = dayOf(now)
    this.versions = this.versions
      .filter(({ starts }) => starts <= today)
      .map((each) => (each.ends === null ? { ...each, ends: later(today, -1) } : each))
  }

  /** The coach notes or withdraws a reply, also in a registered lesson; with `reply` null it counts no more. */
  note(
    {
      occurrence: asked,
      student,
      reply,
      at: told,
      start,
      by,
    }: Pick<Word, 'occurrence' | 'student' | 'at' | 'by'> & { reply: Reply | null; start: Instant | null },
    now: Instant,
  ): void {
    const occurrence = start === null && !this.exists(asked) ? null : this.#now(asked, start ?? 0)
    if (occurrence === null) throw new Error(`the agenda has no ${asked}`)
    const begins = this.startOf(occurrence)
    const at = Math.min(told, now)
    const judge = this.judge(begins)
    const deadline = judge && this.#deadline(occurrence, judge)
    const isJudged = reply === 'not_coming' && deadline !== null
    const outcome = isJudged ? outcomeAt(at, deadline) : null
    const version = isJudged ? (judge?.version ?? null) : null
    this.#say({ occurrence, student, by, reply, at, start: begins, outcome, version }, at < now)
    const lesson = this.lessonOf(occurrence)
    if (lesson !== null && !this.#isAnonymous(student))
      this.#setPlace(lesson, student, (place) => ({ ...place, ...this.#toldOf(occurrence, student) }))
  }

  /** What a participant of a registered lesson keeps: the reply that counts, and the version. */
  #toldOf(occurrence: Key | null, student: Id): Pick<Place, 'told' | 'version'> {
    if (occurrence === null || !this.exists(occurrence)) return { told: null, version: null }
    const word = this.wordOf(occurrence, student)
    const told = word?.reply === 'not_coming' ? word : null
    // Only the version that found the reply late explains why.
    if (told?.outcome === 'late') return { told, version: told.version }
    return { told, version: this.judge(this.startOf(occurrence))?.version ?? told?.version ?? null }
  }

  /** Why an absence cost what it did, in the words that coach and student read; null: the attendance says it all. */
  explained({ attendance, told, version }: Pick<Place, 'attendance' | 'told' | 'version'>): string | null {
    if (attendance === 'excused') {
      if (told?.outcome !== 'kept') return version === null ? null : 'Falta abonada pelo professor'
      const [, month, day] = dayOf(told.at).split('-')
      return `Falta avisada em ${day}/${month} às ${timeOf(told.at)}`
    }
    if (attendance !== 'absent') return null
    if (told?.outcome === 'kept') return 'Falta cobrada pelo professor (avisou a tempo)'
    if (told?.outcome === 'late') {
      const before = told.start - told.at
      if (before < 0) return 'Falta cobrada: avisou depois do início'
      const { notice } = found(
        this.versions.find((each) => each.version === version),
        'version',
        String(version),
      )
      return `Falta cobrada: avisou ${Math.floor(before / HOUR_MS)} h antes (combinado: ${notice} h)`
    }
    return told === null && version !== null ? 'Falta cobrada: sem aviso registrado' : null
  }

  /** A violation: a version judges an absence but was saved too late to be read in time. null: there is none. */
  unread(): string | null {
    for (const [id, { answers, places }] of this.lessons) {
      if (answers === null || !this.exists(answers)) continue
      const start = this.startOf(answers)
      for (const { version: number } of places) {
        const version = this.versions.find((each) => each.version === number)
        if (version && version.savedAt > start - version.notice * HOUR_MS)
          return `version ${number} judges ${id} and was saved when it was too late to tell`
      }
    }
    return null
  }

  // Alerts

  /** The causes of alerts that last today. */
  alerts(today: Day): Set<string> {
    const causes = new Set<string>()
    if (this.clubs.size === 0) causes.add('no_club_registered')
    for (const [student, { anonymous, active }] of this.students) {
      if (anonymous) continue
      if (active && this.#customers.has(student) && this.usable(student, today) <= LOW_CREDITS)
        causes.add(`low_credits ${student}`)
      for (const [lesson, { attendance, pack }] of this.placesOf(student)) {
        if (pays(attendance) && pack === null) causes.add(`unassigned_session ${lesson} ${student}`)
      }
      for (const pack of this.packsOf(student)) {
        const { due, start } = this.#pack(pack)
        if (this.open(pack) > 0 && due < today) causes.add(`payment_overdue ${pack} ${due}`)
        const expiry = this.expiry(pack)
        if (expiry === null || this.left(pack) === 0) continue
        const remaining = daysFrom(today, expiry)
        if (start <= today && remaining >= 0 && remaining <= EXPIRES_SOON)
          causes.add(`expiring_package ${pack} ${expiry}`)
        if (remaining < 0 && -remaining <= EXPIRED_FOR) causes.add(`expired_package ${pack} ${expiry}`)
      }
    }
    return causes
  }

  /** A state that must never be; null: there is none. */
  impossible(): string | null {
    for (const [id, { total }] of this.packs) {
      const left = this.left(id)
      if (left < 0 || left > total) return `${id} has ${left} of ${total} credits left`
      if (this.paid(id) < 0) return `more money of ${id} was given back than received`
    }
    const answered = [...this.lessons.values()].flatMap(({ answers }) => answers ?? [])
    if (new Set(answered).size < answered.length) return 'an occurrence has two lessons'
    const both = answered.find((occurrence) => this.skipped.has(occurrence))
    return both === undefined ? null : `${both} has a lesson and is skipped`
  }

  // Deeds

  /**
   * Applies a deed that the server has done. Throws if the model cannot do it.
   *
   * @param today the local day on the device.
   */
  done(operation: Id, deed: Deed, today: Day, now: Instant): void {
    const undo = this.#do(deed, { operation, today, now })
    if (undo) this.#undo.set(operation, undo)
    this.#endOpenings()
  }

  #do(deed: Deed, when: When): (() => void) | null {
    switch (deed.kind) {
      case 'student':
        this.students.set(deed.id, {
          name: deed.name,
          anonymous: false,
          active: deed.active ?? this.students.get(deed.id)?.active ?? true,
        })
        // An inactive student gives back the places that were taken.
        if (deed.active === false)
          this.guests = this.guests.filter(
            ({ student, by, start }) => student !== deed.id || by === 'coach' || start <= when.now,
          )
        return null
      case 'import':
        for (const { id, name, pack } of deed.rows) {
          this.students.set(id, { name, anonymous: false, active: true })
          if (pack) this.#sell({ kind: 'sell', ...pack, settles: [] })
        }
        return null
      case 'erase':
        this.#erase(deed.student)
        return null
      case 'anonymize':
        this.#anonymize(deed.student)
        return null
      case 'club':
        if (deed.isDefault || this.clubs.size === 0) this.defaultClub = deed.id
        this.clubs.set(deed.id, deed.name)
        return null
      case 'unclub':
        this.clubs.delete(deed.id)
        if (this.defaultClub === deed.id) this.defaultClub = this.#firstClub()
        return null
      case 'sell':
        return this.#sell(deed)
      case 'repackage':
        this.#repackage(deed, when)
        return null
      case 'unpack':
        this.#removePack(deed.pack)
        return null
      case 'adjust':
        return this.#adjust(deed.pack, deed.by)
      case 'extend':
        return this.#extend(deed, when)
      case 'money':
        return this.#changeMoney(deed, when)
      case 'register':
        return this.#register(deed, when)
      case 'edit':
        return this.#edit(deed, when)
      case 'cancel':
        return this.#cancel(deed, when)
      case 'remove':
        return this.#remove(deed, when)
      case 'feedback': {
        const { feedback } = deed
        this.#setPlace(deed.lesson, deed.student, (place) => ({ ...place, feedback }))
        return null
      }
      case 'assign': {
        const restore = this.#remember(when, [deed.lesson], [])
        this.#setPlace(deed.lesson, deed.student, (place) => ({ ...place, pack: deed.pack }))
        return restore
      }
      case 'skip': {
        const skips = this.#followed(deed.skips)
        const restore = this.#remember(when, [], keysOf(skips))
        this.#skip({ ...deed, skips }, when)
        return restore
      }
      case 'same':
        return this.#same(deed, when)
      case 'putBack':
        if (this.exists(deed.occurrence) && this.lessonOf(deed.occurrence) === null)
          this.skipped.delete(deed.occurrence)
        return null
      case 'replan':
        this.#replan(deed, when)
        return null
      case 'move': {
        if (!this.exists(deed.occurrence) || this.lessonOf(deed.occurrence) !== null) return null
        this.skipped.delete(deed.occurrence)
        const before = this.moved.get(deed.occurrence)
        const isThere = before?.day === deed.to.day && before.time === deed.to.time
        if (!isThere) this.#release(deed.occurrence)
        this.moved.set(deed.occurrence, { ...deed.to, since: isThere ? before.since : when.now })
        return null
      }
      case 'week':
        this.#changeWeek(deed, when)
        return null
      case 'recess':
        this.#recess(deed, when)
        return null
      case 'unrecess':
        this.#takeBack((cause) => cause.by === 'recess' && cause.recess === deed.recess)
        for (const [occurrence, { by }] of this.skipped) {
          if (by === deed.recess) this.skipped.delete(occurrence)
        }
        this.recesses.delete(deed.recess)
        return null
      case 'undo': {
        found(this.#undo.get(deed.of), 'way to undo', deed.of)()
        return null
      }
      default:
        return null
    }
  }

  // Students and clubs

  #erase(student: Id): void {
    for (const pack of this.packsOf(student)) this.#removePack(pack)
    for (const [id, lesson] of this.lessons) {
      const others = lesson.places.filter((place) => place.student !== student)
      if (others.length === lesson.places.length) continue
      if (others.length === 0) this.#deleteLesson(id)
      else this.lessons.set(id, { ...lesson, places: others })
    }
    this.#expectNowhere(student)
    this.#forgetWords(student)
    this.students.delete(student)
  }

  #forgetWords(student: Id): void {
    this.words = this.words.filter((each) => each.student !== student)
    this.guests = this.guests.filter((each) => each.student !== student)
    for (const [id, each] of this.openings) {
      const asked = new Map([...each.asked].filter(([one]) => one !== student))
      this.openings.set(id, { ...each, asked })
    }
    for (const key of this.confirmed.keys()) if (key.startsWith(student)) this.confirmed.delete(key)
  }

  /** Every figure stays, and every text goes. */
  #anonymize(student: Id): void {
    const { name } = found(this.students.get(student), 'student', student)
    const floors = this.#floors().filter((each) => each.student === student)
    this.#floorsForGood = [...this.#floorsForGood, ...floors]
    this.#keepForGood(({ pack }) => this.#pack(pack).student === student)
    this.#forgetWords(student)
    this.students.set(student, { name, anonymous: true, active: false })
    for (const [id] of this.placesOf(student)) {
      this.#setPlace(id, student, (place) => ({
        ...place,
        feedback: place.feedback && { ...place.feedback, tags: [] },
      }))
    }
    this.#expectNowhere(student)
  }

  /** Whether the student is anonymised or deleted. */
  #isAnonymous(student: Id): boolean {
    return this.students.get(student)?.anonymous !== false
  }

  #expectNowhere(student: Id): void {
    for (const [id, slot] of this.slots) {
      this.slots.set(id, { ...slot, students: slot.students.filter((each) => each !== student) })
    }
  }

  /** By name; of one name by id. */
  #firstClub(): Id | null {
    const named = [...this.clubs].map(([id, name]) => ({ id, key: `${name} ${id}` }))
    return named.toSorted((a, b) => (a.key < b.key ? -1 : 1)).at(0)?.id ?? null
  }

  // Packages and money

  #sell({ pack, values, received, settles }: Did<'sell'>): () => void {
    this.packs.set(pack, values)
    this.#customers.add(values.student)
    if (received && received.amount > 0) this.#receive(pack, received)
    for (const lesson of settles) this.#setPlace(lesson, values.student, (place) => ({ ...place, pack }))
    const sold = this.#asSold(pack)
    return () => {
      const isUsed = [...this.lessons].some(
        ([id, { places }]) => !settles.includes(id) && places.some((place) => place.pack === pack),
      )
      if (isUsed || this.#asSold(pack) !== sold) throw new Error(`something came after the sale of ${pack}`)
      this.#removePack(pack)
    }
  }

  /** What may come after a sale, but for lessons. If it has changed, undoing the sale changes nothing ('Undo'). */
  #asSold(id: Id): string {
    const renewals = [...this.packs.values()].filter(({ renews }) => renews === id).length
    return JSON.stringify([
      { ...this.packs.get(id), renews: null },
      this.#paymentsOf(id),
      this.packs.has(id) && this.extended(id),
      renewals,
    ])
  }

  /** Records the payment that comes with the sale. */
  #receive(pack: Id, received: { amount: number; on: Day }): void {
    const payment = `sale ${pack}`
    this.payments.set(payment, { pack, kind: 'payment', ...received })
    this.#withSale.set(pack, payment)
  }

  /** Removes the package with its payments and extensions; lessons that it paid for are 'sem pacote'. */
  #removePack(pack: Id): void {
    const unless = (id: Id | null) => (id === pack ? null : id)
    for (const [id, lesson] of this.lessons) {
      const places = lesson.places.map((place) => ({
        ...place,
        pack: unless(place.pack),
        spared: unless(place.spared),
      }))
      this.lessons.set(id, { ...lesson, places })
    }
    this.#floorsForGood = this.#floorsForGood.filter((each) => each.pack !== pack)
    for (const [id] of this.#paymentsOf(pack)) this.payments.delete(id)
    this.extensions = this.extensions.filter((extension) => extension.pack !== pack)
    // What renewed it renews the package before it.
    const renews = this.packs.get(pack)?.renews ?? null
    for (const [id, other] of this.packs) {
      if (other.renews === pack) this.packs.set(id, { ...other, renews })
    }
    this.packs.delete(pack)
  }

  /**
   * Sets price and due date. The sale's payment follows while it is the only one and is the whole price on the due
   * date. A package that cost nothing counts as paid when it gets a price. Neither on a due date that becomes later
   * than today.
   */
  #setPrice(pack: Id, { price, due }: { price: number; due: Day }, today: Day): void {
    const before = this.#pack(pack)
    const entries = this.#paymentsOf(pack)
    const follows = due <= today || (due === before.due && entries.length > 0)
    const [id, only] = entries.length === 1 ? (entries[0] ?? []) : []
    const isWhole = only?.kind === 'payment' && only.amount === before.price && only.on === before.due
    if (follows && entries.length === 0 && before.price === 0 && price > 0) {
      this.#receive(pack, { amount: price, on: due })
    } else if (follows && id !== undefined && only && isWhole && this.#withSale.get(pack) === id) {
      if (price === 0) this.payments.delete(id)
      else this.payments.set(id, { ...only, amount: price, on: due })
    }
    this.packs.set(pack, { ...before, price, due })
  }

  #repackage({ pack, values }: Did<'repackage'>, { today }: When): void {
    this.#setPrice(pack, { ...this.#pack(pack), ...values }, today)
    this.packs.set(pack, { ...this.#pack(pack), ...values })
  }

  /**
   * Adding credits first takes back what was used outside the app, then raises the total; removing credits counts them
   * as used outside.
   */
  #adjust(id: Id, by: number): () => void {
    const { total, usedOutside } = this.#pack(id)
    const outside = Math.max(0, usedOutside - by)
    this.packs.set(id, { ...this.#pack(id), usedOutside: outside, total: total + by + outside - usedOutside })
    return () => this.packs.set(id, { ...this.#pack(id), total, usedOutside })
  }

  #extend({ pack, by }: Did<'extend'>, { operation }: When): () => void {
    this.extensions = [...this.extensions, { pack, days: by, cause: { by: 'hand', operation } }]
    return () => this.#takeBack((cause) => cause.by === 'hand' && cause.operation === operation)
  }

  #changeMoney({ pack, seen, add, remove, price, due, takes }: Did<'money'>, { today }: When): () => void {
    const before = this.#pack(pack)
    const isAsSeen = seen.price === before.price && seen.paid === this.paid(pack) && seen.due === before.due
    if (!isAsSeen) throw new Error(`another device had changed the money of ${pack}`)
    // The sale's payment is found by its package, because only the server knows its id.
    for (const id of remove)
      this.payments.delete(this.payments.has(id) ? id : (this.#withSale.get(pack) ?? id))
    for (const { id, ...payment } of add) this.payments.set(id, payment)
    this.#setPrice(pack, { price: price ?? before.price, due: due ?? before.due }, today)
    if (takes > 0) this.#adjust(pack, -takes)
    return () => {
      for (const { id } of add) this.payments.delete(id)
    }
  }

  // More time

  /**
   * Takes the days of these causes back, but for those that stay for good. So does a new decision by which a cause
   * begins again: the days chosen then replace the days that it gave before.
   */
  #takeBack(isMeant: (cause: Cause) => boolean): void {
    this.extensions = this.extensions.filter(({ cause, keptFor }) => keptFor !== undefined || !isMeant(cause))
  }

  /**
   * 'More time': if the day was given already, nobody is asked, and this becomes one more cause of the same days.
   * Otherwise the package gets the days that were chosen, and if it is expired also the days that have passed since.
   */
  #give(
    cause: Cause,
    {
      pack,
      day,
      extendBy,
      today,
      isDeleted,
    }: { pack: Id; day: Day; extendBy: number; today: Day; isDeleted: boolean },
  ): void {
    const expiry = this.expiry(pack)
    const since = expiry !== null && expiry < today ? daysFrom(expiry, today) : 0
    const given = this.#givenByDay(pack).get(day)
    // A deleted lesson becomes no further cause of days that were given already.
    if (given !== undefined && isDeleted) return
    const days = given ?? (extendBy > 0 ? extendBy + since : 0)
    if (days > 0) this.extensions = [...this.extensions, { pack, days, cause }]
  }

  /**
   * After a decision about a lesson: gives more time to the packages to which a credit returned, and to those that
   * would have paid for a student who is not charged. Nothing is offered about an anonymised student.
   *
   * @param before participants before the decision
   * @param now participants after it, whose packages are already settled
   * @param chosen the package that the lesson would have used
   */
  #giveForLesson(
    id: Id,
    {
      before,
      now,
      day,
      extendBy,
      today,
      isDeleted = false,
      chosen = (student) => this.#choose(student, day),
    }: {
      before: readonly Place[]
      now: readonly Place[]
      day: Day
      extendBy: number
      today: Day
      isDeleted?: boolean
      chosen?: (student: Id) => Id | null
    },
  ): void {
    const placeIn = (places: readonly Place[], student: Id) => places.find((each) => each.student === student)
    for (const student of new Set([...before, ...now].map((place) => place.student))) {
      const [was, is] = [placeIn(before, student), placeIn(now, student)]
      const paid = was !== undefined && pays(was.attendance)
      const paysNow = is !== undefined && pays(is.attendance)
      const begins = !paysNow && (paid || was === undefined)
      if (!begins || this.#isAnonymous(student)) continue
      const cause = { by: 'lesson', lesson: id, student } as const
      // Who was taken out of the lesson and comes in again, not charged, was not charged all the while.
      if (paid)
        this.#takeBack((each) => each.by === 'lesson' && each.lesson === id && each.student === student)
      const unused = is === undefined ? null : chosen(student)
      const pack = was?.pack ?? unused
      if (pack !== null) this.#give(cause, { pack, day, extendBy, today, isDeleted })
    }
  }

  /** Extensions that count now stay for good, whatever becomes of their causes. */
  #keepForGood(isMeant: (extension: Extension) => boolean): void {
    this.extensions = this.extensions.flatMap((extension) => {
      if (!isMeant(extension)) return [extension]
      const keptFor = this.#countsFor(extension)
      return keptFor === undefined ? [] : [{ ...extension, keptFor }]
    })
  }

  // Lessons

  #register(deed: Did<'register'>, when: When): () => void {
    const { lesson, day, at, people, answers } = deed
    const occurrence = answers === null ? null : this.occurrenceNow(answers, at)
    this.#refuseTwice(deed, occurrence)
    const restore = this.#remember(when, [lesson], occurrence === null ? [] : [occurrence])
    // A student who was deleted or anonymised meanwhile is left out.
    const there = people.filter(({ student }) => !this.#isAnonymous(student))
    if (occurrence !== null) this.skipped.delete(occurrence)
    const places = there.map((attendee) => this.#newPlace(attendee, { day, answers: occurrence }))
    this.lessons.set(lesson, { day, at, answers: occurrence, places })
    this.#giveForLesson(lesson, { before: [], now: places, day, extendBy: 0, today: when.today })
    return restore
  }

  /** 'É a mesma': no credit moves, and nobody is added. */
  #same({ lesson: id, occurrence }: Did<'same'>, when: When): () => void {
    const restore = this.#remember(when, [id], [])
    const lesson = this.#lesson(id)
    if (lesson.answers !== null) throw new Error(`${id} is a lesson of the agenda`)
    if (!this.exists(occurrence)) throw new Error(`the agenda has no ${occurrence}`)
    if (this.lessonOf(occurrence) !== null || this.skipped.has(occurrence))
      throw new Error(`${occurrence} was answered`)
    const places = lesson.places.map((place) => ({ ...place, ...this.#toldAnew(occurrence, place) }))
    this.lessons.set(id, { ...lesson, answers: occurrence, places })
    return restore
  }

  /** The reply of a participant when the lesson becomes that of an occurrence, or stops being it. */
  #toldAnew(occurrence: Key | null, place: Place): Pick<Place, 'told' | 'version'> {
    return this.#isAnonymous(place.student) ? place : this.#toldOf(occurrence, place.student)
  }

  /**
   * A participant after the deed.
   *
   * @param was the student's place in the lesson before it.
   */
  #newPlace(
    { student, attendance, feedback }: Attendee,
    { day, answers }: Pick<Lesson, 'day' | 'answers'>,
    { was, byDefault = null }: { was?: Place | undefined; byDefault?: Feedback | null } = {},
  ): Place {
    const { told, version } = was ?? this.#toldOf(answers, student)
    const isAsBefore = was?.attendance === 'excused'
    const spared = isAsBefore ? was.spared : (was?.pack ?? this.#choose(student, day))
    return {
      student,
      attendance,
      pack: pays(attendance) ? this.#choose(student, day) : null,
      spared: attendance === 'excused' ? spared : null,
      told,
      version,
      feedback: attendance === 'present' ? (feedback ?? byDefault) : null,
    }
  }

  /** The attendance that one tap registers: a student who told in time is excused, one who told late is absent. */
  attendanceAsTold(occurrence: Key, student: Id): Attendance {
    const word = this.wordOf(occurrence, student)
    if (word?.reply !== 'not_coming' || word.outcome === null) return 'present'
    return word.outcome === 'kept' ? 'excused' : 'absent'
  }

  #edit({ lesson: id, day, at, people, extendBy }: Did<'edit'>, when: When): () => void {
    const restore = this.#remember(when, [id], [])
    const lesson = { ...this.#lesson(id), ...(at !== null && { at }) }
    const before = lesson.places
    const kept = new Map(before.map((place) => [place.student, place]))
    // All credits of students who are no longer charged or were removed return before anybody is charged.
    const staying = before.filter((place) => {
      const attendance = people.find(({ student }) => student === place.student)?.attendance
      return attendance !== undefined && pays(attendance) && pays(place.attendance)
    })
    this.lessons.set(id, { ...lesson, day, places: staying })
    const places: Place[] = []
    for (const attendee of people) {
      const was = kept.get(attendee.student)
      if (was && pays(was.attendance) && pays(attendee.attendance)) {
        const feedback = attendee.attendance === 'present' ? (attendee.feedback ?? was.feedback) : null
        places.push({ ...was, attendance: attendee.attendance, feedback })
        continue
      }
      // The days that this lesson gave to a student who is charged again must not count when the package is chosen.
      const charged = pays(attendee.attendance)
        ? [{ ...attendee, pack: null, spared: null, told: null, version: null, feedback: null }]
        : []
      this.lessons.set(id, { ...lesson, day, places: [...staying, ...places, ...charged] })
      const byDefault = was ? null : { rating: 5, tags: [] }
      places.push(this.#newPlace(attendee, { day, answers: lesson.answers }, { was, byDefault }))
    }
    this.lessons.set(id, { ...lesson, day, places })
    this.#giveForLesson(id, { before, now: places, day, extendBy, today: when.today })
    return restore
  }

  #cancel({ lessons, skips, extendBy }: Did<'cancel'>, when: When): () => void {
    const restore = this.#remember(when, lessons, keysOf(skips))
    const before = lessons.map((id) => {
      const { places, day } = this.#lesson(id)
      // No lesson would have used the credit that another one of them gives back.
      return {
        id,
        places,
        chosen: new Map(places.map(({ student }) => [student, this.#choose(student, day)])),
      }
    })
    for (const { id, places } of before) {
      const cancelled = places.map((place): Place => ({
        ...place,
        attendance: 'cancelled',
        pack: null,
        spared: null,
        feedback: null,
      }))
      this.lessons.set(id, { ...this.#lesson(id), places: cancelled })
    }
    // All of them, or days that one gave for the day before would count for the others.
    const begin = before.flatMap(({ id, places }) =>
      places.flatMap(({ student, attendance }) =>
        pays(attendance) && !this.#isAnonymous(student) ? [`${id} ${student}`] : [],
      ),
    )
    this.#takeBack((each) => each.by === 'lesson' && begin.includes(`${each.lesson} ${each.student}`))
    for (const { id, places, chosen } of before) {
      const { day, places: now } = this.#lesson(id)
      this.#giveForLesson(id, {
        before: places,
        now,
        day,
        extendBy,
        today: when.today,
        chosen: (student) => chosen.get(student) ?? null,
      })
    }
    if (skips.length > 0) this.#skip({ kind: 'skip', skips, reason: 'rain', extendBy }, when)
    return restore
  }

  #remove({ lesson: id, extendBy }: Did<'remove'>, when: When): (() => void) | null {
    // Deleting a lesson that is already gone succeeds.
    const lesson = this.lessons.get(id)
    if (!lesson) return null
    const restore = this.#remember(when, [id], lesson.answers === null ? [] : [lesson.answers])
    this.#floorsForGood = [...this.#floorsForGood, ...this.#floors().filter((each) => each.lesson === id)]
    this.lessons.set(id, { ...lesson, places: [] })
    const { places: before, day } = lesson
    this.#giveForLesson(id, { before, now: [], day, extendBy, today: when.today, isDeleted: true })
    this.#deleteLesson(id)
    return restore
  }

  #deleteLesson(id: Id): void {
    this.#keepForGood(({ cause }) => cause.by === 'lesson' && cause.lesson === id)
    this.lessons.delete(id)
  }

  #setPlace(id: Id, student: Id, change: (place: Place) => Place): void {
    const lesson = this.#lesson(id)
    const places = lesson.places.map((place) => (place.student === student ? change(place) : place))
    this.lessons.set(id, { ...lesson, places })
  }

  // Skips, moves and slots

  /** The packages that the skipped lessons would have used may get more time. */
  #skip({ skips, reason, extendBy }: Did<'skip'>, { operation, today }: When): void {
    const planned = skips.filter(({ occurrence }) => this.exists(occurrence))
    for (const { occurrence } of planned) {
      if (this.skipped.has(occurrence)) continue
      this.#takeBack((cause) => cause.by === 'skip' && cause.occurrence === occurrence)
    }
    for (const { occurrence } of planned) this.skipped.set(occurrence, { reason, by: operation })
    // Chosen before any of the skips gives more time, which might change which package expires first.
    const unused = planned.flatMap(({ occurrence, day, students }) =>
      students.flatMap((student) => {
        const pack = this.#isAnonymous(student) ? null : this.#choose(student, day)
        return pack === null ? [] : [{ occurrence, day, pack }]
      }),
    )
    for (const { occurrence, day, pack } of unused)
      this.#give({ by: 'skip', occurrence, day }, { pack, day, extendBy, today, isDeleted: false })
  }

  /** A move that is taken back counts as a new time, so the deadline is as after a move. */
  #replan({ occurrence }: Did<'replan'>, { now }: When): void {
    // What was answered meanwhile stays where it is.
    if (this.lessonOf(occurrence) !== null) return
    const { slot: id } = partsOf(occurrence)
    const cameBack = this.moved.has(occurrence)
    if (cameBack) this.#release(occurrence)
    this.skipped.delete(occurrence)
    this.moved.delete(occurrence)
    const slot = this.slots.get(id)
    if (!slot || !cameBack || !this.exists(occurrence)) return
    const start = this.startOf(occurrence)
    if (start >= now && start <= now + WEEK_MS) this.slots.set(id, { ...slot, since: now })
  }

  #changeWeek({ end, add }: Did<'week'>, { now }: When): void {
    const ended = end && this.slots.get(end.slot)
    if (end) this.#endSlot(end.slot, end.last)
    for (const { slot, replaces, ...values } of add) {
      const before = replaces !== null && ended ? [replaces, ...ended.replaces] : []
      // Keeps `since` if it begins at the same time as the slot whose place it takes.
      const weekday = values.weekday ?? weekdayOf(values.first)
      const isSameTime = ended?.time === values.time && (ended.weekday ?? weekdayOf(ended.first)) === weekday
      const isWithin = ended && values.first >= ended.first && (values.last ?? '9') <= (ended.last ?? '9')
      const since = before.length > 0 && isSameTime && isWithin ? ended.since : now
      this.slots.set(slot, { ...values, replaces: before, since, made: now })
    }
    if (end) this.#followWeek(end.slot, end.last)
  }

  #endSlot(id: Id, last: Day): void {
    const slot = found(this.slots.get(id), 'slot', id)
    const isOver = (occurrence: Key): boolean => {
      const parts = partsOf(occurrence)
      return parts.slot === id && parts.date > last
    }
    this.#keepForGood(({ cause }) => cause.by === 'skip' && isOver(cause.occurrence))
    for (const occurrence of this.skipped.keys()) if (isOver(occurrence)) this.skipped.delete(occurrence)
    for (const occurrence of this.moved.keys()) if (isOver(occurrence)) this.moved.delete(occurrence)
    if (last < slot.first) this.slots.delete(id)
    else this.slots.set(id, { ...slot, last })
  }

  #recess({ recess: { id, from, until } }: Did<'recess'>, { today }: When): void {
    for (const [other, days] of this.recesses) {
      if (days.from <= until && days.until >= from)
        throw new Error(`another recess has a day of it: ${other}`)
    }
    this.recesses.set(id, { from, until })
    const given = [...this.packs].flatMap(([pack, { student }]): Extension[] => {
      const [start, expiry] = [this.#validFrom(pack), this.expiry(pack)]
      const isOut = this.#isAnonymous(student) || this.left(pack) === 0
      if (isOut || start === undefined || expiry === null || expiry < today) return []
      const isMet = start <= until && expiry >= from
      const days = daysFrom(latest(start, from), until) + 1
      return isMet ? [{ pack, days, cause: { by: 'recess', recess: id } }] : []
    })
    this.extensions = [...this.extensions, ...given]
    for (const { occurrence, reason, lesson } of this.agenda(from, until)) {
      if (reason !== null || lesson !== null) continue
      // Days of an earlier skip, which was taken back, do not come again.
      this.#takeBack((cause) => cause.by === 'skip' && cause.occurrence === occurrence)
      this.skipped.set(occurrence, { reason: 'recess', by: id })
    }
  }

  // Undo

  /** Remembers these lessons and skips with the days that they give; the returned function brings them back. */
  #remember({ operation }: When, lessons: readonly Id[], occurrences: readonly Key[]): () => void {
    // Days that a slot left for good when it ended belong to no skip any more.
    const isOfThese = ({ pack, cause, keptFor }: Extension): boolean =>
      // The packages of a student who was deleted or anonymised meanwhile neither get nor lose days.
      !this.#isAnonymous(this.packs.get(pack)?.student ?? '') &&
      ((cause.by === 'lesson' && lessons.includes(cause.lesson)) ||
        (cause.by === 'skip' && keptFor === undefined && occurrences.includes(cause.occurrence)))
    const were = lessons.map((id) => ({ id, lesson: this.lessons.get(id) }))
    const skips = occurrences.map((occurrence) => ({ occurrence, skip: this.skipped.get(occurrence) }))
    const hours = new Map(occurrences.map((occurrence) => [occurrence, this.#hourOf(occurrence)]))
    const extensions = this.extensions.filter(isOfThese)
    return () => {
      this.#floorsForGood = this.#floorsForGood.filter(
        ({ lesson, student }) => !lessons.includes(lesson) || this.#isAnonymous(student),
      )
      this.extensions = [
        ...this.extensions.filter((extension) => !isOfThese(extension)),
        ...extensions.filter(isOfThese),
      ]
      const now = new Map(lessons.map((id) => [id, this.lessons.get(id)]))
      // All lessons give their credits back before any takes one.
      for (const id of lessons) this.lessons.delete(id)
      for (const { id, lesson } of were) {
        if (!lesson) continue
        const { answers } = lesson
        // A lesson that was deleted is not that of an hour to which another device has moved its occurrence since.
        const isElsewhere =
          answers !== null &&
          !now.get(id) &&
          hours.has(answers) &&
          hours.get(answers) !== this.#hourOf(answers)
        this.#revive(id, isElsewhere ? { ...lesson, answers: null } : lesson, now.get(id))
      }
      for (const { occurrence, skip } of skips) {
        const isOthers = (this.skipped.get(occurrence)?.by ?? operation) !== operation
        // Another press has skipped the occurrence since.
        if (isOthers && this.lessonOf(occurrence) === null) continue
        this.skipped.delete(occurrence)
        const isUndoneSince = skip?.reason === 'recess' && !this.recesses.has(skip.by)
        if (skip && !isUndoneSince && this.exists(occurrence) && this.lessonOf(occurrence) === null) {
          this.skipped.set(occurrence, skip)
        }
      }
    }
  }

  /** The hour to which an occurrence has moved; '' if it has not. */
  #hourOf(occurrence: Key): string {
    const moved = this.moved.get(occurrence)
    return moved ? `${moved.day} ${moved.time}` : ''
  }

  /** Brings a lesson back as it was; if something else has used a credit since, the participant is 'sem pacote'. */
  #revive(id: Id, { day, at, answers, places }: Lesson, now: Lesson | undefined): void {
    const free = answers !== null && this.exists(answers) && this.lessonOf(answers) === null
    this.lessons.set(id, { day, at, answers: free ? answers : null, places: [] })
    const back = places.filter(({ student }) => {
      const isThere = now?.places.some((place) => place.student === student)
      return isThere || !this.#isAnonymous(student)
    })
    const isLinkedAnew = now !== undefined && now.answers !== (free ? answers : null)
    for (const place of back) {
      const pack = place.pack !== null && this.packs.has(place.pack) && this.left(place.pack) > 0
      const before = this.#lesson(id)
      const there = now?.places.find(({ student }) => student === place.student)
      const told = this.#toldBack(place, { answers: before.answers, there, now, isLinkedAnew })
      const spared = place.spared !== null && this.packs.has(place.spared) ? place.spared : null
      // No feedback about an anonymised student returns.
      const feedback = place.feedback && this.#isAnonymous(place.student) ? there?.feedback : place.feedback
      const revived = {
        ...place,
        ...told,
        spared,
        pack: pack ? place.pack : null,
        feedback: feedback ?? null,
      }
      this.lessons.set(id, { ...before, places: [...before.places, revived] })
    }
  }

  /** The reply that counts by now for a participant who comes back into a lesson. */
  #toldBack(
    place: Place,
    {
      answers,
      there,
      now,
      isLinkedAnew,
    }: { answers: Key | null; there: Place | undefined; now: Lesson | undefined; isLinkedAnew: boolean },
  ): Pick<Place, 'told' | 'version'> {
    if (isLinkedAnew) return this.#toldAnew(answers, there ?? place)
    if (there) return { told: there.told, version: there.version }
    if (answers !== null) return this.#toldOf(answers, place.student)
    return now ? { told: null, version: null } : { told: place.told, version: place.version }
  }

  #pack(id: Id): Pack {
    return found(this.packs.get(id), 'package', id)
  }

  #lesson(id: Id): Lesson {
    return found(this.lessons.get(id), 'lesson', id)
  }
}

const keysOf = (skips: readonly Skip[]): Key[] => skips.map(({ occurrence }) => occurrence)
