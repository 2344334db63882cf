import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import type { Profile } from '@/domain/shared/model'
import { initial } from '@/domain/shared/names'
import { displayPhone } from '@/domain/shared/phones'
import { useAuth } from '@/hooks/account/use-auth'
import { useProfile } from '@/hooks/account/use-profile'
import { useFocusAfterEditing } from '@/hooks/shared/use-focus-after'
import { failedRead } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'
import type { OpenForm } from '../use-open-form'
import { PersonalForm } from './personal-form'

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
