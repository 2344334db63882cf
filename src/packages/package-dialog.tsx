import { Suspense } from 'react'
import type { Package, Student, Uuid } from '@/core/model'
import { MONEY } from '@/payments/texts'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { lazyPage } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { PACKAGE_MESSAGES } from './texts'

/** What the dialog does: it sells a package, or changes one. */
export type PackageDialogSubject =
  | { kind: 'new' | 'renew' }
  | { kind: 'edit' | 'adjust' | 'extend'; pkg: Package }
  | MoneySubject

/** Of which money the dialog is about. */
export type MoneySubject =
  | { kind: 'money' | 'pay' | 'refund' | 'discount' | 'due'; pkg: Package }
  | { kind: 'correct'; pkg: Package; paymentId: Uuid }

/** Not with the profile: most visits only read. */
const PackageForm = lazyPage(() => import('./package-forms'), 'PackageForm')
const MoneyDialog = lazyPage(() => import('@/payments/money-dialog'), 'MoneyDialog')

const { card, renew } = PACKAGE_MESSAGES

const TITLES = {
  new: 'Novo Pacote',
  renew: renew.title,
  edit: 'Editar Pacote',
  adjust: card.adjust,
  extend: card.extend,
  money: MONEY.payments,
  pay: MONEY.pay,
  refund: MONEY.refund,
  discount: MONEY.discount,
  due: MONEY.due,
  correct: MONEY.correct,
} as const satisfies Record<PackageDialogSubject['kind'], string>

const NOT_MONEY: readonly PackageDialogSubject['kind'][] = ['new', 'renew', 'edit', 'adjust', 'extend']
const isAboutMoney = (subject: PackageDialogSubject): subject is MoneySubject =>
  !NOT_MONEY.includes(subject.kind)

/** Sells or changes a package on the profile (docs/product.md, 'Packages'). Closed while `subject` is null. */
export function PackageDialog({
  student,
  subject,
  openForm,
}: {
  student: Student
  subject: PackageDialogSubject | null
  openForm: (form: OpenForm | null) => void
}) {
  const about = subject && 'pkg' in subject && subject.kind !== 'edit' ? subject.pkg.name : undefined
  const onClose = () => openForm(null)
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={onClose}
      title={TITLES[subject?.kind ?? 'new']}
      {...(about === undefined ? {} : { description: about })}
    >
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        {subject &&
          (isAboutMoney(subject) ? (
            <MoneyDialog student={student} subject={subject} openForm={openForm} />
          ) : (
            <PackageForm studentId={student.id} subject={subject} onDone={onClose} />
          ))}
      </Suspense>
    </Dialog>
  )
}
