import * as z from 'zod/mini'
import { LENGTHS, SPORTS } from '@/domain/shared/constants'
import { choice, optionalPhone, requiredText } from '@/domain/shared/fields.schema'
import type { Profile } from '@/domain/shared/model'
import { displayPhone } from '@/domain/shared/phones'
import { MESSAGES } from '@/texts/shared/messages'

/** The coach's own data (docs/product.md, 'Clubs and profile'). The phone stays as typed; the service normalises it. */
export const profileSchema = z.object({
  name: requiredText(MESSAGES.profile.form.nameRequired, LENGTHS.personName),
  /** '' for none. */
  phone: optionalPhone(),
  mainSport: choice(SPORTS, MESSAGES.profile.form.sportRequired),
})
export type ProfileForm = z.input<typeof profileSchema>
export type ProfileValues = z.output<typeof profileSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const profileDraft = { version: 1, schema: profileSchema }

/** A stored profile as form values; null becomes ''. */
export function profileForm(profile: Pick<Profile, 'name' | 'phone' | 'main_sport'>): ProfileForm {
  return { name: profile.name, phone: displayPhone(profile.phone), mainSport: profile.main_sport }
}
