import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.confirm

/** Translates the auth service's message about a confirmation link (docs/product.md, 'Email confirmation'). */
export function confirmationProblem(words: string): string {
  const lower = words.toLowerCase()
  if (lower.includes('expired')) return texts.expired
  return lower.includes('invalid') ? texts.invalid : texts.failed
}

/** The parts of an address that may hold the auth service's answer. */
export interface LinkAnswer {
  search: string
  hash: string
}

/**
 * The refusal in the address that a mail's link led to, e.g.
 * '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'; null without
 * one. Hosted Supabase puts it in the hash or, in the PKCE flow, in the query as well.
 */
export function refusalIn({ search, hash }: LinkAnswer): string | null {
  const parts = [hash.replace(/^#/, ''), search].map((part) => new URLSearchParams(part))
  const answer = parts.find((params) => params.has('error') || params.has('error_code'))
  if (!answer) return null
  return ['error_description', 'error_code', 'error'].flatMap((name) => answer.get(name) ?? []).join(' ')
}

/** True for a password recovery link. */
export function isRecoveryLink({ search, hash }: LinkAnswer): boolean {
  return [hash.replace(/^#/, ''), search].some((part) => new URLSearchParams(part).get('type') === 'recovery')
}
