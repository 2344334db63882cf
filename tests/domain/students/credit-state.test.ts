import { describe, expect, it } from 'vitest'
import type { PackageBalance } from '@/domain/packages/packages'
import { creditSentence, creditState, type CreditState } from '@/domain/students/credit-state'

/** docs/product.md, 'Total and usable credits'. */

const TODAY = '2026-11-23'
const pack = (
  remaining_classes: number,
  purchase_date: string,
  expiry_date: string | null,
): PackageBalance => ({
  remaining_classes,
  purchase_date,
  expiry_date,
})
const expired = pack(2, '2026-10-01', '2026-11-22')
const later = pack(8, '2026-11-26', '2026-12-26')
const valid = pack(8, '2026-11-01', '2026-12-22')

describe("a student's credits", () => {
  it.each<[string, PackageBalance[], CreditState, string]>([
    ['bought for Thursday', [later], 'starts', '8 crédito(s) a partir de 26/11'],
    ['bought for Thursday, others expired', [expired, later], 'starts', '8 crédito(s) a partir de 26/11'],
    ['all expired', [expired], 'expired', '2 crédito(s), todos vencidos'],
    ['used up', [pack(0, '2026-11-01', '2026-12-22')], 'none', 'Sem créditos'],
    ['never bought', [], 'none', 'Sem créditos'],
    ['valid for seven days more', [pack(8, '2026-11-01', '2026-11-30')], 'expiring', '8 crédito(s)'],
    ['few', [pack(2, '2026-11-01', '2026-12-22')], 'low', '2 crédito(s)'],
    ['enough, some expired', [expired, valid], 'ok', '10 crédito(s)'],
    ['valid from the first lesson', [pack(3, '2026-11-01', null)], 'ok', '3 crédito(s)'],
  ])('%s', (_, packages, state, sentence) => {
    const total = packages.reduce((sum, { remaining_classes }) => sum + remaining_classes, 0)
    expect(creditState(packages, TODAY)).toBe(state)
    expect(creditSentence(packages, total, TODAY)).toBe(sentence)
  })
})
