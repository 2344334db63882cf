import type { ClubValues } from '@/domain/clubs/club.schema'
import type { Club, Uuid } from '@/domain/shared/model'
import { normalizePhone } from '@/domain/shared/phones'
import type { Result } from '@/domain/shared/result'
import { MESSAGES } from '@/texts/shared/messages'
import { failure, holds, success, toFailure } from '@/services/supabase/errors'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import type { Client } from '@/services/supabase/supabase'

const texts = MESSAGES.clubs

/** Clubs are the one subject that throws (spec §6, §7): 'Not authenticated', or the message to show. */
async function orThrow<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  const { unauthenticatedError } = MESSAGES.common
  throw new Error(result.reason === 'unauthenticated' ? unauthenticatedError : result.message)
}

/** Form values as columns: phones become digits here and nowhere else, an empty text becomes null. */
function toRow(values: Partial<ClubValues>) {
  return {
    ...(values.name === undefined ? {} : { name: values.name.trim() }),
    ...(values.address === undefined ? {} : { address: values.address || null }),
    ...(values.phone === undefined ? {} : { phone: normalizePhone(values.phone) || null }),
    ...(values.isDefault === undefined ? {} : { is_default: values.isDefault }),
  }
}

function read(client: Client, owner: Uuid, id: Uuid) {
  return client.from('clubs').select().eq('user_id', owner).eq('id', id).maybeSingle()
}

/** The database clears the other default itself, in the same statement (spec §4: only one default). */
async function write(
  client: Client,
  owner: Uuid,
  { id, values, failed }: { id: Uuid; values: Partial<ClubValues>; failed: string },
): Promise<Result<Club>> {
  const { response } = await send(() =>
    client.from('clubs').update(toRow(values)).eq('user_id', owner).eq('id', id).select().maybeSingle(),
  )
  if (response.error) return toFailure(response, failed)
  return response.data ? success(response.data) : failure('not-found', texts.notFound)
}

function change(id: Uuid, values: Partial<ClubValues>, failed: string): Promise<Club> {
  return orThrow(asOwner(failed, (client, owner) => write(client, owner, { id, values, failed })))
}

export const clubs = {
  /** The default first, then by name (spec §7). */
  list: (): Promise<Club[]> =>
    orThrow(
      asOwner(texts.loadFailed, async (client, owner) => {
        const response = await client
          .from('clubs')
          .select()
          .eq('user_id', owner)
          .order('is_default', { ascending: false })
          .order('name')
          .order('id')
        return response.error ? toFailure(response, texts.loadFailed) : success(response.data)
      }),
    ),

  /**
   * Creates a club under an id made by the client: sent twice, it is one club, and a deleted one stays deleted. Sent
   * again with other values (the first answer was lost, and the coach corrected the form), the club takes them.
   */
  create: (id: Uuid, values: ClubValues): Promise<Club> =>
    orThrow(
      asOwner(texts.saveFailed, async (client, owner) => {
        const row = { ...toRow(values), name: values.name.trim() }
        const { response } = await send(() =>
          client
            .from('clubs')
            .insert({ id, user_id: owner, ...row })
            .select()
            .single(),
        )
        if (!response.error) return success(response.data)
        if (response.error.code !== '23505') {
          return toFailure(response, texts.saveFailed, { gone: texts.alreadyDeleted })
        }
        const there = await read(client, owner, id)
        if (there.error) return toFailure(there, texts.saveFailed)
        if (!there.data) return failure('gone', texts.alreadyDeleted)
        if (holds<Partial<Club>>(there.data, row)) return success(there.data)
        return write(client, owner, { id, values, failed: texts.saveFailed })
      }),
    ),

  /** Changes only the given fields; throws when the club is no longer there. */
  update: (id: Uuid, values: Partial<ClubValues>): Promise<Club> => change(id, values, texts.saveFailed),

  /** Makes a club the only default. */
  setDefault: (id: Uuid): Promise<Club> => change(id, { isDefault: true }, texts.defaultFailed),

  /** Deletes a club; feedback given there keeps everything but the club. */
  remove: async (id: Uuid): Promise<void> => {
    await orThrow(
      asOwner(texts.removeFailed, async (client, owner) => {
        const { response, repeated } = await send(() =>
          client.from('clubs').delete().eq('user_id', owner).eq('id', id).select('id'),
        )
        if (response.error) return toFailure(response, texts.removeFailed)
        const missed = response.data.length === 0 && !repeated
        return missed ? failure('not-found', texts.notFound) : success(null)
      }),
    )
  },
}
