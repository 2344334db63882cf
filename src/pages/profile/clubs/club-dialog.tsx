import { useEffect, useState } from 'react'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Club } from '@/domain/shared/model'
import type { OpenForm } from '../use-open-form'
import { EditClubForm, NewClubForm } from './club-forms'

/** Adds or edits the club that `form` names; closed for any other form. */
export function ClubDialog({
  form,
  clubs,
  onClose,
}: {
  form: OpenForm | null
  clubs: Club[]
  onClose: () => void
}) {
  const id = form?.kind === 'club' ? form.id : null
  const found = clubs.find((club) => club.id === id) ?? null
  // Keeps a club that another device removes meanwhile; otherwise the dialog would close over the typed text.
  const [lastKnown, setLastKnown] = useState<Club | null>(null)
  if (found !== null && found !== lastKnown) setLastKnown(found)
  const edited = found ?? (lastKnown?.id === id ? lastKnown : null)

  // An old address may name a deleted club.
  const isUnknown = id !== null && edited === null
  useEffect(() => {
    if (isUnknown) onClose()
  }, [isUnknown, onClose])

  return (
    <Dialog
      open={form?.kind === 'new-club' || edited !== null}
      onOpenChange={onClose}
      title={edited === null ? 'Adicionar Clube' : 'Editar Clube'}
    >
      {edited === null ? (
        <NewClubForm onDone={onClose} />
      ) : (
        <EditClubForm key={edited.id} club={edited} onDone={onClose} />
      )}
    </Dialog>
  )
}
