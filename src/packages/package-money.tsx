import { Suspense, useRef, useState } from 'react'
import { formatDate } from '@/core/dates'
import type { LocalDate, Package, Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { MessageButton } from '@/messages/message-button'
import { collectRequest } from '@/messages/requests'
import { isOverdue, MONEY_STATE_LABELS, moneyState, type MoneyState } from '@/payments/money'
import { MONEY } from '@/payments/texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-page'

const TONES = { paid: 'ok', part: 'warn', open: 'info', over: 'caution' } as const satisfies Record<
  MoneyState,
  BadgeTone
>

/** Loads the rules of payments, which most visits do not need. */
const PayOffPackage = lazyPage(() => import('@/payments/pay-off-package'), 'PayOffPackage')

/** What a package costs and what of it is owed, on its card (docs/product.md, 'Payments'). */
export function PackageMoney({
  pkg,
  student,
  today,
  about,
  onOpen,
}: {
  pkg: Package
  student: Student
  today: LocalDate
  /** Names the package for a screen reader. */
  about: string
  onOpen: () => void
}) {
  const [paying, setPaying] = useState(false)
  const list = useRef<HTMLButtonElement>(null)
  const state = moneyState(pkg)
  const late = isOverdue(pkg, today)
  // Asked for again once something is owed again.
  const asksHow = paying && pkg.open_amount > 0
  const endPaying = () => {
    setPaying(false)
    list.current?.focus()
  }
  return (
    <div className="border-t border-line pt-3">
      <div className="figures flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-[17px] font-bold text-ink">{formatBRL(pkg.price)}</span>
        {state && <Badge tone={late ? 'bad' : TONES[state]}>{MONEY_STATE_LABELS[state]}</Badge>}
      </div>
      <p className="figures mt-1">
        {pkg.open_amount > 0 ? (
          <>
            <span className={late ? 'font-bold text-bad' : undefined}>
              {(late ? MONEY.overdueSince : MONEY.dueOn)(formatDate(pkg.payment_date))}
            </span>
            {pkg.paid_total > 0 && ` · ${MONEY.open(formatBRL(pkg.open_amount))}`}
          </>
        ) : (
          <>
            {MONEY.paymentDate(formatDate(pkg.payment_date))}
            {pkg.open_amount < 0 && ` · ${MONEY.over(formatBRL(-pkg.open_amount))}`}
          </>
        )}
      </p>
      {asksHow && (
        <Suspense>
          <PayOffPackage className="mt-3" pkg={pkg} onDone={endPaying} />
        </Suspense>
      )}
      <div className="mt-3 grid grid-cols-2 gap-3">
        {pkg.open_amount > 0 && !asksHow && (
          <Button
            tone="outline"
            size="sm"
            className="px-2"
            aria-label={`${MONEY.payOff} ${about}`}
            onClick={() => setPaying(true)}
          >
            {MONEY.payOff}
          </Button>
        )}
        {pkg.open_amount > 0 && student.anonymized_at === null && (
          <MessageButton
            className="px-2"
            label={MONEY.collect}
            request={collectRequest(pkg, student, today)}
          />
        )}
        <Button
          ref={list}
          tone="outline"
          size="sm"
          className="px-2 odd:col-span-2"
          aria-label={`${MONEY.payments} ${about}`}
          onClick={onOpen}
        >
          {MONEY.payments}
        </Button>
      </div>
    </div>
  )
}
