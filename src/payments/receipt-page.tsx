import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useKnowsTeacherName, useTeacherName } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { copyText, canShareText, shareText } from '@/lib/browser/copy-text'
import { canPrint } from '@/lib/browser/install'
import { toast } from '@/lib/browser/toast'
import { useStudent } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyDialog } from '@/ui/copy-dialog'
import { OutDrawing } from '@/ui/drawings'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Logo } from '@/ui/logo'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { usePageTitle } from '@/ui/use-page-title'
import { receiptOf, taxNumber, type PaymentWithPackage } from './receipt'
import { RECEIPT as texts } from './receipt-texts'
import { useReceipt } from './use-receipt'

/** The receipt of a payment or a refund, to print or to share (docs/product.md, 'Receipt'). */
export function ReceiptPage() {
  const { id = '' } = useParams()
  const query = useReceipt(id)
  usePageTitle(texts.titles.payment)
  return query.data ? <OfStudent key={id} payment={query.data} /> : <NoReceipt query={query} />
}

function OfStudent({ payment }: { payment: PaymentWithPackage }) {
  const query = useStudent(payment.student_id)
  const knowsName = useKnowsTeacherName()
  if (!query.data) return <NoReceipt query={query} />
  return knowsName ? (
    <Receipt payment={payment} student={query.data.name} />
  ) : (
    <NoReceipt query={{ ...query, isPending: true }} />
  )
}

/** What is there instead: not yet, not now, or not at all. */
function NoReceipt({
  query,
}: {
  query: Pick<
    ReturnType<typeof useReceipt> | ReturnType<typeof useStudent>,
    'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'
  >
}) {
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={texts.titles.payment}
        back={{ to: paths.students.href(), label: texts.toStudents }}
      />
      {query.isPending ? (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      ) : query.isError ? (
        <ErrorState {...failedRead(COMMON_MESSAGES.loadFailed, query)} />
      ) : (
        <EmptyState drawing={<OutDrawing />} title={texts.notFound} description={texts.notFoundHelp}>
          <Button asChild>
            <Link to={paths.students.href()}>{texts.toStudents}</Link>
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

function Receipt({ payment, student }: { payment: PaymentWithPackage; student: string }) {
  const coach = useTeacherName()
  const [payerNumber, setPayerNumber] = useState('')
  const [coachNumber, setCoachNumber] = useState('')
  const receipt = receiptOf(payment, { student, coach }, { payer: payerNumber, coach: coachNumber })
  return (
    <div className="mx-auto max-w-3xl print:max-w-none">
      <div className="print:hidden">
        <PageHeader
          title={receipt.title}
          back={{ to: paths.studentProfile.href({ id: payment.student_id }), label: texts.toStudent }}
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
          <p>{texts.simple}</p>
          <Logo className="text-sm" />
        </div>
      </Card>
      <div className="mt-5 grid gap-4 sm:grid-cols-2 print:hidden">
        <TaxNumberField label={texts.taxNumbers.payer} value={payerNumber} onChange={setPayerNumber} />
        <TaxNumberField label={texts.taxNumbers.coach} value={coachNumber} onChange={setCoachNumber} />
      </div>
    </div>
  )
}

/** For this receipt alone: no draft, no form. */
function TaxNumberField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [left, setLeft] = useState(false)
  const isWrong = left && value.trim() !== '' && taxNumber(value) === null
  return (
    <Field label={label} optional hint={texts.notKept} error={isWrong ? texts.taxNumberInvalid : undefined}>
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
  const [refused, setRefused] = useState<string | null>(null)
  const copy = async () => {
    if (await copyText(text)) toast({ title: texts.copied })
    else setRefused(text)
  }
  const share = async () => {
    if (!(await shareText(title, text))) await copy()
  }
  return (
    <>
      {canShareText() ? (
        <Button tone="outline" size="sm" onClick={() => void share()}>
          <Share2 aria-hidden="true" />
          {texts.share}
        </Button>
      ) : (
        <Button tone="outline" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
      )}
      {canPrint() && (
        <Button tone="court" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {texts.print}
        </Button>
      )}
      <CopyDialog title={title} label={texts.copyLabel} text={refused} onClose={() => setRefused(null)} />
    </>
  )
}
