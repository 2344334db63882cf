import type { ProfileValues } from '@/domain/account/profile.schema'
import type { Profile, Uuid } from '@/domain/shared/model'
import { normalizePhone } from '@/domain/shared/phones'
import { failure, type Result } from '@/domain/shared/result'
import { success, toFailure } from '@/services/supabase/errors'
import { updateSeen, type Seen } from '@/services/supabase/update-seen'
import { MESSAGES } from '@/texts/shared/messages'
import { auth } from './auth'
import { asOwner } from './owner'

const texts = MESSAGES.profile

/** What the coach decides besides the own data. */
export type ProfileSettings = Omit<
  Profile,
  'id' | 'name' | 'phone' | 'main_sport' | 'time_zone' | 'created_at' | 'updated_at'
>

function toRow({ name, phone, mainSport }: Partial<ProfileValues>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone: normalizePhone(phone) || null }),
    ...(mainSport === undefined ? {} : { main_sport: mainSport }),
  }
}

export const profile = {
  /** The coach's profile; a success with null if there is none. */
  get: (): Promise<Result<Profile | null>> =>
    asOwner(texts.loadFailed, async (client, owner) => {
      const response = await client.from('profiles').select().eq('id', owner).maybeSingle()
      return response.error ? toFailure(response, texts.loadFailed) : success(response.data)
    }),

  /**
   * Changes the coach's rules or PIX; nothing that was registered changes. With `seen`, a profile that was edited since is
   * left alone: failure 'overtaken'.
   */
  updateRules: (rules: Partial<ProfileSettings>, seen?: Seen, only?: Uuid): Promise<Result<Profile>> =>
    asOwner({ failed: texts.updateFailed.description, only }, async (client, owner) => {
      const mine = () => client.from('profiles').update(rules).eq('id', owner)
      return updateSeen<Profile>({
        update: () => (seen ? mine().eq('updated_at', seen.updated_at) : mine()).select().maybeSingle(),
        read: () => client.from('profiles').select().eq('id', owner).maybeSingle(),
        values: rules,
        texts: { failed: texts.updateFailed.description, done: texts.updated },
        missing: 'profile-not-found',
      })
    }),

  /**
   * Changes these fields in the profile and in the account's metadata. A success means both; if only the first
   * succeeded, sending the same again completes it. With `seen`, a profile that was edited since is left alone: failure
   * 'overtaken'.
   */
  update: (values: Partial<ProfileValues>, seen?: Seen, only?: Uuid): Promise<Result<Profile>> =>
    asOwner({ failed: texts.updateFailed.description, only }, async (client, owner) => {
      const row = toRow(values)
      const mine = () => client.from('profiles').update(row).eq('id', owner)
      const saved = await updateSeen<Profile>({
        update: () => (seen ? mine().eq('updated_at', seen.updated_at) : mine()).select().maybeSingle(),
        read: () => client.from('profiles').select().eq('id', owner).maybeSingle(),
        values: row,
        texts: { failed: texts.updateFailed.description, done: texts.updated },
        missing: 'profile-not-found',
      })
      if (!saved.success) return saved
      const account = await auth.updateMetadata(row, owner)
      if (account.success) return saved
      const explainsItself = account.code === 'network' || account.code === 'rate-limited'
      return explainsItself ? account : failure(account.code, texts.updateFailed.description)
    }),
}
