import * as z from 'zod/mini'
import { CONTACT_MESSAGES } from '@/core/common-texts'
import { COUNTRY_CODES, DEFAULT_COUNTRY_CODE, DEFAULT_SPORT, LENGTHS, SPORTS } from '@/core/constants'
import { choice, requiredEmail, requiredText, trimmed, minCharacters } from '@/core/fields.schema'
import { isPhone } from '@/core/phones'
import { characters, reportProblem } from '@/core/text.schema'
import { AUTH_MESSAGES } from './texts'

const { form } = AUTH_MESSAGES

/**
 * The passwords that an attacker tries first: a hundred of the commonest that pass the other checks, from the list that
 * the British NCSC published with Have I Been Pwned in 2019 (ncsc.gov.uk, 'Passwords, passwords everywhere'). The
 * hosted project refuses every password that ever leaked (docs/deploy.md).
 */
const COMMONEST = new Set(
  (
    '123456 123456789 qwerty password 12345678 abc123 1234567 password1 1234567890 123123 iloveyou ' +
    '1q2w3e4r5t qwertyuiop monkey dragon 123456a 654321 123321 1qaz2wsx myspace1 121212 123qwe a123456 ' +
    '123abc 1q2w3e4r qwe123 qwerty123 target123 tinkle 987654321 qwerty1 zxcvbnm 1g2w3e4r gwerty zag12wsx ' +
    'gwerty123 fuckyou 112233 asdfghjkl 1q2w3e 123123123 qazwsx computer princess 12345a ashley 159753 ' +
    'michael football sunshine 1234qwer iloveyou1 789456123 daniel princess1 123654 asdfgh passer2009 ' +
    'abcd1234 shadow football1 love123 superman jordan23 jessica monkey1 12qwaszx a12345 baseball ' +
    '123456789a killer samsung master azerty charlie asd123 soccer jordan 147258369 q1w2e3r4 789456 ' +
    'asdasd 131313 michael1 liverpool michelle welcome thomas 159357 qwer1234 andrew babygirl1 ' +
    'q1w2e3r4t5y6 naruto zxcvbn anthony nicole 1234561 joshua pokemon'
  ).split(' '),
)

/** True for spaces alone, for one repeated character, and for the commonest passwords in any case. */
const isGuessedAtOnce = (text: string): boolean =>
  text.trim() === '' || new Set(text).size === 1 || COMMONEST.has(text.toLowerCase())

/** The rules for a password that is being set (docs/product.md, 'Sign-up and login'). */
const newPassword = (required: string = form.passwordShort) =>
  z.string().check(
    reportProblem((text) => {
      if (text === '') return required
      if (characters(text) < LENGTHS.passwordMin) return form.passwordShort
      if (new TextEncoder().encode(text).length > LENGTHS.passwordMaxBytes) return form.passwordLong
      return isGuessedAtOnce(text) ? form.passwordGuessed : null
    }),
  )

export const loginSchema = z.object({
  email: requiredEmail(),
  password: z.string().check(minCharacters(1, form.passwordRequired)),
})
export type LoginForm = z.input<typeof loginSchema>
export type LoginValues = z.output<typeof loginSchema>
export const EMPTY_LOGIN: LoginForm = { email: '', password: '' }

/** Checks the phone together with its country code and keeps it as typed; the service normalises it. */
export const signupSchema = z
  .object({
    name: requiredText(form.nameRequired, LENGTHS.personName),
    email: requiredEmail(),
    countryCode: choice(
      COUNTRY_CODES.map(({ code }) => code),
      form.countryCodeRequired,
    ),
    phone: trimmed().check(minCharacters(1, CONTACT_MESSAGES.phoneRequired)),
    sport: choice(SPORTS, form.sportRequired),
    password: newPassword(form.passwordRequired),
  })
  .check(
    z.refine(({ phone, countryCode }) => phone === '' || isPhone(phone, countryCode), {
      path: ['phone'],
      error: CONTACT_MESSAGES.phoneInvalid,
      // Without `when`, zod would skip this check while another field is invalid.
      when: ({ value }) => hasPhone(value),
    }),
  )
export type SignupForm = z.input<typeof signupSchema>
export type SignupValues = z.output<typeof signupSchema>
/** The shape of a draft (`lib/storage/draft-shape.ts`). */
export const signupDraft = { version: 1, schema: signupSchema }
export const EMPTY_SIGNUP: SignupForm = {
  name: '',
  email: '',
  countryCode: DEFAULT_COUNTRY_CODE,
  phone: '',
  sport: DEFAULT_SPORT,
  password: '',
}

const hasPhone = (value: unknown): boolean =>
  z.safeParse(z.object({ phone: z.string(), countryCode: z.string() }), value).success

/** For resending the confirmation mail and for a forgotten password. */
export const emailSchema = z.object({ email: requiredEmail() })
export type EmailForm = z.input<typeof emailSchema>
export const EMPTY_EMAIL: EmailForm = { email: '' }

/** A new password, which must be valid, typed twice. An empty password counts as too short. */
export const resetPasswordSchema = z.object({ password: newPassword(), confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: form.mismatch,
  }),
)
export type ResetPasswordForm = z.input<typeof resetPasswordSchema>
export const EMPTY_RESET_PASSWORD: ResetPasswordForm = { password: '', confirmation: '' }
