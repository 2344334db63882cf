import type { SupabaseClient } from '@supabase/supabase-js'
import type { App } from './app.tsx'
import { BrokenPromise, type Coach } from './journal.ts'
import type { Model } from './model.ts'
import { later, localTime, type Shown } from './people/scene.ts'
import type { Server } from './server.ts'

/**
 * A quiet moment: every device has a network and an empty outbox. Then what the coach reads by the API, what students read
 * by their link and what the devices show must be what the model says.
 */

type Row = Record<string, string | number | boolean | null>

/** Everything that the API shows to this coach. */
async function readAll(server: Server, coach: Coach): Promise<{ client: SupabaseClient; rows: Rows }> {
  const { client } = await server.backend.signIn(coach.email, coach.password)
  const read = async (table: string, columns = '*'): Promise<Row[]> => {
    const { data, error } = await client.from(table).select(columns).overrideTypes<Row[], { merge: false }>()
    if (error) throw new Error(`${table} cannot be read: ${error.message}`)
    return data
  }
  const [
    students,
    packages,
    lessons,
    places,
    payments,
    extensions,
    ledger,
    alerts,
    exceptions,
    clubs,
    days,
    feedbacks,
  ] = [
    await read('students'),
    await read('packages'),
    await read('sessions'),
    await read('session_package_assignments'),
    await read('payments'),
    await read('package_extensions'),
    await read('credit_ledger'),
    await read('alerts'),
    await read('slot_exceptions'),
    await read('clubs'),
    await read('coach_days'),
    await read('session_feedbacks'),
  ]
  return {
    client,
    rows: {
      students,
      packages,
      lessons,
      places,
      payments,
      extensions,
      ledger,
      alerts,
      exceptions,
      clubs,
      days,
      feedbacks,
    },
  }
}
type Rows = Record<
  | 'students'
  | 'packages'
  | 'lessons'
  | 'places'
  | 'payments'
  | 'extensions'
  | 'ledger'
  | 'alerts'
  | 'exceptions'
  | 'clubs'
  | 'days'
  | 'feedbacks',
  Row[]
>

const cents = (value: unknown): number => Math.round(Number(value) * 100)
const sorted = (lines: Iterable<string>): string[] => [...lines].toSorted()

const count = (lines: string[], line: string) => lines.filter((each) => each === line).length

const differing = (a: string[], b: string[]) => a.find((line) => count(a, line) !== count(b, line))

/** Names the first line that only one side has. */
function same(what: string, model: Iterable<string>, there: Iterable<string>): void {
  const [wanted, found] = [sorted(model), sorted(there)]
  const missing = differing(wanted, found)
  const extra = differing(found, wanted)
  if (missing === undefined && extra === undefined) return
  throw new BrokenPromise(`${what}: expected ${missing ?? 'nothing'}, found ${extra ?? 'nothing'}`)
}

/** @param today the day of the coach's devices. */
export async function compare(server: Server, coach: Coach, today: string): Promise<Rows> {
  const { model, name } = coach
  const { client, rows } = await readAll(server, coach)
  for (const [table, list] of Object.entries(rows)) {
    const foreign = list.find((row) => row['user_id'] !== coach.id)
    if (foreign) throw new BrokenPromise(`${name} reads a row of ${table} that belongs to another coach`)
  }
  same(
    `${name}'s students`,
    [...model.students].map(
      ([id, { name: called, anonymous, active }]) =>
        `${id} ${anonymous ? 'anonymous' : called} ${active ? 'active' : 'inactive'} ${model.total(id)}`,
    ),
    rows.students.map(
      (row) =>
        `${row['id']} ${row['anonymized_at'] === null ? row['name'] : 'anonymous'} ${row['status']} ${row['total_credits']}`,
    ),
  )
  same(
    `${name}'s packages (total, outside, left, extended, expiry, monthly, follows)`,
    [...model.packs].map(
      ([id, pack]) =>
        `${id} ${pack.student} ${pack.total} ${pack.usedOutside} ${model.left(id)} ${model.extended(id)} ${model.expiry(id)} ${pack.monthly} ${pack.renews}`,
    ),
    rows.packages.map(
      (row) =>
        `${row['id']} ${row['student_id']} ${row['total_classes']} ${row['used_outside']} ${row['remaining_classes']} ${row['extended_days']} ${row['expiry_date']} ${row['renews_monthly']} ${row['renews']}`,
    ),
  )
  same(
    `${name}'s money (price, paid, open, due)`,
    [...model.packs].map(
      ([id, { price, due }]) => `${id} ${price} ${model.paid(id)} ${model.open(id)} ${due}`,
    ),
    rows.packages.map(
      (row) =>
        `${row['id']} ${cents(row['price'])} ${cents(row['paid_total'])} ${cents(row['open_amount'])} ${row['payment_date']}`,
    ),
  )
  same(
    `${name}'s payments`,
    [...model.payments.values()].map(({ pack, kind, amount, on }) => `${pack} ${kind} ${amount} ${on}`),
    rows.payments.map(
      (row) => `${row['package_id']} ${row['kind']} ${cents(row['amount'])} ${row['paid_on']}`,
    ),
  )
  same(
    `${name}'s lessons`,
    [...model.lessons].flatMap(([id, { day, answers, places }]) =>
      places.map(
        ({ student, attendance, pack }) => `${id} ${day} ${answers} ${student} ${attendance} ${pack}`,
      ),
    ),
    rows.places.map((row) => {
      const lesson = rows.lessons.find((each) => each['id'] === row['session_id'])
      const answers = lesson?.['slot_id'] ? `${lesson['slot_id']}/${lesson['slot_date']}` : null
      return `${row['session_id']} ${lesson?.['day']} ${answers} ${row['student_id']} ${row['attendance']} ${row['package_id']}`
    }),
  )
  same(
    `${name}'s lessons`,
    model.lessons.keys(),
    rows.lessons.map((row) => String(row['id'])),
  )
  same(
    `${name}'s clubs`,
    [...model.clubs].map(([id, called]) => `${id} ${called} ${id === model.defaultClub}`),
    rows.clubs.map((row) => `${row['id']} ${row['name']} ${row['is_default']}`),
  )
  same(
    `${name}'s feedback`,
    [...model.lessons].flatMap(([id, { places }]) =>
      places.flatMap(({ student, feedback }) =>
        feedback ? [`${id} ${student} ${feedback.rating} ${feedback.tags}`] : [],
      ),
    ),
    rows.feedbacks.map(
      (row) => `${row['session_id']} ${row['student_id']} ${row['rating']} ${String(row['tags'])}`,
    ),
  )
  same(
    `${name}'s skipped occurrences`,
    [...model.skipped].map(([occurrence, reason]) => `${occurrence} ${reason}`),
    rows.exceptions
      .filter((row) => row['reason'] !== null)
      .map((row) => `${row['slot_id']}/${row['slot_date']} ${row['reason']}`),
  )
  same(
    `${name}'s alerts`,
    model.alerts(today),
    rows.alerts.filter((row) => row['ended'] === false).map(causeOf),
  )
  compareLedger(coach, rows)
  const sums = new Map<string, number>()
  for (const { kind, amount, on } of model.payments.values()) {
    sums.set(on, (sums.get(on) ?? 0) + (kind === 'payment' ? amount : -amount))
  }
  same(
    `${name}'s money by day`,
    [...sums].filter(([, sum]) => sum !== 0).map(([day, sum]) => `${day} ${sum}`),
    rows.days
      .filter((row) => cents(row['received']) !== 0)
      .map((row) => `${row['day']} ${cents(row['received'])}`),
  )
  await comparePages(server, client, coach)
  return rows
}

/** The cause of an alert as the model names it. */
function causeOf(row: Row): string {
  const key = String(row['dedupe_key'])
  return key.replaceAll(':', ' ')
}

/** 'Statement': the lines add up to the balance, and the last line says it. */
function compareLedger({ model, name }: Coach, { ledger }: Rows): void {
  for (const student of model.students.keys()) {
    const lines = ledger
      .filter((row) => row['student_id'] === student)
      .toSorted((a, b) => Number(a['id']) - Number(b['id']))
    let balance = 0
    for (const line of lines) {
      balance += Number(line['delta'])
      if (line['balance_after'] !== balance) {
        throw new BrokenPromise(
          `${name}'s statement of ${student} says ${line['balance_after']} where it adds up to ${balance}`,
        )
      }
    }
    if (balance !== model.total(student)) {
      throw new BrokenPromise(
        `${name}'s statement of ${student} ends with ${balance} instead of ${model.total(student)}`,
      )
    }
  }
}

/** What students read by their link; nothing of who is anonymous. */
async function comparePages(server: Server, client: SupabaseClient, { model, name }: Coach): Promise<void> {
  for (const [student, { anonymous }] of model.students) {
    const link: { data: unknown } = await client.rpc('get_student_link', { student })
    const { data }: { data: unknown } = await server.backend
      .client()
      .rpc('get_student_public_data', { student_uuid: link.data })
    const page = JSON.stringify(data)
    if (anonymous) {
      if (page.includes(student)) throw new BrokenPromise(`${name}'s anonymous student ${student} has a page`)
      continue
    }
    const credits: unknown = JSON.parse(page).student?.total_credits
    if (credits !== model.total(student)) {
      throw new BrokenPromise(
        `The page of ${name}'s student ${student} shows ${String(credits)} credits instead of ${model.total(student)}`,
      )
    }
  }
}

/** What a device shows after it has read everything again. */
export function compareShown(device: string, app: App, model: Model, today: string): void {
  const shown = app.shown()
  if (!shown) throw new BrokenPromise(`${device} shows nothing`)
  same(
    `What ${device} shows of the students`,
    [...model.students].map(([id]) => `${id} ${model.total(id)}`),
    shown.students.map(({ id, total_credits }) => `${id} ${total_credits}`),
  )
  compareAgenda(device, shown, model, today)
  const { sessions } = shown
  same(
    `What ${device} shows of the newest lessons`,
    sessions.flatMap(({ id }) =>
      (model.lessons.get(id)?.places ?? []).map(
        ({ student, attendance, pack }) => `${id} ${student} ${attendance} ${pack}`,
      ),
    ),
    sessions.flatMap(({ id, assignments }) =>
      assignments.map((place) => `${id} ${place.student_id} ${place.attendance} ${place.package_id}`),
    ),
  )
}

/** The four weeks that the device keeps. */
function compareAgenda(device: string, { occurrences }: Shown, model: Model, today: string): void {
  same(
    `What ${device} shows of the agenda (day, time, skipped, lesson, students)`,
    model.agenda(later(today, -7), later(today, 14)).map((each) => {
      return `${each.occurrence} ${each.day} ${each.time} ${each.reason} ${each.lesson} ${each.students.toSorted()}`
    }),
    occurrences.map((each) => {
      const people = each.students.map(({ id }) => id).toSorted()
      return `${each.slot_id}/${each.slot_date} ${each.day} ${localTime(Date.parse(each.starts_at))} ${each.reason} ${each.session_id} ${people}`
    }),
  )
}

export function oneLine(model: Model): string {
  return `${model.students.size} students, ${model.packs.size} packages, ${model.lessons.size} lessons, ${model.payments.size} payments`
}
