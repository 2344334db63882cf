import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import { PhoneInput } from '@/components/forms/phone-input'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { changedFields } from '@/domain/shared/changed-fields'
import { clubForm, clubSchema, EMPTY_CLUB, type ClubForm, type ClubValues } from '@/domain/clubs/club.schema'
import type { Club } from '@/domain/shared/model'
import { useCreateClub, useUpdateClub } from '@/hooks/clubs/use-clubs'
import { useDraft, useFormDraft } from '@/hooks/forms/use-draft'
import { isUntouched, useCreate } from '@/hooks/forms/use-create'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.clubs

type ClubFormApi = UseFormReturn<ClubForm, unknown, ClubValues>

function useClubForm(defaultValues: ClubForm): ClubFormApi {
  return useForm<ClubForm, unknown, ClubValues>({
    resolver: standardSchemaResolver(clubSchema),
    defaultValues,
    mode: 'onTouched',
  })
}

const SAVE_FAILED = { title: texts.saveFailed, description: MESSAGES.common.tryAgain }

/** Adds a club. */
export function NewClubForm({ onDone }: { onDone: () => void }) {
  const draft = useDraft('new-club', EMPTY_CLUB)
  const form = useClubForm(draft.initial)
  useFormDraft(form, draft)
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const create = useCreateClub()
  const update = useUpdateClub()

  const [save] = useCreate<ClubValues, Club, ClubForm>({
    create: (id, values) => create.mutateAsync({ id, values }),
    correct: (there, values) =>
      isUntouched(there) ? update.mutateAsync({ id: there.id, values }) : undefined,
    done: texts.added,
    failed: SAVE_FAILED,
    onDone,
  })

  return (
    <FormFrame
      form={form}
      restored={draft.restored}
      onStartAfresh={() => {
        draft.clear()
        form.reset(EMPTY_CLUB)
      }}
      onSave={(values) => save(values, draft, form.getValues)}
      onCancel={() => {
        draft.clear()
        onDone()
      }}
      submitLabel="Adicionar"
      pendingLabel="Adicionando..."
    />
  )
}

/** Changes a club. One that another device removed meanwhile can be added again as it is typed here. */
export function EditClubForm({ club, onDone }: { club: Club; onDone: () => void }) {
  const stored = clubForm(club)
  const { initial, restored, clear, seen, setSeen, keep } = useEditDraft(`club:${club.id}`, stored, stored)
  const form = useClubForm(initial)
  useFormDraft(form, { keep })
  const update = useUpdateClub()
  const create = useCreateClub()
  /** The id of the club that takes the place of the one that is gone. */
  const [newId, setNewId] = useState<string | null>(null)

  const close = () => {
    clear()
    onDone()
  }
  const save = async (values: ClubValues) => {
    const changed = changedFields(values, seen)
    if (newId === null && changed === null) return close()
    const result = await (newId === null
      ? update.mutateAsync({ id: club.id, values: changed ?? {} })
      : create.mutateAsync({ id: newId, values }))
    if (!result.success) {
      toastFailure(SAVE_FAILED, result)
      if (result.code === 'already-deleted' || result.code === 'club-not-found') setNewId(crypto.randomUUID())
      return
    }
    toast({ title: newId === null ? texts.updated : texts.added })
    close()
  }

  return (
    <FormFrame
      form={form}
      restored={restored}
      onStartAfresh={() => {
        clear()
        setSeen(stored)
        form.reset(stored)
      }}
      onSave={save}
      onCancel={close}
      {...(newId === null
        ? { submitLabel: 'Salvar', pendingLabel: 'Salvando...' }
        : {
            submitLabel: 'Adicionar de novo',
            pendingLabel: 'Adicionando...',
            warning: 'Este clube foi removido em outro aparelho.',
          })}
    />
  )
}

function FormFrame({
  form,
  restored,
  onStartAfresh,
  onSave,
  onCancel,
  submitLabel,
  pendingLabel,
  warning,
}: {
  form: ClubFormApi
  restored: boolean
  onStartAfresh: () => void
  onSave: (values: ClubValues) => Promise<void>
  onCancel: () => void
  submitLabel: string
  pendingLabel: string
  warning?: string
}) {
  const [notice, setNotice] = useState(restored)
  const [save, saving] = useSingleFlight(onSave)
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {notice && (
        <DraftNotice
          onDiscard={() => {
            form.setFocus('name')
            onStartAfresh()
            setNotice(false)
          }}
        />
      )}
      <Field label="Nome" required error={errors.name?.message}>
        {(aria) => <Input {...aria} autoComplete="off" autoCapitalize="words" {...register('name')} />}
      </Field>
      <Field label="Endereço" optional error={errors.address?.message}>
        {(aria) => <Input {...aria} autoComplete="off" autoCapitalize="words" {...register('address')} />}
      </Field>
      <Field label="Telefone" optional error={errors.phone?.message}>
        {(aria) => (
          <Controller
            control={control}
            name="phone"
            render={({ field }) => <PhoneInput {...aria} autoComplete="off" {...field} />}
          />
        )}
      </Field>
      <Checkbox label="Definir como clube padrão" {...register('isDefault')} />
      {warning !== undefined && (
        <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-semibold text-warn">
          {warning}
        </p>
      )}
      <div className="flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button tone="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" tone="main" pending={saving} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
