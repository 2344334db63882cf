import type { SupabaseClient } from '@supabase/supabase-js'
import type { App } from './app.tsx'
import type { Coach } from './journal.ts'
import type { Model } from './model.ts'
import { later, localDay, localTime, type Shown } from './people/scene.ts'
import { BrokenPromise } from './promise.ts'
import type { Server } from './server.ts'

/**
 * A quiet moment: every device has a network and an empty outbox. Then what the coach reads by the API, what students read
 * by their link and what the devices show must be what the model says.
 */

type Row = Record<string, string | number | boolean | null>

type Rows = Awaited<ReturnType<typeof readAll>>['rows']

/** Everything that the API shows to this coach. */
async function readAll(server: Server, coach: Coach) {
  const { client } = await server.backend.signIn(coach.email, coach.password)
  const read = async (table: string, columns = '*'): Promise<Row[]> => {
    const { data, error } = await client.from(table).select(columns).overrideTypes<Row[], { merge: false }>()
    if (error) throw new Error(`${table} cannot be read: ${error.message}`)
    return data
  }
  const rows = {
    students: await read('students'),
    packages: await read('packages'),
    lessons: await read('sessions'),
    places: await read('session_package_assignments'),
    payments: await read('payments'),
    extensions: await read('package_extensions'),
    ledger: await read('credit_ledger'),
    alerts: await read('alerts'),
    exceptions: await read('slot_exceptions'),
    clubs: await read('clubs'),
    days: await read('coach_days'),
    feedbacks: await read('session_feedbacks'),
  }
  return { client, rows }
}

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
        feedback ? [`${id} ${student} ${feedback.rating} ${feedback.tags.join()}`] : [],
      ),
    ),
    rows.feedbacks.map(
      (row) => `${row['session_id']} ${row['student_id']} ${row['rating']} ${String(row['tags'])}`,
    ),
  )
  same(
    `${name}'s skipped occurrences`,
    [...model.skipped].map(([occurrence, { reason }]) => `${occurrence} ${reason}`),
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
  await comparePages(server, client, coach, today)
  await compareCalendar(server, coach, today)
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

/** What anybody reads who has a link; null: nothing is there. */
async function pageOf(server: Server, link: string): Promise<Page | null> {
  const asked = await server.backend.client().rpc('get_student_public_data', { student_uuid: link })
  const page: unknown = asked.data
  return isPage(page) ? page : null
}

interface Page {
  student: { id: string; total_credits: number }
  packages: { id: string; remaining_classes: number; expiry_date: string | null }[]
  sessions: { id: string; attendance: string; feedback: { rating: number } | null }[]
  next_lessons: { starts_at: string }[]
  open?: { amount: number }
}
const isPage = (page: unknown): page is Page =>
  typeof page === 'object' && page !== null && Reflect.get(page, 'success') === true

/** What students read by their link; nothing by one that was changed, and nothing of who is anonymous. */
async function comparePages(
  server: Server,
  client: SupabaseClient,
  { model, name }: Coach,
  today: string,
): Promise<void> {
  for (const [student, { anonymous }] of model.students) {
    const links = model.links.get(student) ?? [student]
    const current = links.at(-1) ?? student
    const copied = await client.rpc('get_student_link', { student })
    if (!anonymous && copied.data !== current)
      throw new BrokenPromise(`${name} is given another link of ${student} than the last one`)
    for (const link of links) {
      const page = await pageOf(server, link)
      if (anonymous || link !== current) {
        if (page !== null)
          throw new BrokenPromise(
            `${name}'s student ${student} has a page by ${anonymous ? 'any' : 'an old'} link`,
          )
        continue
      }
      if (page === null) throw new BrokenPromise(`The link of ${name}'s student ${student} opens nothing`)
      const owed = model.packsOf(student).reduce((sum, id) => sum + Math.max(0, model.open(id)), 0)
      same(
        `The page of ${name}'s student ${student}`,
        [
          // Never the id: it may be an older link.
          `${link} ${model.total(student)} credits`,
          `owed ${model.rules.show_pix ? owed : 0}`,
          ...model.packsOf(student).map((id) => `${id} ${model.left(id)} until ${model.expiry(id)}`),
          ...model
            .placesOf(student)
            .map(([id, { attendance, feedback }]) => `${id} ${attendance} ${feedback?.rating}`),
          ...model
            .nextLessons(student, today, localTime(Date.now()))
            .map(({ day, time }) => `next ${day} ${time}`),
        ],
        [
          `${page.student.id} ${page.student.total_credits} credits`,
          `owed ${cents(page.open?.amount ?? 0)}`,
          ...page.packages.map((each) => `${each.id} ${each.remaining_classes} until ${each.expiry_date}`),
          ...page.sessions.map((each) => `${each.id} ${each.attendance} ${each.feedback?.rating}`),
          ...page.next_lessons.map(({ starts_at }) => `next ${localInstant(starts_at)}`),
        ],
      )
    }
  }
}

const localInstant = (text: string): string => `${localDay(Date.parse(text))} ${localTime(Date.parse(text))}`

/** The calendar of the last address; those before it are empty. */
async function compareCalendar(server: Server, { model, name }: Coach, today: string): Promise<void> {
  const planned = model
    .agenda(later(today, -7), later(today, 120))
    .filter(({ reason, lesson }) => reason === null && (lesson === null || !model.isCancelled(lesson)))
    .map(({ occurrence, day, time }) => `${occurrence.replace('/', '-')} ${day} ${time}`)
  for (const token of model.feeds) {
    const events = eventsIn(await server.calendar(token))
    same(`The calendar of ${name}`, token === model.feeds.at(-1) ? planned : [], events)
  }
}

const eventsIn = (calendar: string): string[] =>
  [...calendar.matchAll(/UID:(\S+)\r\n[^]*?DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/g)].map(
    ([, uid, year, month, day, hours, minutes, seconds]) =>
      `${uid} ${localInstant(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)}`,
  )

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
    sessions.flatMap(({ id, participants }) =>
      participants.map((place) => `${id} ${place.student_id} ${place.attendance} ${place.package_id}`),
    ),
  )
}

/** The six weeks that the device keeps, but for answers that the server refused and that the coach must decide about. */
function compareAgenda(device: string, { occurrences }: Shown, model: Model, today: string): void {
  const waiting = occurrences
    .filter(({ pending }) => pending)
    .map((each) => `${each.slot_id}/${each.slot_date}`)
  const planned = model
    .agenda(later(today, -7), later(today, 14))
    .filter(({ occurrence }) => !waiting.includes(occurrence))
  const settled = occurrences.filter(({ pending }) => !pending)
  same(
    `What ${device} shows of the agenda (day, time, skipped, lesson, students)`,
    planned.map((each) => {
      return `${each.occurrence} ${each.day} ${each.time} ${each.reason} ${each.lesson} ${each.students.toSorted().join()}`
    }),
    settled.map((each) => {
      const people = each.students.map(({ id }) => id).toSorted()
      return `${each.slot_id}/${each.slot_date} ${each.day} ${localTime(Date.parse(each.starts_at.instant))} ${each.reason} ${each.session_id} ${people.join()}`
    }),
  )
}

export function oneLine(model: Model): string {
  return `${model.students.size} students, ${model.packs.size} packages, ${model.lessons.size} lessons, ${model.payments.size} payments`
}
