import type { Chance } from '../support/chance.ts'
import type { Coach } from './journal.ts'
import { later, localDay } from './people/scene.ts'
import { listIn, textIn, valueIn } from './promise.ts'
import type { Answer, Message, Server } from './server.ts'

/**
 * Students with their links. They open their pages, and reply to lessons as the page shows them or showed them hours
 * ago.
 */

const API = '/rest/v1/rpc/'

interface Who {
  student: string
  link: string
}

const A_MINUTE = 60_000
const A_HOUR = 60 * A_MINUTE
const A_DAY = 24 * A_HOUR

/** A tap at the last moment that the page names, or a minute too late. */
interface Moment {
  at: number
  tap: () => Promise<void>
}

/** A student's page as the student has it open. */
type Page = Readonly<Record<string, unknown>>

/** What can happen to a tap, and how often. */
const FATES = new Map([
  ['fine', 70],
  ['answer lost, and tapped again', 15],
  ['delivered twice', 15],
] as const)

/** The moment in this field, if it comes within a day. */
const until = (field: string) => (of: unknown) => {
  const at = Date.parse(textIn(of, field) ?? '')
  return at > Date.now() && at < Date.now() + A_DAY ? [{ at, of }] : []
}

export class Visitors {
  readonly #server: Server
  readonly #say: (line: string) => void
  taps = 0
  /** The page that each student has open. */
  readonly #open = new Map<string, Page>()

  constructor(server: Server, say: (line: string) => void) {
    this.#server = server
    this.#say = say
  }

  /** A student opens the page, and perhaps replies. Returns the moment for which the student waits instead, if any. */
  async visit({ model, name }: Coach, chance: Chance): Promise<Moment | null> {
    const people = [...model.students].filter(([, { anonymous }]) => !anonymous).map(([id]) => id)
    const asked = [...model.openings.values()].flatMap((each) => (each.closed ? [] : [...each.asked.keys()]))
    const expected = people.filter(
      (id) => asked.includes(id) || [...model.slots.values()].some(({ students }) => students.includes(id)),
    )
    // Most students look at the page when they have a lesson soon.
    const today = localDay(Date.now())
    const soon = model
      .agenda(today, later(today, 1))
      .filter(({ occurrence }) => model.startOf(occurrence) > Date.now())
      .flatMap(({ students }) => students.filter((id) => people.includes(id)))
    const student =
      (chance.happens(0.6) ? chance.pick(soon) : undefined) ??
      chance.pick(chance.happens(0.9) && expected.length > 0 ? expected : people)
    if (student === undefined) return null
    const links = model.links.get(student) ?? [student]
    const link = (chance.happens(0.1) ? chance.pick(links) : links.at(-1)) ?? student
    if (!this.#open.has(student) || chance.happens(0.6)) {
      const page: unknown = JSON.parse(
        (await this.#ask('get_student_public_data', { student_uuid: link })).body,
      )
      this.#open.set(student, typeof page === 'object' && page !== null ? { ...page } : {})
    }
    const page = this.#open.get(student) ?? {}
    if (chance.happens(0.3)) {
      const agreement = valueIn(page, 'agreement')
      const version = valueIn(agreement, 'version') ?? valueIn(valueIn(agreement, 'next'), 'version')
      if (typeof version === 'number') {
        this.#say(`the student ${student} of ${name} has read version ${version}`)
        await this.#ask('confirm_agreement', { link, version })
      }
    }
    const who = { student, link }
    // Who is ill tells of each lesson in sight.
    const missed = chance.happens(0.2) ? listIn(page, 'next_lessons').slice(0, 4) : []
    for (const lesson of missed) await this.#tell(who, { ...page, next_lessons: [lesson] }, chance, 1)
    if (missed.length > 0) this.#open.set(student, page)
    for (let tap = chance.whole(0, 3); tap > 0; tap--)
      await this.#tell(who, this.#open.get(student) ?? {}, chance)
    for (const offered of listIn(page, 'openings').toReversed().slice(0, 2)) {
      if (chance.happens(0.7)) await this.#take({ model }, who, offered, chance)
    }
    return this.#lastMoment(model, who, chance)
  }

  /** The last moment of something on the page: of being in time, of the offer, or before the lesson begins. */
  #lastMoment(model: Coach['model'], who: Who, chance: Chance): Moment | null {
    const page = this.#open.get(who.student) ?? {}
    const planned = listIn(page, 'next_lessons')
    // For a lesson that got its time late, the deadline is its start, when no reply is accepted any more.
    const noticed = planned.filter((each) => textIn(each, 'deadline') !== textIn(each, 'starts_at'))
    const [inTime, begins] = [noticed.flatMap(until('deadline')), planned.flatMap(until('starts_at'))]
    const closes = listIn(page, 'openings').flatMap(until('closes_at'))
    const moment = chance.pick([inTime, inTime, closes, begins].filter(({ length }) => length > 0))?.[0]
    if (moment === undefined) return null
    const { at, of } = moment
    const tap = async () => {
      if (closes.includes(moment)) return this.#take({ model }, who, of, chance)
      // A student who waited that long does not come, mostly.
      return this.#tell(who, { ...page, next_lessons: [of] }, chance, 0.95)
    }
    // Some tell when they should leave home.
    if (begins.includes(moment) && chance.happens(0.5))
      return { at: Math.max(at - A_HOUR / 2, Date.now()), tap }
    return { at: at + (chance.happens(0.6) ? 0 : A_MINUTE), tap }
  }

  /**
   * 'Quero este horário', often pressed by several students at the same moment. Some of them then give the place back,
   * and some of these take it again.
   */
  async #take({ model }: Pick<Coach, 'model'>, who: Who, offered: unknown, chance: Chance): Promise<void> {
    const id = textIn(offered, 'id') ?? ''
    const asked = [...(model.openings.get(id)?.asked.keys() ?? [])].filter(() => chance.happens(0.5))
    const rivals = asked.map((student) => ({ student, link: model.links.get(student)?.at(-1) ?? student }))
    const takes = async ({ student, link }: Who): Promise<void> => {
      const fate = chance.weighted(FATES)
      this.#say(`the student ${student} wants the offered hour ${id}: ${fate}`)
      const args = { link, opening: id }
      const answer = await this.#ask('take_opening', args)
      this.taps += 1
      const again = fate === 'fine' ? answer : await this.#ask('take_opening', args)
      const lesson = valueIn(JSON.parse(again.body), 'lesson')
      if (lesson === undefined || lesson === null) return
      // The place is now among the student's next lessons.
      this.#open.set(student, { next_lessons: [lesson], openings: [offered] })
    }
    await Promise.all([who, ...rivals].map(takes))
    for (const student of [who, ...rivals]) {
      if (!chance.happens(0.4)) continue
      await this.#tell(student, this.#open.get(student.student) ?? {}, chance)
      if (chance.happens(0.5)) await takes(student)
    }
  }

  async #tell(who: Who, page: Page, chance: Chance, misses = 0.7): Promise<void> {
    const planned = listIn(page, 'next_lessons')
    const late = planned.filter((each) => Date.parse(textIn(each, 'deadline') ?? '') < Date.now())
    const near = late.length > 0 && chance.happens(0.7) ? late : planned.slice(0, 3)
    const lesson = chance.pick(chance.happens(0.7) ? near : planned)
    if (lesson === undefined) return
    const [slot, date, start] = [
      textIn(lesson, 'slot_id'),
      textIn(lesson, 'slot_date'),
      textIn(lesson, 'starts_at'),
    ]
    const reply = chance.happens(misses) ? 'not_coming' : 'coming'
    // A student who looks at the clock taps what the deadline means by now.
    const deadline = textIn(lesson, 'deadline')
    const isOver = deadline !== null && Date.parse(deadline) < Date.now() && chance.happens(0.7)
    const expected = isOver ? 'late' : textIn(lesson, 'would_be')
    const told = { link: who.link, slot, slot_date: date, reply, expected, start }
    const fate = chance.weighted(FATES)
    this.#say(`the student ${who.student} tells '${reply}' (${expected}) of ${slot}/${date}: ${fate}`)
    const answer = await this.#ask('reply_to_lesson', told)
    this.taps += 1
    const again = fate === 'fine' ? answer : await this.#ask('reply_to_lesson', told)
    const now = valueIn(JSON.parse(again.body), 'lesson')
    if (now === undefined || chance.happens(0.3)) return
    // The page now shows the lesson as answered.
    this.#open.set(who.student, {
      ...page,
      next_lessons: planned.map((each) => (each === lesson ? now : each)),
    })
  }

  #ask(name: string, args: object): Promise<Answer> {
    const { url, anonKey } = this.#server.backend
    const message: Message = {
      method: 'POST',
      url: `${url}${API}${name}`,
      headers: [
        ['apikey', anonKey],
        ['content-type', 'application/json'],
      ],
      body: JSON.stringify(args),
    }
    return this.#server.handle(message)
  }
}
