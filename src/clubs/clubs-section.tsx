import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { useId, useRef, useState } from 'react'
import type { Club, Uuid } from '@/core/model'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { useAction } from '@/ui/forms/use-action'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { ClubCard } from './club-card'
import { ClubDialog } from './club-forms'
import { CLUB_MESSAGES as texts } from './texts'
import { useClubs, useDeleteClub, useSetDefaultClub } from './use-clubs'

/** Lists the clubs; adds, edits and removes them and sets the default (docs/product.md, 'Clubs and profile'). */
export function ClubsSection({
  form,
  openForm,
}: {
  form: OpenForm | null
  openForm: (form: OpenForm | null) => void
}) {
  const read = useClubs()
  const { online } = useConnection()
  const heading = useRef<HTMLHeadingElement>(null)
  const nameId = useId()
  const nameIdOf = (id: Uuid) => `${nameId}-${id}`
  const focusAfterChange = useFocusAfterChange(read.data)
  const focusName = (id: Uuid) => (document.getElementById(nameIdOf(id)) ?? heading.current)?.focus()
  const [asking, setAsking] = useState<Club | null>(null)

  const removal = useDeleteClub()
  const [remove, removing] = useAction((club: Club) => removal.mutateAsync(club.id), {
    failed: texts.removeFailed,
    done: texts.removed,
    also: 'club-not-found',
    onDone: () => {
      focusAfterChange(() => heading.current?.focus())
      setAsking(null)
    },
  })
  const add = (size?: 'sm') => (
    <Button {...(size && { size })} onClick={() => openForm({ kind: 'new-club' })}>
      <Plus aria-hidden="true" />
      Adicionar Clube
    </Button>
  )
  return (
    <Section title="Clubes" id="clubes" headingRef={heading} action={read.data?.length ? add('sm') : null}>
      <OfflineNotice online={online} className="mb-3">
        {OFFLINE.needs.clubs}
      </OfflineNotice>
      <QueryView
        query={read}
        failed={{ title: texts.loadFailed }}
        skeleton={<SkeletonList label="Carregando clubes" count={2} each="h-40" />}
      >
        {(clubs) => (
          <>
            {clubs.length === 0 && (
              <EmptyState drawing={<CourtDrawing />} {...texts.empty}>
                {add()}
              </EmptyState>
            )}
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
            <ClubDialog form={form} clubs={clubs} onClose={() => openForm(null)} />
          </>
        )}
      </QueryView>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title="Remover clube"
        description={texts.confirmRemove}
        confirmLabel="Remover"
        pendingLabel="Removendo..."
        pending={removing}
        onConfirm={() => asking && void remove(asking)}
      >
        <p className="mt-3 line-clamp-2 font-bold">{asking?.name}</p>
      </ConfirmDialog>
    </Section>
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
  const [makeDefault, making] = useAction(() => setDefault.mutateAsync(club.id), {
    failed: texts.defaultFailed,
    done: texts.defaultSet,
    onDone: onDefaultSet,
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
