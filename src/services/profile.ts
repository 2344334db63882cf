import type { Profile } from '@/domain/model'
import type { Result } from '@/domain/result'
import { MESSAGES } from '@/texts/messages'
import { failure, success, toFailure } from './errors'
import { asOwner } from './owner'
import { send } from './retry'

/** What a coach may change about themself. `phone` is digits. */
export type ProfileInput = Pick<Profile, 'name' | 'phone' | 'main_sport'>

const texts = MESSAGES.profile

export const profile = {
  /** The coach's own profile; a success with null when there is none. */
  get: (): Promise<Result<Profile | null>> =>
    asOwner(texts.loadFailed, async (client, owner) => {
      const response = await client.from('profiles').select().eq('id', owner).maybeSingle()
      return response.error ? toFailure(response, texts.loadFailed) : success(response.data)
    }),

  /** Changes only the given fields. */
  update: (values: Partial<ProfileInput>): Promise<Result<Profile>> =>
    asOwner(texts.updateFailed.description, async (client, owner) => {
      const { response } = await send(() =>
        client.from('profiles').update(values).eq('id', owner).select().maybeSingle(),
      )
      if (response.error) return toFailure(response, texts.updateFailed.description)
      return response.data
        ? success(response.data, texts.updated)
        : failure('not-found', texts.updateFailed.description)
    }),
}
