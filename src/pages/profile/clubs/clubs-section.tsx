import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { CourtDrawing } from '@/components/ui/drawings'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import type { Club, Uuid } from '@/domain/shared/model'
import { useClubs, useDeleteClub } from '@/hooks/clubs/use-clubs'
import { useConnection } from '@/hooks/offline/use-connection'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'
import { ClubDialog } from './club-dialog'
import { clubFailure, isClubGone } from './club-failure'
import { ClubItem } from './club-item'
import type { OpenForm } from '../use-open-form'

const texts = MESSAGES.clubs

/** The clubs: the default first, then by name; add, edit, remove and choose the default (spec §2 'Clubs card'). */
export function ClubsSection({
  form,
  openForm,
}: {
  form: OpenForm | null
  openForm: (form: OpenForm | null) => void
}) {
  const { data: clubs, isError, error, isFetching, refetch } = useClubs()

  const { online } = useConnection()
  const heading = useRef<HTMLHeadingElement>(null)
  const nameId = useId()
  const nameIdOf = (id: Uuid) => `${nameId}-${id}`
  /** The element that gets the focus when the change takes away or moves the button that was pressed. */
  const focusNext = useRef<string | null>(null)
  const listed = useRef(clubs)
  useEffect(() => {
    if (listed.current === clubs) return
    listed.current = clubs
    const id = focusNext.current
    focusNext.current = null
    if (id === null || document.activeElement !== document.body) return
    const target = document.getElementById(id) ?? heading.current
    target?.focus()
  }, [clubs])

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
                  onDefaultSet={() => {
                    focusNext.current = nameIdOf(club.id)
                  }}
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
        <ErrorState
          title={texts.loadFailed}
          description={clubFailure(error, texts.loadFailed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
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
          focusNext.current = 'clubes'
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
    try {
      await removal.mutateAsync(id)
    } catch (thrown) {
      // Gone is what was wanted, whoever did it.
      if (!isClubGone(thrown)) {
        toast({
          title: texts.removeFailed,
          description: clubFailure(thrown, texts.removeFailed),
          tone: 'error',
        })
        return
      }
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
