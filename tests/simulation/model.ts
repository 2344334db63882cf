/**
 * What must be true of a coach's data, written from the product's rules and from nothing of the app. It knows what people
 * did, in the order in which the server did it, and plain rules. It has no versions, no operation ids, no running sums:
 * every balance is counted anew.
 */

type Id = string
/** 'YYYY-MM-DD' */
type Day = string

export type Attendance = 'present' | 'absent' | 'excused' | 'cancelled'

interface Place {
  student: Id
  attendance: Attendance
  /** null: 'sem pacote' if it is charged. */
  pack: Id | null
}

interface Lesson {
  day: Day
  /** Its occurrence. */
  answers: Key | null
  places: readonly Place[]
}

interface Extension {
  pack: Id
  student: Id
  days: number
  /** The lesson's day: a package is extended once for a day. */
  day: Day | null
  lesson: Id | null
  recess?: Id
}

/** 'HH:MM', in the coach's time zone. */
type Time = string

/** A time at which the coach teaches. */
interface Slot {
  /** 0 is Sunday; null: on the first day alone. */
  weekday: number | null
  time: Time
  first: Day
  last: Day | null
  /** Who is expected. */
  students: readonly Id[]
}

/** An occurrence of the agenda is named 'slot/original date', also after it moved. */
type Key = string

interface Skip {
  occurrence: Key
  day: Day
  students: readonly Id[]
}

/** What the agenda says of an occurrence. */
export interface Planned {
  occurrence: Key
  day: Day
  time: Time
  /** Why it was skipped. */
  reason: string | null
  lesson: Id | null
  /** Who was in the lesson, else who is expected. */
  students: readonly Id[]
}

interface Pack {
  student: Id
  total: number
  usedOutside: number
  start: Day
  /** Fixed at the sale, without extensions; null: it begins with the first lesson and lasts `validity` days. */
  lastDay: Day | null
  validity: number
  /** In cents, as all money here. */
  price: number
  due: Day
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
}

/** What a person did, as the person meant it. */
export type Deed =
  | { kind: 'student'; id: Id; name: string }
  | { kind: 'club' }
  | {
      kind: 'sell'
      pack: Id
      values: Pack
      /** When, and how much; null: nothing yet. */
      received: { amount: number; on: Day } | null
      /** Owed lessons that the form showed as settled. */
      settles: readonly Id[]
    }
  | { kind: 'register'; lesson: Id; day: Day; people: readonly Attendee[]; answers: Key | null }
  | { kind: 'skip'; skips: readonly Skip[]; reason: string; extendBy: number }
  /** Neither moved nor skipped any more. */
  | { kind: 'replan'; occurrence: Key }
  | { kind: 'move'; occurrence: Key; to: { day: Day; time: Time } }
  | { kind: 'week'; end: { slot: Id; last: Day } | null; add: readonly (Slot & { slot: Id })[] }
  | { kind: 'recess'; recess: { id: Id; from: Day; until: Day }; today: Day }
  | { kind: 'unrecess'; recess: Id }
  | { kind: 'attend'; lesson: Id; people: readonly Attendee[]; extendBy: number }
  /** Lessons of a day, and what is planned for it. */
  | { kind: 'cancel'; lessons: readonly Id[]; skips: readonly Skip[]; extendBy: number }
  | { kind: 'remove'; lesson: Id; extendBy: number }
  | { kind: 'assign'; lesson: Id; student: Id; pack: Id }
  | { kind: 'adjust'; pack: Id; by: number }
  | { kind: 'extend'; pack: Id; by: number }
  | {
      kind: 'money'
      pack: Id
      add: readonly (Payment & { id: Id })[]
      remove: readonly Id[]
      price?: number
      due?: Day
      /** Credits that a refund takes out. */
      takes: number
    }
  | { kind: 'anonymize'; student: Id }
  | { kind: 'link'; student: Id }
  | { kind: 'undo'; of: Id }

const DAY_MS = 86_400_000
const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const daysFrom = (from: Day, until: Day): number =>
  (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const pays = (attendance: Attendance) => attendance === 'present' || attendance === 'absent'

/** A coach's account. */
export class Model {
  readonly students = new Map<Id, { name: string; anonymous: boolean }>()
  readonly packs = new Map<Id, Pack>()
  readonly lessons = new Map<Id, Lesson>()
  readonly payments = new Map<Id, Payment>()
  extensions: Extension[] = []
  readonly slots = new Map<Id, Slot>()
  readonly moved = new Map<Key, { day: Day; time: Time }>()
  /** Why. */
  readonly skipped = new Map<Key, string>()
  /** What each recess skipped. */
  readonly #recesses = new Map<Id, readonly Key[]>()
  clubs = 0
  /** How to undo what was done. */
  readonly #undo = new Map<Id, () => void>()

  // --- 'Total and usable credits', 'Expiry', 'Validity from the first lesson' ---

  usesOf(pack: Id): Day[] {
    return [...this.lessons.values()].flatMap(({ day, places }) =>
      places.filter((place) => place.pack === pack).map(() => day),
    )
  }

  left(id: Id): number {
    const pack = this.packs.get(id)
    return pack ? pack.total - pack.usedOutside - this.usesOf(id).length : 0
  }

  extended(id: Id): number {
    return this.extensions.filter(({ pack }) => pack === id).reduce((sum, { days }) => sum + days, 0)
  }

  expiry(id: Id): Day | null {
    const pack = this.packs.get(id)
    if (!pack) return null
    if (pack.lastDay !== null) return addDays(pack.lastDay, this.extended(id))
    const [first] = this.usesOf(id)
      .filter((day) => day >= pack.start)
      .toSorted()
    return first === undefined ? null : addDays(first, pack.validity + this.extended(id))
  }

  packsOf(student: Id): Id[] {
    return [...this.packs].filter(([, pack]) => pack.student === student).map(([id]) => id)
  }

  total(student: Id): number {
    return this.packsOf(student).reduce((sum, id) => sum + this.left(id), 0)
  }

  usable(student: Id, day: Day): number {
    return this.packsOf(student)
      .filter((id) => this.#isUsable(id, day))
      .reduce((sum, id) => sum + this.left(id), 0)
  }

  #isUsable(id: Id, day: Day): boolean {
    const expiry = this.expiry(id)
    return (this.packs.get(id)?.start ?? '') <= day && (expiry === null || expiry >= day) && this.left(id) > 0
  }

  /** 'Which package a lesson takes': the oldest start, then the earliest expiry (none comes last), then the smallest id. */
  #choose(student: Id, day: Day): Id | null {
    const key = (id: Id) => `${this.packs.get(id)?.start} ${this.expiry(id) ?? '9999'} ${id}`
    const usable = this.packsOf(student).filter((id) => this.#isUsable(id, day))
    return usable.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))[0] ?? null
  }

  /** In cents. */
  paid(id: Id): number {
    return [...this.payments.values()]
      .filter(({ pack }) => pack === id)
      .reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0)
  }

  open(id: Id): number {
    return (this.packs.get(id)?.price ?? 0) - this.paid(id)
  }

  // --- 'Times of the agenda' ---

  /** Whether its slot has this occurrence. */
  #isPlanned(occurrence: Key): boolean {
    const [id = '', day = ''] = occurrence.split('/')
    const slot = this.slots.get(id)
    return slot !== undefined && day >= slot.first && (slot.last === null || day <= slot.last)
  }

  lessonOf(occurrence: Key): Id | null {
    return [...this.lessons].find(([, { answers }]) => answers === occurrence)?.[0] ?? null
  }

  /** On these days: a moved one on the day it moved to. */
  agenda(from: Day, to: Day): Planned[] {
    const planned: Planned[] = []
    for (const [id, { weekday, time, first, last, students }] of this.slots) {
      // Nothing moves by more than this.
      const until = last ?? addDays(to, 60)
      for (let day = first; day <= until; day = addDays(day, 1)) {
        if (weekday !== null && weekdayOf(day) !== weekday) continue
        const occurrence = `${id}/${day}`
        const at = this.moved.get(occurrence) ?? { day, time }
        if (at.day < from || at.day > to) continue
        const lesson = this.lessonOf(occurrence)
        const there = lesson === null ? null : this.lessons.get(lesson)?.places.map(({ student }) => student)
        const reason = this.skipped.get(occurrence) ?? null
        planned.push({ occurrence, ...at, reason, lesson, students: there ?? students })
      }
    }
    return planned
  }

  /** The packages that the skipped ones would have used. */
  #spared(skips: readonly Skip[]) {
    return skips.map(({ students, day }) => {
      return { day, places: students.map((student) => ({ student, pack: this.#choose(student, day) })) }
    })
  }

  #skip(skips: readonly Skip[], reason: string, extendBy: number, spared = this.#spared(skips)): () => void {
    for (const { occurrence } of skips) if (this.#isPlanned(occurrence)) this.skipped.set(occurrence, reason)
    const added = spared.flatMap(({ day, places }) => this.#extend(places, day, null, extendBy))
    return () => {
      for (const { occurrence } of skips) this.skipped.delete(occurrence)
      this.#takeBack(added)
    }
  }

  /** 'Deste dia em diante': what was moved or skipped goes with the days that end. */
  #endSlot(id: Id, last: Day): void {
    const slot = this.slots.get(id)
    if (!slot) throw new Error(`A change of the slot ${id}, which nobody made`)
    if (last < slot.first) this.slots.delete(id)
    else this.slots.set(id, { ...slot, last })
    for (const map of [this.skipped, this.moved]) {
      for (const key of map.keys()) if (key.startsWith(id) && !this.#isPlanned(key)) map.delete(key)
    }
  }

  /** 'Recess'. */
  #recess({ id, from, until }: { id: Id; from: Day; until: Day }, today: Day): void {
    for (const [pack, { student, start }] of this.packs) {
      const expiry = this.expiry(pack)
      if (this.left(pack) === 0 || expiry === null || expiry < today || expiry < from || start > until)
        continue
      if (this.students.get(student)?.anonymous !== false) continue
      const days = daysFrom(start > from ? start : from, until)
      this.extensions.push({ pack, student, days, day: null, lesson: null, recess: id })
    }
    const skipped = this.agenda(from, until)
      .filter(({ lesson, reason }) => lesson === null && reason === null)
      .map(({ occurrence }) => occurrence)
    for (const key of skipped) this.skipped.set(key, 'recess')
    this.#recesses.set(id, skipped)
  }

  #endRecess(id: Id): void {
    this.extensions = this.extensions.filter(
      ({ recess, student }) => recess !== id || this.students.get(student)?.anonymous === true,
    )
    for (const key of this.#recesses.get(id) ?? []) {
      if (this.skipped.get(key) === 'recess') this.skipped.delete(key)
    }
  }

  // --- What people do ---

  /** The server has done it. */
  done(operation: Id, deed: Deed): void {
    this.#undo.set(operation, this.#do(deed))
  }

  /** What can never be, whoever did what: then the server should have refused. */
  impossible(): string | null {
    for (const id of this.packs.keys()) {
      if (this.left(id) < 0) return `more credits of ${id} are used than there are`
      if (this.paid(id) < 0) return `more money of ${id} was given back than received`
      if (this.open(id) < 0) return `more was received for ${id} than it costs`
    }
    return null
  }

  /** Does it, and answers how to undo it. */
  #do(deed: Deed): () => void {
    switch (deed.kind) {
      case 'student':
        this.students.set(deed.id, { name: deed.name, anonymous: false })
        return noUndo
      case 'club':
        this.clubs += 1
        return noUndo
      case 'link':
        return noUndo
      case 'sell':
        return this.#sell(deed)
      case 'register':
        return this.#register(deed)
      case 'skip':
        return this.#skip(deed.skips, deed.reason, deed.extendBy)
      case 'replan':
      case 'move': {
        const { occurrence } = deed
        // What was answered stays where it is.
        if (!this.#isPlanned(occurrence) || this.lessonOf(occurrence) !== null) return noUndo
        this.skipped.delete(occurrence)
        if (deed.kind === 'move') this.moved.set(occurrence, deed.to)
        else this.moved.delete(occurrence)
        return noUndo
      }
      case 'week':
        if (deed.end) this.#endSlot(deed.end.slot, deed.end.last)
        for (const { slot, students, ...values } of deed.add) {
          const there = students.filter((id) => this.students.get(id)?.anonymous === false)
          this.slots.set(slot, { ...values, students: there })
        }
        return noUndo
      case 'recess':
        this.#recess(deed.recess, deed.today)
        return noUndo
      case 'unrecess':
        this.#endRecess(deed.recess)
        return noUndo
      case 'attend':
        return this.#change([deed.lesson], deed.extendBy, (student, place, day) => {
          const attendance =
            deed.people.find((each) => each.student === student)?.attendance ?? place.attendance
          if (!pays(attendance)) return { student, attendance, pack: null }
          const pack = pays(place.attendance) ? place.pack : this.#choose(student, day)
          return { student, attendance, pack }
        })
      case 'cancel': {
        const spared = this.#spared(deed.skips)
        const uncancel = this.#change(deed.lessons, deed.extendBy, (student) => ({
          student,
          attendance: 'cancelled',
          pack: null,
        }))
        const unskip = this.#skip(deed.skips, 'rain', deed.extendBy, spared)
        return () => {
          uncancel()
          unskip()
        }
      }
      case 'assign':
        return this.#change([deed.lesson], 0, (student, place) =>
          student === deed.student ? { ...place, pack: deed.pack } : place,
        )
      case 'remove': {
        const lesson = this.#lesson(deed.lesson)
        const added = this.#extend(lesson.places, lesson.day, deed.lesson, deed.extendBy)
        this.lessons.delete(deed.lesson)
        return () => {
          const { answers } = lesson
          const isPlanned = answers !== null && this.#isPlanned(answers)
          const places = this.#paid(lesson.places, [])
          this.lessons.set(deed.lesson, { ...lesson, answers: isPlanned ? answers : null, places })
          if (answers !== null) this.skipped.delete(answers)
          this.#takeBack(added)
        }
      }
      case 'adjust': {
        const before = this.#pack(deed.pack)
        this.packs.set(deed.pack, adjusted(before, deed.by))
        return () => {
          const { total, usedOutside } = before
          this.packs.set(deed.pack, { ...this.#pack(deed.pack), total, usedOutside })
        }
      }
      case 'extend': {
        const { student } = this.#pack(deed.pack)
        const added = { pack: deed.pack, student, days: deed.by, day: null, lesson: null }
        this.extensions.push(added)
        return () => this.#takeBack([added])
      }
      case 'money': {
        for (const { id, ...payment } of deed.add) this.payments.set(id, payment)
        // That of the sale is known by its package.
        for (const id of deed.remove) this.payments.delete(this.payments.has(id) ? id : `with ${deed.pack}`)
        const { price, due, takes } = deed
        const changed = {
          ...this.#pack(deed.pack),
          ...(price !== undefined && { price }),
          ...(due && { due }),
        }
        this.packs.set(deed.pack, adjusted(changed, -takes))
        return () => {
          for (const { id } of deed.add) this.payments.delete(id)
        }
      }
      case 'anonymize': {
        this.students.set(deed.student, { name: '', anonymous: true })
        for (const [id, slot] of this.slots) {
          this.slots.set(id, { ...slot, students: slot.students.filter((each) => each !== deed.student) })
        }
        return noUndo
      }
      case 'undo': {
        this.#undo.get(deed.of)?.()
        this.#undo.delete(deed.of)
        return noUndo
      }
    }
  }

  #sell({ pack, values, received, settles }: Deed & { kind: 'sell' }): () => void {
    this.packs.set(pack, values)
    if (received) this.payments.set(`with ${pack}`, { pack, kind: 'payment', ...received })
    const settle = (from: Id | null, to: Id | null) => {
      for (const id of settles) {
        const lesson = this.lessons.get(id)
        if (!lesson) continue
        const places = lesson.places.map((place) =>
          place.student === values.student && pays(place.attendance) && place.pack === from
            ? { ...place, pack: to }
            : place,
        )
        this.lessons.set(id, { ...lesson, places })
      }
    }
    settle(null, pack)
    return () => {
      settle(pack, null)
      this.packs.delete(pack)
      this.extensions = this.extensions.filter((each) => each.pack !== pack)
      for (const [id, payment] of this.payments) if (payment.pack === pack) this.payments.delete(id)
    }
  }

  #register({ lesson, day, people, answers }: Deed & { kind: 'register' }): () => void {
    const there = people.filter(({ student }) => this.students.get(student)?.anonymous === false)
    const places = there.map(({ student, attendance }): Place => {
      return { student, attendance, pack: pays(attendance) ? this.#choose(student, day) : null }
    })
    const isPlanned = answers !== null && this.#isPlanned(answers)
    this.lessons.set(lesson, { day, answers: isPlanned ? answers : null, places })
    // An occurrence that was skipped happened after all.
    if (answers) this.skipped.delete(answers)
    const paying = places.filter(({ attendance }) => pays(attendance)).map(({ student }) => student)
    const lost = this.extensions.filter(
      (each) => answers !== null && each.day === day && each.lesson === null && paying.includes(each.student),
    )
    this.#takeBack(lost)
    return () => {
      this.lessons.delete(lesson)
      this.extensions = this.extensions.filter((each) => each.lesson !== lesson)
      this.#giveBack(lost)
    }
  }

  /** 'Attendance', 'A lesson that did not happen', 'Assigning a package'. */
  #change(
    ids: readonly Id[],
    extendBy: number,
    change: (student: Id, before: Place, day: Day) => Place,
  ): () => void {
    const before = ids.map((id) => [id, this.#lesson(id)] as const)
    const after = before.map(([id, lesson]) => {
      return [
        id,
        { ...lesson, places: lesson.places.map((place) => change(place.student, place, lesson.day)) },
      ] as const
    })
    const added: Extension[] = []
    const lost: Extension[] = []
    for (const [at, [id, { day, places }]] of before.entries()) {
      const then = after[at]?.[1].places ?? []
      // Whose credit comes back, or who would have used one now.
      const freed = places.flatMap((place, index) => {
        const now = then[index]
        if (!now || (place.pack !== null && now.pack === place.pack)) return []
        if (place.pack !== null) return [place]
        if (pays(now.attendance) || !pays(place.attendance)) return []
        return [{ student: place.student, pack: this.#choose(place.student, day) }]
      })
      const returning = places.filter((place, index) => {
        const now = then[index]
        if (!now || now.attendance === 'cancelled') return false
        return place.attendance === 'cancelled' || (!pays(place.attendance) && pays(now.attendance))
      })
      lost.push(
        ...this.extensions.filter(
          (each) => each.lesson === id && returning.some(({ student }) => student === each.student),
        ),
      )
      added.push(...this.#extend(freed, day, id, extendBy))
    }
    this.#takeBack(lost)
    for (const [id, lesson] of after) this.lessons.set(id, lesson)
    return () => {
      for (const [id, lesson] of before) {
        const places = this.#paid(lesson.places, this.#lesson(id).places, id)
        this.lessons.set(id, { ...lesson, places })
      }
      this.#takeBack(added)
      this.#giveBack(lost)
    }
  }

  /** 'More time': each package once for a day, never of somebody anonymous. */
  #extend(
    places: readonly { student: Id; pack: Id | null }[],
    day: Day,
    lesson: Id | null,
    days: number,
  ): Extension[] {
    const added: Extension[] = []
    if (days === 0) return added
    for (const { student, pack } of places) {
      if (pack === null || this.students.get(student)?.anonymous !== false) continue
      if (this.extensions.some((each) => each.pack === pack && each.day === day)) continue
      const extension = { pack, student, days, day, lesson }
      added.push(extension)
      this.extensions.push(extension)
    }
    return added
  }

  #takeBack(extensions: readonly Extension[]): void {
    this.extensions = this.extensions.filter((each) => !extensions.includes(each))
  }

  #giveBack(extensions: readonly Extension[]): void {
    this.extensions.push(...extensions.filter(({ pack }) => this.packs.has(pack)))
  }

  /** 'Undo': places as they were, but a credit that something else has used since is gone. */
  #paid(before: readonly Place[], now: readonly Place[], lesson?: Id): Place[] {
    // Meanwhile the lesson itself uses none.
    const there = lesson === undefined ? undefined : this.lessons.get(lesson)
    if (lesson !== undefined && there) this.lessons.set(lesson, { ...there, places: [] })
    const used = new Map<Id, number>()
    return before.flatMap((place): Place[] => {
      const isThere = now.some(({ student }) => student === place.student)
      if (this.students.get(place.student)?.anonymous && !isThere) return []
      if (place.pack === null) return [place]
      const left = this.left(place.pack) - (used.get(place.pack) ?? 0)
      if (left <= 0) return [{ ...place, pack: null }]
      used.set(place.pack, (used.get(place.pack) ?? 0) + 1)
      return [place]
    })
  }

  #pack(id: Id): Pack {
    const pack = this.packs.get(id)
    if (!pack) throw new Error(`A change of the package ${id}, which nobody sold`)
    return pack
  }

  #lesson(id: Id): Lesson {
    const lesson = this.lessons.get(id)
    if (!lesson) throw new Error(`A change of the lesson ${id}, which nobody registered`)
    return lesson
  }

  // --- 'Alerts': what must be open on this day, by cause ---

  alerts(today: Day): Set<string> {
    const causes = new Set<string>()
    if (this.clubs === 0) causes.add('no_club_registered')
    for (const [id, { places }] of this.lessons) {
      for (const { student, attendance, pack } of places) {
        const isKnown = this.students.get(student)?.anonymous === false
        if (isKnown && pays(attendance) && pack === null) causes.add(`unassigned_session ${id} ${student}`)
      }
    }
    for (const [student, { anonymous }] of this.students) {
      const packs = this.packsOf(student)
      if (!anonymous && packs.length > 0 && this.usable(student, today) <= 2)
        causes.add(`low_credits ${student}`)
    }
    for (const [id, pack] of this.packs) {
      if (this.students.get(pack.student)?.anonymous !== false) continue
      if (this.open(id) > 0 && pack.due < today) causes.add(`payment_overdue ${id} ${pack.due}`)
      const expiry = this.expiry(id)
      if (expiry === null || this.left(id) === 0) continue
      if (expiry >= today && expiry <= addDays(today, 7)) causes.add(`expiring_package ${id} ${expiry}`)
      if (expiry < today && expiry >= addDays(today, -30)) causes.add(`expired_package ${id} ${expiry}`)
    }
    return causes
  }
}

/** 'Adjusting credits': more first take outside uses back, then raise the total. */
function adjusted(pack: Pack, by: number): Pack {
  const takenBack = Math.min(pack.usedOutside, Math.max(0, by))
  return {
    ...pack,
    total: pack.total + Math.max(0, by) - takenBack,
    usedOutside: pack.usedOutside - takenBack + Math.max(0, -by),
  }
}

const noUndo = () => {}
