import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { Suspense, useRef, useState } from 'react'
import { formatDate } from '@/core/dates'
import type { LocalDate, Package, Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { MessageButton } from '@/messages/message-button'
import { collectRequest } from '@/messages/requests'
import { isOverdue, MONEY_STATE_LABELS, moneyState, type MoneyState } from '@/payments/money'
import { MONEY } from '@/payments/texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, type ButtonProps } from '@/ui/button'
import { Checkbox } from '@/ui/fields/checkbox'
import { useAction } from '@/ui/forms/use-action'
import { lazyPage } from '@/ui/lazy-page'
import { PackageSummary } from './package-summary'
import { PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from './rules'
import { PACKAGE_MESSAGES } from './texts'
import { useMarkMonthly } from './use-packages'

const { card } = PACKAGE_MESSAGES

const TONES = { paid: 'ok', part: 'warn', open: 'info', over: 'caution' } as const satisfies Record<
  MoneyState,
  BadgeTone
>

/** Loads the rules of payments, which most visits do not need. */
const PayOffPackage = lazyPage(() => import('@/payments/pay-off'), 'PayOffPackage')

interface CardProps {
  pkg: Package
  student: Student
  today: LocalDate
  canRenewMonthly: boolean
  onRenew: (() => void) | undefined
  onOpen: (form: 'package' | 'adjust' | 'extend' | 'money') => void
  onDelete: () => void
}

/** A package on the profile, with its money and what can be done with it. */
export function PackageCard(props: CardProps) {
  const { pkg, student, today, canRenewMonthly, onRenew, onOpen, onDelete } = props
  const status = packageStatus(pkg, today)
  const about = aboutOf(pkg)
  return (
    <PackageSummary
      pkg={pkg}
      status={status}
      statusLabel={PACKAGE_STATUS_LABELS[status]}
      validity={pkg.validity_days !== null || pkg.extended_days > 0 ? validityInWords(pkg) : undefined}
      note={<PackageMoney {...props} />}
    >
      {/* Of an anonymised student the figures must stay. */}
      {student.anonymized_at === null && (
        <div className="grid w-full grid-cols-2 gap-3">
          {onRenew && (
            <Button size="sm" className="col-span-2" onClick={onRenew}>
              <RefreshCw aria-hidden="true" />
              {PACKAGE_MESSAGES.renew.action}
            </Button>
          )}
          {canRenewMonthly && <MonthlyMark pkg={pkg} />}
          <CardAction aria-label={`${card.adjust} ${about}`} onClick={() => onOpen('adjust')}>
            {card.adjust}
          </CardAction>
          {status !== 'consumed' && (
            <CardAction aria-label={`${card.extend} ${about}`} onClick={() => onOpen('extend')}>
              {card.extend}
            </CardAction>
          )}
          <CardAction aria-label={`Editar ${about}`} onClick={() => onOpen('package')}>
            <Pencil aria-hidden="true" />
            Editar
          </CardAction>
          <CardAction
            tone="ghost"
            className="px-2 text-bad!"
            aria-label={`Apagar ${about}`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
            Apagar
          </CardAction>
        </div>
      )}
    </PackageSummary>
  )
}

/** Names the package for a screen reader, in the labels of its buttons. */
const aboutOf = (pkg: Package) => `${pkg.name} de ${formatDate(pkg.purchase_date)}`

function CardAction(props: ButtonProps) {
  return <Button tone="outline" size="sm" className="px-2" {...props} />
}

/** 'Renovar todo mês' (docs/product.md, 'Monthly renewals'). */
function MonthlyMark({ pkg }: { pkg: Package }) {
  const { mutateAsync, isPending, variables } = useMarkMonthly()
  const [mark] = useAction((to: boolean) => mutateAsync({ id: pkg.id, to }), {
    failed: PACKAGE_MESSAGES.toast.updateFailed,
    done: null,
  })
  return (
    <Checkbox
      label={card.renewsMonthly}
      aria-label={`${card.renewsMonthly} ${aboutOf(pkg)}`}
      className="col-span-2"
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending || undefined}
      checked={isPending ? variables.to : pkg.renews_monthly}
      onChange={({ target }) => void mark(target.checked)}
    />
  )
}

/** What the package costs and what of it is owed (docs/product.md, 'Payments'). */
function PackageMoney({ pkg, student, today, onOpen }: CardProps) {
  const [paying, setPaying] = useState(false)
  const list = useRef<HTMLButtonElement>(null)
  const state = moneyState(pkg)
  const late = isOverdue(pkg, today)
  const owes = pkg.open_amount > 0
  // Asked for again once something is owed again.
  const asksHow = paying && owes
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
        {owes ? (
          <>
            <span className={late ? 'font-bold text-bad' : undefined}>
              {(late ? MONEY.overdueSince : MONEY.dueOn)(formatDate(pkg.payment_date))}
            </span>
            {pkg.paid_total > 0 && ` · ${formatBRL(pkg.open_amount)} a receber`}
          </>
        ) : (
          <>
            Data de pagamento: {formatDate(pkg.payment_date)}
            {pkg.open_amount < 0 && ` · ${formatBRL(-pkg.open_amount)} a mais`}
          </>
        )}
      </p>
      {asksHow && (
        <Suspense>
          <PayOffPackage className="mt-3" pkg={pkg} onDone={endPaying} />
        </Suspense>
      )}
      <div className="mt-3 grid grid-cols-2 gap-3">
        {owes && !asksHow && (
          <CardAction aria-label={`${MONEY.payOff} ${aboutOf(pkg)}`} onClick={() => setPaying(true)}>
            {MONEY.payOff}
          </CardAction>
        )}
        {owes && student.anonymized_at === null && (
          <MessageButton
            className="px-2"
            label={MONEY.collect}
            request={collectRequest(pkg, student, today)}
          />
        )}
        <CardAction
          ref={list}
          className="px-2 odd:col-span-2"
          aria-label={`${MONEY.payments} ${aboutOf(pkg)}`}
          onClick={() => onOpen('money')}
        >
          {MONEY.payments}
        </CardAction>
      </div>
    </div>
  )
}
