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
  /** 'slot/date' of its occurrence. */
  answers: string | null
  places: readonly Place[]
}

interface Extension {
  pack: Id
  student: Id
  days: number
  /** The lesson's day: a package is extended once for a day. */
  day: Day | null
  lesson: Id | null
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
  | { kind: 'register'; lesson: Id; day: Day; people: readonly Attendee[]; answers: string | null }
  | { kind: 'skip'; occurrence: string; day: Day; students: readonly Id[]; extendBy: number }
  | { kind: 'attend'; lesson: Id; people: readonly Attendee[]; extendBy: number }
  | { kind: 'cancel'; lessons: readonly Id[]; extendBy: number }
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
  | { kind: 'slots'; slot: Id; students: readonly Id[] }
  | { kind: 'link'; student: Id }
  | { kind: 'undo'; of: Id }

const DAY_MS = 86_400_000
const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const pays = (attendance: Attendance) => attendance === 'present' || attendance === 'absent'

/** A coach's account. */
export class Model {
  readonly students = new Map<Id, { name: string; anonymous: boolean }>()
  readonly packs = new Map<Id, Pack>()
  readonly lessons = new Map<Id, Lesson>()
  readonly payments = new Map<Id, Payment>()
  extensions: Extension[] = []
  readonly skipped = new Set<string>()
  readonly expected = new Map<Id, readonly Id[]>()
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
      case 'slots':
        this.expected.set(deed.slot, deed.students)
        return noUndo
      case 'link':
        return noUndo
      case 'sell':
        return this.#sell(deed)
      case 'register':
        return this.#register(deed)
      case 'skip': {
        this.skipped.add(deed.occurrence)
        const packs = deed.students.map((student) => ({ student, pack: this.#choose(student, deed.day) }))
        const added = this.#extend(packs, deed.day, null, deed.extendBy)
        return () => {
          this.skipped.delete(deed.occurrence)
          this.#takeBack(added)
        }
      }
      case 'attend':
        return this.#change([deed.lesson], deed.extendBy, (student, place, day) => {
          const attendance =
            deed.people.find((each) => each.student === student)?.attendance ?? place.attendance
          if (!pays(attendance)) return { student, attendance, pack: null }
          const pack = pays(place.attendance) ? place.pack : this.#choose(student, day)
          return { student, attendance, pack }
        })
      case 'cancel':
        return this.#change(deed.lessons, deed.extendBy, (student) => ({
          student,
          attendance: 'cancelled',
          pack: null,
        }))
      case 'assign':
        return this.#change([deed.lesson], 0, (student, place) =>
          student === deed.student ? { ...place, pack: deed.pack } : place,
        )
      case 'remove': {
        const lesson = this.#lesson(deed.lesson)
        const added = this.#extend(lesson.places, lesson.day, deed.lesson, deed.extendBy)
        this.lessons.delete(deed.lesson)
        return () => {
          this.lessons.set(deed.lesson, { ...lesson, places: this.#paid(lesson.places, []) })
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
        for (const id of deed.remove) this.payments.delete(id)
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
        for (const [slot, students] of this.expected) {
          this.expected.set(
            slot,
            students.filter((id) => id !== deed.student),
          )
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
    this.lessons.set(lesson, { day, answers, places })
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
