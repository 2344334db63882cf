import { agenda } from '@/agenda/data'
import { canSkip, occurrenceKey, type OccurrenceKey } from '@/agenda/rules'
import { toLocalDate } from '@/core/dates'
import type { Instant, Uuid } from '@/core/model'
import { failure, type Created, type Failure, type FailureCode, type Result } from '@/core/result'
import { isAsEntered, type Applied } from '@/credits/applied'
import { releasedBy, runPlan } from '@/credits/data'
import { agendaOf } from '@/credits/effects'
import { untold, type HasEffects, type Untold } from '@/credits/untold'
import { allRows, mapped, read } from '@/data/calls'
import { created, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import type { Client } from '@/data/supabase'
import { students } from '@/students/data'
import {
  holdersOf,
  overlappingRecess,
  overlapText,
  planRecess,
  planUndoRecess,
  recessEffects,
  skippedByRecess,
  type Recess,
  type RecessIntent,
} from './rules'
import { RECESS as texts } from './texts'

/** A stored recess, and what it changed. */
export interface GivenRecess extends Recess {
  id: Uuid
  /** The number of packages that have its days. */
  packages: number
  /** The number of planned lessons and free hours that it skips. */
  lessons: number
}

/** What an undo does not bring back. */
interface Left {
  /** Packages that are gone or can no longer change. */
  passedOver: number
  /** Hours whose offer the recess ended. */
  offers: number
}

/** Another device registered, planned or sold something between reading and writing. */
export const isOvertaken = (code: FailureCode) => code === 'occurrence-answered' || code === 'agenda-changed'

/** The most occurrences that one plan may skip. */
const MOST_SKIPPED = 500

const readGiven = (): Promise<Result<GivenRecess[]>> =>
  mapped(
    read(texts.listFailed, (client, owner) =>
      client
        .from('recesses')
        .select('id, first_day, last_day, package_extensions(package_id), slot_exceptions(slot_date)')
        .eq('user_id', owner)
        .order('first_day', { ascending: false })
        .order('id'),
    ),
    (recesses) =>
      recesses.map(({ id, first_day, last_day, package_extensions, slot_exceptions }) => ({
        id,
        from: first_day,
        until: last_day,
        packages: package_extensions.length,
        lessons: slot_exceptions.length,
      })),
  )

/** When a recess was given, and the students whose packages have its days; null: it was undone. */
async function readHolders(
  client: Client,
  owner: Uuid,
  id: Uuid,
): Promise<{ since: Instant; holders: Uuid[] } | null | Failure> {
  const stored = await client.from('recesses').select('created_at').eq('user_id', owner).eq('id', id)
  if (stored.data === null) return toFailure(stored, texts.undoFailed)
  const [given] = stored.data
  if (!given) return null
  const holders = await allRows((from, to) =>
    client
      .from('package_extensions')
      .select('student_id')
      .eq('user_id', owner)
      .eq('batch_id', id)
      .order('id')
      .range(from, to),
  )
  if (holders.error) return toFailure(holders, texts.undoFailed)
  return { since: given.created_at, holders: holders.data.map(({ student_id }) => student_id) }
}

/**
 * How many of the occurrences that are planned again had an offer that their skip ended, in one transaction, and that
 * could still be open.
 */
async function endedOffers(
  client: Client,
  owner: Uuid,
  since: Instant,
  { effects }: Applied,
): Promise<number> {
  const back = effects?.skips.flatMap(({ before, after }) => (before?.reason && !after?.reason ? before : []))
  if (!back?.length) return 0
  const ended = await client
    .from('openings')
    .select('slot_id, slot_date')
    .eq('user_id', owner)
    .eq('closed_at', since)
    .gt('closes_at', new Date().toISOString())
    .in('slot_date', [...new Set(back.map(({ slot_date }) => slot_date))])
  const isBack = (opening: OccurrenceKey) =>
    back.some((each) => occurrenceKey(each) === occurrenceKey(opening))
  return new Set(ended.data?.filter(isBack).map(occurrenceKey)).size
}

export const recess = {
  /** Recesses that were given and not undone, newest first. */
  list: readGiven,

  /**
   * Gives the packages their days and skips the planned lessons, all or nothing, once. 'recess-overlaps' if another
   * recess has some of the days; 'invalid' if there is nothing to change, or too much to skip.
   */
  give: (intent: RecessIntent, only?: Uuid): Promise<Created<Untold<HasEffects>>> =>
    asOwner({ failed: texts.giveFailed, only }, async (client, owner) => {
      const first = await giveOnce(client, owner, intent)
      const given = !first.success && isOvertaken(first.code) ? await giveOnce(client, owner, intent) : first
      if (given.success || given.code !== 'recess-overlaps') return given
      const known = await readGiven()
      const other = known.success ? overlappingRecess(known.data, intent) : undefined
      return other ? { ...given, message: overlapText(other, toLocalDate(new Date())) } : given
    }),

  /**
   * Takes the days back from the packages that still exist, and plans the skipped lessons again. `passedOver` counts
   * the `listed` packages that are gone or cannot change. A recess that was undone before is a success.
   */
  undo: (
    { id, listed, opId }: Pick<GivenRecess, 'id'> & { listed: number; opId: Uuid },
    only?: Uuid,
  ): Promise<Result<Untold<HasEffects & Left>>> =>
    asOwner({ failed: texts.undoFailed, only }, async (client, owner) => {
      const given = await readHolders(client, owner, id)
      // The recess was undone already, by a request whose answer was lost or on another device.
      if (given === null) return success(untold({ passedOver: 0, offers: 0, effects: [] }), texts.undone)
      if ('code' in given) return given
      const { since, holders } = given
      let passedOver = 0
      const result = await runPlan(client, owner, {
        entered: { id },
        asked: { studentIds: [...new Set(holders)] },
        decide: (facts, now) => {
          const planned = planUndoRecess(opId, id, facts, now)
          if (planned.success) passedOver = Math.max(0, listed - planned.plan.extensions.take_back.length)
          return planned
        },
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: texts.undoFailed,
        busy: texts.overtaken,
      })
      if ('code' in result) return result
      const { applied, effects } = result
      const offers = await endedOffers(client, owner, since, applied)
      const released = await releasedBy(client, owner, result)
      return success(
        untold({ passedOver, offers, effects, agenda: agendaOf(applied), released }),
        texts.undone,
      )
    }),
}

async function giveOnce(
  client: Client,
  owner: Uuid,
  intent: RecessIntent,
): Promise<Created<Untold<HasEffects>>> {
  const today = toLocalDate(new Date())
  const everyone = await students.list()
  if (!everyone.success) return everyone
  const days = await agenda.get(intent.from, intent.until)
  if (!days.success) return days
  const planned = days.data.occurrences
  const concerned = recessEffects(holdersOf(everyone.data), intent, today).map(({ studentId }) => studentId)
  // A repeat finds the lessons skipped already.
  const isAnyPlanned = planned.some((each) => canSkip(each) || each.reason === 'recess')
  if (concerned.length === 0 && !isAnyPlanned) return failure('invalid', texts.none)
  if (skippedByRecess(planned).length > MOST_SKIPPED) return failure('invalid', texts.tooManyPlanned)
  const result = await runPlan(client, owner, {
    entered: intent,
    asked: { studentIds: [...new Set(concerned)] },
    decide: (facts, now) => planRecess(intent, facts, now, today, planned),
    apply: (plan) => client.rpc('apply_session_plan', { plan }),
    failed: texts.giveFailed,
    busy: texts.overtaken,
    special: () => ({
      'recess-overlaps': texts.overlapsSome,
      'occurrence-answered': texts.overtaken,
      'agenda-changed': texts.overtaken,
    }),
  })
  if ('code' in result) return result
  const { applied, effects } = result
  const released = await releasedBy(client, owner, result)
  const data = untold({ effects, agenda: agendaOf(applied), released })
  return created(isAsEntered(applied), data, texts.done)
}
