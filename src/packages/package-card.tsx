import { clsx } from 'clsx'
import { startTransition, useRef, useState } from 'react'
import { dayInYear } from '@/core/dates'
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
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { MoreActions } from '@/ui/overlay/more-actions'
import { STATUS_TONES } from './package-summary'
import { aboutPackage, PACKAGE_STATUS_LABELS, packageStatus } from './rules'
import { PACKAGE_SCREEN } from './screen-texts'
import { openText, untilText } from './words'

const { card } = PACKAGE_SCREEN

/** On demand: it brings the rules of payments, which most visits do not need. */
const PayOffPackage = lazyPart(() => import('@/payments/pay-off'), 'PayOffPackage')
const PackageSheet = lazyPage(() => import('./package-sheet'), 'PackageSheet')
const FloorNote = lazyPart(() => import('./floor-note'), 'FloorNote')
const StartButton = lazyPart(
  () => import('./start-button'),
  'StartButton',
  <Button tone="court" size="sm">
    {CREDIT_ACTIONS.start}
  </Button>,
)

export interface CardProps {
  pkg: Package
  student: Student
  today: LocalDate
  /** The one filled button (docs/product.md, 'Package card'); null: none. */
  action: 'pay' | 'start' | 'extend' | 'renew' | null
  canRenewMonthly: boolean
  onRenew: (() => void) | undefined
  onOpen: (form: 'package' | 'adjust' | 'extend' | 'money') => void
  onDelete: () => void
}

/** A package on the profile: its credits, its money, and the one action that it needs. */
export function PackageCard(props: CardProps) {
  const { pkg, student, today, action, onRenew, onOpen } = props
  const [paying, setPaying] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const owes = pkg.open_amount > 0
  // The question goes while nothing is owed, and returns if something is owed again.
  const asksHow = paying && owes
  const endPaying = () => {
    setPaying(false)
    more.current?.focus()
  }
  const run = {
    pay: () => startTransition(() => setPaying(true)),
    extend: () => onOpen('extend'),
    renew: () => onRenew?.(),
  }
  const collects = owes && student.anonymized_at === null
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 text-[17px] leading-tight">{pkg.name.trim() || 'Pacote'}</h3>
        <Status pkg={pkg} today={today} />
        <MoreActions about={aboutPackage(pkg)} ref={more} className="-my-2 -mr-2.5">
          {(sheet) => <PackageSheet {...props} {...sheet} onPay={run.pay} />}
        </MoreActions>
      </div>
      <div className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
        <Balls pkg={pkg} />
        <p>
          <strong>
            {pkg.remaining_classes} de {pkg.total_classes}
          </strong>{' '}
          · {untilText(pkg, today)}
          {pkg.extended_days > 0 && <FloorNote pkg={pkg} />}
        </p>
      </div>
      <MoneyLine pkg={pkg} today={today} />
      {asksHow && <PayOffPackage className="mt-1" pkg={pkg} onDone={endPaying} />}
      {!asksHow && (action || collects) && (
        <div className="mt-1 flex gap-3 *:flex-1 *:px-2">
          {action === 'start' && <StartButton pkg={pkg} onStarted={() => more.current?.focus()} />}
          {action !== null && action !== 'start' && (
            <Button
              tone="court"
              size="sm"
              aria-label={`${CREDIT_ACTIONS[action]} ${aboutPackage(pkg)}`}
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

/** A package that needs no action and is consumed or expired, in one line. */
export function PackageLine(props: CardProps) {
  const { pkg, today } = props
  return (
    <div className="flex min-h-12 items-center gap-2">
      <p className="figures min-w-0 flex-1 text-[15px] leading-tight">
        <span className="font-bold">{pkg.name.trim() || 'Pacote'}</span>{' '}
        <span className="text-ink-soft">
          · {dayInYear(pkg.purchase_date, today)}
          {pkg.remaining_classes > 0 && ` · ${pkg.remaining_classes} de ${pkg.total_classes}`}
        </span>
      </p>
      <Status pkg={pkg} today={today} />
      <MoreActions about={aboutPackage(pkg)} className="-mr-2.5">
        {(sheet) => <PackageSheet {...props} {...sheet} />}
      </MoreActions>
    </div>
  )
}

/** The package's status, and a badge if the package has not begun. */
function Status({ pkg, today }: { pkg: Package; today: LocalDate }) {
  const status = packageStatus(pkg, today)
  return (
    <>
      {status === 'active' && pkg.purchase_date > today && <Badge>{card.upcoming}</Badge>}
      <Badge tone={STATUS_TONES[status]}>{PACKAGE_STATUS_LABELS[status]}</Badge>
    </>
  )
}

/** The price, whether it is paid, and the sum that is owed (docs/product.md, 'Payments'). */
function MoneyLine({ pkg, today }: { pkg: Package; today: LocalDate }) {
  const state = moneyState(pkg)
  const open = openText(pkg, today)
  return (
    <p className="figures flex flex-wrap gap-x-1.5 text-[15px]">
      <span className="font-bold">{formatBRL(pkg.price)}</span>
      {state && (
        <>
          <span aria-hidden="true">·</span>
          <span className={clsx(state === 'paid' ? 'text-ok' : 'font-semibold')}>
            {MONEY_STATE_LABELS[state]}
          </span>
        </>
      )}
      {open !== null && (
        <span className={clsx('w-full', isOverdue(pkg, today) ? 'font-bold text-bad' : 'text-ink-soft')}>
          {open}
        </span>
      )}
    </p>
  )
}

/** Nobody counts more balls than this at a glance. */
const MOST_BALLS = 20

/** Ball yellow needs an outline on a light background. */
const FILLED = 'border-court bg-ball dark:border-ball'

/** One ball per class, filled while it is left; a bar for many classes. Screen readers read the words beside it. */
function Balls({
  pkg: { total_classes: total, remaining_classes: left },
}: {
  pkg: Pick<Package, 'total_classes' | 'remaining_classes'>
}) {
  if (total > MOST_BALLS) {
    return (
      <span aria-hidden="true" className="h-3 w-36 overflow-hidden rounded-full border border-line-strong">
        <span
          className={clsx('block h-full rounded-full', left > 0 && FILLED)}
          style={{ width: `${(left / total) * 100}%` }}
        />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {Array.from({ length: total }, (_, at) => (
        <span
          key={at}
          className={clsx('size-3 rounded-full border', at < left ? FILLED : 'border-line-strong')}
        />
      ))}
    </span>
  )
}
