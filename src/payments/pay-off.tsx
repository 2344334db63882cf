import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { PAYMENT_METHODS, type Package, type PaymentMethod } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { Button } from '@/ui/button'
import { usePayOff } from './use-payment-plans'

type PayOffPackageProps = { pkg: Package; onDone: () => void; className: string }

export function PayOffPackage({ pkg, onDone, className }: PayOffPackageProps) {
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

interface PayOffProps {
  amount: number
  pending: boolean
  onPay: (method: PaymentMethod) => void
  onCancel: () => void
  className?: string
}

/** The second step of 'Marcar como pago': choosing the payment method. */
export function PayOff({ amount, pending, onPay, onCancel, className }: PayOffProps) {
  const first = useRef<HTMLButtonElement>(null)
  // The pressed button, which had the focus, is gone.
  useEffect(() => first.current?.focus(), [])
  return (
    <fieldset className={clsx('unhurried min-w-0 rounded-lg bg-paper p-3', className)}>
      <legend className="figures mb-2 text-[15px] font-bold text-ink">
        Recebi {formatBRL(amount)} hoje por
      </legend>
      <div className="flex flex-wrap gap-2">
        {PAYMENT_METHODS.map((method, at) => (
          <Button
            key={method}
            {...(at === 0 && { ref: first })}
            size="sm"
            className="grow bg-surface"
            // A key that is held repeats its press, on the button that has the focus by then.
            onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            pending={pending}
            onClick={() => onPay(method)}
          >
            {PACKAGE_FORMS.methods[method]}
          </Button>
        ))}
        <Button tone="ghost" size="sm" className="grow" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </fieldset>
  )
}
