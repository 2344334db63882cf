import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { firstDayOf } from '@/domain/finance/months'
import { renewalMonth, renewalTitle } from '@/domain/finance/renewal-month'
import { renewalDue, type WaitingPackage } from '@/domain/finance/renewals'
import { formatDate } from '@/domain/shared/dates'
import type { Profile, Uuid } from '@/domain/shared/model'
import { formatBRL } from '@/domain/shared/prices'
import { whyFailed } from '@/domain/shared/result'
import { useProfile } from '@/hooks/account/use-profile'
import { useRenewAll, useRenewals, type NotRenewed } from '@/hooks/finance/use-renewals'
import { useToday } from '@/hooks/shared/use-now'
import { toast } from '@/lib/browser/toast'
import { FINANCE } from '@/texts/finance/finance'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

const texts = FINANCE.renewals

/** The monthly packages that wait to be renewed (docs/product.md, 'Monthly renewals'). Nothing while there are none. */
export function RenewalsCard() {
  const today = useToday()
  const { data: profile } = useProfile()
  const { data: waiting } = useRenewals(renewalMonth(today))
  if (!profile || !waiting || waiting.length === 0) return null
  return <Renewals waiting={waiting} profile={profile} today={today} />
}

function Renewals({
  waiting,
  profile,
  today,
}: {
  waiting: readonly WaitingPackage[]
  profile: Profile
  today: string
}) {
  const month = renewalMonth(today)
  const [left, setLeft] = useState<ReadonlySet<Uuid>>(new Set())
  const [failed, setFailed] = useState<readonly NotRenewed[]>([])
  const { renewAll, renewing, sent } = useRenewAll(month, (renewed, notRenewed) => {
    setFailed(notRenewed)
    if (notRenewed.length > 0) {
      toast({ title: texts.failed(notRenewed.length), description: texts.listed, tone: 'error' })
    } else toast({ title: texts.done(renewed) })
  })
  const ticked = waiting.filter(({ id }) => !left.has(id))
  const toggle = (id: Uuid) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const total = ticked.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100
  const due = renewalDue(month, profile.renewal_due_day, today)
  return (
    <section aria-labelledby="renovacoes" className="mt-8">
      <h2 id="renovacoes" className="mb-3 flex min-h-11 items-center text-xl">
        {renewalTitle(today)}
      </h2>
      <Card className="flex flex-col gap-3">
        <p className="figures text-[15px] text-ink-soft">
          {texts.help(formatDate(firstDayOf(month)), formatDate(due))}
        </p>
        <ul className="figures divide-y divide-line">
          {waiting.map((pkg) => {
            const why = failed.find((each) => each.pkg.id === pkg.id)
            return (
              <li key={pkg.id} className="py-1">
                <Checkbox
                  checked={!left.has(pkg.id)}
                  disabled={renewing}
                  onChange={() => toggle(pkg.id)}
                  label={
                    <span className="flex flex-wrap justify-between gap-x-4">
                      <span className="wrap-anywhere">{pkg.student_name}</span>
                      <span className="font-normal text-ink-soft">
                        {pkg.name} · {formatBRL(pkg.price)}
                      </span>
                    </span>
                  }
                  className="[&>span]:flex-1"
                />
                {why && (
                  <p role="alert" className="pb-2 pl-8 text-[15px] font-semibold text-bad">
                    {texts.notRenewed(whyFailed(why.failure, TRY_AGAIN))}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
        <Button
          disabled={ticked.length === 0}
          pending={renewing}
          pendingLabel={texts.pending(sent + 1, ticked.length)}
          onClick={() => void renewAll(ticked, due)}
        >
          {ticked.length === 0 ? texts.none : texts.submit(ticked.length, formatBRL(total))}
        </Button>
      </Card>
    </section>
  )
}
