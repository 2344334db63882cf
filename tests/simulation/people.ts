import type { Chance } from '../support/chance.ts'
import type { Device } from './device.ts'
import { AGENDA } from './people/agenda.ts'
import { AGREEMENT } from './people/agreement.ts'
import { LESSONS } from './people/lessons.ts'
import { PACKAGES } from './people/packages.ts'
import { Scene, type Action, type Decision, type Hands, type Shown } from './people/scene.ts'
import { STUDENTS } from './people/students.ts'

export { localDay, type Decision } from './people/scene.ts'

const ACTIONS = {
  ...STUDENTS,
  ...PACKAGES,
  ...LESSONS,
  ...AGENDA,
  ...AGREEMENT,
  undo: {
    weight: 16,
    decide: ({ last }) =>
      last === null ? null : { deed: { kind: 'undo', of: last }, press: (hands) => hands.undo() },
  } satisfies Action,
}
export type Kind = keyof typeof ACTIONS
const actions = new Map<string, Action>(Object.entries(ACTIONS))
const isKind = (name: string): name is Kind => name in ACTIONS

const which = (fits: (action: Action) => boolean): Kind[] =>
  [...actions].flatMap(([name, action]) => (isKind(name) && fits(action) ? [name] : []))

/** The kinds of deeds that people do, and how often. */
export const KINDS: ReadonlyMap<Kind, number> = new Map(
  which(() => true).map((kind) => [kind, ACTIONS[kind].weight]),
)

/** Kinds about a student's package. */
export const OF_PACKAGES: ReadonlySet<string> = new Set(Object.keys(PACKAGES))

/** Kinds that begin on a student's profile. */
export const ON_PROFILE = which(({ onProfile }) => onProfile === true)
/** Kinds whose toast has no 'Desfazer', and replaces one that had it. */
export const WITHOUT_UNDO = which(({ toast }) => toast === 'plain')
/** Kinds without a toast: the toast of the deed before stays. */
export const WITHOUT_TOAST = which(({ toast }) => toast === 'none')

/** For each kind, the kinds that get in its way when another device does them at the same time. */
export const RIVALS: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  register: ['held', 'same'],
  note: ['held', 'note', 'takeBack', 'move', 'move', 'onward', 'unguest'],
  offer: ['move', 'skip', 'held', 'guest', 'offer', 'onward'],
  guest: ['held', 'move', 'unguest', 'guest'],
  unguest: ['held', 'guest', 'offer'],
  held: ['note', 'onward', 'skip', 'register', 'same', 'recess'],
  same: ['held', 'edit', 'remove', 'skip'],
  skip: ['held', 'onward', 'skip'],
  unskip: ['held', 'move'],
  move: ['skip', 'held'],
  onward: ['held', 'skip', 'move'],
  end: ['held', 'skip'],
  recess: ['held', 'sell', 'recess'],
  unrecess: ['held', 'unskip'],
  rain: ['held', 'edit'],
  edit: ['feedback', 'same', 'callOff'],
  sell: ['pay', 'adjust', 'extend'],
  pay: ['erase', 'discount', 'reprice'],
  refund: ['pay', 'register'],
  discount: ['reprice', 'pay'],
  repackage: ['mark', 'reprice', 'reprice', 'extend'],
  reprice: ['mark', 'repackage', 'pay'],
  mark: ['reprice', 'repackage'],
  extend: ['repackage', 'unpack'],
  adjust: ['register', 'repackage'],
}

/** For each kind, the kinds that often follow it soon: they correct what was told, offered or taken. */
export const AFTERWARDS: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  held: ['voidReply', 'note', 'edit'],
  edit: ['edit', 'extend'],
  extend: ['repackage'],
  note: ['held', 'takeBack'],
  offer: ['move', 'unguest', 'close', 'skip', 'offer', 'onward'],
  guest: ['move', 'held'],
  unguest: ['guest'],
  move: ['skip', 'move'],
  onward: ['onward'],
  publish: ['publish'],
  unpublish: ['publish'],
  recess: ['recess'],
  link: ['link'],
  sell: ['mark', 'mark', 'pay', 'adjust', 'extend', 'renew'],
  renew: ['mark'],
  pay: ['refund', 'reprice', 'reprice', 'pay'],
}

/** What some sittings begin with, when the devices of a coach meet best. Among all kinds these would be too rare. */
export const ERRANDS: readonly (readonly Kind[])[] = [
  ['repackage'],
  ['repackage', 'reprice'],
  ['unguest', 'guest'],
  ['unguest', 'guest'],
  ['offer', 'guest'],
  ['offer', 'onward'],
  ['held', 'edit'],
  ['sell', 'held', 'held'],
  ['sell', 'mark', 'undo'],
]

/** Decides what to do and to what; null if there is nothing to do it to. */
export const decide = async (
  kind: Kind,
  there: { shown: Shown; hands: Hands },
  device: Device,
  chance: Chance,
  about: { student: string; last: string | null },
): Promise<Decision | null> => ACTIONS[kind].decide(new Scene(there, device, chance, about))
