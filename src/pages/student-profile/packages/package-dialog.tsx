import { Suspense } from 'react'
import { lazyPage } from '@/components/shared/lazy-page'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Package, Uuid } from '@/domain/shared/model'
import { MESSAGES } from '@/texts/shared/messages'

/** What the dialog does: it sells a package, or changes one. */
export type PackageDialogSubject =
  | { kind: 'new' | 'renew' }
  | { kind: 'edit' | 'adjust' | 'extend'; pkg: Package }

/** Not with the profile: most visits only read. */
const PackageForm = lazyPage(() => import('./package-forms'), 'PackageForm')

const { card, renew } = MESSAGES.packages

const TITLES = {
  new: 'Novo Pacote',
  renew: renew.title,
  edit: 'Editar Pacote',
  adjust: card.adjust,
  extend: card.extend,
} as const satisfies Record<PackageDialogSubject['kind'], string>

/** Sells or changes a package on the profile (docs/product.md, 'Packages'). Closed while `subject` is null. */
export function PackageDialog({
  studentId,
  subject,
  onClose,
}: {
  studentId: Uuid
  subject: PackageDialogSubject | null
  onClose: () => void
}) {
  const isAboutOne = subject?.kind === 'adjust' || subject?.kind === 'extend'
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={onClose}
      title={TITLES[subject?.kind ?? 'new']}
      {...(isAboutOne ? { description: subject.pkg.name } : {})}
    >
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        {subject && <PackageForm studentId={studentId} subject={subject} onDone={onClose} />}
      </Suspense>
    </Dialog>
  )
}
