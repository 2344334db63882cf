import { Dialog } from '@/components/ui/dialog'
import type { Package, Uuid } from '@/domain/shared/model'
import { EditPackageForm, NewPackageForm } from './package-forms'

/** What the dialog edits. */
export type PackageDialogSubject = { kind: 'new' } | { kind: 'edit'; pkg: Package }

/** Sells or edits a package on the profile (docs/product.md, 'Packages'). Closed while `subject` is null. */
export function PackageDialog({
  studentId,
  subject,
  onClose,
}: {
  studentId: Uuid
  subject: PackageDialogSubject | null
  onClose: () => void
}) {
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={onClose}
      title={subject?.kind === 'edit' ? 'Editar Pacote' : 'Novo Pacote'}
    >
      {subject?.kind === 'new' && <NewPackageForm studentId={studentId} onDone={onClose} />}
      {subject?.kind === 'edit' && (
        <EditPackageForm key={subject.pkg.id} pkg={subject.pkg} onDone={onClose} />
      )}
    </Dialog>
  )
}
