import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { DraftForm } from '@/components/forms/draft-form'
import { PhoneInput } from '@/components/forms/phone-input'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { profileDraft, profileForm, profileSchema } from '@/domain/account/profile.schema'
import { changedFields } from '@/domain/shared/changed-fields'
import { SPORTS } from '@/domain/shared/constants'
import type { Profile } from '@/domain/shared/model'
import { initial } from '@/domain/shared/names'
import { displayPhone } from '@/domain/shared/phones'
import { useAuth } from '@/hooks/account/use-auth'
import { useProfile, useUpdateProfile } from '@/hooks/account/use-profile'
import { useRowForm } from '@/hooks/forms/use-draft-form'
import { useFocusAfterEditing } from '@/hooks/shared/use-focus-after'
import { failedRead } from '@/queries/service-error'
import { OFFLINE } from '@/texts/offline/offline'
import { MESSAGES } from '@/texts/shared/messages'
import type { OpenForm } from '../use-open-form'

const texts = MESSAGES.profile
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
        <ErrorState {...failedRead({ title: MESSAGES.profile.loadFailed }, read)} />
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
