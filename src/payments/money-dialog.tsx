import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useProfile } from '@/account/use-profile'
import { formatDate } from '@/core/dates'
import type { Package, Payment, Student } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { tell } from '@/credits/tell'
import type { MoneySubject } from '@/packages/package-dialog'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { LoadFailed } from '@/students/profile/load-failed'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/skeleton'
import { useConnection } from '@/ui/use-connection'
import { MONEY_FORMS } from './forms-texts'
import { LeavingMonths } from './leaving-payments'
import { MONEY_STATE_LABELS, moneyState } from './money'
import { CorrectForm, DiscountForm, DueForm, PayForm, RefundForm } from './money-forms'
import { PayOffPackage } from './pay-off-package'
import { chargeOf, pixOf } from './pix/coach-pix'
import { PixCode } from './pix/pix-code'
import { MONEY } from './texts'
import { usePaymentPlan, usePayments } from './use-payments'

const texts = MONEY_FORMS

/** A package's money: what was received, given back and is owed, and the forms that change it (docs/product.md, 'Payments'). */
export function MoneyDialog({
  student,
  subject,
  openForm,
}: {
  student: Student
  subject: MoneySubject
  openForm: (form: OpenForm | null) => void
}) {
  const { pkg } = subject
  const payments = usePayments(student.id)
  const onDone = () => openForm({ kind: 'money', id: pkg.id })
  const form = { pkg, anonymized: student.anonymized_at !== null, onDone }
  switch (subject.kind) {
    case 'pay':
      return <PayForm key={pkg.id} {...form} />
    case 'refund':
      return <RefundForm key={pkg.id} {...form} />
    case 'discount':
      return <DiscountForm key={pkg.id} {...form} />
    case 'due':
      return <DueForm key={pkg.id} {...form} />
    case 'correct':
    case 'money':
  }
  if (payments.data === undefined) {
    return payments.isLoadingError ? (
      <LoadFailed query={payments} />
    ) : (
      <Skeleton className="h-80 rounded-xl" />
    )
  }
  const lines = payments.data.filter(({ package_id }) => package_id === pkg.id)
  const line = subject.kind === 'correct' ? lines.find(({ id }) => id === subject.paymentId) : undefined
  return line ? (
    <CorrectForm key={line.id} {...form} line={line} />
  ) : (
    <Money pkg={pkg} lines={lines} openForm={openForm} />
  )
}

function Money({
  pkg,
  lines,
  openForm,
}: {
  pkg: Package
  lines: readonly Payment[]
  openForm: (form: OpenForm) => void
}) {
  const { online } = useConnection()
  const [paying, setPaying] = useState(false)
  const [removing, setRemoving] = useState<Payment | null>(null)
  const state = moneyState(pkg)
  const open = (kind: 'pay' | 'refund' | 'discount' | 'due') => openForm({ kind, id: pkg.id })
  const owes = pkg.open_amount > 0
  return (
    <>
      <OfflineNotice online={online}>{texts.offline}</OfflineNotice>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        <Amount label={texts.price} amount={pkg.price} />
        <Amount label={texts.received} amount={pkg.paid_total} />
        {pkg.open_amount !== 0 && (
          <Amount label={owes ? texts.open : texts.over} amount={Math.abs(pkg.open_amount)} strong />
        )}
        {owes && (
          <>
            <dt className="text-ink-soft">{texts.due}</dt>
            <dd className="text-right">{formatDate(pkg.payment_date)}</dd>
          </>
        )}
      </dl>
      {state === 'paid' && (
        <Badge tone="ok" className="mt-3">
          {MONEY_STATE_LABELS.paid}
        </Badge>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {owes && paying && <PayOffPackage className="w-full" pkg={pkg} onDone={() => setPaying(false)} />}
        {owes && !paying && (
          <Button className="w-full" tone="main" onClick={() => setPaying(true)}>
            {MONEY.payOff}
          </Button>
        )}
        {owes && <Action onClick={() => open('pay')}>{MONEY.pay}</Action>}
        {owes && <Action onClick={() => open('due')}>{MONEY.due}</Action>}
        {owes && <Action onClick={() => open('discount')}>{MONEY.discount}</Action>}
        {pkg.paid_total > 0 && <Action onClick={() => open('refund')}>{MONEY.refund}</Action>}
      </div>
      {owes && <Pix pkg={pkg} />}
      <h3 className="mt-6 text-lg">{texts.list}</h3>
      {lines.length === 0 && <p className="mt-2 text-ink-soft">{texts.none}</p>}
      <ul className="mt-1 divide-y divide-line">
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            onCorrect={() => openForm({ kind: 'correct', id: pkg.id, paymentId: line.id })}
            onRemove={() => setRemoving(line)}
          />
        ))}
      </ul>
      <RemoveLine pkg={pkg} line={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

/** The PIX code for exactly what is open, or where the key is entered. */
function Pix({ pkg }: { pkg: Package }) {
  const { data } = useProfile()
  if (!data) return null
  const pix = pixOf(data)
  return (
    <div className="mt-3">
      {pix ? (
        <PixCode pix={pix} charge={chargeOf(pkg)} reader="coach" />
      ) : (
        <Button tone="ghost" size="sm" className="-mx-4" asChild>
          <Link to={paths.profile.href({ form: 'pix' })}>{texts.enterPix}</Link>
        </Button>
      )}
    </div>
  )
}

function Amount({ label, amount, strong = false }: { label: string; amount: number; strong?: boolean }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className={strong ? 'text-right text-lg font-extrabold' : 'text-right'}>{formatBRL(amount)}</dd>
    </>
  )
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button tone="outline" size="sm" className="basis-[45%] grow px-2" onClick={onClick}>
      {children}
    </Button>
  )
}

function Line({ line, onCorrect, onRemove }: { line: Payment; onCorrect: () => void; onRemove: () => void }) {
  const { kind, amount, paid_on, method, payer_name, note } = line
  const about = `${texts.kinds[kind]} de ${formatBRL(amount)}, ${formatDate(paid_on)}`
  return (
    <li className="py-3">
      <p className="figures flex justify-between gap-3 font-bold">
        <span>{texts.kinds[kind]}</span>
        <span>{kind === 'refund' ? `− ${formatBRL(amount)}` : formatBRL(amount)}</span>
      </p>
      <p className="figures text-[15px] text-ink-soft">
        {[formatDate(paid_on), PACKAGE_FORMS.methods[method], payer_name].filter(Boolean).join(' · ')}
      </p>
      {note && <p className="text-[15px] wrap-anywhere text-ink-soft">{note}</p>}
      <div className="-mx-3 flex flex-wrap">
        <Button tone="ghost" size="sm" className="px-3" asChild>
          <Link to={paths.receipt.href({ id: line.id })} aria-label={`${texts.receipt}: ${about}`}>
            {texts.receipt}
          </Link>
        </Button>
        <Button
          tone="ghost"
          size="sm"
          className="px-3"
          aria-label={`${texts.correct}: ${about}`}
          onClick={onCorrect}
        >
          {texts.correct}
        </Button>
        <Button
          tone="ghost"
          size="sm"
          className="px-3 text-bad!"
          aria-label={`${texts.remove}: ${about}`}
          onClick={onRemove}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

function RemoveLine({ pkg, line, onClose }: { pkg: Package; line: Payment | null; onClose: () => void }) {
  const { apply } = usePaymentPlan()
  const { online } = useConnection()
  const opIdOf = useAttemptId()
  const [confirm, removing] = useSingleFlight(async (gone: Payment) => {
    const opId = opIdOf([gone.id, pkg.price, pkg.paid_total, pkg.payment_date])
    const result = await apply({
      opId,
      packageId: pkg.id,
      studentId: pkg.student_id,
      seen: pkg,
      remove: [gone],
    })
    onClose()
    if (result.success) tell(result.data, { title: texts.removed })
    else toastFailure(texts.failed, result)
  })
  return (
    <ConfirmDialog
      open={line !== null}
      onOpenChange={onClose}
      title={texts.removeTitle}
      description={
        line
          ? `${texts.kinds[line.kind]} de ${formatBRL(line.amount)}, ${formatDate(line.paid_on)}. ${texts.irreversible}`
          : ''
      }
      confirmLabel={texts.removeConfirm}
      pendingLabel={texts.removing}
      pending={removing}
      onConfirm={() => {
        if (line) void confirm(line)
      }}
    >
      {line && <LeavingMonths lines={[line]} />}
      <OfflineNotice online={online} className="mt-4">
        {texts.offline}
      </OfflineNotice>
    </ConfirmDialog>
  )
}
