import type { Profile, Uuid } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import { failure, type Result } from '@/core/result'
import { readOne } from '@/data/calls'
import { asOwner } from '@/data/owner'
import { table, type Seen } from '@/data/table'
import { auth } from './auth-data'
import type { ProfileValues } from './profile/schema'
import { PROFILE_MESSAGES as texts } from './texts'

const words = { failed: texts.updateFailed.description, done: texts.updated }
const rows = table('profiles', 'profile-not-found')

/** What the coach decides, apart from personal data. */
export type ProfileSettings = Omit<
  Profile,
  'id' | 'name' | 'phone' | 'main_sport' | 'time_zone' | 'created_at' | 'updated_at'
>

const toRow = ({ name, phone, mainSport }: Partial<ProfileValues>) => ({
  ...(name === undefined ? {} : { name }),
  ...(phone === undefined ? {} : { phone: normalizePhone(phone) || null }),
  ...(mainSport === undefined ? {} : { main_sport: mainSport }),
})

export const profile = {
  /** The coach's profile, or null (a success) if there is none. */
  get: (): Promise<Result<Profile | null>> =>
    readOne(texts.loadFailed, (client, owner) =>
      client.from('profiles').select().eq('id', owner).maybeSingle(),
    ),

  /** Changes rules or PIX key. With `seen`, a profile that was edited since is left alone: failure 'overtaken'. */
  updateRules: (rules: Partial<ProfileSettings>, seen?: Seen, only?: Uuid): Promise<Result<Profile>> =>
    rows.update(null, rules, { ...words, seen, only }),

  /**
   * Changes these fields in the profile and in the account's metadata. A success means both; if only the profile
   * changed, sending the same again completes it. With `seen`, a profile that was edited since is left alone: failure
   * 'overtaken'.
   */
  update: (values: Partial<ProfileValues>, seen?: Seen, only?: Uuid): Promise<Result<Profile>> =>
    asOwner({ ...words, only }, async (_, owner) => {
      const row = toRow(values)
      const saved = await rows.update(null, row, { ...words, seen, only: owner })
      if (!saved.success) return saved
      const account = await auth.updateMetadata(row, owner)
      if (account.success) return saved
      const explainsItself = account.code === 'network' || account.code === 'rate-limited'
      return explainsItself ? account : failure(account.code, words.failed)
    }),
}
