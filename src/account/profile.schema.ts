import * as z from 'zod/mini'
import { LENGTHS, SPORTS } from '@/core/constants'
import { choice, optionalPhone, requiredText } from '@/core/fields.schema'
import type { Profile } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { PROFILE_MESSAGES } from './profile-texts'

/** The coach's own data (docs/product.md, 'Clubs and profile'). The phone stays as typed; the service normalises it. */
export const profileSchema = z.object({
  name: requiredText(PROFILE_MESSAGES.form.nameRequired, LENGTHS.personName),
  /** '' for none. */
  phone: optionalPhone(),
  mainSport: choice(SPORTS, PROFILE_MESSAGES.form.sportRequired),
})
export type ProfileForm = z.input<typeof profileSchema>
export type ProfileValues = z.output<typeof profileSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const profileDraft = { version: 1, schema: profileSchema }

/** A stored profile as form values; null becomes ''. */
export function profileForm(profile: Pick<Profile, 'name' | 'phone' | 'main_sport'>): ProfileForm {
  return { name: profile.name, phone: displayPhone(profile.phone), mainSport: profile.main_sport }
}
