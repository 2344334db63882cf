import type { Package } from '@/core/model'
import { PayOff } from './pay-off'
import { usePayOff } from './use-payments'

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
