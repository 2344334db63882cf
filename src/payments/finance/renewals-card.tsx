import { useState } from 'react'
import { useProfile } from '@/account/use-profile'
import { TRY_AGAIN } from '@/core/common-texts'
import { formatDate } from '@/core/dates'
import type { Profile, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { whyFailed } from '@/core/result'
import { tellAll } from '@/credits/tell'
import { creditCount, packageName } from '@/packages/rules'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/checkbox'
import { useToday } from '@/ui/use-now'
import { fromCents, toCents } from '../money'
import { renewalMonth, renewalTitle } from './renewal-month'
import { renewalDue, renewalStart, type WaitingPackage } from './renewals'
import { FINANCE } from './texts'
import { useRenewAll, useRenewals, type NotRenewed } from './use-renewals'

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
  /** Ticked although it is not due, or the reverse. */
  const [turned, setTurned] = useState<ReadonlySet<Uuid>>(new Set())
  const [failed, setFailed] = useState<readonly NotRenewed[]>([])
  const { renewAll, renewing, sent } = useRenewAll((renewed, notRenewed, sold) => {
    setFailed(notRenewed)
    tellAll(sold, () =>
      notRenewed.length > 0
        ? { title: texts.failed(notRenewed.length), lines: [texts.listed], tone: 'error' }
        : { title: texts.done(renewed) },
    )
  })
  const isTicked = ({ id, due }: WaitingPackage) => due !== turned.has(id)
  const ticked = waiting.filter(isTicked)
  const toggle = (id: Uuid) => {
    const next = new Set(turned)
    if (!next.delete(id)) next.add(id)
    setTurned(next)
  }
  const total = fromCents(ticked.reduce((sum, pkg) => sum + toCents(pkg.sold_price), 0))
  const days = { start: renewalStart(month, today), due: renewalDue(month, profile.renewal_due_day, today) }
  return (
    <section aria-labelledby="renovacoes" className="mt-8">
      <h2 id="renovacoes" className="mb-3 flex min-h-11 items-center text-xl">
        {renewalTitle(today)}
      </h2>
      <Card className="flex flex-col gap-3">
        <p className="figures text-[15px] text-ink-soft">
          {texts.help(formatDate(days.start), formatDate(days.due))}
        </p>
        <ul className="figures divide-y divide-line">
          {[...waiting.filter(({ due }) => due), ...waiting.filter(({ due }) => !due)].map((pkg) => {
            const why = failed.find((each) => each.pkg.id === pkg.id)
            return (
              <li key={pkg.id} className="py-1">
                <Checkbox
                  checked={isTicked(pkg)}
                  disabled={renewing}
                  onChange={() => toggle(pkg.id)}
                  label={
                    <span className="flex flex-wrap justify-between gap-x-4">
                      <span className="wrap-anywhere">{pkg.student_name}</span>
                      <span className="font-normal text-ink-soft">
                        {packageName(pkg.sold_classes)} · {formatBRL(pkg.sold_price)}
                      </span>
                    </span>
                  }
                  className="[&>span]:flex-1"
                />
                {!pkg.due && (
                  <p className="pb-2 pl-8 text-[15px] text-ink-soft">
                    {texts.lasts(
                      creditCount(pkg.remaining_classes),
                      pkg.expiry_date && formatDate(pkg.expiry_date),
                    )}
                  </p>
                )}
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
          onClick={() => void renewAll(ticked, days)}
        >
          {ticked.length === 0 ? texts.none : texts.submit(ticked.length, formatBRL(total))}
        </Button>
      </Card>
    </section>
  )
}
