import * as z from 'zod/mini'
import { LENGTHS } from '@/domain/shared/constants'
import { characters, reportProblem } from '@/domain/shared/text.schema'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.form

/**
 * Whoever guesses passwords begins with these: a hundred of the commonest that the other checks let pass, from the list
 * that the British NCSC published with Have I Been Pwned in 2019 (ncsc.gov.uk, 'Passwords, passwords everywhere'). The
 * hosted project refuses all that ever leaked (docs/deploy.md).
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

/** True for spaces alone, for one character repeated, and for the commonest passwords, in capitals too. */
const isGuessedAtOnce = (text: string): boolean =>
  text.trim() === '' || new Set(text).size === 1 || COMMONEST.has(text.toLowerCase())

/** What a password must be that is being set (docs/product.md, 'Sign-up and login'). */
export const newPassword = (required: string = texts.passwordShort) =>
  z.string().check(
    reportProblem((text) => {
      if (text === '') return required
      if (characters(text) < LENGTHS.passwordMin) return texts.passwordShort
      if (new TextEncoder().encode(text).length > LENGTHS.passwordMaxBytes) return texts.passwordLong
      return isGuessedAtOnce(text) ? texts.passwordGuessed : null
    }),
  )
