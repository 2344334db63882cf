/** The key in `AUTH_MESSAGES.confirm` for the auth service's words (docs/product.md, 'Email confirmation'). */
export function confirmationProblem(words: string): 'expired' | 'invalid' | 'failed' {
  const lower = words.toLowerCase()
  if (lower.includes('expired')) return 'expired'
  return lower.includes('invalid') ? 'invalid' : 'failed'
}

/** The parts of an address that may hold the auth service's answer. */
export type LinkAnswer = { search: string; hash: string }

/**
 * The auth service's refusal in the address that a mail's link led to, e.g.
 * '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'; null without
 * one. Hosted Supabase puts it into the hash or, in the PKCE flow, into the query as well.
 */
export function refusalIn({ search, hash }: LinkAnswer): string | null {
  const parts = [hash.replace(/^#/, ''), search].map((part) => new URLSearchParams(part))
  const answer = parts.find((params) => params.has('error') || params.has('error_code'))
  if (!answer) return null
  return ['error_description', 'error_code', 'error'].flatMap((name) => answer.get(name) ?? []).join(' ')
}

/** What the address of a mail's link holds (docs/product.md, 'A link of another account'). */
export type MailLink =
  /** A one-time token; only the server knows whose it is. */
  | { kind: 'token'; token: string; type: string; isRecovery: boolean }
  /** A login that the server made before it redirected; accepted only for a recovery. */
  | { kind: 'login'; access: string; refresh: string; isRecovery: boolean }
  /** A login that is refused: anybody could make such an address to sign its reader in to an account of the maker's. */
  | { kind: 'unaccepted'; isRecovery: false }
  | { kind: 'none'; isRecovery: false }

export function readMailLink({ search, hash }: LinkAnswer): MailLink {
  const [inHash, inQuery] = [hash.replace(/^#/, ''), search].map((part) => new URLSearchParams(part))
  const access = inHash?.get('access_token')
  const refresh = inHash?.get('refresh_token')
  if (access) {
    return refresh && inHash?.get('type') === 'recovery'
      ? { kind: 'login', access, refresh, isRecovery: true }
      : { kind: 'unaccepted', isRecovery: false }
  }
  const token = inQuery?.get('token_hash')
  if (!token) return { kind: 'none', isRecovery: false }
  const type = inQuery?.get('type') ?? ''
  return { kind: 'token', token, type, isRecovery: type === 'recovery' }
}
