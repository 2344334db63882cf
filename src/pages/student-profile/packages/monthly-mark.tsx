import { Checkbox } from '@/components/ui/fields/checkbox'
import type { Package } from '@/domain/shared/model'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useMarkMonthly } from '@/hooks/packages/use-packages'
import { MESSAGES } from '@/texts/shared/messages'

/** 'Renovar todo mês' on a package's card (docs/product.md, 'Monthly renewals'). */
export function MonthlyMark({ pkg, about }: { pkg: Package; about: string }) {
  const { mutateAsync, isPending, variables } = useMarkMonthly()
  const [mark] = useSingleFlight(async (to: boolean) => {
    const result = await mutateAsync({ id: pkg.id, to })
    if (!result.success) toastFailure(MESSAGES.packages.toast.updateFailed, result)
  })
  return (
    <Checkbox
      label={MESSAGES.packages.card.renewsMonthly}
      aria-label={`${MESSAGES.packages.card.renewsMonthly} ${about}`}
      className="col-span-2"
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending || undefined}
      checked={isPending ? variables.to : pkg.renews_monthly}
      onChange={({ target }) => void mark(target.checked)}
    />
  )
}
