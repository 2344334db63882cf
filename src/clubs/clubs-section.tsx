import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { useId, useRef, useState } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Club, Uuid } from '@/core/model'
import { failedRead } from '@/data/queries/service-error'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { toastFailure } from '@/ui/forms/toast-failure'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { ClubCard } from './club-card'
import { ClubDialog } from './club-forms'
import { CLUB_MESSAGES } from './texts'
import { useClubs, useDeleteClub, useSetDefaultClub } from './use-clubs'

const texts = CLUB_MESSAGES

/** Lists the clubs; adds, edits and removes them and sets the default (docs/product.md, 'Clubs and profile'). */
export function ClubsSection({
  form,
  openForm,
}: {
  form: OpenForm | null
  openForm: (form: OpenForm | null) => void
}) {
  const read = useClubs()
  const { data: clubs, isError } = read

  const { online } = useConnection()
  const heading = useRef<HTMLHeadingElement>(null)
  const nameId = useId()
  const nameIdOf = (id: Uuid) => `${nameId}-${id}`
  const focusAfterChange = useFocusAfterChange(clubs)
  const focusName = (id: Uuid) => (document.getElementById(nameIdOf(id)) ?? heading.current)?.focus()

  const [asking, setAsking] = useState<Club | null>(null)
  const add = () => openForm({ kind: 'new-club' })

  return (
    <section aria-labelledby="clubes">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="clubes" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Clubes
        </h2>
        {clubs && clubs.length > 0 && (
          <Button size="sm" onClick={add}>
            <Plus aria-hidden="true" />
            Adicionar Clube
          </Button>
        )}
      </div>
      <OfflineNotice online={online} className="mb-3">
        {OFFLINE.needs.clubs}
      </OfflineNotice>
      {clubs ? (
        clubs.length > 0 ? (
          <ul className="flex flex-col gap-3">
            {clubs.map((club) => (
              <li key={club.id}>
                <ClubItem
                  club={club}
                  nameId={nameIdOf(club.id)}
                  onEdit={() => openForm({ kind: 'club', id: club.id })}
                  onRemove={() => setAsking(club)}
                  onDefaultSet={() => focusAfterChange(() => focusName(club.id))}
                />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            drawing={<CourtDrawing />}
            title={texts.empty.title}
            description={texts.empty.description}
          >
            <Button onClick={add}>
              <Plus aria-hidden="true" />
              Adicionar Clube
            </Button>
          </EmptyState>
        )
      ) : isError ? (
        <ErrorState {...failedRead({ title: texts.loadFailed }, read)} />
      ) : (
        <div role="status" aria-label="Carregando clubes" className="flex flex-col gap-3">
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-40 rounded-xl" />
        </div>
      )}
      {clubs && <ClubDialog form={form} clubs={clubs} onClose={() => openForm(null)} />}
      <RemoveClub
        club={asking}
        onClose={() => setAsking(null)}
        onRemoved={() => {
          focusAfterChange(() => heading.current?.focus())
          setAsking(null)
        }}
      />
    </section>
  )
}

function RemoveClub({
  club,
  onClose,
  onRemoved,
}: {
  club: Club | null
  onClose: () => void
  onRemoved: () => void
}) {
  const removal = useDeleteClub()
  const [confirm, removing] = useSingleFlight(async (id: Uuid) => {
    const result = await removal.mutateAsync(id)
    // Removed by another device is a success too.
    if (!result.success && result.code !== 'club-not-found') {
      return toastFailure({ title: texts.removeFailed, description: COMMON_MESSAGES.tryAgain }, result)
    }
    toast({ title: texts.removed })
    onRemoved()
  })
  return (
    <ConfirmDialog
      open={club !== null}
      onOpenChange={onClose}
      title="Remover clube"
      description={texts.confirmRemove}
      confirmLabel="Remover"
      pendingLabel="Removendo..."
      pending={removing}
      onConfirm={() => {
        if (club) void confirm(club.id)
      }}
    >
      <p className="mt-3 line-clamp-2 font-bold">{club?.name}</p>
    </ConfirmDialog>
  )
}

/** A club with its actions. */
function ClubItem({
  club,
  nameId,
  onEdit,
  onRemove,
  onDefaultSet,
}: {
  club: Club
  nameId: string
  onEdit: () => void
  onRemove: () => void
  onDefaultSet: () => void
}) {
  const setDefault = useSetDefaultClub()
  const [makeDefault, making] = useSingleFlight(async () => {
    const result = await setDefault.mutateAsync(club.id)
    if (!result.success) {
      return toastFailure({ title: texts.defaultFailed, description: COMMON_MESSAGES.tryAgain }, result)
    }
    onDefaultSet()
    toast({ title: texts.defaultSet })
  })
  return (
    <ClubCard club={club} nameId={nameId}>
      {!club.is_default && (
        <Button
          tone="outline"
          size="sm"
          className="max-sm:w-full"
          aria-describedby={nameId}
          pending={making}
          pendingLabel="Definindo..."
          onClick={() => void makeDefault()}
        >
          <Star aria-hidden="true" />
          Definir como Padrão
        </Button>
      )}
      <Button tone="ghost" size="sm" className="ml-auto" aria-describedby={nameId} onClick={onEdit}>
        <Pencil aria-hidden="true" />
        Editar
      </Button>
      <Button tone="ghost" size="sm" className="text-bad" aria-describedby={nameId} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        Remover
      </Button>
    </ClubCard>
  )
}
