import type { App, Told } from './app.tsx'
import type { Chance } from './chance.ts'
import type { Device } from './device.ts'
import type { Deed } from './model.ts'

/** What a person can do, and how often. */
export const KINDS = new Map([
  ['student', 4],
  ['club', 1],
  ['sell', 8],
  ['register', 9],
  ['held', 9],
  ['skip', 4],
  ['attend', 8],
  ['rain', 3],
  ['remove', 3],
  ['assign', 3],
  ['adjust', 3],
  ['extend', 2],
  ['pay', 6],
  ['refund', 2],
  ['discount', 1],
  ['postpone', 1],
  ['correct', 2],
  ['anonymize', 0.5],
  ['slots', 3],
  ['link', 1],
  ['undo', 9],
] as const)
export type Kind = typeof KINDS extends Map<infer Name, number> ? Name : never

type Hands = NonNullable<ReturnType<App['hands']>>
export type Shown = NonNullable<ReturnType<App['shown']>>

/** What somebody decided to do. */
export interface Decision {
  deed: Deed
  press: (hands: Hands) => Promise<Told | null>
}

/** Kinds that begin on a student's profile. */
export const ON_PROFILE: readonly Kind[] = [
  'sell',
  'adjust',
  'extend',
  'pay',
  'refund',
  'discount',
  'postpone',
  'correct',
  'link',
  'anonymize',
]

/** Their toast has no 'Desfazer', and replaces one that had. */
export const WITHOUT_UNDO: readonly Kind[] = ['refund', 'discount', 'postpone', 'correct']
/** The toast of what was done before stays. */
export const WITHOUT_TOAST: readonly Kind[] = ['student', 'club', 'slots', 'link', 'anonymize']

const NAMES = ['Bia', 'Caio', 'Davi', 'Elis', 'Fábio', 'Gil', 'Helena', 'Ivo', 'Júlia', 'Léo', 'Malu', 'Noé']
const HOUR = 3_600_000

const two = (part: number) => String(part).padStart(2, '0')

export function localDay(instant: number): string {
  const date = new Date(instant)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10)
const cents = (reais: number): number => Math.round(reais * 100)

/** A lesson's attendance of somebody, as people choose it. */
const ATTENDANCES = new Map([
  ['present', 5],
  ['absent', 3],
  ['excused', 3],
] as const)

/**
 * Decides what to do by what the screens show, as a person does. Null: there is nothing to do it to.
 *
 * @param student whose profile is open.
 * @param last what `undo` is about: an id of the last press.
 */
export function decide(
  kind: Kind,
  shown: Shown,
  device: Device,
  chance: Chance,
  { student, last }: { student: string; last: string | null },
): Decision | null {
  const today = localDay(device.now())
  const id = () => device.uuid()
  const active = shown.students.filter(
    ({ status, anonymized_at }) => status === 'active' && anonymized_at === null,
  )
  const extension = chance.happens(0.4) ? { days: chance.whole(1, 14) } : undefined
  const extendBy = extension?.days ?? 0
  const withMore = extension ? { extension } : {}
  const pkg = chance.pick(shown.profile?.packages ?? [])
  const seenPackage = pkg && {
    name: pkg.name,
    total_classes: pkg.total_classes,
    used_outside: pkg.used_outside,
    purchase_date: pkg.purchase_date,
    expiry_date: pkg.expiry_date,
    validity_days: pkg.validity_days,
    extended_days: pkg.extended_days,
  }
  const seenMoney = pkg && {
    name: pkg.name,
    price: pkg.price,
    paid_total: pkg.paid_total,
    payment_date: pkg.payment_date,
  }
  const lesson = chance.pick(shown.sessions)

  switch (kind) {
    case 'student': {
      const name = `${chance.pick(NAMES)} ${chance.pick(NAMES)}`
      const row = id()
      return {
        deed: { kind, id: row, name },
        press: (hands) =>
          hands.student(row, {
            name,
            email: '',
            phone: '11987654321',
            gender: 'female',
            type: 'fixed',
            classe: '5-classe',
            notes: '',
          }),
      }
    }

    case 'club': {
      const row = id()
      return { deed: { kind }, press: (hands) => hands.club(row, `Clube ${chance.pick(NAMES)}`) }
    }

    case 'sell': {
      const pack = id()
      const totalClasses = chance.whole(1, 8)
      const price = chance.whole(0, 40) * 12.5
      const firstLessonValidity = chance.happens(0.3)
      const validityDays = chance.whole(3, 40)
      const startDate = later(today, chance.whole(-3, 2))
      const paymentDate = later(today, chance.whole(-5, 5))
      const isWhole = chance.happens(0.5) && paymentDate <= today
      const amount = isWhole ? price : chance.happens(0.5) ? Math.floor(price / 2) : 0
      const paidOn = isWhole ? paymentDate : today
      const payment = price > 0 && amount > 0 ? { amount, method: 'pix' as const, paidOn } : null
      const settles = (shown.profile?.owed ?? []).slice(0, totalClasses).map((owed) => owed.id)
      return {
        deed: {
          kind,
          pack,
          values: {
            student,
            total: totalClasses,
            usedOutside: 0,
            start: startDate,
            lastDay: firstLessonValidity ? null : later(startDate, validityDays),
            validity: validityDays,
            price: cents(price),
            due: paymentDate,
          },
          received: payment && { amount: cents(amount), on: paidOn },
          settles,
        },
        press: (hands) =>
          hands.sell(pack, student, {
            startDate,
            paymentDate,
            totalClasses,
            price,
            validityDays,
            firstLessonValidity,
            renewsMonthly: false,
            received: isWhole,
            part: !isWhole && payment !== null,
            amount: String(amount),
            paidOn,
            method: 'pix',
            settle: null,
            payment,
          }),
      }
    }

    case 'register': {
      const people = active.filter(() => chance.happens(0.4)).slice(0, 4)
      if (people.length === 0) return null
      const session = id()
      const date = device.now() - chance.whole(10, 40 * 60) * 60_000
      const places = people.map((each) => ({ student: each.id, attendance: chance.weighted(ATTENDANCES) }))
      const day = localDay(date)
      return {
        deed: { kind, lesson: session, day, people: places, answers: null },
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
    }

    case 'held':
    case 'skip': {
      const open = shown.occurrences.filter(
        ({ session_id, reason, starts_at, students, pending }) =>
          session_id === null &&
          reason === null &&
          pending === undefined &&
          students.length > 0 &&
          (kind === 'skip' || Date.parse(starts_at) < device.now()),
      )
      const occurrence = chance.pick(open)
      if (!occurrence) return null
      const key = `${occurrence.slot_id}/${occurrence.slot_date}`
      const students = occurrence.students.map((each) => each.id)
      if (kind === 'skip') {
        return {
          deed: { kind, occurrence: key, day: occurrence.day, students, extendBy },
          press: (hands) => hands.skip(occurrence, 'rain', extension),
        }
      }
      return {
        deed: {
          kind: 'register',
          lesson: '',
          day: occurrence.day,
          people: students.map((each) => ({ student: each, attendance: 'present' })),
          answers: key,
        },
        press: (hands) => hands.held(occurrence),
      }
    }

    case 'attend': {
      if (!lesson || lesson.cancelled_reason !== null) return null
      const people = lesson.assignments.map((place) => ({
        student: place.student_id,
        attendance: chance.weighted(ATTENDANCES),
      }))
      return {
        deed: { kind, lesson: lesson.id, people, extendBy },
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
    }

    case 'rain': {
      const day = lesson?.day
      const lessons = shown.sessions.filter((each) => each.day === day && each.cancelled_reason === null)
      if (lessons.length === 0) return null
      return {
        deed: { kind: 'cancel', lessons: lessons.map((each) => each.id), extendBy },
        press: (hands) =>
          hands.cancelDay({
            opId: id(),
            sessions: lessons.map((each) => ({ sessionId: each.id, expectedVersion: each.version })),
            reason: 'rain',
            ...withMore,
          }),
      }
    }

    case 'remove':
      return (
        (lesson && {
          deed: { kind, lesson: lesson.id, extendBy },
          press: (hands) =>
            hands.remove({ opId: id(), sessionId: lesson.id, expectedVersion: lesson.version, ...withMore }),
        }) ??
        null
      )

    case 'assign': {
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
        deed: { kind, lesson: session.id, student: place.student, pack: choice.id },
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
    }

    case 'adjust': {
      if (!pkg || !seenPackage) return null
      const by = chance.happens(0.5)
        ? chance.whole(1, 3)
        : -chance.whole(1, Math.max(1, pkg.remaining_classes))
      return {
        deed: { kind, pack: pkg.id, by },
        press: (hands) =>
          hands.adjust({
            opId: id(),
            packageId: pkg.id,
            studentId: student,
            seen: seenPackage,
            delta: by,
            reason: 'Combinado na quadra',
          }),
      }
    }

    case 'extend': {
      if (!pkg || !seenPackage) return null
      const by = chance.whole(1, 20)
      return {
        deed: { kind, pack: pkg.id, by },
        press: (hands) =>
          hands.extend({
            opId: id(),
            extensionId: id(),
            packageId: pkg.id,
            studentId: student,
            seen: seenPackage,
            days: by,
            reason: 'Viagem',
          }),
      }
    }

    case 'pay':
    case 'refund':
    case 'discount':
    case 'postpone':
    case 'correct': {
      if (!pkg || !seenMoney || !seenPackage) return null
      const base = { opId: id(), packageId: pkg.id, studentId: student, seen: seenMoney }
      const deed = { kind: 'money' as const, pack: pkg.id, add: [], remove: [], takes: 0 }
      const row = (type: 'payment' | 'refund', amount: number) => {
        const added = { id: id(), kind: type, amount, paid_on: today, method: 'pix' as const }
        return {
          sent: { ...added, payer_name: null, note: null },
          meant: { id: added.id, pack: pkg.id, kind: type, amount: cents(amount), on: today },
        }
      }
      const part = (of: number) => Math.max(0.5, Math.round(of * chance.next() * 2) / 2)
      if (kind === 'pay') {
        if (pkg.open_amount <= 0) return null
        const { sent, meant } = row(
          'payment',
          chance.happens(0.5) ? pkg.open_amount : Math.min(part(pkg.open_amount), pkg.open_amount),
        )
        return { deed: { ...deed, add: [meant] }, press: (hands) => hands.money({ ...base, add: [sent] }) }
      }
      if (kind === 'refund') {
        if (pkg.paid_total <= 0) return null
        const amount = Math.min(part(pkg.paid_total), pkg.paid_total)
        const { sent, meant } = row('refund', amount)
        const takes = chance.happens(0.5) ? pkg.remaining_classes : 0
        const adjust = { seen: seenPackage, delta: -takes, reason: 'Dinheiro devolvido' }
        return {
          deed: { ...deed, add: [meant], takes },
          press: (hands) => hands.money({ ...base, add: [sent], ...(takes > 0 && { adjust }) }),
        }
      }
      if (kind === 'correct') {
        const wrong = chance.pick(
          (shown.profile?.payments ?? []).filter((each) => each.package_id === pkg.id && !each.own),
        )
        if (!wrong) return null
        const { sent, meant } = row(wrong.kind, wrong.amount)
        return {
          deed: { ...deed, add: [meant], remove: [wrong.id] },
          press: (hands) => hands.money({ ...base, add: [sent], remove: [wrong] }),
        }
      }
      if (pkg.open_amount <= 0) return null
      if (kind === 'discount') {
        const price = pkg.price - Math.min(part(pkg.open_amount), pkg.open_amount)
        return { deed: { ...deed, price: cents(price) }, press: (hands) => hands.money({ ...base, price }) }
      }
      const due = later(today, chance.whole(1, 20))
      return { deed: { ...deed, due }, press: (hands) => hands.money({ ...base, paymentDate: due }) }
    }

    case 'slots': {
      const slot = id()
      const students = active.filter(() => chance.happens(0.4)).map((each) => each.id)
      const weekday = new Date(device.now()).getDay()
      const hour = chance.whole(6, 20)
      return {
        deed: { kind, slot, students },
        press: (hands) =>
          hands.slots({
            op_id: id(),
            end: [],
            add: [
              {
                id: slot,
                weekday,
                start_time: `${two(hour)}:00:00`,
                minutes: 60,
                club_id: null,
                starts_on: later(today, -chance.whole(0, 6)),
                ends_on: null,
                students,
              },
            ],
          }),
      }
    }

    case 'link':
      return student === '' ? null : { deed: { kind, student }, press: (hands) => hands.link() }

    case 'anonymize':
      return student === '' ? null : { deed: { kind, student }, press: (hands) => hands.anonymize(student) }

    case 'undo':
      return last === null ? null : { deed: { kind, of: last }, press: (hands) => hands.undo() }
  }
}
