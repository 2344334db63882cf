import { useState } from 'react'
import { useProfile } from '@/account/use-profile'
import { isLesson } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { TRY_AGAIN } from '@/core/common-texts'
import { addDays, formatDate } from '@/core/dates'
import type { LocalDate, Profile, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { whyFailed } from '@/core/result'
import { tellAll } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { creditCount, packageName } from '@/packages/rules'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/checkbox'
import { Section } from '@/ui/section'
import { useToday } from '@/ui/use-now'
import { sumAmounts } from '../money'
import { useRenewals } from '../use-payments'
import { addMonths, firstDayOf, monthName, renewalMonth, renewalTitle } from './months'
import { renewalDue, renewalStart, type WaitingPackage } from './rules'
import { RENEWALS as texts } from './texts'
import { useRenewAll, type NotRenewed } from './use-finance'

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
  today: LocalDate
}) {
  const month = renewalMonth(today)
  const { data: agenda } = useAgenda(firstDayOf(month), addDays(firstDayOf(addMonths(month, 1)), -1))
  /** Of what is not read nothing is said. */
  const plannedOf = (student: Uuid) =>
    agenda?.occurrences.filter((each) => isLesson(each) && each.students.some(({ id }) => id === student))
      .length ?? 0
  /** Ticked although it is not due, or the reverse. */
  const [turned, setTurned] = useState<readonly Uuid[]>([])
  const [failed, setFailed] = useState<readonly NotRenewed[]>([])
  const undoActionOf = useUndoAction()
  const { renewAll, renewing, sent } = useRenewAll((renewed, notRenewed, sold) => {
    setFailed(notRenewed)
    tellAll(sold, (all) => {
      const sales = all.flatMap(({ undo }) => undo ?? []).toReversed()
      const action = undoActionOf(sales.length > 0 ? { kind: 'sales', sales } : null)
      return notRenewed.length > 0
        ? { title: texts.failed(notRenewed.length), lines: [texts.listed], tone: 'error', action }
        : { title: texts.done(renewed), action }
    })
  })
  const isTicked = ({ id, due }: WaitingPackage) => due !== turned.includes(id)
  const ticked = waiting.filter(isTicked)
  const toggle = (id: Uuid) =>
    setTurned(turned.includes(id) ? turned.filter((each) => each !== id) : [...turned, id])
  const total = sumAmounts(ticked.map(({ sold_price }) => sold_price))
  const days = { start: renewalStart(month, today), due: renewalDue(month, profile.renewal_due_day, today) }
  return (
    <Section title={renewalTitle(today)}>
      <Card className="flex flex-col gap-3">
        <p className="figures text-[15px] text-ink-soft">
          {texts.help(ticked.length, formatBRL(total), formatDate(days.start), formatDate(days.due))}
        </p>
        <ul className="figures divide-y divide-line">
          {waiting
            .toSorted((a, b) => Number(b.due) - Number(a.due))
            .map((pkg) => (
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
                {plannedOf(pkg.student_id) > 0 && (
                  <p className="pb-2 pl-8 text-[15px] text-ink-soft">
                    {texts.planned(plannedOf(pkg.student_id), monthName(month))}
                  </p>
                )}
                {!pkg.due && (
                  <p className="pb-2 pl-8 text-[15px] text-ink-soft">
                    {texts.lasts(
                      creditCount(pkg.remaining_classes),
                      pkg.expiry_date && formatDate(pkg.expiry_date),
                    )}
                  </p>
                )}
                {failed
                  .filter((each) => each.pkg.id === pkg.id)
                  .map(({ failure }) => (
                    <p
                      key={failure.code}
                      role="alert"
                      className="pb-2 pl-8 text-[15px] font-semibold text-bad"
                    >
                      Não renovado: {whyFailed(failure, TRY_AGAIN)}
                    </p>
                  ))}
              </li>
            ))}
        </ul>
        <Button
          disabled={ticked.length === 0}
          pending={renewing}
          pendingLabel={`Renovando ${sent + 1} de ${ticked.length}...`}
          onClick={() => void renewAll(ticked, days)}
        >
          {ticked.length === 0 ? 'Nenhum pacote marcado' : texts.submit(ticked.length, formatBRL(total))}
        </Button>
      </Card>
    </Section>
  )
}
