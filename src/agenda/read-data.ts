import type { LocalDate, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { SkippedOccurrence } from '@/credits/intents'
import { mapped, readPatiently } from '@/data/calls'
import { success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import type { Agenda } from './rules'
import { AGENDA_SERVICE as texts } from './texts'
import { DEFAULT_ZONE, type AgendaTime } from './zone'

/** The occurrences on these local days, both included; at most 401. Apart from `agenda`, because the dashboard needs no more. */
export const readAgenda = (from: LocalDate, to: LocalDate): Promise<Result<Agenda>> =>
  mapped(
    readPatiently(texts.load, (client) => client.rpc('get_agenda', { from_day: from, to_day: to })),
    ({ time_zone, occurrences, lessons }) => {
      // Before the first slot nothing is told but what the device says. Slots without a zone: the database takes this one.
      const zone = time_zone ?? (occurrences.length > 0 ? DEFAULT_ZONE : deviceTimeZone())
      return {
        zone,
        days: { from, to },
        occurrences: occurrences.map(({ starts_at, moved_to, ...occurrence }) => ({
          ...occurrence,
          starts_at: { instant: starts_at, zone },
          moved_to: moved_to === null ? null : { instant: moved_to, zone },
        })),
        lessons: lessons.map((lesson) => ({ ...lesson, starts_at: { instant: lesson.starts_at, zone } })),
      }
    },
  )

type Known = Pick<SkippedOccurrence, 'slotId' | 'slotDate'> & { startsAt: Pick<AgendaTime, 'instant'> }

interface SlotRow {
  id: Uuid
  starts_on: LocalDate
  ends_on: LocalDate | null
  replaces: Uuid[]
}

/**
 * Occurrences that a device knows, as the agenda has them now: of a slot that ended before them or was deleted, the one of
 * the slot that replaced it, on the same day and beginning at the same time (the rule of `private.slot_now`). `there`: each
 * with the slot that it has now; `gone`: no slot has them any more.
 */
export const occurrencesNow = <Each extends Known>(
  known: readonly Each[],
): Promise<Result<{ there: Each[]; gone: Each[] }>> =>
  asOwner(texts.load, async (client, owner) => {
    const ids = [...new Set(known.map(({ slotId }) => slotId))].join(',')
    const slots = await client
      .from('lesson_slots')
      .select('id, starts_on, ends_on, replaces')
      .eq('user_id', owner)
      .or(`id.in.(${ids}),replaces.ov.{${ids}}`)
      .order('id')
      .overrideTypes<SlotRow[], { merge: false }>()
    if (slots.error) return toFailure(slots, texts.load)
    const days = known.map(({ slotDate }) => slotDate).toSorted()
    const agenda = await readAgenda(days[0] ?? '', days.at(-1) ?? '')
    if (!agenda.success) return agenda
    const slotNow = ({ slotId, slotDate, startsAt }: Known): Uuid | undefined => {
      const isStillThere = slots.data.some(
        ({ id, starts_on: first, ends_on: last }) =>
          id === slotId && first <= slotDate && (last === null || slotDate <= last),
      )
      if (isStillThere) return slotId
      const successors = slots.data.filter(({ replaces }) => replaces.includes(slotId)).map(({ id }) => id)
      return agenda.data.occurrences.find(
        ({ slot_id, slot_date, starts_at }) =>
          successors.includes(slot_id) &&
          slot_date === slotDate &&
          Date.parse(starts_at.instant) === Date.parse(startsAt.instant),
      )?.slot_id
    }
    const now = known.map((each) => ({ each, slotId: slotNow(each) }))
    return success({
      there: now.flatMap(({ each, slotId }) => (slotId === undefined ? [] : [{ ...each, slotId }])),
      gone: now.flatMap(({ each, slotId }) => (slotId === undefined ? [each] : [])),
    })
  })
