import type { Told } from './app.tsx'
import type { Attendance, Deed } from './model.ts'
import type { Message } from './server.ts'

/** Tells a history by names, so that a failure can be understood without the code. */

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g

/** What each kind of request is called; others are called by their path. */
const REQUESTS: Readonly<Record<string, string>> = {
  'rpc/apply_session_plan': 'the change of lessons and credits',
  'rpc/apply_payment_plan': 'the change of money',
  'rpc/apply_slot_plan': 'the change of weekly slots',
  'rpc/sell_package': 'the sale',
  'rpc/anonymize_student': 'the anonymisation',
  token: 'the login',
  students: 'the new student',
  clubs: 'the new club',
}

export function requestInWords({ method }: Message, path: string): string {
  const what = REQUESTS[path] ?? path.replace('rpc/', '').replaceAll('_', ' ')
  return method === 'GET' ? `a read of ${path.replaceAll('_', ' ')}` : what
}

export function toldInWords(told: Told | null): string {
  if (told === null) return 'no answer seen'
  if (told === 'queued') return 'kept for later'
  return told === 'unknown' ? "'it may have happened'" : told
}

const money = (cents: number) => `R$ ${(cents / 100).toFixed(2)}`
const credits = (count: number) => `${Math.abs(count)} credit${Math.abs(count) === 1 ? '' : 's'}`
const more = (days: number) => (days > 0 ? `, packages last ${days} days longer` : '')

/** Knows names for ids: each thing is called as it was when people first spoke of it. */
export class Teller {
  readonly #names = new Map<string, string>()
  readonly #met: { deed: Deed; ids: readonly string[] }[] = []

  /** @param ids the ids made for the deed; the list may still grow. */
  meet(deed: Deed, ids: readonly string[]): void {
    this.#met.push({ deed, ids })
    switch (deed.kind) {
      case 'student':
        this.#name(deed.id, deed.name)
        break
      case 'sell':
        if (deed.pack !== '')
          this.#name(deed.pack, `${this.#of(deed.values.student)}'s package of ${deed.values.total}`)
        break
      case 'register':
        if (deed.lesson !== '') this.#name(deed.lesson, `the lesson of ${deed.day} (${this.#people(deed)})`)
        break
      case 'week':
        for (const { slot, time, students } of deed.add) {
          this.#name(
            slot,
            `the slot at ${time} of ${students.map((id) => this.#of(id)).join(', ') || 'nobody'}`,
          )
        }
        break
      default:
    }
  }

  #name(id: string, name: string): void {
    if (this.#names.has(id)) return
    const same = [...this.#names.values()].filter(
      (each) => each === name || each.startsWith(`${name} no. `),
    ).length
    this.#names.set(id, same === 0 ? name : `${name} no. ${same + 1}`)
  }

  #deedOf(id: string): Deed | undefined {
    return this.#met.findLast(({ ids }) => ids.includes(id))?.deed
  }

  #of(id: string): string {
    const deed = this.#deedOf(id)
    // For an answer of the agenda, the app makes the lesson's id, which is also the operation's.
    if (deed?.kind === 'register' && deed.lesson === '') return `the lesson of ${deed.day}`
    return this.#names.get(id) ?? id.slice(0, 8)
  }

  #people({ people }: { people: readonly { student: string; attendance: Attendance }[] }): string {
    return people.map(({ student, attendance }) => `${this.#of(student)} ${attendance}`).join(', ')
  }

  #skips({ skips }: { skips: readonly { occurrence: string }[] }): string {
    return skips.map(({ occurrence }) => this.inWords(occurrence)).join(' and ')
  }

  /** The text with names in place of ids. */
  inWords(text: string): string {
    return text.replace(UUID, (id) => this.#of(id))
  }

  tell(deed: Deed): string {
    switch (deed.kind) {
      case 'student':
        return `adds the student ${this.#of(deed.id)}`
      case 'club':
        return 'adds a club'
      case 'sell': {
        const { values, received, settles } = deed
        const paid = received === null ? 'nothing received yet' : `${money(received.amount)} received`
        const settled = settles.length > 0 ? `, and settles ${settles.length} owed lessons with it` : ''
        const what =
          deed.pack === ''
            ? `another package of ${values.total} to ${this.#of(values.student)}`
            : this.#of(deed.pack)
        return `sells ${what} for ${money(values.price)}, ${paid}${settled}`
      }
      case 'register':
        return deed.answers === null
          ? `registers ${this.#of(deed.lesson)}`
          : `answers that ${this.inWords(deed.answers)} was held`
      case 'same':
        return `says that ${this.#of(deed.lesson)} is ${this.inWords(deed.occurrence)}`
      case 'mark':
        return `${deed.monthly ? 'marks' : 'unmarks'} ${this.#of(deed.pack)} as monthly`
      case 'skip':
        return `skips ${this.#skips(deed)} (${deed.reason})${more(deed.extendBy)}`
      case 'putBack':
        return `puts ${this.inWords(deed.occurrence)} back`
      case 'replan':
        return `plans ${this.inWords(deed.occurrence)} again as it was`
      case 'move':
        return `moves ${this.inWords(deed.occurrence)} to ${deed.to.day}, ${deed.to.time}`
      case 'week': {
        const changes = [
          ...deed.add.map(({ slot }) => `adds ${this.#of(slot)}`),
          ...(deed.end ? [`ends ${this.#of(deed.end.slot)}`] : []),
        ]
        return `changes the week: ${changes.join(', ')}`
      }
      case 'recess':
        return `goes on holiday from ${deed.recess.from} until ${deed.recess.until}`
      case 'edit':
        return `changes ${this.#of(deed.lesson)}: ${this.#people(deed)}${more(deed.extendBy)}`
      case 'cancel': {
        const what = [
          ...deed.lessons.map((id) => this.#of(id)),
          ...(deed.skips.length > 0 ? [this.#skips(deed)] : []),
        ]
        return `cancels for rain ${what.join(' and ')}${more(deed.extendBy)}`
      }
      case 'remove':
        return `deletes ${this.#of(deed.lesson)}${more(deed.extendBy)}`
      case 'assign':
        return `lets ${this.#of(deed.pack)} pay for ${this.#of(deed.lesson)}`
      case 'adjust':
        return deed.by > 0
          ? `adds ${credits(deed.by)} to ${this.#of(deed.pack)}`
          : `takes ${credits(deed.by)} out of ${this.#of(deed.pack)}`
      case 'extend':
        return `lets ${this.#of(deed.pack)} last ${deed.by} days longer`
      case 'repackage': {
        const { total, price, start, lastDay } = deed.values
        if (price !== undefined && total === undefined)
          return `edits the price of ${this.#of(deed.pack)}: ${money(price)}`
        return `edits ${this.#of(deed.pack)}: ${total} lessons for ${money(price ?? 0)}, ${start} to ${lastDay}`
      }
      case 'money': {
        const rows = deed.add.map(({ kind, amount }) => `a ${kind} of ${money(amount)}`)
        const changes = [
          ...(deed.remove.length > 0
            ? [`corrects to ${rows.join(', ')}`]
            : rows.map((row) => `notes ${row}`)),
          ...(deed.price === undefined ? [] : [`lowers the price to ${money(deed.price)}`]),
          ...(deed.due === undefined ? [] : [`moves the due date to ${deed.due}`]),
          ...(deed.takes === 0 ? [] : [`takes ${credits(deed.takes)} out`]),
        ]
        return `${changes.join(', ')} for ${this.#of(deed.pack)}`
      }
      case 'anonymize':
        return `anonymises ${this.#of(deed.student)}`
      case 'link':
        return `makes a new link for ${this.#of(deed.student)}`
      case 'note':
        return `notes or takes back that ${this.#of(deed.student)} does not come to ${this.inWords(deed.occurrence)}`
      case 'void':
        return `says that it was not ${this.#of(deed.student)} who told of ${this.inWords(deed.occurrence)}`
      case 'offer':
        return (
          `offers ${deed.places} places of ${this.inWords(deed.occurrence)} to ` +
          deed.students.map((id) => this.#of(id)).join(', ')
        )
      case 'close':
        return `ends an offer`
      case 'guest':
        return deed.comes
          ? `adds ${this.#of(deed.student)} to ${this.inWords(deed.occurrence)}, this day only`
          : `takes ${this.#of(deed.student)} out of ${this.inWords(deed.occurrence)}, this day only`
      case 'agreement':
        return 'publishes rules of missed lessons, or takes them down'
      case 'undo': {
        const of = this.#deedOf(deed.of)
        return of ? `presses 'Desfazer' (${this.tell(of)})` : "presses 'Desfazer'"
      }
      default: {
        const { kind, ...rest } = deed
        return `${kind} ${this.inWords(JSON.stringify(rest))}`
      }
    }
  }

  /** A failure in words: what broke, then what was expected and what was found. */
  failure(message: string): string[] {
    const [, what, expected, found] = /^(.*?): expected (.*), found (.*)$/s.exec(message) ?? []
    if (what === undefined) return [this.inWords(message)]
    return [
      this.inWords(what),
      `  expected: ${this.inWords(expected ?? '')}`,
      `  found:    ${this.inWords(found ?? '')}`,
    ]
  }
}
