import { clsx } from 'clsx'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CircleCheck from 'lucide-react/icons/circle-check'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import Trash2 from 'lucide-react/icons/trash'
import Wallet from 'lucide-react/icons/wallet'
import { Suspense, useRef, useState, type Ref } from 'react'
import { formatDate } from '@/core/dates'
import type { LocalDate, Package, Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { MessageButton } from '@/messages/message-button'
import { collectRequest } from '@/messages/requests'
import { isOverdue, MONEY_STATE_LABELS, moneyState } from '@/payments/money'
import { MONEY } from '@/payments/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Facts } from '@/ui/facts'
import { Checkbox } from '@/ui/fields/checkbox'
import { useAction } from '@/ui/forms/use-action'
import { lazyPage } from '@/ui/lazy-page'
import { MoreActions, type SheetAction } from '@/ui/overlay/more-actions'
import { Balls } from './balls'
import { STATUS_TONES } from './package-summary'
import { expiryText, PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from './rules'
import { PACKAGE_MESSAGES } from './texts'
import { useStartToday } from './use-package-edits'
import { useMarkMonthly } from './use-packages'

const { card } = PACKAGE_MESSAGES

/** Loads the rules of payments, which most visits do not need. */
const PayOffPackage = lazyPage(() => import('@/payments/pay-off'), 'PayOffPackage')

interface CardProps {
  pkg: Package
  student: Student
  today: LocalDate
  /** The one filled button (docs/product.md, 'A package's card'); null: none. */
  action: 'pay' | 'start' | 'extend' | 'renew' | null
  canRenewMonthly: boolean
  onRenew: (() => void) | undefined
  onOpen: (form: 'package' | 'adjust' | 'extend' | 'money') => void
  onDelete: () => void
}

/** A package on the profile: what is left, what it costs, and the one thing to do about it. */
export function PackageCard(props: CardProps) {
  const { pkg, student, today, action, onRenew, onOpen } = props
  const [paying, setPaying] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const [start, starting] = useStartToday()
  const owes = pkg.open_amount > 0
  // Asked for again once something is owed again.
  const asksHow = paying && owes
  const endPaying = () => {
    setPaying(false)
    more.current?.focus()
  }
  const run = {
    pay: () => setPaying(true),
    start: () => {
      // The pressed button goes.
      more.current?.focus()
      void start(pkg)
    },
    extend: () => onOpen('extend'),
    renew: () => onRenew?.(),
  }
  const collects = owes && student.anonymized_at === null
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 text-[17px] leading-tight">{pkg.name.trim() || 'Pacote'}</h3>
        <Status pkg={pkg} today={today} />
        <PackageMore {...props} onPay={() => setPaying(true)} onStart={run.start} ref={more} />
      </div>
      <div className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
        <Balls pkg={pkg} />
        <p>
          <strong>
            {pkg.remaining_classes} de {pkg.total_classes}
          </strong>{' '}
          · {untilText(pkg, today)}
        </p>
      </div>
      <MoneyLine pkg={pkg} today={today} />
      {asksHow && (
        <Suspense>
          <PayOffPackage className="mt-1" pkg={pkg} onDone={endPaying} />
        </Suspense>
      )}
      {!asksHow && (action || collects) && (
        <div className="mt-1 flex gap-3 *:flex-1 *:px-2">
          {action && (
            <Button
              size="sm"
              pending={starting}
              aria-label={`${CREDIT_ACTIONS[action]} ${aboutOf(pkg)}`}
              onClick={run[action]}
            >
              {CREDIT_ACTIONS[action]}
            </Button>
          )}
          {collects && <MessageButton label={MONEY.collect} request={collectRequest(pkg, student, today)} />}
        </div>
      )}
    </Card>
  )
}

/** A package of which nothing is left to do: one line. */
export function PackageLine(props: CardProps) {
  const { pkg, today } = props
  return (
    <div className="flex min-h-12 items-center gap-2">
      <p className="figures min-w-0 flex-1 text-[15px] leading-tight">
        <span className="font-bold">{pkg.name.trim() || 'Pacote'}</span>{' '}
        <span className="text-ink-soft">
          · {formatDate(pkg.purchase_date)}
          {pkg.remaining_classes > 0 && ` · ${pkg.remaining_classes} de ${pkg.total_classes}`}
        </span>
      </p>
      <Status pkg={pkg} today={today} />
      <PackageMore {...props} />
    </div>
  )
}

/** The fixed status; beside it that the package has not begun. */
function Status({ pkg, today }: { pkg: Package; today: LocalDate }) {
  const status = packageStatus(pkg, today)
  return (
    <>
      {status === 'active' && pkg.purchase_date > today && <Badge>{card.upcoming}</Badge>}
      <Badge tone={STATUS_TONES[status]}>{PACKAGE_STATUS_LABELS[status]}</Badge>
    </>
  )
}

function untilText(pkg: Package, today: LocalDate): string {
  if (pkg.purchase_date > today) return `começa em ${formatDate(pkg.purchase_date)}`
  if (pkg.expiry_date === null) return 'validade começa na 1ª aula'
  return `${pkg.expiry_date < today ? 'venceu em' : 'até'} ${formatDate(pkg.expiry_date)}`
}

/** What the package costs and what of it is owed (docs/product.md, 'Payments'). */
function MoneyLine({ pkg, today }: { pkg: Package; today: LocalDate }) {
  const { price, open_amount: open, payment_date: due } = pkg
  const state = moneyState(pkg)
  const late = isOverdue(pkg, today)
  return (
    <p className="figures flex flex-wrap gap-x-1.5 text-[15px]">
      <span className="font-bold">{formatBRL(price)}</span>
      {state && (
        <>
          <span aria-hidden="true">·</span>
          <span className={clsx(state === 'paid' ? 'text-ok' : 'font-semibold')}>
            {MONEY_STATE_LABELS[state]}
          </span>
        </>
      )}
      {open > 0 && (
        <span className={clsx('w-full', late ? 'font-bold text-bad' : 'text-ink-soft')}>
          {open < price && `${formatBRL(open)} · `}
          {(late ? MONEY.overdueSince : MONEY.dueOn)(formatDate(due))}
        </span>
      )}
      {open < 0 && <span className="w-full text-ink-soft">{formatBRL(-open)} a mais</span>}
    </p>
  )
}

/** Names the package for a screen reader, in the labels of its buttons. */
const aboutOf = (pkg: Package) => `${pkg.name} de ${formatDate(pkg.purchase_date)}`

/** Everything else that can be done with a package, in words. */
function PackageMore({
  pkg,
  student,
  today,
  action,
  canRenewMonthly,
  onRenew,
  onOpen,
  onDelete,
  onPay,
  onStart,
  ref,
}: CardProps & { onPay?: () => void; onStart?: () => void; ref?: Ref<HTMLButtonElement> }) {
  const status = packageStatus(pkg, today)
  const offer = (
    offered: unknown,
    label: string,
    icon: SheetAction['icon'],
    run: () => void,
  ): SheetAction[] => (offered ? [{ label, name: `${label} ${aboutOf(pkg)}`, icon, run }] : [])
  // Of an anonymised student the figures must stay.
  const canChange = student.anonymized_at === null
  const hasBegun = pkg.purchase_date <= today
  return (
    <MoreActions
      ref={ref}
      about={aboutOf(pkg)}
      className="-my-2 -mr-2.5"
      actions={[
        ...offer(onPay && pkg.open_amount > 0 && action !== 'pay', MONEY.payOff, CircleCheck, () =>
          onPay?.(),
        ),
        ...offer(true, MONEY.payments, Wallet, () => onOpen('money')),
        ...(canChange
          ? [
              ...offer(onRenew && action !== 'renew', CREDIT_ACTIONS.renew, RefreshCw, () => onRenew?.()),
              ...offer(onStart && !hasBegun && action !== 'start', CREDIT_ACTIONS.start, CalendarCheck, () =>
                onStart?.(),
              ),
              ...offer(true, card.adjust, Scale, () => onOpen('adjust')),
              ...offer(status !== 'consumed' && action !== 'extend', card.extend, CalendarPlus, () =>
                onOpen('extend'),
              ),
              ...offer(true, 'Editar', Pencil, () => onOpen('package')),
              { label: 'Apagar', name: `Apagar ${aboutOf(pkg)}`, icon: Trash2, bad: true, run: onDelete },
            ]
          : []),
      ]}
    >
      <Facts
        facts={{
          [hasBegun ? 'Comprado em' : 'Começa em']: formatDate(pkg.purchase_date),
          Validade: `${expiryText(pkg)} (${validityInWords(pkg)})`,
          'Data de pagamento': formatDate(pkg.payment_date),
        }}
      />
      {canChange && canRenewMonthly && <MonthlyMark pkg={pkg} />}
    </MoreActions>
  )
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
      className="mt-2"
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending || undefined}
      checked={isPending ? variables.to : pkg.renews_monthly}
      onChange={({ target }) => void mark(target.checked)}
    />
  )
}
