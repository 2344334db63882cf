import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { PhoneInput } from '@/components/forms/phone-input'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { changedFields } from '@/domain/shared/changed-fields'
import { SPORTS } from '@/domain/shared/constants'
import type { Profile } from '@/domain/shared/model'
import {
  profileDraft,
  profileForm,
  profileSchema,
  type ProfileForm,
  type ProfileValues,
} from '@/domain/account/profile.schema'
import { useAuth } from '@/hooks/account/use-auth'
import { useConnection } from '@/hooks/offline/use-connection'
import { useFormDraft } from '@/hooks/forms/use-draft'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useUpdateProfile } from '@/hooks/account/use-profile'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'

const texts = MESSAGES.profile
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

/** Edit mode of the coach's own data; 'Cancelar' brings the saved values back. The email belongs to the login. */
export function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { user } = useAuth()
  const stored = profileForm(profile)
  const { initial, restored, clear, seen, setSeen, keep } = useEditDraft(
    'profile',
    stored,
    stored,
    profileDraft,
  )
  const form = useForm<ProfileForm, unknown, ProfileValues>({
    resolver: standardSchemaResolver(profileSchema),
    defaultValues: initial,
    mode: 'onTouched',
  })
  useFormDraft(form, { keep })
  const { register, control, formState, setFocus } = form
  const { errors } = formState
  const update = useUpdateProfile()
  const { online } = useConnection()
  const [notice, setNotice] = useState(restored)
  useEffect(() => setFocus('name'), [setFocus])

  const close = () => {
    clear()
    onClose()
  }
  const [save, saving] = useSingleFlight(async (values: ProfileValues) => {
    const changed = changedFields(values, seen)
    if (changed === null) return close()
    const result = await update.mutateAsync({ values: changed })
    if (result.success) {
      toast({ title: texts.updated })
      close()
      return
    }
    toast({ title: texts.updateFailed.title, description: result.message, tone: 'error' })
  })
  const startAfresh = () => {
    clear()
    setSeen(stored)
    // The pressed button goes away; before the reset, which forgets the fields until they are drawn again.
    setFocus('name')
    form.reset(stored)
    setNotice(false)
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <OfflineNotice online={online}>{OFFLINE.needs.profile}</OfflineNotice>
      {notice && <DraftNotice onDiscard={startAfresh} />}
      <Card className="flex flex-col gap-5 md:p-6">
        <Field label="Nome" required error={errors.name?.message}>
          {(aria) => <Input {...aria} autoComplete="name" autoCapitalize="words" {...register('name')} />}
        </Field>
        <Field label="Email" hint="É o email com que você entra.">
          {(aria) => (
            <Input
              {...aria}
              type="email"
              readOnly
              autoComplete="email"
              className="border-dashed"
              value={user?.email ?? ''}
            />
          )}
        </Field>
        <Field
          label="Telefone"
          optional
          error={errors.phone?.message}
          hint="Com ele, a página do aluno mostra o botão para falar com você."
        >
          {(aria) => (
            <Controller
              control={control}
              name="phone"
              render={({ field }) => <PhoneInput {...aria} {...field} />}
            />
          )}
        </Field>
        <Field label="Esporte Principal" required error={errors.mainSport?.message}>
          {(aria) => (
            <Select {...aria} options={SPORT_OPTIONS} placeholder="Selecione" {...register('mainSport')} />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
          <Button tone="outline" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" tone="main" pending={saving} pendingLabel="Salvando...">
            Salvar
          </Button>
        </div>
      </Card>
    </form>
  )
}
