import { useState, type ReactNode } from 'react'
import { useProfile } from '@/account/use-profile'
import { formatDate } from '@/core/dates'
import type { Package, Payment, Student } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { tell } from '@/credits/tell'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { LoadFailed } from '@/students/profile/load-failed'
import { useProfileAddress, type OpenForm } from '@/students/profile/use-profile-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/states'
import { LeavingMonths } from './leaving-payments'
import { MONEY_STATE_LABELS, moneyState } from './money'
import { MONEY_FORMS as texts, CorrectForm, DiscountForm, DueForm, PayForm, RefundForm } from './money-forms'
import { PayOffPackage } from './pay-off'
import { chargeOf, pixOf } from './pix/coach-pix'
import { PixCode } from './pix/pix-code'
import { MONEY_SERVICE } from './service-texts'
import { MONEY } from './texts'
import { usePaymentPlan } from './use-payment-plans'
import { usePayments } from './use-payments'

/** A package's payments, refunds and what is owed, with the forms that change them (docs/product.md, 'Payments'). */
export function MoneyDialog({ student, pkg, form }: { student: Student; pkg: Package; form: OpenForm }) {
  const { openForm } = useProfileAddress(student)
  const payments = usePayments(student.id)
  const onDone = () => openForm({ kind: 'money', id: pkg.id })
  const about = { pkg, anonymized: student.anonymized_at !== null, onDone }
  if (form.kind === 'pay') return <PayForm key={pkg.id} {...about} />
  if (form.kind === 'refund') return <RefundForm key={pkg.id} {...about} />
  if (form.kind === 'discount') return <DiscountForm key={pkg.id} {...about} />
  if (form.kind === 'due') return <DueForm key={pkg.id} {...about} />
  if (payments.data === undefined) {
    if (payments.isLoadingError) return <LoadFailed query={payments} />
    return <Skeleton className="h-80 rounded-xl" />
  }
  const lines = payments.data.filter(({ package_id }) => package_id === pkg.id)
  const line = form.kind === 'correct' && lines.find(({ id }) => id === form.paymentId)
  if (line) return <CorrectForm key={line.id} {...about} line={line} />
  return (
    <>
      {/* What was typed about a line that is gone cannot be saved, and is not silently dropped. */}
      {form.kind === 'correct' && (
        <p role="alert" className="mb-3 text-warn">
          O lançamento que você corrigia mudou. Veja como está.
        </p>
      )}
      <Money pkg={pkg} lines={lines} openForm={openForm} />
    </>
  )
}

type MoneyProps = { pkg: Package; lines: readonly Payment[]; openForm: (form: OpenForm) => void }

function Money({ pkg, lines, openForm }: MoneyProps) {
  const [paying, setPaying] = useState(false)
  const [removing, setRemoving] = useState<Payment | null>(null)
  const owes = pkg.open_amount > 0
  const action = (kind: 'pay' | 'due' | 'discount' | 'refund') => (
    <Button size="sm" className="basis-[45%] grow px-2" onClick={() => openForm({ kind, id: pkg.id })}>
      {MONEY[kind]}
    </Button>
  )
  return (
    <>
      <OfflineNotice>{texts.offline}</OfflineNotice>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        <Fact term="Preço">{formatBRL(pkg.price)}</Fact>
        <Fact term="Recebido">{formatBRL(pkg.paid_total)}</Fact>
        {pkg.open_amount !== 0 && (
          <Fact term={MONEY_STATE_LABELS[owes ? 'open' : 'over']} strong>
            {formatBRL(Math.abs(pkg.open_amount))}
          </Fact>
        )}
        {owes && <Fact term="Vencimento">{formatDate(pkg.payment_date)}</Fact>}
      </dl>
      {moneyState(pkg) === 'paid' && (
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
        {owes && (
          <>
            {action('pay')}
            {action('due')}
            {action('discount')}
          </>
        )}
        {pkg.paid_total > 0 && action('refund')}
      </div>
      {owes && <Pix pkg={pkg} />}
      <h3 className="mt-6 text-lg">Lançamentos</h3>
      {lines.length === 0 && <p className="mt-2 text-ink-soft">Nenhum lançamento</p>}
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

const Fact = ({ term, strong, children }: { term: string; strong?: boolean; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{term}</dt>
    <dd className={strong ? 'text-right text-lg font-extrabold' : 'text-right'}>{children}</dd>
  </>
)

/** The PIX code for exactly what is open or, without a key, a link to the form for the key. */
function Pix({ pkg }: { pkg: Package }) {
  const { data } = useProfile()
  if (!data) return null
  const pix = pixOf(data)
  return (
    <div className="mt-3">
      {pix ? (
        <PixCode pix={pix} charge={chargeOf(pkg)} reader="coach" />
      ) : (
        <ButtonLink
          to={paths.profile.href({ form: 'pix', tab: 'recebimento' })}
          tone="ghost"
          size="sm"
          className="-mx-4"
        >
          Cadastrar chave PIX
        </ButtonLink>
      )}
    </div>
  )
}

function Line({ line, onCorrect, onRemove }: { line: Payment; onCorrect: () => void; onRemove: () => void }) {
  const { kind, amount, paid_on, method, payer_name, note } = line
  const about = `${MONEY.kinds[kind]} de ${formatBRL(amount)}, ${formatDate(paid_on)}`
  return (
    <li className="py-3">
      <p className="figures flex justify-between gap-3 font-bold">
        <span>{MONEY.kinds[kind]}</span>
        <span>{kind === 'refund' ? `− ${formatBRL(amount)}` : formatBRL(amount)}</span>
      </p>
      <p className="figures text-[15px] text-ink-soft">
        {[formatDate(paid_on), PACKAGE_FORMS.methods[method], payer_name].filter(Boolean).join(' · ')}
      </p>
      {note && <p className="text-[15px] wrap-anywhere text-ink-soft">{note}</p>}
      <div className="-mx-3 flex flex-wrap">
        <ButtonLink
          to={paths.receipt.href({ id: line.id })}
          aria-label={`Recibo: ${about}`}
          tone="ghost"
          size="sm"
          className="px-3"
        >
          Recibo
        </ButtonLink>
        <Button tone="ghost" size="sm" className="px-3" aria-label={`Corrigir: ${about}`} onClick={onCorrect}>
          Corrigir
        </Button>
        <Button
          tone="ghost"
          size="sm"
          className="px-3 text-bad!"
          aria-label={`Apagar: ${about}`}
          onClick={onRemove}
        >
          Apagar
        </Button>
      </div>
    </li>
  )
}

function RemoveLine({ pkg, line, onClose }: { pkg: Package; line: Payment | null; onClose: () => void }) {
  const { apply } = usePaymentPlan()
  const opIdOf = useAttemptId()
  const [confirm, removing] = useSingleFlight(async (gone: Payment) => {
    const result = await apply({
      opId: opIdOf([gone.id, pkg.price, pkg.paid_total, pkg.payment_date]),
      packageId: pkg.id,
      studentId: pkg.student_id,
      seen: pkg,
      remove: [gone],
    })
    onClose()
    if (result.success) tell(result.data, { title: 'Lançamento apagado' })
    else toastFailure(MONEY_SERVICE.change.failed, result)
  })
  const about = line && `${MONEY.kinds[line.kind]} de ${formatBRL(line.amount)}, ${formatDate(line.paid_on)}.`
  return (
    <ConfirmDialog
      open={line !== null}
      onOpenChange={onClose}
      title="Apagar este lançamento?"
      description={about ? `${about} Esta ação não pode ser desfeita.` : ''}
      confirmLabel="Apagar lançamento"
      pendingLabel="Apagando..."
      pending={removing}
      onConfirm={() => line && void confirm(line)}
    >
      {line && <LeavingMonths lines={[line]} />}
      <OfflineNotice className="mt-4">{texts.offline}</OfflineNotice>
    </ConfirmDialog>
  )
}
