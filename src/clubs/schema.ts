import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import { optionalPhone, optionalText, requiredText } from '@/core/fields.schema'
import type { Club } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { CLUB_MESSAGES } from './texts'

/** A club (docs/product.md, 'Clubs and profile'). The phone stays as typed; the service normalises it. */
export const clubSchema = z.object({
  name: requiredText(CLUB_MESSAGES.form.nameRequired, LENGTHS.clubName),
  address: optionalText(LENGTHS.address),
  phone: optionalPhone(),
  isDefault: z.boolean(),
})
export type ClubForm = z.input<typeof clubSchema>
export type ClubValues = z.output<typeof clubSchema>
export const EMPTY_CLUB: ClubForm = { name: '', address: '', phone: '', isDefault: false }

/** A stored club as form values; null becomes ''. */
export const clubForm = (club: Pick<Club, 'name' | 'address' | 'phone' | 'is_default'>): ClubForm => ({
  name: club.name,
  address: club.address ?? '',
  phone: displayPhone(club.phone),
  isDefault: club.is_default,
})
