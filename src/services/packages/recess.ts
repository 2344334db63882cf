import { canSkip, type OccurrenceKey } from '@/domain/agenda/agenda'
import {
  planRecess,
  planUndoRecess,
  recessEffects,
  skippedByRecess,
  undoable,
  type Recess,
  type RecessIntent,
} from '@/domain/credits/plan-recess'
import type { ExtensionRow } from '@/domain/credits/plan-types'
import { toLocalDate } from '@/domain/shared/dates'
import type { Instant, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { agenda } from '@/services/agenda/agenda'
import type { ProviderResponse } from '@/services/network/retry'
import { students } from '@/services/students/students'
import { success, toFailure } from '@/services/supabase/errors'
import type { Client } from '@/services/supabase/supabase'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'
import { writePackage } from './write-package'

const { recess: texts } = PACKAGE_FORMS

/** A recess that was given. */
export interface GivenRecess {
  /** null: no package got days, and only the agenda knows it. */
  id: Uuid | null
  reason: string
  /** Of the transaction, so that it tells which lessons were skipped with it. */
  createdAt: Instant
  /** Packages that have its days. */
  packages: number
  /** Planned lessons and free hours that are skipped. */
  lessons: number
}

type Row = ExtensionRow & { created_at: Instant }
type Skipped = OccurrenceKey & { created_at: Instant }

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

/** As many as one plan may skip. */
const MOST_SKIPPED = 500

async function allRows<T>(
  read: (from: number, to: number) => PromiseLike<ProviderResponse & { data: T[] | null }>,
): Promise<T[] | Failure> {
  const rows: T[] = []
  for (;;) {
    const response = await read(rows.length, rows.length + LIST_CHUNK - 1)
    if (response.data === null) return toFailure(response, texts.listFailed)
    rows.push(...response.data)
    if (response.data.length < LIST_CHUNK) return rows
  }
}

const readRows = (client: Client, owner: Uuid, batchId: Uuid | null): Promise<Row[] | Failure> =>
  allRows((from, to) => {
    const all = client.from('package_extensions').select().eq('user_id', owner)
    return (batchId === null ? all.not('batch_id', 'is', null) : all.eq('batch_id', batchId))
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
  })

const readSkipped = (client: Client, owner: Uuid, createdAt?: Instant): Promise<Skipped[] | Failure> =>
  allRows((from, to) => {
    const all = client
      .from('slot_exceptions')
      .select('slot_id, slot_date, created_at')
      .eq('user_id', owner)
      .eq('reason', 'recess')
    return (createdAt === undefined ? all : all.eq('created_at', createdAt))
      .order('slot_date')
      .order('slot_id')
      .range(from, to)
  })

export const recess = {
  /** Those that were given and not undone, newest first. */
  list: (): Promise<Result<GivenRecess[]>> =>
    asOwner(texts.listFailed, async (client, owner) => {
      const [rows, skipped] = await Promise.all([readRows(client, owner, null), readSkipped(client, owner)])
      if (!Array.isArray(rows)) return rows
      if (!Array.isArray(skipped)) return skipped
      const given = new Map<Instant, GivenRecess>()
      const agendaOf = new Map<Instant, Recess & { lessons: number }>()
      for (const { batch_id: id, reason, created_at: createdAt } of rows) {
        const packages = (given.get(createdAt)?.packages ?? 0) + 1
        given.set(createdAt, { id, reason, createdAt, packages, lessons: 0 })
      }
      // By date: the first one of a recess is its first day, the last one its last.
      for (const { created_at: createdAt, slot_date: day } of skipped) {
        const { from, lessons } = agendaOf.get(createdAt) ?? { from: day, lessons: 0 }
        agendaOf.set(createdAt, { from, until: day, lessons: lessons + 1 })
      }
      for (const [createdAt, { from, until, lessons }] of agendaOf) {
        const known = given.get(createdAt) ?? { id: null, reason: texts.reason({ from, until }), packages: 0 }
        given.set(createdAt, { ...known, createdAt, lessons })
      }
      return success(
        [...given.values()].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
      )
    }),

  /** Gives the packages their days and skips the planned lessons, all or nothing, once. */
  give: (intent: RecessIntent, only?: Uuid): Promise<Result<{ replayed: boolean }>> =>
    asOwner({ failed: texts.giveFailed.title, only }, async (client) => {
      const given = await giveOnce(client, intent)
      // A lesson was registered in between.
      return !given.success && given.code === 'occurrence-answered' ? giveOnce(client, intent) : given
    }),

  /**
   * Takes the days back from the packages that are still there, says how many of the `listed` ones were passed over, and
   * plans the skipped lessons again.
   */
  undo: (
    { id, createdAt, listed, opId }: Pick<GivenRecess, 'id' | 'createdAt'> & { listed: number; opId: Uuid },
    only?: Uuid,
  ): Promise<Result<{ passedOver: number }>> =>
    asOwner({ failed: texts.undoFailed.title, only }, async (client, owner) => {
      const rows = id === null ? [] : await readRows(client, owner, id)
      if (!Array.isArray(rows)) return rows
      const skipped = await readSkipped(client, owner, createdAt)
      if (!Array.isArray(skipped)) return skipped
      // Undone already, by a request whose answer was lost or on another device.
      if (rows.length + skipped.length === 0) return success({ passedOver: 0 }, texts.undone)
      let passedOver = 0
      const result = await writePackage(client, {
        entered: { id, createdAt },
        studentIds: [...new Set(rows.map(({ student_id }) => student_id))],
        decide: (facts, now) => {
          passedOver = Math.max(0, listed - undoable(rows, facts).length)
          return planUndoRecess(opId, rows, facts, now, skipped)
        },
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: texts.undoFailed.title,
      })
      return 'code' in result ? result : success({ passedOver }, texts.undone)
    }),
}

async function giveOnce(client: Client, intent: RecessIntent): Promise<Result<{ replayed: boolean }>> {
  const today = toLocalDate(new Date())
  const everyone = await students.list()
  if (!everyone.success) return everyone
  const there = await agenda.get(intent.from, intent.until)
  if (!there.success) return there
  const planned = there.data.occurrences
  const holders = everyone.data.map((student) => ({ ...student, anonymized: student.anonymized_at !== null }))
  const concerned = recessEffects(holders, intent, today).map(({ studentId }) => studentId)
  // A repeat finds the lessons skipped.
  const isAnyPlanned = planned.some((each) => canSkip(each) || each.reason === 'recess')
  if (concerned.length === 0 && !isAnyPlanned) return failure('invalid', texts.none)
  if (skippedByRecess(planned).length > MOST_SKIPPED) return failure('invalid', texts.tooManyPlanned)
  const result = await writePackage(client, {
    entered: intent,
    studentIds: [...new Set(concerned)],
    decide: (facts, now) => planRecess(intent, facts, now, today, planned),
    apply: (plan) => client.rpc('apply_session_plan', { plan }),
    failed: texts.giveFailed.title,
  })
  if ('code' in result) return result
  return success({ replayed: result.applied.replayed }, texts.done)
}
