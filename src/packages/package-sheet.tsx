import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CircleCheck from 'lucide-react/icons/circle-check'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import Trash2 from 'lucide-react/icons/trash'
import Wallet from 'lucide-react/icons/wallet'
import { formatDate } from '@/core/dates'
import type { Package } from '@/core/model'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { MONEY } from '@/payments/texts'
import { Facts } from '@/ui/facts'
import { Checkbox } from '@/ui/fields/field'
import { useAction } from '@/ui/forms/use-action'
import { ActionsSheet, type SheetAction } from '@/ui/overlay/actions-sheet'
import type { SheetState } from '@/ui/overlay/more-actions'
import type { CardProps } from './package-card'
import { aboutPackage, expiryText, packageStatus, validityInWords } from './rules'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'
import { useStartToday } from './use-package-edits'
import { useMarkMonthly } from './use-packages'

const { card } = PACKAGE_SCREEN

/** A package's dates, and every action that its card does not show (docs/product.md, 'Package card'). */
export function PackageSheet({
  pkg,
  student,
  today,
  action,
  canRenewMonthly,
  onRenew,
  onOpen,
  onDelete,
  onPay,
  ...sheet
}: CardProps & SheetState & { onPay?: () => void }) {
  const [start] = useStartToday()
  const about = aboutPackage(pkg)
  const named = (label: string, icon: SheetAction['icon'], run: () => void): SheetAction => ({
    label,
    name: `${label} ${about}`,
    icon,
    run,
  })
  const hasBegun = pkg.purchase_date <= today
  const actions: SheetAction[] = []
  if (onPay && pkg.open_amount > 0 && action !== 'pay') actions.push(named(MONEY.payOff, CircleCheck, onPay))
  actions.push(named(MONEY.payments, Wallet, () => onOpen('money')))
  // An anonymised student's figures must stay as they are.
  const canChange = student.anonymized_at === null
  if (canChange) {
    if (onRenew && action !== 'renew') actions.push(named(CREDIT_ACTIONS.renew, RefreshCw, onRenew))
    if (!hasBegun && action !== 'start') {
      actions.push(named(CREDIT_ACTIONS.start, CalendarCheck, () => void start(pkg)))
    }
    actions.push(named(card.adjust, Scale, () => onOpen('adjust')))
    if (packageStatus(pkg, today) !== 'consumed' && action !== 'extend') {
      actions.push(named(card.extend, CalendarPlus, () => onOpen('extend')))
    }
    actions.push(
      named('Editar', Pencil, () => onOpen('package')),
      { ...named('Apagar', Trash2, onDelete), bad: true },
    )
  }
  return (
    <ActionsSheet {...sheet} actions={actions}>
      <Facts
        facts={{
          [hasBegun ? 'Comprado em' : 'Começa em']: formatDate(pkg.purchase_date),
          Validade: `${expiryText(pkg)} (${validityInWords(pkg)})`,
          'Data de pagamento': formatDate(pkg.payment_date),
        }}
      />
      {canChange && canRenewMonthly && <MonthlyMark pkg={pkg} />}
    </ActionsSheet>
  )
}

/** 'Renovar todo mês' (docs/product.md, 'Monthly renewals'). */
function MonthlyMark({ pkg }: { pkg: Package }) {
  const { mutateAsync, isPending, variables } = useMarkMonthly()
  const [mark] = useAction((to: boolean) => mutateAsync({ id: pkg.id, to }), {
    failed: PACKAGE_MESSAGES.service.update,
    done: null,
  })
  return (
    <Checkbox
      label={card.renewsMonthly}
      aria-label={`${card.renewsMonthly} ${aboutPackage(pkg)}`}
      className="mt-2"
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending || undefined}
      checked={isPending ? variables.to : pkg.renews_monthly}
      onChange={({ target }) => void mark(target.checked)}
    />
  )
}
