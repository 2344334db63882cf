import { toLocalDate } from '@/core/dates'
import type { Instant, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { toldOf, type Effects } from '@/credits/applied'
import { readNames } from '@/credits/facts-data'
import type { ReplyIntent } from '@/credits/intents'
import { untold, type HasEffects, type Untold } from '@/credits/untold'
import { failedWrite, read, write } from '@/data/calls'
import { success } from '@/data/errors'
import type { Seat } from '@/data/functions'
import { asOwner } from '@/data/owner'
import { send, type ProviderResponse } from '@/data/retry'
import type { Client } from '@/data/supabase'
import { COACH_REPLIES as texts } from './coach-reply-texts'
import type { Reply } from './replies'
import type { Agreement, NewAgreement } from './rules'
import { COACH_AGREEMENT } from './texts'

const COLUMNS = 'version, starts_on, ends_on, notice_hours, makeup_days, note, created_at'

export const agreements = {
  /** All versions, newest first. */
  list: (): Promise<Result<Agreement[]>> =>
    read(COACH_AGREEMENT.loadFailed, (client, owner) =>
      client.from('agreements').select(COLUMNS).eq('user_id', owner).order('version', { ascending: false }),
    ),

  /** The versions that a student has confirmed, and when. */
  confirmations: (student: Uuid): Promise<Result<{ version: number; confirmed_at: Instant }[]>> =>
    read(COACH_AGREEMENT.loadFailed, (client, owner) =>
      client
        .from('agreement_confirmations')
        .select('version, confirmed_at')
        .eq('user_id', owner)
        .eq('student_id', student),
    ),

  /** Publishes these rules; the same rules again are the same version. */
  save: (agreement: NewAgreement, only?: Uuid): Promise<Result<Agreement>> =>
    write({ failed: COACH_AGREEMENT.saveFailed, done: COACH_AGREEMENT.saved, only }, (client) =>
      client.rpc('save_agreement', { agreement }),
    ),

  /** Takes the combinados down at once, unless a version stands that was published after the `seen` one. */
  end: (seen: number, only?: Uuid): Promise<Result<undefined>> =>
    write({ failed: COACH_AGREEMENT.endFailed, done: COACH_AGREEMENT.ended, only }, (client) =>
      client.rpc('end_agreement', { seen }),
    ),
}

/** The reply of the student that counts now, and what the change did to a registered lesson. */
export interface ReplyChanged extends HasEffects {
  reply: Reply<Instant> | null
  /** A 'Não vou' was taken back whose place was offered to others. */
  offered?: boolean
}

type Noted = Pick<ReplyChanged, 'reply' | 'offered'> & { effects: Effects }

const change = (
  failed: string,
  only: Uuid | undefined,
  request: (client: Client) => PromiseLike<ProviderResponse & { data: Noted | null }>,
): Promise<Result<Untold<ReplyChanged>>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const sent = await send(() => request(client))
    const { data } = sent.response
    if (data === null) {
      const special = {
        'slot-not-found': texts.gone,
        'student-not-found': texts.notExpected,
        'agenda-changed': texts.otherHour,
      }
      return failedWrite(sent, failed, special)
    }
    const names = await readNames(client, owner, data.effects)
    const effects = toldOf(data.effects, names, toLocalDate(new Date()))
    return success(untold({ ...data, effects }))
  })

/** What the coach writes about students' replies (docs/product.md, 'Replies'), once for an operation id. */
export const replies = {
  /**
   * Notes that a student does not come, or takes back the note that was told at `toldAt`, or now by the operation
   * `noted`. null: now, by the server's clock.
   */
  record: async (
    {
      slot,
      startsAt,
      studentId,
      reply,
      toldAt,
      noted,
    }: Omit<ReplyIntent, 'toldAt'> & { toldAt: Instant | null },
    opId: Uuid,
    only?: Uuid,
  ): Promise<Result<Untold<ReplyChanged>>> => {
    const told = (at: Instant | null) =>
      change(texts.failed, only, (client) =>
        client.rpc('record_reply', {
          reply: {
            op_id: opId,
            slot_id: slot.slotId,
            slot_date: slot.slotDate,
            student_id: studentId,
            reply,
            told_at: at,
            starts_at: startsAt.instant,
            ...(noted && { note_op: noted }),
          },
        }),
      )
    const result = await told(toldAt)
    // The database refuses a reply from the future. If this device's clock is fast, the reply counts from its arrival.
    return !result.success && result.code === 'invalid' && toldAt !== null ? told(null) : result
  },

  /** 'Não foi o aluno': the reply that was sent by the link does not count. */
  void: (voided: Seat & { start: Instant }, only?: Uuid): Promise<Result<Untold<ReplyChanged>>> =>
    change(texts.voidFailed, only, (client) => client.rpc('void_reply', voided)),
}
