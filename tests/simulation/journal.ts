import type { Told } from './app.tsx'
import type { Deed, Model } from './model.ts'
import { BrokenPromise, textIn, valueIn } from './promise.ts'
import type { Answer, Message } from './server.ts'

/** One press of a button by a person. */
export interface Press {
  who: string
  coach: Coach
  deed: Deed
  /** Ids that the app made for it; one of them names the operation. */
  ids: string[]
  /** Once the server has done it. */
  operation: string | null
  told: Told | null
  /** Taken out of the outbox before it was sent. */
  withdrawn: boolean
  at: number
}

/** A coach's account, and everything that the coach pressed. */
export interface Coach {
  name: string
  id: string
  email: string
  password: string
  model: Model
  presses: Press[]
}

/** The functions that do what a person asks for, and which argument names the operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'rpc/apply_session_plan': 'plan',
  'rpc/apply_payment_plan': 'plan',
  'rpc/apply_slot_plan': 'plan',
  'rpc/import_students': 'plan',
}

/** Edits and deletions have no id of their own: what names them here is what the person saw and typed. */
export const nameOf = {
  edit: (table: string, id: string, seen: string, typed: unknown) =>
    `edit ${table} ${id} ${seen} ${String(typed)}`,
  remove: (table: string, id: string) => `delete ${table} ${id}`,
  anonymize: (student: string) => `anonymize ${student}`,
}

/** Of a kind of thing that is mostly done, by chance not one of so many is done less than once in a thousand times. */
const MANY_PRESSES = 10

/** The field of each table that tells two edits apart. */
const TYPED: Readonly<Record<string, string>> = { students: 'name', clubs: 'name', packages: 'price' }

/**
 * Holds what was told to people against what the server did: an answered success happened exactly once, a refusal left
 * no trace, and nothing happened that nobody asked for.
 */
export class Journal {
  readonly coaches: Coach[]
  readonly #done = new Map<string, Press>()
  readonly #today: () => string
  actions = 0

  /** @param today the local day of the devices. */
  constructor(coaches: Coach[], today: () => string) {
    this.coaches = coaches
    this.#today = today
  }

  press(who: string, coach: Coach, deed: Deed, ids: string[], at: number): Press {
    // The agenda keeps the operation of an answer that may have happened for the next press.
    const before = coach.presses.findLast((each) => each.who === who && isSameAnswer(each.deed, deed))
    if (before?.told === 'unknown' && before.operation === null) ids.push(...before.ids)
    const press = { who, coach, deed, ids, operation: null, told: null, withdrawn: false, at }
    coach.presses.push(press)
    this.actions += 1
    return press
  }

  /** What the person was told. */
  tell(press: Press, told: Told): void {
    press.told = told
    const { deed, operation } = press
    // A tap that waits may be under the id of one that waited before.
    if (told === 'queued') press.ids.push(...this.#tapsLike(press).flatMap(({ ids }) => ids))
    if (told === 'done' && operation === null && deed.kind === 'undo') {
      const undone = undoneBy(press.coach, deed.of)
      if (undone && undone.operation === null) undone.withdrawn = true
      else
        throw new BrokenPromise(
          `${this.#say(press)} was told 'done': expected that the server did it, found that it never did`,
        )
      return
    }
    const isDone = operation !== null || press.ids.some((id) => this.#done.has(id))
    if (told === 'done' && !isDone && hasOperation(deed) && !wasDeletedBefore(press)) {
      throw new BrokenPromise(
        `${this.#say(press)} was told 'done': expected that the server did it, found that it never did`,
      )
    }
    // A form that was sent has been checked; this refusal tells nobody what to do.
    if (told === 'refused already-exists') {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${told}': expected that the app never sends what the database cannot take`,
      )
    }
    // Of a request that arrives twice the second answer counts: what it should remove is gone.
    if (REMOVALS.includes(deed.kind) && told.endsWith('-not-found')) return
    if (told.startsWith('refused') && operation !== null) {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${told}': expected that nothing happened, found that the server did it`,
      )
    }
  }

  /** Hears what the server answers. */
  witness(path: string, message: Message, answer: Answer): void {
    this.#hearSettings(path, message, answer)
    const operation = operationOf(path, message, answer)
    if (operation === null || this.#done.has(operation)) return
    const body = message.body ?? ''
    const press = this.#meant(this.#pressOf(operation), body)
    if (!press)
      throw new BrokenPromise(
        `Nobody asked for what the server did: expected nothing, found ${path} ${operation}`,
      )
    if (press.withdrawn)
      throw new BrokenPromise(
        `${this.#say(press)} was taken out of the outbox: expected that it is never sent, found that the server did it`,
      )
    if (press.operation !== null)
      throw new BrokenPromise(
        `${this.#say(press)} was pressed once: expected that the server does it once, found that it did it twice`,
      )
    if (press.told?.startsWith('refused')) {
      throw new BrokenPromise(
        `${this.#say(press)} was told '${press.told}': expected that nothing happens, found that the server did it later`,
      )
    }
    press.operation = operation
    this.#done.set(operation, press)
    const { deed } = press
    const target = deed.kind === 'undo' ? undoneBy(press.coach, deed.of) : null
    const done = (what: Deed) => press.coach.model.done(operation, what, this.#today())
    try {
      if (target) done({ kind: 'undo', of: target.operation ?? '' })
      // An answer of the agenda makes a lesson of the operation's name.
      else if (deed.kind === 'register' && deed.lesson === '') done({ ...deed, lesson: operation })
      // As 'Renovações' sells a package.
      else if (deed.kind === 'sell' && deed.pack === '') {
        const sold = valueIn(valueIn(JSON.parse(body), 'sale'), 'package')
        done({ ...deed, pack: textIn(sold, 'id') ?? '' })
      } else done(deed)
    } catch (error) {
      // It concerns what the model does not know: something that the server should have refused, or did not tell.
      throw new BrokenPromise(`${this.#say(press)} was done: expected a refusal, found ${String(error)}`)
    }
    const impossible = press.coach.model.impossible()
    if (impossible !== null) throw new BrokenPromise(`${this.#say(press)}: ${impossible}`)
  }

  /** How often each kind of thing was done, and pressed. */
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
   * Promises that hold because nothing was ever done would prove nothing: a third of what people ask for is done, with
   * all the faults, and no kind of thing is never done. null: so it is, or too little was pressed.
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

  #pressOf(operation: string): Press | undefined {
    for (const { presses } of this.coaches) {
      const found = presses.findLast(({ ids }) => ids.includes(operation))
      if (found === undefined) continue
      if (found.operation === null) return found
      // The toast made the operation of its 'Desfazer' when it was shown.
      const undo = presses.findLast(({ deed }) => deed.kind === 'undo' && found.ids.includes(deed.of))
      return undo ?? found
    }
    return undefined
  }

  /** Links and addresses are made by the server, each ends the one before it; of rules the last one counts. */
  #hearSettings(path: string, { method, headers, body }: Message, { status, body: answered }: Answer): void {
    if (status !== 200) return
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

  /** Taps by this device on the same stars that the server has not done. */
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

  /** A tap takes the place of one that waits, under its id: what was sent says which one is meant. */
  #meant(press: Press | undefined, body: string): Press | undefined {
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

const isSameAnswer = (a: Deed, b: Deed): boolean =>
  (a.kind === 'skip' || (a.kind === 'register' && a.lesson === '')) && JSON.stringify(a) === JSON.stringify(b)

const REMOVALS: readonly Deed['kind'][] = ['erase', 'unclub', 'unpack']

/** What an undo is about. A second press after 'it may have happened' repeats the first one under its id. */
function undoneBy({ presses }: Coach, id: string): Press | undefined {
  const under = presses.filter(({ ids }) => ids.includes(id))
  return under.find(({ operation }) => operation !== null) ?? under[0]
}

/** 'Deleting a session that is already gone succeeds': another press of the coach has deleted it. */
const wasDeletedBefore = ({ coach, deed }: Press): boolean =>
  deed.kind === 'remove' &&
  coach.presses.some(
    (other) => other.operation !== null && other.deed.kind === 'remove' && other.deed.lesson === deed.lesson,
  )

/** A new link is another one each time, and of rules the last one counts, so these are no operations. */
const hasOperation = ({ kind }: Deed): boolean => !['link', 'feed', 'rules'].includes(kind)

/** What names the operation that the server has done; null: it did none, or only read. */
function operationOf(path: string, { method, url, body }: Message, answer: Answer): string | null {
  const isEmpty = answer.body === '' || answer.body === '[]' || answer.body === 'null'
  if (method === 'GET' || answer.status < 200 || answer.status > 299) return null
  const parsed: unknown = body === null ? null : JSON.parse(body)
  const asked = (column: string) => new URL(url).searchParams.get(column)?.replace('eq.', '') ?? ''
  const typed = TYPED[path]
  if (typed !== undefined && method === 'DELETE') return isEmpty ? null : nameOf.remove(path, asked('id'))
  if (typed !== undefined && method === 'PATCH') {
    return isEmpty ? null : nameOf.edit(path, asked('id'), asked('updated_at'), valueIn(parsed, typed))
  }
  if (path === 'rpc/anonymize_student') return nameOf.anonymize(textIn(parsed, 'student_uuid') ?? '')
  if (path === 'rpc/delete_student') {
    const isGone = valueIn(JSON.parse(answer.body), 'students') === 1
    return isGone ? nameOf.remove('students', textIn(parsed, 'student_uuid') ?? '') : null
  }
  if (path === 'students' || path === 'clubs') return textIn(parsed, 'id')
  // One sale makes one package: the operation's id follows from it.
  if (path === 'rpc/sell_package') return textIn(valueIn(valueIn(parsed, 'sale'), 'package'), 'id')
  const plan = OPERATIONS[path]
  return plan === undefined ? null : textIn(valueIn(parsed, plan), 'op_id')
}
