import type { ComponentProps } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { derivedId } from '@/core/ids'
import { PAYMENT_METHODS, type Package, type Payment, type Uuid } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import type { PaymentIntent } from '@/credits/intents'
import { moneyAfter, openAmount } from '@/credits/plan-payment'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { Checkbox } from '@/ui/fields/field'
import { ContextForm, Preview } from '@/ui/forms/draft-form'
import { DateField, MoneyField, SelectField, TextField } from '@/ui/forms/fields'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { useNow, useToday } from '@/ui/use-now'
import { less } from './money'
import {
  discountSchema,
  dueSchema,
  newPayment,
  paymentRow,
  paymentSchema,
  refundSchema,
  storedPayment,
  type PaymentForm,
  type PaymentValues,
} from './payment.schema'
import { MONEY_SERVICE } from './service-texts'
import { usePaymentPlan } from './use-payment-plans'

/** Texts of the dialogs about money. They load with these dialogs. */
export const MONEY_FORMS = {
  offline: 'Sem conexão: mudar pagamentos só é possível com internet.',
  /** For an amount above what may be received, given back or forgiven. */
  tooMuch: {
    payment: (open: string) => `Valor maior que o que falta receber (${open})`,
    refund: (paid: string) => `Valor maior que o recebido (${paid})`,
    discount: (open: string) => `Desconto maior que o que falta receber (${open})`,
  },
} as const

const { tooMuch } = MONEY_FORMS

interface FormProps {
  pkg: Package
  /** For an anonymised student the forms write figures only, and change no credits. */
  anonymized: boolean
  onDone: () => void
}

type Change = Omit<PaymentIntent, 'opId' | 'packageId' | 'studentId' | 'seen'>

/**
 * Sends changes of the package as the form shows it. From sending until the answer the form keeps that package, so that
 * a repeat after a lost answer is the same change. At other times it follows the package as read, even after another
 * device's change: the package with which it opened may be older than the coach's own last change.
 */
function useMoneyForm({ pkg, onDone }: Pick<FormProps, 'pkg' | 'onDone'>) {
  const { apply, undo, isSent } = usePaymentPlan()
  const seen = useAsSent(pkg, isSent)
  const about = { packageId: seen.id, studentId: seen.student_id, seen }
  return {
    seen,
    today: useToday(),
    send: (opId: Uuid, change: Change) => apply({ ...change, ...about, opId }),
    /** The 'Desfazer' button after a payment was added or corrected. */
    undoOf: (opId: Uuid, change: Change) => undo({ ...change, ...about, opId }),
    common: { failed: MONEY_SERVICE.change.failed, onDone, onCancel: onDone },
  }
}

/** 'Registrar pagamento'. Suggests all that is open. */
export function PayForm({ pkg, anonymized, onDone }: FormProps) {
  const { seen, today, send, undoOf, common } = useMoneyForm({ pkg, onDone })
  const most = seen.open_amount
  const added = (opId: Uuid, values: PaymentValues): Change => ({
    add: [paymentRow(derivedId(opId, pkg.id), 'payment', values, anonymized)],
  })
  const { form, frame } = useNewForm({
    ...common,
    name: `payment:${pkg.student_id}:${pkg.id}`,
    schema: paymentSchema({ most, tooMuch: tooMuch.payment(formatBRL(most)), today }),
    defaults: () => newPayment(today, most),
    focus: 'amount',
    create: (opId, values) => send(opId, added(opId, values)),
    done: MONEY_SERVICE.change.done,
    action: ({ effects }, opId, values) =>
      // Opened again after a lost answer, the form has seen the payment. An undo needs the money before it.
      effects[0]?.money[0]?.from === most ? undoOf(opId, added(opId, values)) : undefined,
  })
  const amount = parsePrice(form.watch('amount')) ?? 0
  const rest = less(most, amount)
  return (
    <MoneyForm form={form} frame={frame} submit="Registrar">
      <PaymentFields payer={!anonymized} note={!anonymized} />
      <Preview>{amount > 0 && rest >= 0 && restText(rest)}</Preview>
    </MoneyForm>
  )
}

const restText = (rest: number) => (rest > 0 ? `Fica a receber: ${formatBRL(rest)}` : 'Fica pago')

/** 'Devolver dinheiro', at most what was received. The same request may take out the credits and lower the price. */
export function RefundForm({ pkg, anonymized, onDone }: FormProps) {
  const { seen, today, send, common } = useMoneyForm({ pkg, onDone })
  const most = seen.paid_total
  const credits = anonymized ? 0 : seen.remaining_classes
  const tooMuchPaid = Math.max(0, -seen.open_amount)
  const { form, frame } = useNewForm({
    ...common,
    name: `refund:${pkg.student_id}:${pkg.id}`,
    schema: refundSchema({ most, tooMuch: tooMuch.refund(formatBRL(most)), today }),
    defaults: () => ({
      ...newPayment(today, tooMuchPaid),
      // Money received beyond the price paid for no credit.
      takeCredits: tooMuchPaid === 0,
      lowerPrice: true,
    }),
    focus: 'amount',
    create: (opId, { takeCredits, lowerPrice, ...values }) => {
      const kept = less(most, values.amount)
      return send(opId, {
        add: [paymentRow(derivedId(opId, pkg.id), 'refund', values, anonymized)],
        typed: { takeCredits, lowerPrice },
        ...(lowerPrice && kept < seen.price && { price: kept }),
        // The student can read the reason in the statement.
        ...(takeCredits && credits > 0 && { adjust: { seen, delta: -credits, reason: 'Devolução' } }),
      })
    },
    done: 'Devolução registrada',
  })
  const typed = parsePrice(form.watch('amount')) ?? 0
  const kept = typed > 0 && typed <= most ? less(most, typed) : null
  return (
    <MoneyForm form={form} frame={frame} submit="Devolver">
      <PaymentFields note={!anonymized} />
      <div>
        {credits > 0 && (
          <Checkbox
            {...form.register('takeCredits')}
            label={credits === 1 ? 'Tirar o crédito que resta' : `Tirar os ${credits} créditos que restam`}
          />
        )}
        {(kept === null || kept < seen.price) && (
          <Checkbox
            {...form.register('lowerPrice')}
            label={
              <span className="figures">
                Baixar o preço para o que fica{kept !== null && `: ${formatBRL(kept)}`}
              </span>
            }
          />
        )}
      </div>
      {/* Shown before saving, because 'Devolver' alone does not tell that the money is owed again. */}
      <Preview>
        {kept !== null && kept < seen.price && !form.watch('lowerPrice') && restText(less(seen.price, kept))}
      </Preview>
    </MoneyForm>
  )
}

/** 'Dar desconto': a lower price, at least what was received. */
export function DiscountForm({ pkg, onDone }: FormProps) {
  const { seen, send, common } = useMoneyForm({ pkg, onDone })
  const { form, frame } = useNewForm({
    ...common,
    name: `discount:${pkg.id}`,
    schema: discountSchema(seen.open_amount, tooMuch.discount(formatBRL(seen.open_amount))),
    defaults: () => ({ amount: '' }),
    focus: 'amount',
    create: (opId, { amount }) => send(opId, { price: less(seen.price, amount), typed: { amount } }),
    done: 'Desconto dado',
  })
  const typed = parsePrice(form.watch('amount')) ?? 0
  const price = less(seen.price, typed)
  const rest = openAmount({ ...seen, price })
  return (
    <MoneyForm form={form} frame={frame} submit="Dar desconto">
      <MoneyField form={form} name="amount" label="Desconto (R$)" required />
      <Preview>
        {typed > 0 && rest >= 0 && (
          <>
            Preço: {formatBRL(seen.price)} → {formatBRL(price)}
            <span className="block text-[15px] font-normal text-ink-soft">{restText(rest)}</span>
          </>
        )}
      </Preview>
    </MoneyForm>
  )
}

/** 'Mudar vencimento': the day on which the rest is due. */
export function DueForm({ pkg, onDone }: FormProps) {
  const { seen, send, common } = useMoneyForm({ pkg, onDone })
  const { form, frame } = useNewForm({
    ...common,
    name: `due:${pkg.id}`,
    schema: dueSchema(seen.payment_date),
    defaults: () => ({ day: pkg.payment_date }),
    focus: 'day',
    create: (opId, { day }) => send(opId, { paymentDate: day }),
    done: 'Vencimento mudado',
  })
  return (
    <MoneyForm form={form} frame={frame} submit="Mudar">
      <DateField form={form} name="day" label="Novo vencimento" required />
    </MoneyForm>
  )
}

/** 'Corrigir lançamento': the corrected payment replaces the old one. */
export function CorrectForm({ pkg, anonymized, line, onDone }: FormProps & { line: Payment }) {
  const { seen, today, send, undoOf, common } = useMoneyForm({ pkg, onDone })
  const isPayment = line.kind === 'payment'
  const without = moneyAfter({ seen, remove: [line] })
  // A payment beyond the price may keep its amount.
  const most = isPayment ? Math.max(line.amount, openAmount(without)) : without.paid_total
  const corrected = (opId: Uuid, values: PaymentValues): Change => ({
    add: [paymentRow(derivedId(opId, line.id), line.kind, values, anonymized)],
    remove: [line],
  })
  const { form, frame } = useNewForm({
    ...common,
    name: `correct:${line.student_id}:${line.id}`,
    schema: paymentSchema({ most, tooMuch: tooMuch[line.kind](formatBRL(most)), today }),
    defaults: () => storedPayment(line),
    focus: 'amount',
    create: (opId, values) => send(opId, corrected(opId, values)),
    done: 'Lançamento corrigido',
    action: (_row, opId, values) => undoOf(opId, corrected(opId, values)),
  })
  return (
    <MoneyForm form={form} frame={frame}>
      <PaymentFields payer={isPayment && !anonymized} note={!anonymized} />
    </MoneyForm>
  )
}

const MoneyForm = <Form extends FieldValues, Values>({
  children,
  ...form
}: Pick<ComponentProps<typeof ContextForm<Form, Values>>, 'form' | 'frame' | 'submit' | 'children'>) => (
  <ContextForm {...form} offline={MONEY_FORMS.offline} sticky="dialog">
    <div className="flex flex-col gap-5">{children}</div>
  </ContextForm>
)

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PACKAGE_FORMS.methods[value] }))

function PaymentFields({ payer = false, note }: { payer?: boolean; note: boolean }) {
  const form = useFormContext<PaymentForm>()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <MoneyField form={form} name="amount" label="Valor (R$)" required />
      <DateField form={form} name="paidOn" label="Dia" required recent={useNow()} />
      <SelectField
        form={form}
        name="method"
        label="Forma de pagamento"
        options={METHODS}
        className="sm:col-span-2"
      />
      {payer && (
        <TextField
          form={form}
          name="payerName"
          label="Quem pagou"
          optional
          max={LENGTHS.payerName}
          hint="Se não foi o aluno. Sai no recibo."
          className="sm:col-span-2"
        />
      )}
      {note && (
        <TextField
          form={form}
          name="note"
          label="Observação"
          optional
          max={LENGTHS.paymentNote}
          hint="Não aparece na página do aluno"
          className="sm:col-span-2"
        />
      )}
    </div>
  )
}
