import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.confirm

/** What the auth service's own words about a confirmation link mean to a coach (docs/product.md, 'Email confirmation'). */
export function confirmationProblem(words: string): string {
  const lower = words.toLowerCase()
  if (lower.includes('expired')) return texts.expired
  return lower.includes('invalid') ? texts.invalid : texts.failed
}

/** The two parts of an address in which the auth service answers. */
export interface LinkAnswer {
  search: string
  hash: string
}

/**
 * The auth service's words of refusal in the address that a mail's link led to, such as
 * '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'; null when it
 * refused nothing. Hosted Supabase answers in the hash, and in its other flow in the query as well.
 */
export function refusalIn({ search, hash }: LinkAnswer): string | null {
  const parts = [hash.replace(/^#/, ''), search].map((part) => new URLSearchParams(part))
  const answer = parts.find((params) => params.has('error') || params.has('error_code'))
  if (!answer) return null
  return ['error_description', 'error_code', 'error'].flatMap((name) => answer.get(name) ?? []).join(' ')
}

/** True when the link was sent to somebody who forgot their password. */
export function isRecoveryLink({ search, hash }: LinkAnswer): boolean {
  return [hash.replace(/^#/, ''), search].some((part) => new URLSearchParams(part).get('type') === 'recovery')
}
