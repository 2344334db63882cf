import { describe, expect, it } from 'vitest'
import { confirmationProblem, readMailLink, refusalIn } from '@/account/rules'

const REFUSAL =
  'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

describe('a refusal in the address of a link', () => {
  it.each([
    ['in the hash, as hosted Supabase sends it', { search: '', hash: `#${REFUSAL}` }, 'expired'],
    ['in the hash, marked as newer versions do', { search: '', hash: `#${REFUSAL}&sb=` }, 'expired'],
    ['in the query, as the other flow sends it', { search: `?${REFUSAL}`, hash: '' }, 'expired'],
    ['without a description', { search: '', hash: '#error=access_denied&error_code=otp_expired' }, 'expired'],
    [
      'of a token that is wrong',
      { search: '', hash: '#error=access_denied&error_description=Token+is+invalid' },
      'invalid',
    ],
    [
      'for any other reason',
      { search: '', hash: '#error=server_error&error_description=Error+confirming+user' },
      'failed',
    ],
  ])('%s', (_, address, problem) => {
    expect(confirmationProblem(refusalIn(address) ?? '')).toBe(problem)
  })

  it.each([
    ['nothing', { search: '', hash: '' }],
    ['a token to redeem', { search: '?token_hash=abc&type=signup', hash: '' }],
    ['a session', { search: '', hash: '#access_token=abc&type=recovery' }],
  ])('is not found in %s', (_, address) => {
    expect(refusalIn(address)).toBeNull()
  })
})

describe('a link carries', () => {
  it.each([
    ['', '#access_token=a&refresh_token=r&type=recovery', { kind: 'login', access: 'a', refresh: 'r' }],
    ['?token_hash=t&type=recovery', '', { kind: 'token', token: 't', type: 'recovery', isRecovery: true }],
    ['?token_hash=t&type=signup', '', { kind: 'token', token: 't', type: 'signup', isRecovery: false }],
    ['?token_hash=t', '', { kind: 'token', token: 't', type: '', isRecovery: false }],
    ['?type=recovery', '', { kind: 'none', isRecovery: false }],
    ['', '', { kind: 'none' }],
  ])('%j %j: %j', (search, hash, link) => {
    expect(readMailLink({ search, hash })).toMatchObject(link)
  })

  it.each([
    '#access_token=a&refresh_token=r&type=signup',
    '#access_token=a&refresh_token=r&type=magiclink',
    '#access_token=a&refresh_token=r&type=email_change',
    '#access_token=a&refresh_token=r',
    '#access_token=a&type=recovery',
  ])('no login that is accepted in %s, nor a token beside it', (hash) => {
    for (const search of ['', '?type=recovery', '?token_hash=t&type=recovery']) {
      expect(readMailLink({ search, hash })).toEqual({ kind: 'unaccepted', isRecovery: false })
    }
  })
})
