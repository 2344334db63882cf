import { MESSAGES } from '@/texts/messages'

const texts = MESSAGES.auth.confirm

/** What the auth service's own words about a confirmation link mean to a coach (spec §8). */
export function confirmationProblem(words: string): string {
  const lower = words.toLowerCase()
  if (lower.includes('expired')) return texts.expired
  return lower.includes('invalid') ? texts.invalid : texts.failed
}

/**
 * The auth service's words of refusal in the hash of a mail's link, such as
 * '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired'; null when it refused nothing.
 */
export function refusalInHash(hash: string): string | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  return params.get('error_description') ?? params.get('error_code') ?? params.get('error')
}
