import * as z from 'zod/mini'
import {
  COUNTRY_CODES,
  DEFAULT_COUNTRY_CODE,
  DEFAULT_SPORT,
  LENGTHS,
  SPORTS,
} from '@/domain/shared/constants'
import { choice, requiredEmail, requiredText, trimmed, minCharacters } from '@/domain/shared/fields.schema'
import { isPhone } from '@/domain/shared/phones'
import { MESSAGES } from '@/texts/shared/messages'
import { newPassword } from './password.schema'

const { form } = MESSAGES.auth

export const loginSchema = z.object({
  email: requiredEmail(),
  password: z.string().check(minCharacters(1, form.passwordRequired)),
})
export type LoginForm = z.input<typeof loginSchema>
export type LoginValues = z.output<typeof loginSchema>
export const EMPTY_LOGIN: LoginForm = { email: '', password: '' }

/** The phone is checked together with its country code and kept as typed; the service normalises it. */
export const signupSchema = z
  .object({
    name: requiredText(form.nameRequired, LENGTHS.personName),
    email: requiredEmail(),
    countryCode: choice(
      COUNTRY_CODES.map(({ code }) => code),
      form.countryCodeRequired,
    ),
    phone: trimmed().check(minCharacters(1, form.phoneRequired)),
    sport: choice(SPORTS, form.sportRequired),
    password: newPassword(form.passwordRequired),
  })
  .check(
    z.refine(({ phone, countryCode }) => phone === '' || isPhone(phone, countryCode), {
      path: ['phone'],
      error: form.phoneInvalid,
      // Without `when`, zod would skip this check while another field is invalid.
      when: ({ value }) => hasPhone(value),
    }),
  )
export type SignupForm = z.input<typeof signupSchema>
export type SignupValues = z.output<typeof signupSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const signupDraft = { version: 1, schema: signupSchema }
export const EMPTY_SIGNUP: SignupForm = {
  name: '',
  email: '',
  countryCode: DEFAULT_COUNTRY_CODE,
  phone: '',
  sport: DEFAULT_SPORT,
  password: '',
}

function hasPhone(value: unknown): boolean {
  return z.safeParse(z.object({ phone: z.string(), countryCode: z.string() }), value).success
}

/** Resend box and forgot-password screen. */
export const emailSchema = z.object({ email: requiredEmail() })
export type EmailForm = z.input<typeof emailSchema>
export type EmailValues = z.output<typeof emailSchema>
export const EMPTY_EMAIL: EmailForm = { email: '' }

/** A password that may be set (an empty one is too short), and both entries the same. */
export const resetPasswordSchema = z
  .object({
    password: newPassword(),
    confirmation: z.string(),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      error: form.mismatch,
    }),
  )
export type ResetPasswordForm = z.input<typeof resetPasswordSchema>
export type ResetPasswordValues = z.output<typeof resetPasswordSchema>
export const EMPTY_RESET_PASSWORD: ResetPasswordForm = { password: '', confirmation: '' }
