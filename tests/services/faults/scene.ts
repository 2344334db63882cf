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

/** A coach and a database to try writes in. */
export interface Scene {
  backend: Backend
  coach: Coach
  device: Device
}

/** One intent of a coach; every `send` repeats the same intent. */
export interface Intended {
  send: () => Promise<Result<unknown>>
  state: () => Promise<unknown>
  before: unknown
  after: unknown
  /** State after only the first of two requests; a repeat completes it. */
  half?: unknown
  /** The coach, if not the scene's. */
  coach?: Pick<Coach, 'email' | 'password'>
}

export interface Write {
  /** The service's function. */
  name: string
  /** The message for a server error (src/texts). */
  failed: string
  /** The request that writes. */
  match: Match
  /** The result of a repeat after a success, if it is no plain success. */
  again?: string
  /** The same, but only after a reported success; otherwise the app knows what the repeat found. */
  onceMore?: string
  /** The result of the second of two deliveries, if neither a success nor `again`. */
  doubled?: string
  /** Messages of this write that differ from the others'. */
  says?: Partial<Record<Fault['told'], string>>
  /** Never retried automatically: not a request to the Data API. */
  isAskedOnce?: true
  /** Needs no login, or none that can be renewed. */
  isLoginless?: true
  /** `Retry-After` is reported, not obeyed. */
  isImpatient?: true
  intend: (scene: Scene) => Promise<Intended>
}

/** What a student writes by the link. */
export const BY_LINK = {
  failed: 'Ocorreu um erro. Tente novamente.',
  isAskedOnce: true,
  isLoginless: true,
  isImpatient: true,
  says: { slow: 'Sem conexão. Verifique sua internet e tente novamente.' },
} as const satisfies Partial<Write>

/** An hour of the agenda, at noon in nine days, and who is expected in it. */
export async function hourAhead(coach: Coach, students: Uuid[] = []) {
  const zone = 'America/Sao_Paulo'
  const slot = once(daysFromToday(9), '12:00', students)
  await planSlots(coach, zone, { add: [slot] })
  const instant = new Date(`${slot.starts_on}T12:00:00-03:00`).toISOString()
  return { slot_id: slot.id, slot_date: slot.starts_on, starts_at: { instant, zone } }
}

/** Runs a query without row-level security; one text per row. */
export async function lines({ backend }: Scene, query: string, ...values: string[]): Promise<string[]> {
  const rows = await backend.sql<{ line: string }>(query, values)
  return rows.map(({ line }) => line)
}

/** Sends an outbox entry as the sender does. */
export async function delivered(owner: Uuid, id: Uuid, intent: OutboxIntent): Promise<Result<unknown>> {
  const entry = newEntry({ id, owner, intent, names: {}, unknown: false }, [], new Date())
  const attempt = await deliver(entry, owner, 0)
  return attempt.done ? { success: true, data: attempt.outcome } : attempt.failure
}
