import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { useState, type ComponentProps } from 'react'
import { useParams } from 'react-router-dom'
import { useKnowsTeacherName, useTeacherName } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { paths } from '@/core/paths'
import { canShareText, shareText } from '@/lib/browser/copy-text'
import { canPrint } from '@/lib/browser/install'
import { useStudent } from '@/students/use-students'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { useCopy } from '@/ui/copy-dialog'
import { OutDrawing } from '@/ui/drawings'
import { Field, Input } from '@/ui/fields/field'
import { Logo } from '@/ui/logo'
import { PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { SkeletonList, EmptyState } from '@/ui/states'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefreshAll } from '@/ui/use-refresh'
import { receiptOf, SIMPLE_RECEIPT, taxNumber, type PaymentWithPackage } from './receipt'
import { useReceipt } from './use-payments'

/** The receipt of a payment or a refund, to print or to share (docs/product.md, 'Receipt'). */
export function ReceiptPage() {
  const { id = '' } = useParams()
  const query = useReceipt(id)
  useRefreshAll()
  usePageTitle('Recibo')
  return query.data ? <OfStudent key={id} payment={query.data} /> : <NoReceipt query={query} />
}

function OfStudent({ payment }: { payment: PaymentWithPackage }) {
  const query = useStudent(payment.student_id)
  const knowsName = useKnowsTeacherName()
  if (!query.data) return <NoReceipt query={query} />
  if (!knowsName) return <NoReceipt query={{ ...query, data: undefined, isError: false }} />
  return <Receipt payment={payment} student={query.data.name} />
}

/** Shown instead of a receipt that is loading, could not be loaded, or does not exist. */
const NoReceipt = ({ query }: { query: Pick<ComponentProps<typeof QueryView>, 'query'>['query'] }) => (
  <div className="max-w-3xl">
    <PageHeader title="Recibo" back={{ to: paths.students.href(), label: 'Voltar para Alunos' }} />
    <QueryView
      query={query}
      failed={COMMON_MESSAGES.loadFailed}
      skeleton={<SkeletonList label="Carregando recibo" count={1} each="h-96" />}
    >
      {() => (
        <EmptyState
          drawing={<OutDrawing />}
          title="Lançamento não encontrado"
          description="Ele pode ter sido apagado."
        >
          <ButtonLink tone="court" to={paths.students.href()}>
            Voltar para Alunos
          </ButtonLink>
        </EmptyState>
      )}
    </QueryView>
  </div>
)

function Receipt({ payment, student }: { payment: PaymentWithPackage; student: string }) {
  const coach = useTeacherName()
  const [payerNumber, setPayerNumber] = useState('')
  const [coachNumber, setCoachNumber] = useState('')
  const receipt = receiptOf(payment, { student, coach }, { payer: payerNumber, coach: coachNumber })
  return (
    <div className="max-w-3xl print:max-w-none">
      <div className="print:hidden">
        <PageHeader
          title={receipt.title}
          back={{ to: paths.studentProfile.href({ id: payment.student_id }), label: 'Voltar para o aluno' }}
        >
          <SendButtons title={receipt.title} text={receipt.text} />
        </PageHeader>
      </div>
      <Card className="p-6 md:p-10 print:border-0 print:p-0 print:shadow-none">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div>
            <h2 className="text-2xl">{receipt.title}</h2>
            <p className="figures text-ink-soft">{receipt.number}</p>
          </div>
          <p className="figures text-3xl leading-tight font-extrabold">{receipt.amount}</p>
        </div>
        <p className="figures mt-6 text-lg leading-relaxed wrap-anywhere">{receipt.sentence}</p>
        {receipt.refunded !== null && <p className="figures mt-4 font-bold">{receipt.refunded}</p>}
        <div className="mx-auto mt-16 max-w-sm border-t border-line-strong pt-2 text-center">
          {receipt.signature.map((line) => (
            <p key={line} className="figures wrap-anywhere">
              {line}
            </p>
          ))}
        </div>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
          <p>{SIMPLE_RECEIPT}</p>
          <Logo className="text-sm" />
        </div>
      </Card>
      <div className="mt-5 grid gap-4 sm:grid-cols-2 print:hidden">
        <TaxNumberField label="CPF ou CNPJ de quem pagou" value={payerNumber} onChange={setPayerNumber} />
        <TaxNumberField label="Seu CPF ou CNPJ" value={coachNumber} onChange={setCoachNumber} />
      </div>
    </div>
  )
}

type TaxNumberFieldProps = { label: string; value: string; onChange: (text: string) => void }

/** Not part of a form, so no draft keeps the number (docs/product.md, 'Receipt'). */
function TaxNumberField({ label, value, onChange }: TaxNumberFieldProps) {
  const [left, setLeft] = useState(false)
  const isWrong = left && value.trim() !== '' && taxNumber(value) === null
  return (
    <Field
      label={label}
      optional
      hint="Só para este recibo: não fica guardado."
      error={isWrong ? 'CPF ou CNPJ inválido' : undefined}
    >
      {(control) => (
        <Input
          {...control}
          value={value}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </Field>
  )
}

function SendButtons({ title, text }: { title: string; text: string }) {
  const shares = canShareText()
  const [copyText, dialog] = useCopy({ title, label: 'Texto do recibo' })
  const copy = () => copyText(text, { title: 'Recibo copiado' })
  const share = async () => {
    if (!(await shareText(title, text))) await copy()
  }
  return (
    <>
      <Button size="sm" onClick={() => void (shares ? share() : copy())}>
        {shares ? <Share2 /> : <Copy />}
        {shares ? 'Compartilhar' : 'Copiar texto'}
      </Button>
      {canPrint() && (
        <Button tone="court" size="sm" onClick={() => window.print()}>
          <Printer />
          Imprimir ou salvar PDF
        </Button>
      )}
      {dialog}
    </>
  )
}
