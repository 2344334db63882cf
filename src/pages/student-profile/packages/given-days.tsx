import { Button } from '@/components/ui/button'
import type { ExtensionFacts } from '@/domain/credits/plan-types'
import { givenDaysText } from '@/domain/packages/given-days'
import type { Package } from '@/domain/shared/model'
import { tell } from '@/hooks/effects/tell'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useGivenDays, useTakeBackDays } from '@/hooks/packages/use-package-plans'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'

const { givenDays: texts } = PACKAGE_FORMS

/** What 'Estender validade' and lessons have given to a package; days given by hand can be taken back one by one. */
export function GivenDays({ pkg }: { pkg: Package }) {
  const { data, isError } = useGivenDays(pkg.student_id)
  const takeBack = useTakeBackDays()
  const opIdOf = useAttemptId()
  const [take, isTaking] = useSingleFlight(async (given: ExtensionFacts) => {
    const about = { packageId: pkg.id, studentId: pkg.student_id, seen: pkg, extensionId: given.id }
    const result = await takeBack.mutateAsync({ ...about, opId: opIdOf(given.id) })
    if (result.success) tell(result.data, { title: texts.takenBack })
    else toastFailure(texts.failed, result)
  })
  if (isError) return <p role="alert">{texts.unknown}</p>
  const own = data?.filter(({ package_id }) => package_id === pkg.id) ?? []
  if (own.length === 0) return null
  return (
    <section aria-label={texts.title} className="mb-5 rounded-lg bg-sunken px-3 py-2">
      <h3 className="text-[15px] font-bold">{texts.title}</h3>
      <ul className="figures flex flex-col divide-y divide-line">
        {own.map((given) => (
          <li key={given.id} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{givenDaysText(given)}</span>
            {given.batch_id === null && given.session_id === null && given.slot_id === null && (
              <Button
                tone="ghost"
                size="sm"
                className="shrink-0"
                disabled={isTaking}
                aria-label={texts.takeBackOf(givenDaysText(given))}
                onClick={() => void take(given)}
              >
                {texts.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
