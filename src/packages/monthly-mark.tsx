import type { Package } from '@/core/model'
import { Checkbox } from '@/ui/fields/checkbox'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { PACKAGE_MESSAGES } from './texts'
import { useMarkMonthly } from './use-packages'

/** 'Renovar todo mês' on a package's card (docs/product.md, 'Monthly renewals'). */
export function MonthlyMark({ pkg, about }: { pkg: Package; about: string }) {
  const { mutateAsync, isPending, variables } = useMarkMonthly()
  const [mark] = useSingleFlight(async (to: boolean) => {
    const result = await mutateAsync({ id: pkg.id, to })
    if (!result.success) toastFailure(PACKAGE_MESSAGES.toast.updateFailed, result)
  })
  return (
    <Checkbox
      label={PACKAGE_MESSAGES.card.renewsMonthly}
      aria-label={`${PACKAGE_MESSAGES.card.renewsMonthly} ${about}`}
      className="col-span-2"
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending || undefined}
      checked={isPending ? variables.to : pkg.renews_monthly}
      onChange={({ target }) => void mark(target.checked)}
    />
  )
}
