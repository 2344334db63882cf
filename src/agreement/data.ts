import type { Instant, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { read, write } from '@/data/calls'
import type { Agreement, NewAgreement } from './rules'
import { COACH_AGREEMENT } from './screen-texts'

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
