import { useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useProfile } from '@/account/use-profile'
import { daysBetween, formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { failedRead } from '@/data/queries/service-error'
import { MessageButton } from '@/messages/message-button'
import { collectRequest } from '@/messages/requests'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { TubeDrawing } from '@/ui/drawings'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useFocusAfterChange, useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { PayOff } from '../pay-off'
import { chargeOf, pixOf } from '../pix/coach-pix'
import { PixCode } from '../pix/pix-code'
import { MONEY } from '../texts'
import { usePayOff } from '../use-payments'
import { MoreButton } from './more-button'
import { type OpenPackage } from './rules'
import { FINANCE_SERVICE } from './service-texts'
import { FINANCE } from './texts'
import { useOpenPackages } from './use-finance'

const texts = FINANCE.open

/** The packages of which something is owed, by payment date. */
export function OpenList() {
  const today = useToday()
  const query = useOpenPackages()
  const open = useMemo(() => query.data?.pages.flat(), [query.data])
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterChange = useFocusAfterChange(open)
  const onPaid = () => focusAfterChange(() => heading.current?.focus({ preventScroll: true }))
  return (
    <section aria-labelledby="a-receber" className="mt-8">
      <h2
        ref={heading}
        id="a-receber"
        tabIndex={-1}
        className="mb-3 flex min-h-11 items-center text-xl outline-none"
      >
        {texts.title}
      </h2>
      {open ? (
        open.length > 0 ? (
          <ul className="flex flex-col gap-2.5">
            {open.map((pkg) => (
              <li key={pkg.id}>
                <OpenRow pkg={pkg} today={today} onPaid={onPaid} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState drawing={<TubeDrawing />} title={texts.none} description={texts.noneHelp}>
            <Button asChild tone="outline">
              <Link to={paths.newPackage.href()}>Novo Pacote</Link>
            </Button>
          </EmptyState>
        )
      ) : query.isError ? (
        <ErrorState {...failedRead({ title: FINANCE_SERVICE.open }, query)} />
      ) : (
        <div role="status" aria-label={FINANCE.loading} className="flex flex-col gap-2.5">
          <Skeleton className="h-28 rounded-xl" />
          <Skeleton className="h-28 rounded-xl" />
        </div>
      )}
      <MoreButton query={query} />
    </section>
  )
}

function OpenRow({ pkg, today, onPaid }: { pkg: OpenPackage; today: LocalDate; onPaid: () => void }) {
  const { student, open_amount: open } = pkg
  const [paying, setPaying] = useState(false)
  const [payOff, saving] = usePayOff(() => {
    setPaying(false)
    onPaid()
  })
  const button = useFocusAfterEditing(paying)
  const { data: profile } = useProfile()
  const pix = profile ? pixOf(profile) : null
  const about = useId()
  return (
    <Card className="flex flex-col gap-3">
      <div className="figures flex items-start justify-between gap-3">
        <div id={about} className="min-w-0">
          <Link
            to={paths.studentProfile.href({ id: student.id })}
            className="-my-3 inline-block py-3 font-bold wrap-anywhere hover:underline"
          >
            {student.name}
          </Link>
          <p className="text-[15px] text-ink-soft">
            {pkg.name} · {formatDate(pkg.purchase_date)}
          </p>
          <Due day={pkg.payment_date} today={today} />
        </div>
        <p className="shrink-0 text-right">
          <span className="block text-lg font-extrabold">{formatBRL(open)}</span>
          {open < pkg.price && (
            <span className="text-sm text-ink-soft">{texts.ofPrice(formatBRL(pkg.price))}</span>
          )}
        </p>
      </div>
      {paying ? (
        <PayOff
          amount={open}
          pending={saving}
          onPay={(method) => void payOff(pkg, method)}
          onCancel={() => setPaying(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button ref={button} size="sm" aria-describedby={about} onClick={() => setPaying(true)}>
            {MONEY.payOff}
          </Button>
          {/* Of an anonymised student nobody can be asked. */}
          {student.anonymized_at === null && (
            <>
              <MessageButton
                request={collectRequest(pkg, student, today)}
                label={MONEY.collect}
                aria-describedby={about}
              />
              {pix && <PixCode pix={pix} charge={chargeOf(pkg)} reader="coach" />}
            </>
          )}
        </div>
      )}
    </Card>
  )
}

function Due({ day, today }: { day: LocalDate; today: LocalDate }): ReactNode {
  const late = daysBetween(day, today)
  return (
    <Badge tone={late > 0 ? 'bad' : late === 0 ? 'warn' : 'neutral'} className="mt-1.5">
      {late === 0 ? texts.dueToday : (late > 0 ? MONEY.overdueSince : MONEY.dueOn)(formatDate(day))}
    </Badge>
  )
}
