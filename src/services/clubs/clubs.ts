import type { ClubValues } from '@/domain/clubs/club.schema'
import type { Club, Uuid } from '@/domain/shared/model'
import { normalizePhone } from '@/domain/shared/phones'
import type { Created, Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { knownFailure, success, toFailure } from '@/services/supabase/errors'
import { insertOnce } from '@/services/supabase/insert-once'
import { updateSeen, type Seen } from '@/services/supabase/update-seen'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.clubs

function toRow(values: Partial<ClubValues>) {
  return {
    ...(values.name === undefined ? {} : { name: values.name.trim() }),
    ...(values.address === undefined ? {} : { address: values.address || null }),
    ...(values.phone === undefined ? {} : { phone: normalizePhone(values.phone) || null }),
    ...(values.isDefault === undefined ? {} : { is_default: values.isDefault }),
  }
}

/**
 * Without a login the five calls about clubs answer 'Not authenticated', in English, where all others answer 'Não
 * autenticado'. The code is the same.
 */
const asClubOwner: typeof asOwner = async (call, run) => {
  const result = await asOwner(call, run)
  return result.success || result.code !== 'unauthenticated'
    ? result
    : { ...result, message: MESSAGES.common.unauthenticatedError }
}

function change(
  id: Uuid,
  values: Partial<ClubValues>,
  { failed, seen, only }: { failed: string; seen?: Seen | undefined; only: Uuid | undefined },
): Promise<Result<Club>> {
  return asClubOwner({ failed, only }, async (client, owner) => {
    const row = toRow(values)
    const mine = () => client.from('clubs').update(row).eq('user_id', owner).eq('id', id)
    return updateSeen<Club>({
      update: () => (seen ? mine().eq('updated_at', seen.updated_at) : mine()).select().maybeSingle(),
      read: () => client.from('clubs').select().eq('user_id', owner).eq('id', id).maybeSingle(),
      values: row,
      texts: { failed },
      missing: 'club-not-found',
    })
  })
}

export const clubs = {
  /** The default first, then by name. */
  list: (): Promise<Result<Club[]>> =>
    asClubOwner(texts.loadFailed, async (client, owner) => {
      const response = await client
        .from('clubs')
        .select()
        .eq('user_id', owner)
        .order('is_default', { ascending: false })
        .order('name')
        .order('id')
      return response.error ? toFailure(response, texts.loadFailed) : success(response.data)
    }),

  /** Creates a club under an id made by the client (`insertOnce`). */
  create: (id: Uuid, values: ClubValues, only?: Uuid): Promise<Created<Club>> =>
    asClubOwner({ failed: texts.saveFailed, only }, async (client, owner) => {
      const row = { ...toRow(values), name: values.name.trim() }
      // The database makes a coach's first club the default, so that difference is none.
      const { is_default: isDefault, ...said } = row
      const table = () => client.from('clubs')
      return insertOnce<Club>({
        insert: () =>
          table()
            .insert({ id, user_id: owner, ...row })
            .select()
            .single(),
        read: () => table().select().eq('user_id', owner).eq('id', id).maybeSingle(),
        values: isDefault ? row : said,
        texts: { failed: texts.saveFailed, done: texts.added, alreadyDeleted: texts.alreadyDeleted },
      })
    }),

  /** Changes these fields. With `seen`, a club that was edited since is left alone: failure 'overtaken'. */
  update: (id: Uuid, values: Partial<ClubValues>, seen?: Seen, only?: Uuid): Promise<Result<Club>> =>
    change(id, values, { failed: texts.saveFailed, seen, only }),

  /** Makes a club the only default; the database clears the previous one in the same statement. */
  setDefault: (id: Uuid, only?: Uuid): Promise<Result<Club>> =>
    change(id, { isDefault: true }, { failed: texts.defaultFailed, only }),

  /** Deletes a club. Feedback keeps everything but the club. */
  remove: (id: Uuid, only?: Uuid): Promise<Result<null>> =>
    asClubOwner({ failed: texts.removeFailed, only }, async (client, owner, again) => {
      const { response, repeated } = await send(() =>
        client.from('clubs').delete().eq('user_id', owner).eq('id', id).select('id'),
      )
      if (response.error) return toFailure(response, texts.removeFailed)
      const missed = response.data.length === 0 && !repeated && !again
      return missed ? knownFailure('club-not-found') : success(null)
    }),
}
