/**
 * What must be true of a coach's data, written from the product's rules and from nothing of the app. It knows what people
 * did, in the order in which the server did it, and plain rules. It has no versions, no operation ids, no running sums:
 * every balance is counted anew.
 */

type Id = string
/** 'YYYY-MM-DD' */
type Day = string

export type Attendance = 'present' | 'absent' | 'excused' | 'cancelled'

interface Feedback {
  rating: number
  tags: readonly string[]
}

interface Place {
  student: Id
  attendance: Attendance
  /** null: 'sem pacote' if it is charged. */
  pack: Id | null
  /** Only of who was present. */
  feedback: Feedback | null
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
  /** 'Renovar todo mês'. */
  monthly: boolean
  /** The monthly one that it follows. */
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

/** What a person did, as the person meant it. */
export type Deed =
  /** Also an edit. */
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
  /** Also an edit. */
  | { kind: 'club'; id: Id; name: string; isDefault: boolean }
  | { kind: 'unclub'; id: Id }
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
  /** Everybody who is in it afterwards; the day changes if the lesson moves. */
  | { kind: 'edit'; lesson: Id; day: Day; people: readonly Attendee[]; extendBy: number }
  | { kind: 'feedback'; lesson: Id; student: Id; feedback: Feedback }
  /** Lessons of a day, and what is planned for it. */
  | { kind: 'cancel'; lessons: readonly Id[]; skips: readonly Skip[]; extendBy: number }
  | { kind: 'remove'; lesson: Id; extendBy: number }
  | { kind: 'assign'; lesson: Id; student: Id; pack: Id }
  | { kind: 'repackage'; pack: Id; values: Omit<Pack, 'student' | 'usedOutside' | 'renews'> }
  | { kind: 'unpack'; pack: Id }
  | { kind: 'adjust'; pack: Id; by: number }
  | { kind: 'extend'; pack: Id; by: number }
  | {
      kind: 'money'
      pack: Id
      /** What the form showed: what another device changed meanwhile is not changed again. */
      seen: { price: number; paid: number; due: Day }
      add: readonly (Payment & { id: Id })[]
      remove: readonly Id[]
      price?: number
      due?: Day
      /** Credits that a refund takes out. */
      takes: number
    }
  | { kind: 'anonymize'; student: Id }
  | { kind: 'link'; student: Id }
  | { kind: 'feed' }
  | { kind: 'rules' }
  | { kind: 'undo'; of: Id }

const DAY_MS = 86_400_000
const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const daysFrom = (from: Day, until: Day): number =>
  (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** All lessons take an hour, and none goes past midnight. */
const nextHour = (time: Time): Time =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`

const pays = (attendance: Attendance) => attendance === 'present' || attendance === 'absent'

/** A coach's account. */
export class Model {
  readonly students = new Map<Id, { name: string; anonymous: boolean; active: boolean }>()
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
  /** 'Rules of the coach'. */
  readonly rules = { package_order: 'oldest', show_pix: false }
  /** Links of a student, addresses of the calendar, as they were made: only the last opens something. */
  readonly links = new Map<Id, Id[]>()
  readonly feeds: string[] = []
  /** Their names. */
  readonly clubs = new Map<Id, string>()
  defaultClub: Id | null = null
  /** Who ever had a package. */
  readonly #customers = new Set<Id>()
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

  placesOf(student: Id): [lesson: Id, Place][] {
    return [...this.lessons].flatMap(([id, { places }]) =>
      places.filter((place) => place.student === student).map((place): [Id, Place] => [id, place]),
    )
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

  /**
   * 'Which package a lesson takes': the oldest start, then the earliest expiry (none comes last), then the smallest id. By
   * the coach's rule the expiry comes first.
   */
  #choose(student: Id, day: Day): Id | null {
    const key = (id: Id) => {
      const dates = [this.packs.get(id)?.start, this.expiry(id) ?? '9999-99-99']
      return [...(this.rules.package_order === 'oldest' ? dates : dates.toReversed()), id].join(' ')
    }
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

  isCancelled(lesson: Id): boolean {
    return this.#lesson(lesson).places.every(({ attendance }) => attendance === 'cancelled')
  }

  /** What a student reads of the next four weeks: planned, and not over. */
  nextLessons(student: Id, today: Day, now: Time): Planned[] {
    const soon = this.agenda(today, addDays(today, 28)).filter(
      ({ lesson, reason, students }) => lesson === null && reason === null && students.includes(student),
    )
    return soon.filter(({ day, time }) => day > today || nextHour(time) > now)
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
        const expected = students.filter((student) => this.students.get(student)?.active)
        planned.push({ occurrence, ...at, reason, lesson, students: there ?? expected })
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
      const followed = [...this.packs.values()].filter(({ renews }) => renews === id)
      if (followed.length > 1) return `${id} was renewed twice`
    }
    return null
  }

  /** Does it, and answers how to undo it. */
  #do(deed: Deed): () => void {
    switch (deed.kind) {
      case 'student':
        this.students.set(deed.id, { name: deed.name, anonymous: false, active: deed.active ?? true })
        return noUndo
      case 'import':
        for (const { id, name, pack } of deed.rows) {
          this.students.set(id, { name, anonymous: false, active: true })
          if (pack) this.#sell({ kind: 'sell', ...pack, settles: [] })
        }
        return noUndo
      case 'erase':
        this.#erase(deed.student)
        return noUndo
      case 'club':
        this.clubs.set(deed.id, deed.name)
        if (deed.isDefault || this.clubs.size === 1) this.defaultClub = deed.id
        return noUndo
      case 'unclub': {
        this.clubs.delete(deed.id)
        const byName = [...this.clubs].toSorted(([a, one], [b, other]) => (one + a < other + b ? -1 : 1))
        if (this.defaultClub === deed.id) this.defaultClub = byName[0]?.[0] ?? null
        return noUndo
      }
      case 'link':
      case 'feed':
      case 'rules':
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
      case 'edit': {
        const { lesson, people, day } = deed
        return this.#change(
          [lesson],
          deed.extendBy,
          (places) => {
            return people.map(({ student, attendance }) => {
              const there = places.find((place) => place.student === student)
              if (!pays(attendance)) return { student, attendance, pack: null, feedback: null }
              const pack = there && pays(there.attendance) ? there.pack : this.#choose(student, day)
              const kept = there ? there.feedback : { rating: 5, tags: [] }
              return { student, attendance, pack, feedback: attendance === 'present' ? kept : null }
            })
          },
          day,
        )
      }
      case 'feedback': {
        const lesson = this.#lesson(deed.lesson)
        const places = lesson.places.map((place) =>
          place.student === deed.student ? { ...place, feedback: deed.feedback } : place,
        )
        this.lessons.set(deed.lesson, { ...lesson, places })
        return noUndo
      }
      case 'cancel': {
        const spared = this.#spared(deed.skips)
        const uncancel = this.#change(deed.lessons, deed.extendBy, (places) =>
          places.map(({ student }) => ({ student, attendance: 'cancelled', pack: null, feedback: null })),
        )
        const unskip = this.#skip(deed.skips, 'rain', deed.extendBy, spared)
        return () => {
          uncancel()
          unskip()
        }
      }
      case 'assign':
        return this.#change([deed.lesson], 0, (places) =>
          places.map((place) => (place.student === deed.student ? { ...place, pack: deed.pack } : place)),
        )
      case 'remove': {
        const lesson = this.lessons.get(deed.lesson)
        // 'Deleting a session that is already gone succeeds.'
        if (!lesson) return noUndo
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
      case 'repackage': {
        const before = this.#pack(deed.pack)
        this.packs.set(deed.pack, { ...before, ...deed.values })
        this.#followSale(deed.pack, before)
        return noUndo
      }
      case 'unpack':
        this.#unsell(deed.pack)
        return noUndo
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
        const { price: cost, due: day } = this.#pack(deed.pack)
        const { seen } = deed
        if (seen.price !== cost || seen.paid !== this.paid(deed.pack) || seen.due !== day)
          throw new Error(`money of ${deed.pack} that another device has changed`)
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
        this.students.set(deed.student, { name: '', anonymous: true, active: false })
        for (const [id, lesson] of this.lessons) {
          const places = lesson.places.map((place) =>
            place.student === deed.student && place.feedback
              ? { ...place, feedback: { ...place.feedback, tags: [] } }
              : place,
          )
          this.lessons.set(id, { ...lesson, places })
        }
        this.#isExpectedNowhere(deed.student)
        return noUndo
      }
      case 'undo': {
        this.#undo.get(deed.of)?.()
        this.#undo.delete(deed.of)
        return noUndo
      }
    }
  }

  /** 'Deleting a student': group lessons and slots stay, without the student. */
  #erase(student: Id): void {
    for (const [id, lesson] of this.lessons) {
      const places = lesson.places.filter((place) => place.student !== student)
      if (places.length === 0) this.lessons.delete(id)
      else this.lessons.set(id, { ...lesson, places })
    }
    for (const pack of this.packsOf(student)) this.#unsell(pack)
    this.#isExpectedNowhere(student)
    this.students.delete(student)
  }

  #isExpectedNowhere(student: Id): void {
    for (const [id, slot] of this.slots) {
      this.slots.set(id, { ...slot, students: slot.students.filter((each) => each !== student) })
    }
  }

  /** 'Payments': the payment of the sale follows while it is the only one, and was the whole price on its day. */
  #followSale(pack: Id, before: Pack): void {
    const { price, due } = this.#pack(pack)
    if (price === before.price && due === before.due) return
    const own = `with ${pack}`
    const [only, ...others] = [...this.payments].filter(([, payment]) => payment.pack === pack)
    const wasWhole = only?.[0] === own && only[1].amount === before.price && only[1].on === before.due
    const isFirst = only === undefined && before.price === 0
    if (others.length > 0 || !(wasWhole || isFirst)) return
    this.payments.delete(own)
    if (price > 0) this.payments.set(own, { pack, kind: 'payment', amount: price, on: due })
  }

  #unsell(pack: Id): void {
    this.packs.delete(pack)
    this.extensions = this.extensions.filter((each) => each.pack !== pack)
    for (const [id, payment] of this.payments) if (payment.pack === pack) this.payments.delete(id)
    for (const [id, other] of this.packs) {
      if (other.renews === pack) this.packs.set(id, { ...other, renews: null })
    }
  }

  #sell({ pack, values, received, settles }: Deed & { kind: 'sell' }): () => void {
    this.packs.set(pack, values)
    this.#customers.add(values.student)
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
      this.#unsell(pack)
    }
  }

  #register({ lesson, day, people, answers }: Deed & { kind: 'register' }): () => void {
    const there = people.filter(({ student }) => this.students.get(student)?.anonymous === false)
    const places = there.map(({ student, attendance, feedback = null }): Place => {
      return { student, attendance, pack: pays(attendance) ? this.#choose(student, day) : null, feedback }
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

  /** 'Attendance', 'Editing a lesson', 'A lesson that did not happen', 'Assigning a package'. */
  #change(
    ids: readonly Id[],
    extendBy: number,
    change: (places: readonly Place[]) => Place[],
    /** To which it moves. */
    movedTo?: Day,
  ): () => void {
    const added: Extension[] = []
    const lost: Extension[] = []
    const changed = ids.map((id) => {
      const before = this.#lesson(id)
      return { id, before, after: { ...before, day: movedTo ?? before.day, places: change(before.places) } }
    })
    for (const { id, before, after } of changed) {
      const nowOf = (student: Id) => after.places.find((place) => place.student === student)
      // Whose credit comes back, or who would have used one now.
      const freed = before.places.flatMap(({ student, attendance, pack }) => {
        const now = nowOf(student)
        if (pack !== null) return now?.pack === pack ? [] : [{ student, pack }]
        if (!now || pays(now.attendance) || !pays(attendance)) return []
        return [{ student, pack: this.#choose(student, after.day) }]
      })
      // Who comes in without being charged.
      for (const { student, attendance } of after.places) {
        if (pays(attendance) || before.places.some((place) => place.student === student)) continue
        freed.push({ student, pack: this.#choose(student, after.day) })
      }
      const returning = before.places.filter(({ student, attendance }) => {
        const now = nowOf(student)?.attendance ?? 'cancelled'
        return now !== 'cancelled' && (attendance === 'cancelled' || (!pays(attendance) && pays(now)))
      })
      lost.push(
        ...this.extensions.filter(
          (each) => each.lesson === id && returning.some(({ student }) => student === each.student),
        ),
      )
      added.push(...this.#extend(freed, after.day, id, extendBy))
    }
    this.#takeBack(lost)
    for (const { id, after } of changed) this.lessons.set(id, after)
    return () => {
      for (const { id, before } of changed) {
        const places = this.#paid(before.places, this.#lesson(id).places, id)
        this.lessons.set(id, { ...before, places })
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
      const student = this.students.get(place.student)
      if (!student || (student.anonymous && !isThere)) return []
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
    if (this.clubs.size === 0) causes.add('no_club_registered')
    for (const [id, { places }] of this.lessons) {
      for (const { student, attendance, pack } of places) {
        const isKnown = this.students.get(student)?.anonymous === false
        if (isKnown && pays(attendance) && pack === null) causes.add(`unassigned_session ${id} ${student}`)
      }
    }
    for (const [student, { active }] of this.students) {
      if (active && this.#customers.has(student) && this.usable(student, today) <= 2)
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
