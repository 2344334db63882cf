import 'fake-indexeddb/auto'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { deliver } from '@/outbox/outbox-delivery-data'
import { newEntry, type OutboxIntent } from '@/outbox/rules'
import type { Backend, Coach } from '../../support/backend'
import { once, planSlots } from '../../support/world/agenda'
import { daysFromToday } from '../../support/world/values'
import type { Device } from '../device'
import type { Fault, Match } from './network-faults'

/** The coach and the database on which the writes are tested. */
export interface Scene {
  backend: Backend
  coach: Coach
  device: Device
}

/** One intent of a coach; every `send` sends the same intent. */
export interface Intended {
  send: () => Promise<Result<unknown>>
  state: () => Promise<unknown>
  before: unknown
  after: unknown
  /** State after only the first of the write's two requests; a repeat completes it. */
  half?: unknown
  /** The coach who writes, if not the scene's. */
  coach?: Pick<Coach, 'email' | 'password'>
}

export interface Write {
  /** The name of the service's function. */
  name: string
  /** The message for a server error. */
  failed: string
  /** The request that writes. */
  match: Match
  /** The message of a repeat after the database has applied the write, if not a plain success. */
  again?: string
  /** As `again`, but only if the app reported the success; otherwise the app knows what the repeat found. */
  onceMore?: string
  /** The message after a double delivery, if neither a success nor `again`. */
  doubled?: string
  /** Messages for faults where this write's differ from those of other writes. */
  says?: Partial<Record<Fault['told'], string>>
  /** The app never retries the write automatically, because it is no request to the Data API. */
  isAskedOnce?: true
  /** The write needs no login, or none that can be renewed. */
  isLoginless?: true
  /** The app reports `Retry-After` instead of obeying it. */
  isImpatient?: true
  intend: (scene: Scene) => Promise<Intended>
}

/** A write without a setting of its own. */
export const write = (name: string, failed: string, match: Match, intend: Write['intend']): Write => ({
  name,
  failed,
  match,
  intend,
})

/** Settings of all writes that are no requests to the Data API with a coach's login. */
export const ALONE = { isAskedOnce: true, isLoginless: true } as const satisfies Partial<Write>

/** Settings that all writes by a student's link share. */
export const BY_LINK = {
  failed: 'Ocorreu um erro. Tente novamente.',
  ...ALONE,
  isImpatient: true,
  says: { slow: 'Sem conexão. Verifique sua internet e tente novamente.' },
} as const satisfies Partial<Write>

/** An occurrence at noon in nine days, in which these students are expected. */
export async function hourAhead(coach: Coach, students: Uuid[] = []) {
  const zone = 'America/Sao_Paulo'
  const slot = once(daysFromToday(9), '12:00', students)
  await planSlots(coach, zone, { add: [slot] })
  const instant = new Date(`${slot.starts_on}T12:00:00-03:00`).toISOString()
  return { slot_id: slot.id, slot_date: slot.starts_on, starts_at: { instant, zone } }
}

/** Runs a query without row-level security; returns the `line` of each row. */
export async function lines({ backend }: Scene, query: string, ...values: string[]): Promise<string[]> {
  const rows = await backend.sql<{ line: string }>(query, values)
  return rows.map(({ line }) => line)
}

/** Delivers an outbox entry as the sender does. */
export async function delivered(owner: Uuid, id: Uuid, intent: OutboxIntent): Promise<Result<unknown>> {
  const entry = newEntry({ id, owner, intent, names: {}, unknown: false }, [], new Date())
  const attempt = await deliver(entry, owner, 0)
  return attempt.done ? { success: true, data: attempt.outcome } : attempt.failure
}
