import { isDeepStrictEqual } from 'node:util'
import { derivedId } from '../../src/core/ids.ts'
import type { Told } from './app.tsx'
import type { Deed, Model } from './model.ts'
import { localDay } from './people/scene.ts'
import { BrokenPromise, listIn, textIn, valueIn } from './promise.ts'
import { coachOf, type Answer, type Message } from './server.ts'
import { SOMETIMES, type Sight } from './sometimes.ts'

/** A person's press of a button. */
export interface Press {
  who: string
  coach: Coach
  deed: Deed
  /** Ids that the app made for the press; one of them names the operation. */
  ids: string[]
  /** The operation's name once the server has done it; null before. */
  operation: string | null
  told: Told | null
  /** Whether the screen still waits for the answer. */
  waits: boolean
  /** Whether the entry was taken out of the outbox before it was sent. */
  withdrawn: boolean
  at: number
}

/** A student's tap on their own page, and its result. */
export interface Visit {
  path: 'reply_to_lesson' | 'take_opening'
  student: string
  /** The lesson or the offer that the tap is about. */
  about: string
  /** The lesson that the offer is about. */
  lesson: string | null
  what: string | null
  /** How 'Não vou' was judged. */
  outcome: string | null
  refused: string | null
  at: number
}

/** A coach's account and all presses of the coach. */
export interface Coach {
  name: string
  id: string
  email: string
  password: string
  model: Model
  presses: Press[]
  visits: Visit[]
}

/** The API's functions that do what a person asks for, and the argument that holds the operation's id. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'rpc/apply_session_plan': 'plan',
  'rpc/apply_payment_plan': 'plan',
  'rpc/apply_slot_plan': 'plan',
  'rpc/import_students': 'plan',
}

/** In place of the version that was seen, where the form saves on top of what another device has saved. */
export const ANY = '*'

/** Names of operations that have no id, such as edits and deletions: made of what the person saw and typed. */
export const nameOf = {
  edit: (table: string, id: string, seen: string, typed: unknown) =>
    `edit ${table} ${id} ${seen} ${String(typed)}`,
  remove: (table: string, id: string) => `delete ${table} ${id}`,
  anonymize: (student: string) => `anonymize ${student}`,
  note: (
    { slot, date, student, at }: { slot: string; date: string; student: string; at: string },
    isBack = false,
  ) => `note ${slot}/${date} ${student} ${at}${isBack ? ' back' : ''}`,
  close: (opening: string) => `close ${opening}`,
  guest: (occurrence: string, student: string, comes: boolean) => `guest ${occurrence} ${student} ${comes}`,
}

/** The calls of visitors, with the answer for an unknown link. */
const VISITS = new Map([
  ['rpc/reply_to_lesson', 'Esta aula não está mais marcada'],
  ['rpc/confirm_agreement', 'Estes combinados mudaram. Atualize a página.'],
  ['rpc/take_opening', 'Esta oferta terminou'],
])

const ATTENDANCES = ['present', 'absent', 'excused', 'cancelled'] as const

/** How long a request may be under way, and how old the facts may be that were read for it. */
const UNDER_WAY = 15 * 60_000

/** If most presses of a kind are done, the chance that none of this many is done is below one in a thousand. */
const MANY_PRESSES = 10

/** The column of each table by which two edits can be told apart. */
const TYPED: Readonly<Record<string, string>> = { students: 'name', clubs: 'name' }

/**
 * Compares what people are told with what the server did: a success happened exactly once, a refusal changed nothing,
 * and nothing happened that nobody asked for.
 */
export class Journal {
  readonly coaches: Coach[]
  readonly #done = new Map<string, Press>()
  readonly #now: () => number
  actions = 0
  day = 1
  /** The interesting states that the run reached, each with the first day on which it did. */
  readonly reached = new Map<string, number>()

  /** @param now the server's clock. */
  constructor(coaches: Coach[], now: () => number) {
    this.coaches = coaches
    this.#now = now
  }

  press(who: string, coach: Coach, deed: Deed, ids: string[], at: number): Press {
    // The agenda and 'Renovações' keep the operation of a press that failed or may have happened, for the next press.
    const before = coach.presses.findLast((each) => each.who === who && isSameAnswer(each.deed, deed))
    const isKept = before?.told === 'unknown' || before?.told?.startsWith('refused') === true
    if (isKept) ids.push(...before.ids)
    const press = { who, coach, deed, ids, operation: null, told: null, waits: true, withdrawn: false, at }
    coach.presses.push(press)
    this.actions += 1
    return press
  }

  #see({ model, presses, visits }: Coach, what: Pick<Sight, 'heard' | 'told'>): void {
    const sight = { model, presses, visits, now: this.#now(), ...what }
    for (const [name, isSo] of Object.entries(SOMETIMES)) {
      if (!this.reached.has(name) && isSo(sight)) this.reached.set(name, this.day)
    }
  }

  /** Records what the person was told of the press. */
  tell(press: Press, told: Told): void {
    press.told = told
    press.waits = false
    this.#see(press.coach, { told: press })
    const { deed, operation } = press
    // A waiting tap may be under the id of an earlier tap that waited.
    if (told === 'queued') press.ids.push(...this.#tapsLike(press).flatMap(({ ids }) => ids))
    if (told === 'done' && operation === null && deed.kind === 'undo') {
      const undone = undoneBy(press.coach, deed.of)
      if (undone && undone.operation === null)
        // A press that may have happened and its repeat are under one id.
        for (const each of press.coach.presses)
          each.withdrawn ||= each !== press && each.ids.includes(deed.of)
      else
        throw new BrokenPromise(
          `${this.#say(press)} was told 'done': expected that the server did it, found that it never did`,
        )
      return
    }
    if (told === 'saved before') {
      const isOthers = press.coach.presses.some(
        (other) => other !== press && other.operation !== null && press.ids.includes(other.operation),
      )
      if (operation === null && isOthers) return
      throw new BrokenPromise(
        `${this.#say(press)} was told that something else had been saved: ` +
          'expected that an earlier press did that, found that none did',
      )
    }
    // One id means one sale: a later press under the same id is told so, not 'done'.
    const isDone = operation !== null || (deed.kind !== 'sell' && press.ids.some((id) => this.#done.has(id)))
    if (
      told === 'done' &&
      !isDone &&
      !this.#hasTwin(press) &&
      hasOperation(deed) &&
      !wasDeletedBefore(press)
    ) {
      throw new BrokenPromise(
        `${this.#say(press)} was told 'done': expected that the server did it, found that it never did`,
      )
    }
    // The form was validated before it was sent, and this refusal would tell nobody what to do.
    if (told === 'refused already-exists') {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${told}': expected that the app never sends what the database cannot take`,
      )
    }
    // If a request arrives twice, the second answer counts: the row to remove is gone.
    if (REMOVALS.includes(deed.kind) && told.endsWith('-not-found')) return
    const isOfNobody = deed.kind === 'money' && !press.coach.model.students.has(deed.student)
    if (isOfNobody && told === 'refused package-not-found') {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${told}': expected 'refused student-not-found', because the student was deleted`,
      )
    }
    // A first try saved the edit, and another device has changed the package before the second one found that out.
    const done = [...this.#done.values()]
    const isOvertaken =
      deed.kind === 'repackage' &&
      told === 'refused overtaken' &&
      done
        .slice(done.indexOf(press) + 1)
        .some((each) => each !== press && 'pack' in each.deed && each.deed.pack === deed.pack)
    if (told.startsWith('refused') && operation !== null && !isOvertaken) {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${told}': expected that nothing happened, found that the server did it`,
      )
    }
  }

  /** Called with every request and the server's answer. */
  witness(path: string, message: Message, answer: Answer): void {
    this.#hear(path, message, answer)
    const coach = this.coaches.find(({ id }) => id === coachOf(message))
    if (!coach || message.method === 'GET' || answer.status >= 500) return
    const answered: unknown = JSON.parse(answer.body || 'null')
    this.#see(coach, { heard: { path, status: answer.status, answered } })
  }

  #hear(path: string, message: Message, answer: Answer): void {
    this.#hearSettings(path, message, answer)
    this.#hearReplies(path, message, answer)
    this.#hearOpenings(path, message, answer)
    const operation = operationOf(path, message, answer)
    if (operation === null || this.#done.has(operation)) return
    const body = message.body ?? ''
    const part = this.#partOf(operation, body)
    if (part) return this.#partDone(operation, part)
    const press = this.#meant(this.#pressOf(operation, body), body)
    if (!press)
      throw new BrokenPromise(
        `Nobody asked for what the server did: expected nothing, found ${path} ${operation}`,
      )
    if (press.withdrawn && !this.#hasTwin(press))
      throw new BrokenPromise(
        `${this.#say(press)} was taken out of the outbox: expected that it is never sent, found that the server did it`,
      )
    if (press.operation !== null)
      throw new BrokenPromise(
        `${this.#say(press)} was pressed once: expected that the server does it once, found that it did it twice`,
      )
    if (press.told?.startsWith('refused')) {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${press.told}': ` +
          'expected that nothing happens, found that the server did it later',
      )
    }
    const { deed } = press
    this.#refuseOldScreen(press)
    press.operation = operation
    this.#done.set(operation, press)
    const target = deed.kind === 'undo' ? undoneBy(press.coach, deed.of) : null
    this.#apply(press, operation, (done) => {
      if (target) {
        if (target.operation !== null) done({ kind: 'undo', of: target.operation })
      }
      // For an answer of the agenda, the app makes the lesson's id, which is also the operation's.
      else if (deed.kind === 'register' && deed.lesson === '')
        done({ ...deed, lesson: operation, people: this.#asTold(press, deed, JSON.parse(body)) })
      // For a sale of 'Renovações', the app makes the package's id.
      else if (deed.kind === 'sell' && deed.pack === '') {
        const sold = valueIn(valueIn(JSON.parse(body), 'sale'), 'package')
        done({ ...deed, pack: textIn(sold, 'id') ?? '' })
      } else if (deed.kind === 'same') {
        // It may have gone on to another slot.
        const [, slot, date] = /"slot_id":"([^"]+)","slot_date":"([^"]+)"/.exec(body) ?? []
        done(slot && date ? { ...deed, occurrence: `${slot}/${date}` } : deed)
      } else done(deed)
    })
  }

  #apply(press: Press, operation: string, act: (done: (what: Deed) => void) => void): void {
    const { model } = press.coach
    try {
      act((what) => model.done(operation, what, localDay(this.#now()), this.#now()))
    } catch (error) {
      // The deed needs something that the model lacks, so the server should have refused it, or has not told something.
      throw new BrokenPromise(`${this.#say(press)} was done: expected a refusal, found ${String(error)}`)
    }
    const impossible = model.impossible()
    if (impossible !== null) throw new BrokenPromise(`${this.#say(press)}: ${impossible}`)
  }

  /** 'Lessons of the agenda': an answer from a screen must change nothing if another device has changed the slot. */
  #refuseOldScreen({ who, coach, deed, waits }: Press): void {
    if (!waits) return
    const answer = answerOf(deed)
    const old = answer?.occurrences.find((occurrence) => !coach.model.exists(occurrence))
    if (old === undefined) return
    throw new BrokenPromise(
      `${who} answers ${old} on a screen: expected that nothing is written, ` +
        'because another device has changed the slot, found that it is',
    )
  }

  /**
   * If skips of the outbox cannot be done all at once, each is its own operation. Returns the press and the skips of
   * the operation that was sent.
   */
  #partOf(
    operation: string,
    body: string,
  ): { press: Press; skips: (Deed & { kind: 'skip' })['skips'] } | null {
    const added = valueIn(valueIn(valueIn(JSON.parse(body || 'null'), 'plan'), 'skips'), 'add')
    const keys = Array.isArray(added)
      ? added.map((each: unknown) => `${textIn(each, 'slot_id')}/${textIn(each, 'slot_date')}`)
      : []
    const slots = keys.map((key) => key.split('/'))
    for (const press of this.coaches.flatMap(({ presses }) => presses)) {
      const { deed, ids, coach } = press
      if (deed.kind !== 'skip') continue
      // An entry that follows is named by its first slot, which may be in another part.
      const now = deed.skips.map(({ occurrence, at }) => coach.model.occurrenceNow(occurrence, at))
      const firsts = [...slots, ...now.map((key) => (key ?? '').split('/'))]
      const followed = ids.flatMap((id) => firsts.map(([slot = '']) => derivedId(id, slot)))
      const single = [...ids, ...followed].flatMap((id) =>
        slots.map(([slot = '', date = '']) => derivedId(derivedId(id, slot), date)),
      )
      if (![...followed, ...single].includes(operation)) continue
      const skips = deed.skips.filter(({ occurrence, at }) => {
        return keys.includes(coach.model.occurrenceNow(occurrence, at) ?? occurrence)
      })
      return { press, skips }
    }
    return null
  }

  #partDone(
    operation: string,
    { press, skips }: { press: Press; skips: (Deed & { kind: 'skip' })['skips'] },
  ): void {
    const { deed } = press
    if (deed.kind !== 'skip') return
    press.operation ??= operation
    this.#done.set(operation, press)
    this.#apply(press, operation, (done) => done({ ...deed, skips }))
  }

  /** For each kind of deed, how often it was done and pressed. */
  deeds(): Record<string, { done: number; pressed: number }> {
    const deeds: Record<string, { done: number; pressed: number }> = {}
    for (const { deed, operation } of this.coaches.flatMap(({ presses }) => presses)) {
      if (!hasOperation(deed)) continue
      const { done, pressed } = deeds[deed.kind] ?? { done: 0, pressed: 0 }
      deeds[deed.kind] = { done: done + (operation === null ? 0 : 1), pressed: pressed + 1 }
    }
    return deeds
  }

  /**
   * A run in which nothing is done keeps every promise and proves nothing. Despite all faults, a third of all presses
   * must be done, and no kind may never be done. Returns what is missing; null if nothing is, or too little was
   * pressed.
   */
  littleDone(): string | null {
    const deeds = Object.entries(this.deeds())
    const [done, pressed] = deeds.reduce(
      ([some, all], [, each]) => [some + each.done, all + each.pressed],
      [0, 0],
    )
    const never = deeds.find(([, each]) => each.pressed >= MANY_PRESSES && each.done === 0)
    if (never) return `expected that some '${never[0]}' is done, found none of ${never[1].pressed}`
    if (pressed < 3 * MANY_PRESSES || 3 * done >= pressed) return null
    return `expected that a third of what people ask for is done, found ${done} of ${pressed}`
  }

  #pressOf(operation: string, body: string): Press | undefined {
    const unseen = operation.replace(/^(edit packages \S+) \S+ (\S+).*/, `$1 ${ANY} $2`)
    // A waiting 'É a mesma' goes on to the slot that replaced its own.
    const slots = [...body.matchAll(/"slot_id":"([^"]+)"/g)].map(([, slot = '']) => slot)
    const isFollowed = (ids: readonly string[]) =>
      ids.some((id) => slots.some((slot) => derivedId(id, slot) === operation))
    for (const { presses } of this.coaches) {
      const found = presses.findLast(
        ({ ids, deed }) =>
          ids.includes(operation) || ids.includes(unseen) || (deed.kind === 'same' && isFollowed(ids)),
      )
      if (found === undefined) continue
      // The undo of something that was refused meanwhile does nothing; in particular it does not do what was refused.
      if (found.operation === null && !body.includes('"restores":true')) return found
      // The toast made the operation of 'Desfazer' when it was shown.
      const undo = presses.findLast(({ deed }) => deed.kind === 'undo' && found.ids.includes(deed.of))
      return undo ?? found
    }
    return undefined
  }

  /**
   * Records settings. The server makes links and addresses, each of which ends the one before; of rules the last write
   * counts.
   */
  #hearSettings(
    path: string,
    { method, url, headers, body }: Message,
    { status, body: answered }: Answer,
  ): void {
    if (status !== 200) return
    if (path === 'packages' && method === 'PATCH') this.#hearMark(url, body)
    if (path === 'rpc/rotate_student_link') {
      const student = textIn(JSON.parse(body ?? ''), 'student') ?? ''
      const links = this.coaches.find(({ model }) => model.students.has(student))?.model.links
      links?.set(student, [...(links.get(student) ?? [student]), JSON.parse(answered)])
    }
    if (path !== 'rpc/rotate_agenda_token' && !(path === 'profiles' && method === 'PATCH')) return
    const login = headers.find(([name]) => name === 'authorization')?.[1].split('.')[1] ?? ''
    const coach = textIn(JSON.parse(Buffer.from(login, 'base64url').toString()), 'sub')
    const model = this.coaches.find(({ id }) => id === coach)?.model
    if (path === 'profiles') Object.assign(model?.rules ?? {}, JSON.parse(body ?? ''))
    else model?.feeds.push(JSON.parse(answered))
  }

  /**
   * 'Replies': one tap takes the replies that are known when it is sent. A reply that came while the tap was under way
   * may be missed; a student who was given stars was there.
   */
  #asTold(
    { coach: { model, presses } }: Press,
    { people, answers, at }: Deed & { kind: 'register' },
    body: unknown,
  ): (Deed & { kind: 'register' })['people'] {
    const occurrence = answers && model.occurrenceNow(answers, at)
    const [lesson] = listIn(valueIn(body, 'plan'), 'lessons')
    return people.map((each) => {
      const { student } = each
      // If another device has changed the slot since, students who were expected in the old slot may be charged too.
      const names = occurrence && answers ? [answers, occurrence] : []
      if (occurrence && !names.some((name) => model.wasExpected(name, student)))
        throw new BrokenPromise(
          `${student} in the lesson of ${occurrence}: ` +
            'expected nobody who was not expected there, found that one tap charges',
        )
      const place = listIn(lesson, 'participants').find((one) => textIn(one, 'student_id') === student)
      const sent = ATTENDANCES.find((one) => one === valueIn(place, 'attendance'))
      if (!occurrence || sent === undefined) return each
      const wanted = model.attendanceAsTold(occurrence, student)
      const hasStars = presses.some(({ deed }) => deed.kind === 'feedback' && deed.student === student)
      const isNew = this.#replied.some((one) => one.student === student && this.#now() - one.at < UNDER_WAY)
      if (sent !== wanted && !isNew && !(hasStars && sent === 'present'))
        throw new BrokenPromise(
          `${student} in the lesson of ${occurrence}: expected ${wanted}, as it was told, found ${sent}`,
        )
      return { ...each, attendance: sent }
    })
  }

  /** When a reply of each student was written. */
  readonly #replied: { student: string; at: number }[] = []

  readonly #noted = new Set<string>()

  /** Records what is agreed on, and the replies of students and coaches. */
  #hearReplies(path: string, message: Message, { status, body: answered }: Answer): void {
    if (status > 299) return
    const asked: unknown = JSON.parse(message.body || 'null')
    const now = this.#now()
    if (VISITS.has(path)) return this.#hearVisitor(path, asked, JSON.parse(answered))
    const model = this.coaches.find(({ id }) => id === coachOf(message))?.model
    if (path === 'rpc/save_agreement') {
      const rules = valueIn(asked, 'agreement')
      const hours = Number(valueIn(rules, 'notice_hours'))
      const starts = textIn(rules, 'starts_on') ?? ''
      model?.publish({ starts, notice: hours, makeup: Number(valueIn(rules, 'makeup_days')) }, now)
    }
    if (path === 'rpc/end_agreement') model?.unpublish(now)
    if (path !== 'rpc/record_reply' && path !== 'rpc/void_reply') return
    const isVoid = path === 'rpc/void_reply'
    const said = isVoid ? asked : valueIn(asked, 'reply')
    const [slot, date] = [textIn(said, isVoid ? 'slot' : 'slot_id') ?? '', textIn(said, 'slot_date') ?? '']
    const student = textIn(said, isVoid ? 'student' : 'student_id') ?? ''
    const operation = textIn(said, isVoid ? 'op' : 'op_id')
    // Sent again, a note changes nothing, also after another device has taken it back.
    if (operation !== null && this.#noted.has(operation)) return
    if (operation !== null) this.#noted.add(operation)
    const [at, start] = [textIn(said, 'told_at'), textIn(said, isVoid ? 'start' : 'starts_at')]
    this.#replied.push({ student, at: now })
    const told = {
      occurrence: `${slot}/${date}`,
      student,
      reply: textIn(said, 'reply') === 'not_coming' ? ('not_coming' as const) : null,
      at: at === null ? now : Date.parse(at),
      start: start === null ? null : Date.parse(start),
      by: isVoid ? ('student' as const) : ('coach' as const),
    }
    model?.note(told, now)
    if (isVoid) return
    // Without a time, which a fast clock's note gets when it is sent again, the operation knows its press.
    const name = at ?? operation ?? ''
    this.#wasDone(nameOf.note({ slot, date, student, at: name }, told.reply === null), operation)
  }

  /**
   * Marks the press of this operation as done.
   *
   * @param operation the operation's id, where both devices may have an operation of this name.
   */
  #wasDone(name: string, operation: string | null = null): void {
    const presses = this.coaches.flatMap((coach) => coach.presses)
    const press =
      presses.findLast(({ ids }) => operation !== null && ids.includes(operation)) ??
      presses.findLast(({ ids }) => ids.includes(name))
    if (press === undefined)
      throw new BrokenPromise(`Nobody asked for what the server did: expected nothing, found ${name}`)
    press.operation ??= name
    this.#done.set(name, press)
  }

  /** 'Guests and openings': records what the coach does, and checks refusals against the rules. */
  #hearOpenings(path: string, message: Message, { status, body: answered }: Answer): void {
    // With any other status the database was not asked.
    if (![200, 204, 400, 404, 409, 410].includes(status)) return
    const model = this.coaches.find(({ id }) => id === coachOf(message))?.model
    const asked: unknown = JSON.parse(message.body || 'null')
    const now = this.#now()
    if (model === undefined) return
    const expectDone = (isDone: boolean, name: string, operation: string | null = null) => {
      if (isDone !== status < 300)
        throw new BrokenPromise(
          `${path} ${JSON.stringify(asked)}: expected ${isDone ? 'success' : 'a refusal'}, found ${status} ${answered}`,
        )
      if (isDone) this.#wasDone(name, operation)
    }
    if (path === 'rpc/add_guest' || path === 'rpc/remove_guest') {
      const operation = textIn(asked, 'op') ?? ''
      // Sent again, it changes nothing, also after another device has done the opposite.
      if (this.#noted.has(operation)) return
      if (status < 300) this.#noted.add(operation)
      const [occurrence, student] = [
        `${textIn(asked, 'slot')}/${textIn(asked, 'slot_date')}`,
        textIn(asked, 'student') ?? '',
      ]
      const [comes, start] = [path === 'rpc/add_guest', textIn(asked, 'start')]
      const change = { occurrence, student, comes, start: start === null ? null : Date.parse(start) }
      expectDone(model.changeGuest(change, now), nameOf.guest(occurrence, student, comes), operation)
    }
    if (path === 'rpc/close_opening') {
      const id = textIn(asked, 'opening') ?? ''
      if (model.openings.has(id)) model.close(id)
      expectDone(model.openings.has(id), nameOf.close(id))
    }
    if (path !== 'rpc/open_places') return
    const opening = valueIn(asked, 'opening')
    const id = textIn(opening, 'id') ?? ''
    const instant = (key: string) => Date.parse(textIn(opening, key) ?? '')
    const offer = {
      occurrence: `${textIn(opening, 'slot_id')}/${textIn(opening, 'slot_date')}`,
      start: instant('starts_at'),
      places: Number(valueIn(opening, 'places')),
      until: instant('closes_at'),
      students: listIn(opening, 'students').map(String),
    }
    expectDone(model.offer(id, offer, now), id)
    if (status > 299) return
    const wanted = [...(model.openings.get(id)?.asked.keys() ?? [])].toSorted().join()
    const found = listIn(JSON.parse(answered), 'students').map(String).toSorted().join()
    if (wanted !== found)
      throw new BrokenPromise(`${path} ${id}: expected that ${wanted} were asked, found ${found}`)
  }

  /** A visitor's answer must be what the rules say of the lesson as the page showed it. */
  #hearVisitor(path: string, asked: unknown, answered: unknown): void {
    const now = this.#now()
    const link = textIn(asked, 'link') ?? ''
    const whose = this.coaches.flatMap((coach) =>
      [...coach.model.students].flatMap(([student, { anonymous }]) => {
        const current = coach.model.links.get(student)?.at(-1) ?? student
        return current === link && !anonymous ? [{ coach, student }] : []
      }),
    )[0]
    const refused = textIn(answered, 'error')
    const expectAnswer = (wanted: string | null) => {
      if (refused === wanted) return
      throw new BrokenPromise(
        `${path} of ${whose?.student ?? 'nobody'} (${JSON.stringify(asked)}): ` +
          `expected ${wanted ?? 'success'}, found ${refused ?? 'success'}`,
      )
    }
    if (!whose) {
      expectAnswer(VISITS.get(path) ?? null)
      return
    }
    const { coach, student } = whose
    const { model, visits } = coach
    if (path === 'rpc/take_opening') {
      const about = textIn(asked, 'opening') ?? ''
      this.#replied.push({ student, at: now })
      expectAnswer(model.take(student, about, now).refused)
      const lesson = model.openings.get(about)?.occurrence ?? null
      const visit = { student, about, lesson, what: null, outcome: null, refused, at: now }
      visits.push({ path: 'take_opening', ...visit })
      this.#see(coach, {})
      return
    }
    if (path === 'rpc/confirm_agreement') {
      expectAnswer(model.confirm(student, Number(valueIn(asked, 'version')), now).refused)
      const first = model.confirmed.get(`${student} ${String(valueIn(asked, 'version'))}`)
      const at = textIn(answered, 'confirmed_at')
      if (at !== null && Date.parse(at) !== first)
        throw new BrokenPromise(`${student} has confirmed at ${at}`)
      return
    }
    const occurrence = `${textIn(asked, 'slot')}/${textIn(asked, 'slot_date')}`
    const start = Date.parse(textIn(asked, 'start') ?? '')
    const expected = textIn(asked, 'expected')
    const reply = textIn(asked, 'reply') === 'coming' ? 'coming' : 'not_coming'
    const kind = expected === 'kept' || expected === 'late' ? expected : null
    this.#replied.push({ student, at: now })
    expectAnswer(model.reply(student, { occurrence, reply, expected: kind, start }, now).refused)
    const word = refused === null && model.exists(occurrence) ? model.wordOf(occurrence, student) : null
    const visit = { student, about: occurrence, lesson: null, what: reply, refused, at: now }
    visits.push({ path: 'reply_to_lesson', ...visit, outcome: word?.outcome ?? null })
    this.#see(coach, {})
  }

  /** The switch on a package's card writes the mark alone; the last write counts. */
  #hearMark(url: string, body: string | null): void {
    const written: unknown = JSON.parse(body ?? '')
    const id = new URL(url).searchParams.get('id')?.replace('eq.', '') ?? ''
    const packs = this.coaches.find(({ model }) => model.packs.has(id))?.model.packs
    const [pack, monthly] = [packs?.get(id), valueIn(written, 'renews_monthly')]
    if (pack && valueIn(written, 'price') === undefined)
      packs?.set(id, { ...pack, monthly: monthly === true })
  }

  /** Presses of this device for the same stars that the server has not done. */
  #tapsLike({ who, coach, deed }: Press): Press[] {
    return coach.presses.filter(
      (each) =>
        each.who === who &&
        each.operation === null &&
        each.deed.kind === 'feedback' &&
        deed.kind === 'feedback' &&
        each.deed.lesson === deed.lesson &&
        each.deed.student === deed.student,
    )
  }

  /**
   * Whether the same stars were saved by another tap: the row shows them, whichever device has saved them, and a
   * request does not tell which of two equal taps it sends.
   */
  #hasTwin({ coach, deed }: Press): boolean {
    return (
      deed.kind === 'feedback' &&
      coach.presses.some((each) => each.operation !== null && isDeepStrictEqual(each.deed, deed))
    )
  }

  /** A tap takes the place of a waiting tap, under its id: the request's content tells which press was sent. */
  #meant(press: Press | undefined, body: string): Press | undefined {
    if (press?.deed.kind === 'sell') {
      const price = valueIn(valueIn(valueIn(JSON.parse(body), 'sale'), 'package'), 'price')
      const sent = press.coach.presses.find(
        ({ ids, deed }) =>
          deed.kind === 'sell' &&
          ids.some((id) => press.ids.includes(id)) &&
          deed.values.price === Math.round(Number(price) * 100),
      )
      return sent ?? press
    }
    if (press?.deed.kind !== 'feedback') return press
    const taps = this.#tapsLike(press)
    const meant = taps.findLast(({ deed }) => {
      if (deed.kind !== 'feedback') return false
      const { rating, tags } = deed.feedback
      return body.includes(`"rating":${rating},`) && body.includes(`"tags":${JSON.stringify(tags)}`)
    })
    if (!meant) return press
    for (const each of taps.slice(0, taps.indexOf(meant))) if (each.told === 'queued') each.withdrawn = true
    return meant
  }

  #say({ who, deed }: Press): string {
    return `${who}'s '${deed.kind}'`
  }
}

/**
 * The occurrences that the deed answers, which another device may have answered too, and the students who were
 * expected.
 */
export function answerOf(deed: Deed): { occurrences: string[]; students: string[] } | null {
  if (deed.kind === 'skip' || deed.kind === 'cancel') {
    const { skips } = deed
    return {
      occurrences: skips.map(({ occurrence }) => occurrence),
      students: skips.flatMap(({ students }) => [...students]),
    }
  }
  if (deed.kind === 'same') return { occurrences: [deed.occurrence], students: [] }
  if (deed.kind !== 'register' || deed.answers === null) return null
  return { occurrences: [deed.answers], students: deed.people.map(({ student }) => student) }
}

/**
 * The name by which the app recognises the same answer of the agenda or the same renewal, also after the lesson moved.
 */
function answerName(deed: Deed): string | null {
  if (deed.kind === 'sell') return deed.pack === '' ? `renew ${deed.values.renews}` : null
  if (deed.kind === 'register') return deed.lesson === '' ? `held ${deed.answers}` : null
  if (deed.kind === 'same') return `same ${deed.occurrence} ${deed.lesson}`
  if (deed.kind !== 'skip') return null
  return `skip ${deed.skips.map(({ occurrence }) => occurrence).join()} ${deed.reason} ${deed.extendBy}`
}

const isSameAnswer = (a: Deed, b: Deed): boolean => answerName(a) !== null && answerName(a) === answerName(b)

const REMOVALS: readonly Deed['kind'][] = ['erase', 'unclub', 'unpack']

/** The press that an undo is about. A second press after an unknown outcome repeats the first one, under its id. */
function undoneBy({ presses }: Coach, id: string): Press | undefined {
  const under = presses.filter(({ ids }) => ids.includes(id))
  return under.find(({ operation }) => operation !== null) ?? under[0]
}

/** 'Deleting a session that is already gone succeeds': whether another press of the coach has deleted it. */
const wasDeletedBefore = ({ coach, deed }: Press): boolean =>
  deed.kind === 'remove' &&
  coach.presses.some(
    (other) => other.operation !== null && other.deed.kind === 'remove' && other.deed.lesson === deed.lesson,
  )

/**
 * Whether a deed of this kind is one operation. Each new link is another one, and of rules the last write counts, so
 * these are not.
 */
const hasOperation = ({ kind }: Deed): boolean =>
  !['link', 'feed', 'rules', 'mark', 'agreement', 'void'].includes(kind)

/** The name of the operation that the server has done; null if it did none or only read. */
function operationOf(path: string, { method, url, body }: Message, answer: Answer): string | null {
  const isEmpty = answer.body === '' || answer.body === '[]' || answer.body === 'null'
  if (method === 'GET' || answer.status < 200 || answer.status > 299) return null
  const parsed: unknown = body === null ? null : JSON.parse(body)
  const asked = (column: string) => new URL(url).searchParams.get(column)?.replace('eq.', '') ?? ''
  const typed = TYPED[path]
  if (typed !== undefined && method === 'DELETE') return isEmpty ? null : nameOf.remove(path, asked('id'))
  if (typed !== undefined && method === 'PATCH') {
    const value = valueIn(parsed, typed)
    return isEmpty || value === undefined ? null : nameOf.edit(path, asked('id'), asked('updated_at'), value)
  }
  if (path === 'rpc/anonymize_student') return nameOf.anonymize(textIn(parsed, 'student_uuid') ?? '')
  if (path === 'rpc/delete_student') {
    const isGone = valueIn(JSON.parse(answer.body), 'students') === 1
    return isGone ? nameOf.remove('students', textIn(parsed, 'student_uuid') ?? '') : null
  }
  if (path === 'students' || path === 'clubs') return textIn(parsed, 'id')
  // A sale makes one package, whose id names the operation.
  if (path === 'rpc/sell_package') return textIn(valueIn(valueIn(parsed, 'sale'), 'package'), 'id')
  const changed = valueIn(valueIn(valueIn(parsed, 'plan'), 'packages'), '0')
  const [edited, seen] = [textIn(changed, 'id') ?? '', textIn(valueIn(changed, 'expected'), 'updated_at')]
  if (textIn(changed, 'op') === 'delete') return nameOf.remove('packages', edited)
  if (textIn(changed, 'op') === 'edit') {
    const fields = ['price', 'total_classes', 'purchase_date', 'payment_date']
    const words = fields.map((field) => valueIn(valueIn(changed, 'values'), field)).join(' ')
    return nameOf.edit('packages', edited, seen ?? '', words)
  }
  const plan = OPERATIONS[path]
  return plan === undefined ? null : textIn(valueIn(parsed, plan), 'op_id')
}
