import { Controller } from 'react-hook-form'
import { DraftForm } from '@/components/forms/draft-form'
import { PhoneInput } from '@/components/forms/phone-input'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { profileDraft, profileForm, profileSchema } from '@/domain/account/profile.schema'
import { changedFields } from '@/domain/shared/changed-fields'
import { SPORTS } from '@/domain/shared/constants'
import type { Profile } from '@/domain/shared/model'
import { displayPhone } from '@/domain/shared/phones'
import { useAuth } from '@/hooks/account/use-auth'
import { useProfile, useUpdateProfile } from '@/hooks/account/use-profile'
import { useRowForm } from '@/hooks/forms/use-draft-form'
import { OFFLINE } from '@/texts/offline/offline'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.profile
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

/** Edit mode of the coach's own data; 'Cancelar' brings the saved values back. The email belongs to the login. */
export function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { user } = useAuth()
  const update = useUpdateProfile()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'profile',
    schema: profileSchema,
    shape: profileDraft,
    row: profile,
    formOf: profileForm,
    read: async () => (await refetch()).data,
    tell: (now) => ({
      name: ['Nome', now.name],
      phone: ['Telefone', displayPhone(now.phone)],
      mainSport: ['Esporte Principal', now.main_sport],
    }),
    focus: 'name',
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ values: changed, seen })
    },
    done: texts.updated,
    failed: texts.updateFailed,
    onClose,
  })
  const { register, control, formState } = form
  const { errors } = formState

  return (
    <Card className="md:p-6">
      <DraftForm frame={frame} offline={OFFLINE.needs.profile} submit="Salvar" pending="Salvando...">
        <div className="flex flex-col gap-5">
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
        </div>
      </DraftForm>
    </Card>
  )
}
