import type { SupabaseClient } from '@supabase/supabase-js'
import type { App } from './app.tsx'
import type { Coach } from './journal.ts'
import type { Model } from './model.ts'
import { later, localDay, localTime, type Shown } from './people/scene.ts'
import { BrokenPromise } from './promise.ts'
import type { Server } from './server.ts'

/**
 * At a quiet moment every device has a network and an empty outbox. What the coach reads by the API, what students read
 * by their links, and what the devices show must then be what the model says.
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
    agreements: await read('agreements'),
    replies: await read('lesson_replies'),
    invites: await read('opening_invites'),
  }
  return { client, rows }
}

const cents = (value: unknown): number => Math.round(Number(value) * 100)
const sorted = (lines: Iterable<string>): string[] => [...lines].toSorted()

const count = (lines: string[], line: string) => lines.filter((each) => each === line).length

const differing = (a: string[], b: string[]) => a.find((line) => count(a, line) !== count(b, line))

/** Throws a BrokenPromise that names the first line that only one side has. */
function same(what: string, model: Iterable<string>, there: Iterable<string>): void {
  const [wanted, found] = [sorted(model), sorted(there)]
  const missing = differing(wanted, found)
  const extra = differing(found, wanted)
  if (missing === undefined && extra === undefined) return
  throw new BrokenPromise(`${what}: expected ${missing ?? 'nothing'}, found ${extra ?? 'nothing'}`)
}

/**
 * Compares all of the coach's data with the model, and returns the rows.
 *
 * @param today the day on the coach's devices.
 */
export async function compare(
  server: Server,
  coach: Coach,
  today: string,
  explained: App['explained'] | undefined,
): Promise<Rows> {
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
        `${row['id']} ${row['anonymized_at'] === null ? row['name'] : 'anonymous'} ` +
        `${row['status']} ${row['total_credits']}`,
    ),
  )
  same(
    `${name}'s packages (total, outside, left, extended, expiry, monthly, follows)`,
    [...model.packs].map(
      ([id, pack]) =>
        `${id} ${pack.student} ${pack.total} ${pack.usedOutside} ${model.left(id)} ` +
        `${model.extended(id)} ${model.expiry(id)} ${pack.monthly} ${pack.renews}`,
    ),
    rows.packages.map(
      (row) =>
        `${row['id']} ${row['student_id']} ${row['total_classes']} ${row['used_outside']} ` +
        `${row['remaining_classes']} ${row['extended_days']} ${row['expiry_date']} ` +
        `${row['renews_monthly']} ${row['renews']}`,
    ),
  )
  same(
    `${name}'s money (price, paid, open, due)`,
    [...model.packs].map(
      ([id, { price, due }]) => `${id} ${price} ${model.paid(id)} ${model.open(id)} ${due}`,
    ),
    rows.packages.map(
      (row) =>
        `${row['id']} ${cents(row['price'])} ${cents(row['paid_total'])} ` +
        `${cents(row['open_amount'])} ${row['payment_date']}`,
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
      return (
        `${row['session_id']} ${lesson?.['day']} ${answers} ` +
        `${row['student_id']} ${row['attendance']} ${row['package_id']}`
      )
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
    rows.alerts
      .filter((row) => row['ended'] === false)
      .map((row) => String(row['dedupe_key']).replaceAll(':', ' ')),
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
  compareTold(coach, rows)
  await comparePages(server, client, coach, { today, explained })
  await compareCalendar(server, coach, today)
  return rows
}

const instant = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null)

/** 'Combinados' and 'Replies': compares versions, replies, and what lessons keep of them. */
function compareTold({ model, name }: Coach, rows: Rows): void {
  same(
    `${name}'s versions`,
    model.versions.map(
      ({ version, starts, ends, notice, makeup, savedAt }) =>
        `${version} ${starts} ${ends} ${notice} ${makeup} ${savedAt}`,
    ),
    rows.agreements.map(
      (row) =>
        `${row['version']} ${row['starts_on']} ${row['ends_on']} ${row['notice_hours']} ` +
        `${row['makeup_days']} ${instant(row['created_at'])}`,
    ),
  )
  same(
    `${name}'s replies (of, who, by, what, when, start, outcome, version)`,
    model.words.map(
      ({ occurrence, student, by, reply, at, start, outcome, version }) =>
        `${occurrence} ${student} ${by} ${reply} ${at} ${start} ${outcome} ${version}`,
    ),
    rows.replies.map(
      (row) =>
        `${row['slot_id']}/${row['slot_date']} ${row['student_id']} ${row['told_by']} ${row['reply']} ` +
        `${instant(row['replied_at'])} ${instant(row['for_start'])} ${row['outcome']} ${row['agreement_version']}`,
    ),
  )
  same(
    `${name}'s lessons (told at, for, by, outcome, version)`,
    [...model.lessons].flatMap(([id, { places }]) =>
      places.map(
        ({ student, told, version }) =>
          `${id} ${student} ${told?.at ?? null} ${told?.start ?? null} ` +
          `${told?.by ?? null} ${told?.outcome ?? null} ${version}`,
      ),
    ),
    rows.places.map(
      (row) =>
        `${row['session_id']} ${row['student_id']} ${instant(row['told_at'])} ${instant(row['told_for'])} ` +
        `${row['told_by']} ${row['told_outcome']} ${row['agreement_version']}`,
    ),
  )
  same(
    `${name}'s invitations (opening, who, taken at)`,
    [...model.openings].flatMap(([id, { asked }]) =>
      [...asked].map(([student, taken]) => `${id} ${student} ${taken}`),
    ),
    rows.invites.map((row) => `${row['opening_id']} ${row['student_id']} ${instant(row['taken_at'])}`),
  )
  const unread = model.unread()
  if (unread !== null) throw new BrokenPromise(`${name}: ${unread}`)
}

/** 'Statement': the lines must add up to the balance, and the last line must state it. */
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

/** The page that a link opens; null: it opens nothing. */
async function pageOf(server: Server, link: string): Promise<Page | null> {
  const asked = await server.backend.client().rpc('get_student_public_data', { student_uuid: link })
  const page: unknown = asked.data
  return isPage(page) ? page : null
}

interface Page {
  student: { id: string; total_credits: number }
  packages: { id: string; remaining_classes: number; expiry_date: string | null; makeup_day: string | null }[]
  sessions: PublicSession[]
  next_lessons: {
    starts_at: string
    reply: string | null
    told_by: string | null
    outcome: string | null
    deadline: string | null
    can_reply: boolean
    would_be: string | null
  }[]
  openings: {
    id: string
    starts_at: string
    closes_at: string
    left: number
    taken: boolean
    deadline: string | null
    would_be: string | null
  }[]
  agreement: { version: number | null; confirmed_at: string | null; next: { version: number } | null } | null
  open?: { amount: number }
}
type PublicSession = Parameters<App['explained']['student']>[0]

const isPage = (page: unknown): page is Page =>
  typeof page === 'object' && page !== null && Reflect.get(page, 'success') === true

/** Compares what students read by their links. Changed links, and those of anonymised students, must open nothing. */
async function comparePages(
  server: Server,
  client: SupabaseClient,
  { model, name }: Coach,
  { today, explained }: { today: string; explained: App['explained'] | undefined },
): Promise<void> {
  const now = Date.now()
  const agreed = model.agreement(today)
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
          // The page must never name the student's id, which may be an older link.
          `${link} ${model.total(student)} credits`,
          `owed ${model.rules.show_pix ? owed : 0}`,
          ...model
            .packsOf(student)
            .map((id) => `${id} ${model.left(id)} until ${model.expiry(id)} by ${model.makeupDay(id)}`),
          ...model
            .placesOf(student)
            .map(
              ([id, place]) =>
                `${id} ${place.attendance} ${place.feedback?.rating} ${explained && model.explained(place)}`,
            ),
          ...model.nextLessons(student, today, localTime(now)).map(({ occurrence, day, time }) => {
            const told = model.answerable(occurrence, student, now)
            const by = `${told.reply} ${told.by} ${told.outcome}`
            return `next ${day} ${time} ${by} ${told.deadline} ${told.canReply} ${told.wouldBe}`
          }),
          ...model.openingsFor(student, now).map(({ id, occurrence, places, takers }) => {
            const { deadline, wouldBe } = model.answerable(occurrence, student, now)
            const left = Math.max(0, places - takers.length)
            const times = `${model.startOf(occurrence)} ${model.openings.get(id)?.until}`
            return `offered ${id} ${times} ${left} ${takers.includes(student)} ${deadline} ${wouldBe}`
          }),
          `agreed ${agreed.current?.version} ${model.confirmed.get(`${student} ${agreed.current?.version}`)} ` +
            `${agreed.next?.version}`,
        ],
        [
          `${page.student.id} ${page.student.total_credits} credits`,
          `owed ${cents(page.open?.amount ?? 0)}`,
          ...page.packages.map(
            (each) => `${each.id} ${each.remaining_classes} until ${each.expiry_date} by ${each.makeup_day}`,
          ),
          ...page.sessions.map(
            (each) =>
              `${each.id} ${each.attendance} ${each.feedback?.rating} ` +
              `${explained && wordsOf(explained.student(each, ZONE))}`,
          ),
          ...page.next_lessons.map(
            (each) =>
              `next ${localInstant(each.starts_at)} ${each.reply} ${each.told_by} ` +
              `${each.outcome} ${instant(each.deadline)} ${each.can_reply} ${each.would_be}`,
          ),
          ...page.openings.map(
            (each) =>
              `offered ${each.id} ${instant(each.starts_at)} ${instant(each.closes_at)} ` +
              `${each.left} ${each.taken} ${instant(each.deadline)} ${each.would_be}`,
          ),
          `agreed ${page.agreement?.version ?? undefined} ` +
            `${instant(page.agreement?.confirmed_at) ?? undefined} ${page.agreement?.next?.version}`,
        ],
      )
    }
  }
}

const ZONE = 'America/Sao_Paulo'

/** Words of an absence without a reason, because the attendance says it all. */
const PLAIN = ['Faltou', 'Falta justificada', 'Falta cobrada']
const wordsOf = (text: string | null): string | null =>
  text === null || PLAIN.includes(text) || text.startsWith('Cancelada') ? null : text

const localInstant = (text: string): string => `${localDay(Date.parse(text))} ${localTime(Date.parse(text))}`

/** Compares the calendar at the last address; the calendars at older addresses must be empty. */
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

/** Compares what a device shows after it has read everything again. */
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
        (place) => `${id} ${place.student} ${place.attendance} ${place.pack} ${model.explained(place)}`,
      ),
    ),
    sessions.flatMap(({ id, participants }) =>
      participants.map(
        (place) =>
          `${id} ${place.student_id} ${place.attendance} ${place.package_id} ` +
          `${app.explained.coach(place.attendance, place, ZONE)}`,
      ),
    ),
  )
}

/**
 * Compares the agenda on the device, except for waiting answers that the server refused and the coach must decide
 * about.
 */
function compareAgenda(device: string, { occurrences }: Shown, model: Model, today: string): void {
  const waiting = occurrences
    .filter(({ pending }) => pending)
    .map((each) => `${each.slot_id}/${each.slot_date}`)
  const planned = model
    .agenda(later(today, -7), later(today, 14))
    .filter(({ occurrence }) => !waiting.includes(occurrence))
  const settled = occurrences.filter(({ pending }) => !pending)
  same(
    `What ${device} shows of the agenda (day, time, skipped, lesson, students, guests, offer)`,
    planned.map((each) => {
      const { occurrence, lesson, reason } = each
      const people = each.students.toSorted().map((id) => {
        const guest = lesson === null ? model.guestOf(occurrence, id) : null
        return `${id} ${guest !== null} ${guest?.takenAt ?? null}`
      })
      const open = lesson === null && reason === null ? model.openOf(occurrence, Date.now()) : null
      return (
        `${occurrence} ${each.day} ${each.time} ${reason} ${lesson} ` +
        `${people.join()} ${open?.id} ${open?.places} ${open?.takers.length}`
      )
    }),
    settled.map((each) => {
      const people = each.students
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, guest, taken_at: at }) => {
          const isPlanned = each.session_id === null
          return `${id} ${isPlanned && guest === true} ${isPlanned ? instant(at) : null}`
        })
      return (
        `${each.slot_id}/${each.slot_date} ${each.day} ${localTime(Date.parse(each.starts_at.instant))} ` +
        `${each.reason} ${each.session_id} ${people.join()} ` +
        `${each.opening?.id} ${each.opening?.places} ${each.opening?.taken}`
      )
    }),
  )
}

export function oneLine(model: Model): string {
  return (
    `${model.students.size} students, ${model.packs.size} packages, ` +
    `${model.lessons.size} lessons, ${model.payments.size} payments`
  )
}
