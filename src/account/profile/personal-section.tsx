import { changedFields } from '@/core/changed-fields'
import { SPORTS } from '@/core/constants'
import type { Profile } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { Avatar } from '@/ui/avatar'
import { Card } from '@/ui/card'
import { EditButton } from '@/ui/edit-button'
import { Facts } from '@/ui/facts'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { DraftForm } from '@/ui/forms/draft-form'
import { PhoneField, SelectField, TextField } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { useCardEdit } from '@/ui/forms/use-open-form'
import { OFFLINE } from '@/ui/offline-texts'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { PROFILE_MESSAGES as texts } from '../texts'
import { useAuth } from '../use-auth'
import { useProfile, useUpdateProfile } from '../use-profile'
import { profileForm, profileSchema } from './schema'

const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

export function PersonalSection() {
  const read = useProfile()
  const { editing, button, open, close } = useCardEdit('personal')
  const edit = read.data && !editing && <EditButton ref={button} onClick={open} />
  // An account without a profile looks like one whose profile could not be read.
  const query = { ...read, data: read.data ?? undefined, isError: !read.isPending }
  return (
    <Section title="Informações Pessoais" id="dados-pessoais" action={edit}>
      <QueryView query={query} failed={{ title: texts.loadFailed }} skeleton={<LoadingPersonal />}>
        {(profile) =>
          editing ? <PersonalForm profile={profile} onClose={close} /> : <PersonalCard profile={profile} />
        }
      </QueryView>
    </Section>
  )
}

function PersonalCard({ profile }: { profile: Profile }) {
  const { user } = useAuth()
  const facts = {
    Telefone: displayPhone(profile.phone) || 'Não informado',
    'Esporte Principal': profile.main_sport,
  }
  return (
    <Card className="md:p-6">
      <div className="flex items-center gap-4">
        <Avatar of={profile} size="lg" />
        <div className="min-w-0">
          <p className="line-clamp-3 text-lg leading-tight font-extrabold">{profile.name}</p>
          <p className="text-ink-soft">{user?.email}</p>
        </div>
      </div>
      <Facts facts={facts} className="mt-5 border-t border-line pt-5" />
    </Card>
  )
}

const LoadingPersonal = () => (
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

/** The form of the coach's own data. The login's email cannot be changed here. */
function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { user } = useAuth()
  const update = useUpdateProfile()
  const { refetch } = useProfile()
  const { form, frame } = useRowForm({
    name: 'profile',
    schema: profileSchema,
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
  return (
    <Card className="md:p-6">
      <DraftForm frame={frame} offline={OFFLINE.needs.profile}>
        <div className="flex flex-col gap-5">
          <TextField
            form={form}
            name="name"
            label="Nome"
            required
            input={{ autoComplete: 'name', autoCapitalize: 'words' }}
          />
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
          <PhoneField
            form={form}
            name="phone"
            label="Telefone"
            optional
            hint="Com ele, a página do aluno mostra o botão para falar com você."
          />
          <SelectField
            form={form}
            name="mainSport"
            label="Esporte Principal"
            required
            options={SPORT_OPTIONS}
            placeholder="Selecione"
          />
        </div>
      </DraftForm>
    </Card>
  )
}
