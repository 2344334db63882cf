import { PayOff } from '@/components/money/pay-off'
import type { Package } from '@/domain/shared/model'
import { usePayOff } from '@/hooks/packages/use-payments'

/** Asks how the rest was paid, and pays it. */
export function PayOffPackage({
  pkg,
  onDone,
  className,
}: {
  pkg: Package
  onDone: () => void
  className: string
}) {
  const [pay, pending] = usePayOff(onDone)
  return (
    <PayOff
      className={className}
      amount={pkg.open_amount}
      pending={pending}
      onPay={(method) => void pay(pkg, method)}
      onCancel={onDone}
    />
  )
}
