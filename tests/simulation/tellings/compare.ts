import { agendaFeed } from '@/agenda/calendar-data'
import { agenda } from '@/agenda/data'
import { canSkip, endOf, occurrenceKey, overlaps, type Occurrence } from '@/agenda/rules'
import { epochOf } from '@/agenda/zone'
import { planAlerts } from '@/alerts/rules'
import { addDays } from '@/core/dates'
import type { StudentWithCredits } from '@/core/model'
import { firstName } from '@/core/names'
import { effectLines } from '@/credits/effects'
import { deliver } from '@/outbox/outbox-delivery-data'
import { withPendingAnswers, withPendingSessions } from '@/outbox/pending'
import { newEntry, type OutboxEntry } from '@/outbox/rules'
import { publicStudent } from '@/public-student/data'
import { dataRights } from '@/rights/data'
import { parseExport } from '@/rights/export.schema'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { dataOf } from '../../support/world/services'
import { newId } from '../../support/world/values'
import { held, unanswered, type Done } from './deeds'
import { World, type Scene } from './world'

type Expected = Occurrence['students'][number]

/** Throws with the lines that only one of two tellings has. */
function same(what: string, one: readonly string[], other: readonly string[]): void {
  if (one.toSorted().join('\n') === other.toSorted().join('\n')) return
  const [first, second] = [
    one.filter((line) => !other.includes(line)),
    other.filter((line) => !one.includes(line)),
  ]
  throw new Error([what, 'only the first:', ...first, 'only the second:', ...second].join('\n  '))
}

const at = (instant: string): string => new Date(instant).toISOString()
const comes = ({ reply }: Expected) => reply !== 'not_coming'
const named = (who: readonly Expected[]) => who.map(({ name }) => firstName(name)).join('\\, ')
const told = ({ reply, told_by: by, outcome }: Pick<Expected, 'reply' | 'told_by' | 'outcome'>) =>
  `${reply} ${by} ${outcome}`

/** Who comes to an occurrence, as a calendar has it. */
function summary({ students, session_id: lesson }: Occurrence): string {
  const away = lesson ? [] : students.filter((each) => !comes(each))
  const here = named(students.filter((each) => !away.includes(each)))
  const absent = away.length > 0 && `não ${away.length === 1 ? 'vem' : 'vêm'}: ${named(away)}`
  return [here, absent].filter(Boolean).join(' · ') || (lesson ? 'Aula' : 'Horário livre')
}

/** The agenda, and the calendar of other apps. */
async function calendar({ backend }: World, { today }: Scene) {
  const token = dataOf(await agendaFeed.rotate())
  const address = `${backend.url}/rest/v1/rpc/get_agenda_feed?token=${token}.ics&apikey=${backend.anonKey}`
  const text = (await (await backend.fetch(new Request(address))).text()).replaceAll('\r\n ', '')
  const event = /UID:(.+)\r\n.+\r\nDTSTART:(.+)\r\nDTEND:(.+)\r\nSUMMARY:(.+)\r\n/g
  const { occurrences } = dataOf(await agenda.get(addDays(today, -7), addDays(today, 120)))
  const planned = occurrences.filter(({ reason, cancelled_reason: cancelled }) => !reason && !cancelled)
  same(
    'The agenda and the calendar',
    planned.map((each) => {
      const times = [each.starts_at, endOf(each)].map(({ instant }) =>
        at(instant).replaceAll(/[-:]|\.\d+/g, ''),
      )
      return [`${each.slot_id}-${each.slot_date}`, ...times, summary(each)].join(' ')
    }),
    [...text.matchAll(event)].map((parts) => parts.slice(1).join(' ')),
  )
}

/** What a student's page must say by the coach's screens. */
function ofStudent({ id, total_credits: total }: StudentWithCredits, scene: Scene): string[] {
  const { occurrences, registered, packages, today } = scene
  return [
    `${total} credits`,
    ...occurrences.flatMap((each) => {
      const place = each.students.find((other) => other.id === id)
      const { starts_at: start, opening } = each
      const isNext =
        place && canSkip(each) && each.day <= addDays(today, 28) && epochOf(endOf(each)) > Date.now()
      const isBusy = occurrences.some(
        (other) =>
          other !== each &&
          overlaps(other, each) &&
          other.students.some((who) => who.id === id && comes(who)),
      )
      const isAsked =
        opening?.invites.some((invite) => invite.id === id) && !(place && comes(place)) && !isBusy
      const isOpen = opening && Date.parse(opening.closes_at) > Date.now()
      return [
        ...(isNext ? [`${occurrenceKey(each)} ${at(start.instant)} ${each.minutes} ${told(place)}`] : []),
        ...(isOpen && isAsked
          ? [`${opening.id} ${at(start.instant)} ${Math.max(0, opening.places - opening.taken)}`]
          : []),
      ]
    }),
    ...registered.flatMap(({ participants, ...lesson }) =>
      participants
        .filter((seat) => seat.student_id === id)
        .map(
          (seat) =>
            `${lesson.id} ${lesson.day} ${seat.attendance} ${seat.feedback?.rating} ${seat.told_outcome}`,
        ),
    ),
    ...packages
      .filter((each) => each.student_id === id)
      .map((each) => `${each.id} ${each.remaining_classes} ${each.expiry_date}`),
  ]
}

/** The coach's screens and the pages of the students. */
async function pages(_: World, scene: Scene) {
  for (const student of scene.list) {
    const page = dataOf(await publicStudent.get(student.link ?? student.id))
    same(`The coach's screens and the page of ${student.name}`, ofStudent(student, scene), [
      `${page.student.total_credits} credits`,
      ...page.next_lessons.map(
        (each) => `${occurrenceKey(each)} ${at(each.starts_at.instant)} ${each.minutes} ${told(each)}`,
      ),
      // A place that the student has is one of the next lessons.
      ...page.openings
        .filter((each) => !each.taken)
        .map((each) => `${each.id} ${at(each.starts_at)} ${each.left}`),
      ...page.sessions.map(
        (each) => `${each.id} ${each.day} ${each.attendance} ${each.feedback?.rating} ${each.told_outcome}`,
      ),
      ...page.packages.map((each) => `${each.id} ${each.remaining_classes} ${each.expiry_date}`),
    ])
  }
}

/** Alerts that are kept step by step, and those computed from nothing. */
async function alerts(_: World, { alerts: kept, registered, deviceToday }: Scene) {
  const facts = dataOf(await sessions.previewFacts({}))
  const wanted = planAlerts({ ...facts, alerts: [] }, deviceToday).raise
  const line = ({
    dedupe_key: key,
    priority,
    message,
  }: Pick<(typeof wanted)[number], 'dedupe_key' | 'priority' | 'message'>) => `${key} ${priority} ${message}`
  const owed = registered.flatMap(({ id, participants }) =>
    participants.flatMap(({ attendance, package_id: paid, student_id: who }) =>
      !paid && ['present', 'absent'].includes(attendance) ? `unassigned_session:${id}:${who}` : [],
    ),
  )
  const isOwed = ({ type }: Pick<(typeof kept)[number], 'type'>) => type === 'unassigned_session'
  same(
    'The alerts of lessons and the lessons',
    kept.filter(isOwed).map((each) => each.dedupe_key),
    owed,
  )
  same(
    'The alerts that are kept and the facts',
    kept.filter((each) => !isOwed(each)).map(line),
    wanted.map(line),
  )
}

/** What is read at one moment. */
export const COMPARISONS = [calendar, pages, alerts]

/** All that a coach reads, by names: an import has other ids. */
const read = ({ occurrences, lessons, registered, packages, alerts: open, list }: Scene): string[] => [
  ...occurrences.map((each) => {
    const who = each.students.map((one) => `${one.name} ${told(one)} ${one.guest}`)
    const state = `${each.reason} ${each.cancelled_reason} ${each.session_id !== null}`
    return `${each.starts_at.instant} ${each.minutes} ${state} ${who.toSorted().join()}`
  }),
  ...lessons.map((each) => `${each.day} ${each.starts_at.instant}`),
  ...registered.flatMap(({ date, day, cancelled_reason: why, participants }) =>
    participants.map(({ student_name: name, attendance, package: paid, feedback, told_outcome: outcome }) =>
      [date, day, why, name, attendance, paid?.name, paid?.purchase_date, feedback?.rating, outcome].join(),
    ),
  ),
  ...packages.map((each) => {
    const { name, total_credits: total } = list.find(({ id }) => id === each.student_id) ?? {}
    const money = `${each.price} ${each.open_amount} ${each.payment_date}`
    return `${name} ${total} ${each.name} ${each.remaining_classes} ${each.expiry_date} ${each.extended_days} ${money}`
  }),
  ...open.map((each) => `${each.student_name} ${each.priority} ${each.message}`),
]

/** What a form says, what is told after it was saved, and what 'Desfazer' leaves. */
export async function saved(
  world: World,
  before: Scene,
  { foreseen, told: effects, undo }: NonNullable<Done['saved']>,
) {
  const lines = (of: typeof effects) => effectLines(of).map(({ sentence }) => sentence)
  same('What a form says before, and what is told after', lines(foreseen), lines(effects))
  if (!undo || world.chance.happens(0.5)) return
  dataOf(await lessonPlans.restore({ ...undo, opId: newId() }))
  same('Before a change, and after its undo', read(before), read(await world.look()))
}

/** What 'Mudar deste dia em diante' says is lost, and what the agenda lacks after it. */
export function lost(
  { occurrences }: Scene,
  after: Scene,
  { from, slots, ...said }: NonNullable<Done['loses']>,
): void {
  const was = occurrences.filter((each) => each.slot_id === slots[0] && each.slot_date >= from)
  const is = after.occurrences.filter((each) => slots.includes(each.slot_id))
  const isThen = (one: Occurrence) => is.some((each) => epochOf(each.starts_at) === epochOf(one.starts_at))
  const isIn = ({ slot_date: day }: Occurrence, { id }: Expected) =>
    is.some((each) => each.slot_date === day && each.students.some((who) => who.id === id))
  const seats = (of: (one: Occurrence, who: Expected) => boolean) =>
    was
      .filter(canSkip)
      .flatMap((one) =>
        one.students
          .filter((who) => of(one, who))
          .map((who) => `${one.slot_date} ${who.id} ${epochOf(one.starts_at)}`),
      )
  const isSeen = (line: string) => was.some((one) => line.startsWith(one.slot_date))
  same('What a change says is lost, and what is', [...said.days, ...said.guests].filter(isSeen), [
    ...was.filter((each) => each.reason ?? each.moved_to).map((each) => each.slot_date),
    ...seats((one, who) => who.guest === true && comes(who) && !isIn(one, who)),
  ])
  const unheard = seats((one, who) => !who.guest && !comes(who) && !isThen(one))
  same(
    'The replies that a change makes void, and those that it says',
    unheard,
    unheard.filter((line) => said.unheard.includes(line)),
  )
}

/** What a device without network shows of answers that wait, and what is read once they are sent. */
export async function waited(world: World, scene: Scene): Promise<void> {
  const { coach, chance } = world
  const some = unanswered(scene).slice(-chance.whole(1, 3))
  const entries = some.reduce<OutboxEntry[]>((all, one) => {
    const intent = { kind: 'session' as const, session: held(one, scene) }
    const entry = { id: intent.session.sessionId, owner: coach.id, names: {}, intent, unknown: false }
    return [...all, newEntry(entry, all, new Date())]
  }, [])
  const shown = withPendingAnswers(scene.occurrences, entries, Date.now())
  const left = withPendingSessions(scene.list, entries, 'oldest', shown)
  for (const entry of entries) if (!(await deliver(entry, coach.id, 0)).done) return
  const after = await world.look()
  const lines = (all: readonly Occurrence[], who: typeof left) => [
    ...all.map((each) => `${occurrenceKey(each)} ${each.session_id} ${each.reason}`),
    ...who.map((each) => `${each.name} ${each.total_credits}`),
    ...who.flatMap(({ packages }) =>
      packages
        .filter((each) => each.remaining_classes > 0)
        .map((each) => `${each.id} ${each.remaining_classes} ${each.expiry_date}`),
    ),
  ]
  same('What waits and what was sent', lines(shown, left), lines(after.occurrences, after.list))
}

/** An account, and another one with its export. */
export async function imported({ backend }: World, scene: Scene): Promise<void> {
  const file = dataOf(parseExport(JSON.stringify(dataOf(await dataRights.exportMyData()))))
  const other = new World('import', backend, await backend.coach())
  await other.takeDevice(process.env['TZ'])
  dataOf(await dataRights.importMyData(file, newId()))
  same('An account and its import', read(scene), read(await other.look()))
}
