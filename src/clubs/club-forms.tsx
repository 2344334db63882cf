import { useEffect, useState, type ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changedFields } from '@/core/changed-fields'
import type { Club } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { Checkbox } from '@/ui/fields/checkbox'
import { DraftForm } from '@/ui/forms/draft-form'
import { PhoneField, TextField } from '@/ui/forms/fields'
import { isUntouched, useNewForm, useRowForm } from '@/ui/forms/use-draft-form'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { Dialog } from '@/ui/overlay/dialog'
import { clubForm, clubSchema, EMPTY_CLUB, type ClubForm, type ClubValues } from './schema'
import { CLUB_MESSAGES as texts } from './texts'
import { useClubs, useCreateClub, useUpdateClub } from './use-clubs'

const COMMON = { schema: clubSchema, focus: 'name', failed: texts.saveFailed } as const

type ClubDialogProps = { form: OpenForm | null; clubs: Club[]; onClose: () => void }

/** Adds or edits the club that `form` names; closed for any other form. */
export function ClubDialog({ form, clubs, onClose }: ClubDialogProps) {
  const id = form?.kind === 'club' ? form.id : null
  const found = clubs.find((club) => club.id === id) ?? null
  // Keeps a club that another device removes meanwhile, because otherwise the dialog would close over the typed text.
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

function NewClubForm({ onDone }: { onDone: () => void }) {
  const create = useCreateClub()
  const update = useUpdateClub()
  const { form, frame } = useNewForm({
    ...COMMON,
    name: 'new-club',
    defaults: () => EMPTY_CLUB,
    focusAtOnce: true,
    create: (id, values) => create.mutateAsync({ id, values }),
    correct: (stored, values) =>
      isUntouched(stored) ? update.mutateAsync({ id: stored.id, values, seen: stored }) : undefined,
    done: texts.added,
    onDone,
    onCancel: onDone,
  })
  return <ClubFields form={form} frame={frame} submit="Adicionar" pending="Adicionando..." />
}

/** Changes a club. If another device removed it meanwhile, it can be added again as typed. */
function EditClubForm({ club, onDone }: { club: Club; onDone: () => void }) {
  const update = useUpdateClub()
  const create = useCreateClub()
  /** The id of the club that replaces the removed one. */
  const [newId, setNewId] = useState<string | null>(null)
  const { refetch } = useClubs()
  const { form, frame } = useRowForm({
    ...COMMON,
    name: `club:${club.id}`,
    row: club,
    formOf: clubForm,
    read: async () => (await refetch()).data?.find(({ id }) => id === club.id),
    tell: (now) => ({
      name: ['Nome', now.name],
      address: ['Endereço', now.address],
      phone: ['Telefone', displayPhone(now.phone)],
      isDefault: ['Clube padrão', now.is_default ? 'Sim' : 'Não'],
    }),
    send: async (values, seen) => {
      if (newId !== null) return create.mutateAsync({ id: newId, values })
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ id: club.id, values: changed, seen })
    },
    done: newId === null ? texts.updated : texts.added,
    onClose: onDone,
    onFailed: ({ code }) => {
      if (code === 'already-deleted' || code === 'club-not-found') setNewId(crypto.randomUUID())
    },
  })
  return newId === null ? (
    <ClubFields form={form} frame={frame} />
  ) : (
    <ClubFields
      form={form}
      frame={{ ...frame, elsewhere: null }}
      gone
      submit="Adicionar de novo"
      pending="Adicionando..."
    />
  )
}

type ClubFieldsProps = Omit<ComponentProps<typeof DraftForm>, 'children'> & {
  form: UseFormReturn<ClubForm, unknown, ClubValues>
  gone?: boolean
}

const ClubFields = ({ form, gone = false, ...frame }: ClubFieldsProps) => (
  <DraftForm {...frame}>
    <div className="flex flex-col gap-5">
      <TextField form={form} name="name" label="Nome" required input={{ autoCapitalize: 'words' }} />
      <TextField form={form} name="address" label="Endereço" optional input={{ autoCapitalize: 'words' }} />
      <PhoneField form={form} name="phone" label="Telefone" optional input={{ autoComplete: 'off' }} />
      <Checkbox label="Definir como clube padrão" {...form.register('isDefault')} />
      {gone && (
        <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-semibold text-warn">
          Este clube foi apagado em outro aparelho.
        </p>
      )}
    </div>
  </DraftForm>
)
