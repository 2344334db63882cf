import { useEffect, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import type { Club } from '@/domain/shared/model'
import { EditClubForm, NewClubForm } from './club-forms'
import type { OpenForm } from '../use-open-form'

/** Adding and editing a club (spec §2 'Club dialog'). */
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
  // A club that another device removes meanwhile stays here, and what is being typed with it.
  const [kept, setKept] = useState<Club | null>(null)
  if (found !== null && found !== kept) setKept(found)
  const edited = found ?? (kept?.id === id ? kept : null)

  // An old address may name a club that is long gone.
  const unknown = id !== null && edited === null
  useEffect(() => {
    if (unknown) onClose()
  }, [unknown, onClose])

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
