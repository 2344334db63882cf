import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { changedFields } from '@/core/changed-fields'
import { SPORTS } from '@/core/constants'
import type { Profile } from '@/core/model'
import { initial } from '@/core/names'
import { displayPhone } from '@/core/phones'
import { failedRead } from '@/data/queries/service-error'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { DraftForm } from '@/ui/forms/draft-form'
import { PhoneInput } from '@/ui/forms/phone-input'
import { useRowForm } from '@/ui/forms/use-draft-form'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { OFFLINE } from '@/ui/offline-texts'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { PROFILE_MESSAGES } from '../profile-texts'
import { profileDraft, profileForm, profileSchema } from '../profile.schema'
import { useAuth } from '../use-auth'
import { useProfile, useUpdateProfile } from '../use-profile'

const texts = PROFILE_MESSAGES
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

/** The coach's own data, or its edit form. */
export function PersonalSection({
  editing,
  openForm,
}: {
  editing: boolean
  openForm: (form: OpenForm | null) => void
}) {
  const read = useProfile()
  const { data, isPending } = read
  const editButton = useFocusAfterEditing(editing)

  return (
    <section aria-labelledby="dados-pessoais">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h2 id="dados-pessoais" className="text-xl">
          Informações Pessoais
        </h2>
        {data && !editing && (
          <Button
            ref={editButton}
            tone="outline"
            size="sm"
            className="shrink-0"
            onClick={() => openForm({ kind: 'personal' })}
          >
            <Pencil aria-hidden="true" />
            Editar
          </Button>
        )}
      </div>
      {data ? (
        editing ? (
          <PersonalForm profile={data} onClose={() => openForm(null)} />
        ) : (
          <PersonalCard profile={data} />
        )
      ) : isPending ? (
        <LoadingPersonal />
      ) : (
        <ErrorState {...failedRead({ title: PROFILE_MESSAGES.loadFailed }, read)} />
      )}
    </section>
  )
}

function PersonalCard({ profile }: { profile: Profile }) {
  const { user } = useAuth()
  return (
    <Card className="md:p-6">
      <div className="flex items-center gap-4">
        <Avatar initial={initial(profile.name)} seed={profile.id} size="lg" />
        <div className="min-w-0">
          <p className="line-clamp-3 text-lg leading-tight font-extrabold">{profile.name}</p>
          <p className="text-ink-soft">{user?.email}</p>
        </div>
      </div>
      <dl className="mt-5 grid gap-4 border-t border-line pt-5 min-[400px]:grid-cols-2">
        <Fact term="Telefone">{displayPhone(profile.phone) || 'Não informado'}</Fact>
        <Fact term="Esporte Principal">{profile.main_sport}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="figures font-bold">{children}</dd>
    </div>
  )
}

function LoadingPersonal() {
  return (
    <Card role="status" aria-label="Carregando perfil" className="md:p-6">
      <div className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-xl" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-4 w-52 max-w-full" />
        </div>
      </div>
      <div className="mt-5 grid gap-4 border-t border-line pt-5 min-[400px]:grid-cols-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </Card>
  )
}

/** Edit mode of the coach's own data; 'Cancelar' brings the saved values back. The email belongs to the login. */
function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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
