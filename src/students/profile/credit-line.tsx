import { Suspense } from 'react'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { CREDIT_ACTIONS } from '@/credits/action-texts'
import { creditAction, creditSentence, type CreditAction } from '@/credits/credit-action'
import { creditWords } from '@/credits/credit-state'
import { Button } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-page'
import { CREDIT_INK } from '../owed-text'
import type { OpenForm, ProfileTab } from './use-profile-address'

const StartNext = lazyPage(() => import('@/packages/start-next'), 'StartNext')

/**
 * What a coach asks first, on every tab: the student's credits and what is owed, in one sentence with the one thing to do
 * about it. On 'Pacotes' the package's own card offers it.
 */
export function CreditLine({
  student,
  today,
  tab,
  onOpen,
}: {
  student: StudentWithCredits
  today: LocalDate
  tab: ProfileTab
  onOpen: (form: OpenForm) => void
}) {
  const { state, tone } = creditWords(student, today, 'usable')
  const action = tab === 'pacotes' ? null : creditAction(student, today)
  return (
    <div className="-mt-2 mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p
        className={`figures min-w-0 text-[17px] leading-tight font-bold ${state === 'owes' ? 'text-bad' : CREDIT_INK[tone]}`}
      >
        {creditSentence(student, today)}
      </p>
      {action?.kind === 'start' ? (
        <Suspense>
          <StartNext studentId={student.id} />
        </Suspense>
      ) : (
        action && (
          <Button size="sm" onClick={() => onOpen(formOf(action))}>
            {CREDIT_ACTIONS[action.kind]}
          </Button>
        )
      )}
    </div>
  )
}

/** The form that does it. */
function formOf(action: Exclude<CreditAction, { kind: 'start' }>): OpenForm {
  switch (action.kind) {
    case 'pay':
      return { kind: 'money', id: action.packageId }
    case 'extend':
      return { kind: 'extend', id: action.packageId }
    case 'renew':
      return { kind: 'renew' }
    case 'sell':
      return { kind: 'new-package' }
  }
}
