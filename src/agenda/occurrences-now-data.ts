import type { Instant } from '@/core/model'
import type { Result } from '@/core/result'
import type { LinkIntent } from '@/credits/intents'
import { success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { readAgenda } from './read-data'
import { AGENDA_SERVICE as texts } from './texts'
import type { AgendaTime } from './zone'

type Known = LinkIntent['slot'] & { startsAt: Pick<AgendaTime, 'instant'> }

const sameInstant = (one: Instant | null, other: Instant | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/**
 * Occurrences that this device knows, as the agenda has them now. If the slot was deleted or ends before the
 * occurrence, the slot that replaced it provides the occurrence on the same day at the same time (the rule of
 * `private.slot_now`). `gone`: occurrences that no slot has any more, or that have moved since.
 */
export const occurrencesNow = <Each extends Known>(
  known: readonly Each[],
): Promise<Result<{ there: Each[]; gone: Each[] }>> =>
  asOwner(texts.load, async (client, owner) => {
    const ids = [...new Set(known.map(({ slotId }) => slotId))]
    const days = [...new Set(known.map(({ slotDate }) => slotDate))].toSorted()
    const slots = await client
      .from('lesson_slots')
      .select('id, starts_on, ends_on, replaces')
      .eq('user_id', owner)
      .or(`id.in.(${ids.join(',')}),replaces.ov.{${ids.join(',')}}`)
      .order('id')
    if (slots.error) return toFailure(slots, texts.load)
    const exceptions = await client
      .from('slot_exceptions')
      .select('slot_id, slot_date, moved_to')
      .eq('user_id', owner)
      .in('slot_id', ids)
      .in('slot_date', days)
    if (exceptions.error) return toFailure(exceptions, texts.load)
    const planned = await readAgenda(days[0] ?? '', days.at(-1) ?? '')
    if (!planned.success) return planned
    const nowOf = (each: Each): Each | null => {
      const { slotId, slotDate, startsAt, movedTo } = each
      const hasIt = slots.data.some(
        ({ id, starts_on: first, ends_on: last }) =>
          id === slotId && first <= slotDate && (last === null || slotDate <= last),
      )
      if (hasIt) {
        const stored = exceptions.data.find((one) => one.slot_id === slotId && one.slot_date === slotDate)
        return sameInstant(stored?.moved_to ?? null, movedTo) ? each : null
      }
      const successors = slots.data.filter(({ replaces }) => replaces.includes(slotId)).map(({ id }) => id)
      const next = planned.data.occurrences.find(
        ({ slot_id, slot_date, starts_at }) =>
          successors.includes(slot_id) &&
          slot_date === slotDate &&
          sameInstant(starts_at.instant, startsAt.instant),
      )
      return next ? { ...each, slotId: next.slot_id, movedTo: next.moved_to?.instant ?? null } : null
    }
    return success({
      there: known.flatMap((each) => nowOf(each) ?? []),
      gone: known.filter((each) => nowOf(each) === null),
    })
  })
