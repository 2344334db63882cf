import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { PAYMENT_METHODS, type PaymentMethod } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { Button } from '@/ui/button'
import { MONEY_FORMS } from './forms-texts'

/** The second tap of 'Marcar como pago': how it was paid. */
export function PayOff({
  amount,
  pending,
  onPay,
  onCancel,
  className,
}: {
  amount: number
  pending: boolean
  onPay: (method: PaymentMethod) => void
  onCancel: () => void
  className?: string
}) {
  const first = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => first.current?.focus(), [])
  return (
    <fieldset className={clsx('min-w-0 rounded-lg bg-paper p-3', className)}>
      <legend className="figures mb-2 text-[15px] font-bold text-ink">
        {MONEY_FORMS.payOffBy(formatBRL(amount))}
      </legend>
      <div className="flex flex-wrap gap-2">
        {PAYMENT_METHODS.map((method, at) => (
          <Button
            key={method}
            {...(at === 0 && { ref: first })}
            tone="outline"
            size="sm"
            className="grow bg-surface"
            pending={pending}
            onClick={() => onPay(method)}
          >
            {PACKAGE_FORMS.methods[method]}
          </Button>
        ))}
        <Button tone="ghost" size="sm" className="grow" onClick={onCancel}>
          {MONEY_FORMS.cancel}
        </Button>
      </div>
    </fieldset>
  )
}
