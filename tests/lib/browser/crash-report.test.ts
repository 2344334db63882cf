import { describe, expect, it } from 'vitest'
import { withoutPersonalData } from '@/lib/browser/crash-report'

describe('what a crash report leaves out', () => {
  it.each([
    ['the id of a student', '/app/students/57d00000-0000-4000-8000-000000000001', '/app/students/…'],
    ['a mail', 'no coach ana.ribeiro@voleio.test here', 'no coach … here'],
    ['a phone', 'cannot call +55 (11) 98765-4321 now', 'cannot call … now'],
    [
      'a value that JSON stumbled over',
      `Unexpected token 'M', "Marina Costa" is not JSON`,
      `Unexpected token 'M', "…" is not JSON`,
    ],
    [
      'a value that a rule of ours refused',
      `Not one of the values: 'Marina Costa'`,
      `Not one of the values: '…'`,
    ],
    [
      'what follows an address',
      'GET /auth/confirm?token_hash=abc#access_token=def failed',
      'GET /auth/confirm failed',
    ],
  ])('%s', (_, text, without) => {
    expect(withoutPersonalData(text)).toBe(without)
  })

  it('but not where the error happened', () => {
    const message = `TypeError: Cannot read properties of undefined (reading 'remaining_classes')`
    expect(withoutPersonalData(message)).toBe(message)
  })
})
