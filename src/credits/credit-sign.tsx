import { clsx } from 'clsx'
import { useState } from 'react'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { usableCredits } from '@/packages/rules'
import type { CreditTone } from '@/students/rules'
import { creditWords } from './credit-state'

const LOOK = {
  red: 'bg-bad-soft text-bad',
  yellow: 'bg-caution-soft text-caution',
  green: 'bg-sunken text-ink',
} as const satisfies Record<CreditTone, string>

interface CreditSignProps {
  student: Pick<StudentWithCredits, 'packages' | 'open'>
  day: LocalDate
}

/**
 * The coach's question on court, answered beside a student's name: how many credits can be used on this day, or that a
 * payment is late. Screen readers hear the sentence of `creditWords`.
 */
export function CreditSign({ student, day }: CreditSignProps) {
  const { state, sentence, tone, owed } = creditWords(student, day, 'usable')
  const isLate = state === 'owes'
  const left = usableCredits(student.packages, day)
  const [before] = useState(left)
  return (
    <span
      className={clsx(
        'figures inline-flex h-[22px] min-w-[22px] shrink-0 items-center justify-center rounded-full px-1.5 text-[13px] leading-none font-extrabold',
        LOOK[isLate ? 'red' : tone],
      )}
    >
      {/* The figure drops when a credit is used. */}
      <span key={left} aria-hidden="true" className={clsx(left < before && 'animate-drop')}>
        {isLate ? 'R$' : left}
      </span>
      <span className="sr-only">{isLate ? `${sentence}, ${owed}` : sentence}</span>
    </span>
  )
}
