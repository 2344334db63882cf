import { Dialog } from '@/components/ui/dialog'
import type { Package, Uuid } from '@/domain/shared/model'
import { EditPackageForm, NewPackageForm } from './package-forms'

/** What the dialog is about; null: it is closed. */
export type PackageDialogSubject = { kind: 'new' } | { kind: 'edit'; pkg: Package }

/** Creating and editing a package without leaving the profile (spec §2, §5 'Package dialog'). */
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
