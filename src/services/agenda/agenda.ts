import type { Slot, SlotException } from '@/domain/agenda/agenda'
import type { SlotFacts, SlotPlan } from '@/domain/agenda/slot-plans'
import { DEFAULT_ZONE } from '@/domain/agenda/zone'
import type { LocalDate, Profile, Uuid } from '@/domain/shared/model'
import { failure, type FailureCode, type Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { contentHash } from '@/services/network/content-hash'
import { mayHaveHappened, send } from '@/services/network/retry'
import { inDoubt, success, toFailure } from '@/services/supabase/errors'
import { updateSeen } from '@/services/supabase/update-seen'
import { AGENDA_SERVICE as texts } from '@/texts/agenda/agenda-service'
import { readAgenda } from './read-agenda'

const SLOT_TEXTS: Partial<Record<FailureCode, string>> = {
  overtaken: texts.slotChanged,
  'slot-not-found': texts.slotGone,
  'occurrence-answered': texts.lessonAfterEnd,
}

interface SlotFactsRow {
  slot_exceptions: Omit<SlotException, 'slot_id'>[]
  profiles: { time_zone: string | null }
  sessions: { slot_date: LocalDate }[]
}

export const agenda = {
  get: readAgenda,

  /** All slots, ended ones too, by weekday and time. */
  slots: (): Promise<Result<Slot[]>> =>
    asOwner(texts.load, async (client, owner) => {
      const response = await client
        .from('lesson_slots')
        .select(
          'id, weekday, start_time, minutes, club_id, starts_on, ends_on, updated_at, lesson_slot_students(student_id)',
        )
        .eq('user_id', owner)
        .order('weekday')
        .order('start_time')
        .order('id')
      if (response.error) return toFailure(response, texts.load)
      return success(
        response.data.map(({ lesson_slot_students: students, ...slot }) => ({
          ...slot,
          students: students.map(({ student_id }) => student_id),
        })),
      )
    }),

  /** What ending or changing a slot must respect, in one request. */
  slotFacts: (id: Uuid): Promise<Result<SlotFacts>> =>
    asOwner(texts.load, async (client, owner) => {
      const response = await client
        .from('lesson_slots')
        .select('slot_exceptions(slot_date, reason, moved_to), sessions(slot_date), profiles(time_zone)')
        .eq('user_id', owner)
        .eq('id', id)
        .order('slot_date', { referencedTable: 'sessions', ascending: false })
        .limit(1, { referencedTable: 'sessions' })
        .maybeSingle()
        .overrideTypes<SlotFactsRow | null, { merge: false }>()
      if (response.error) return toFailure(response, texts.load)
      if (response.data === null) return failure('slot-not-found', texts.slotGone)
      const { slot_exceptions, sessions, profiles } = response.data
      const zone = profiles.time_zone ?? DEFAULT_ZONE
      const exceptions = slot_exceptions.map(({ moved_to, ...exception }) => ({
        ...exception,
        moved_to: moved_to === null ? null : { instant: moved_to, zone },
      }))
      return success({ exceptions, last_answered: sessions[0]?.slot_date ?? null })
    }),

  /** Applies a change of the week: all of it or nothing, once. */
  applySlotPlan: (plan: SlotPlan, only?: Uuid): Promise<Result<{ replayed: boolean }>> =>
    asOwner({ failed: texts.save, only }, async (client) => {
      // The ids of new slots are made anew for each try.
      const content = await contentHash({ ...plan, add: plan.add.map((slot) => ({ ...slot, id: null })) })
      const sent = await send(() => client.rpc('apply_slot_plan', { plan: { ...plan, content } }))
      const { response } = sent
      if (!response.error) return success(response.data, texts.saved)
      const failed = toFailure(response, texts.save, SLOT_TEXTS)
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }),

  /** The zone in which the times of the agenda are meant. */
  setTimeZone: (zone: string, only?: Uuid): Promise<Result<Profile>> =>
    asOwner({ failed: texts.zone, only }, (client, owner) =>
      updateSeen<Profile>({
        update: () =>
          client.from('profiles').update({ time_zone: zone }).eq('id', owner).select().maybeSingle(),
        read: () => client.from('profiles').select().eq('id', owner).maybeSingle(),
        values: { time_zone: zone },
        texts: { failed: texts.zone, done: texts.zoneSaved },
        missing: 'profile-not-found',
      }),
    ),

  /** The secret of the calendar's address; null until one was made. */
  feedToken: (): Promise<Result<string | null>> =>
    asOwner(texts.feed, async (client, owner) => {
      const response = await client.from('agenda_feeds').select('token').eq('user_id', owner).maybeSingle()
      return response.error ? toFailure(response, texts.feed) : success(response.data?.token ?? null)
    }),

  /** Makes a new address; the old one is empty from now on. Sent twice it makes another one, of which the last counts. */
  rotateFeed: (only?: Uuid): Promise<Result<string>> =>
    asOwner({ failed: texts.rotate, only }, async (client) => {
      const sent = await send(() => client.rpc('rotate_agenda_token'))
      const { response } = sent
      if (!response.error) return success(response.data, texts.rotated)
      const failed = toFailure(response, texts.rotate)
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }),
}
