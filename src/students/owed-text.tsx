import { clsx } from 'clsx'
import type { CreditWords } from '@/credits/credit-state'
import type { CreditTone } from './rules'

/** For a count of credits: 7:1 contrast on a card, which a soft badge does not reach. */
export const CREDIT_INK: Record<CreditTone, string> = {
  red: 'text-bad',
  yellow: 'text-caution',
  green: 'text-ok',
}

/** 'deve R$ 460,00', red once a payment is late; nothing if nothing is owed. 7:1 contrast on a card. */
export function OwedText({ words: { owed, state }, className }: { words: CreditWords; className?: string }) {
  if (owed === null) return null
  return (
    <span className={clsx('figures font-bold', state === 'owes' ? 'text-bad' : 'text-caution', className)}>
      {owed}
    </span>
  )
}
