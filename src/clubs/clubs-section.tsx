import type { LucideIcon } from 'lucide-react'
import MapPin from 'lucide-react/icons/map-pin'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { useId, useRef, useState } from 'react'
import type { Club, Uuid } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CourtDrawing } from '@/ui/drawings'
import { useAction } from '@/ui/forms/use-action'
import { useOpenForm } from '@/ui/forms/use-open-form'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { ClubDialog } from './club-forms'
import { CLUB_MESSAGES as texts } from './texts'
import { useClubs, useDeleteClub, useSetDefaultClub } from './use-clubs'

/** Lists the clubs; adds, edits and removes them and sets the default (docs/product.md, 'Clubs and profile'). */
export function ClubsSection() {
  const { form, openForm } = useOpenForm()
  const read = useClubs()
  const heading = useRef<HTMLHeadingElement>(null)
  const prefix = useId()
  const nameIdOf = (id: Uuid) => `${prefix}-${id}`
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
    <Button tone="court" {...(size && { size })} onClick={() => openForm({ kind: 'new-club' })}>
      <Plus />
      Adicionar Clube
    </Button>
  )
  return (
    <Section title="Clubes" id="clubes" headingRef={heading} action={read.data?.length ? add('sm') : null}>
      <OfflineNotice className="mb-3">{OFFLINE.needs.clubs}</OfflineNotice>
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
                  <ClubCard
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
        title="Apagar clube"
        description={texts.confirmRemove}
        confirmLabel="Apagar"
        pendingLabel="Apagando..."
        pending={removing}
        onConfirm={() => asking && void remove(asking)}
      >
        <p className="mt-3 line-clamp-2 font-bold">{asking?.name}</p>
      </ConfirmDialog>
    </Section>
  )
}

type ClubCardProps = { club: Club; nameId: string } & Record<
  'onEdit' | 'onRemove' | 'onDefaultSet',
  () => void
>

/** `nameId` is the id of the heading, which names the club for the actions. */
function ClubCard({ club, nameId, onEdit, onRemove, onDefaultSet }: ClubCardProps) {
  const setDefault = useSetDefaultClub()
  const [makeDefault, making] = useAction(() => setDefault.mutateAsync(club.id), {
    failed: texts.defaultFailed,
    done: texts.defaultSet,
    onDone: onDefaultSet,
  })
  const action = { tone: 'ghost', size: 'sm', 'aria-describedby': nameId } as const
  return (
    <Card>
      <div className="flex items-start gap-3">
        <Avatar of={club} />
        <div className="min-w-0 flex-1">
          <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={nameId} tabIndex={-1} className="line-clamp-3 text-base outline-none">
              {club.name}
            </h3>
            {club.is_default && <Badge tone="ok">Padrão</Badge>}
          </div>
          <Detail icon={MapPin} label="Endereço" className="line-clamp-3" text={club.address} />
          <Detail icon={Phone} label="Telefone" className="figures" text={displayPhone(club.phone)} />
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
        {!club.is_default && (
          <Button
            {...action}
            className="max-sm:w-full"
            pending={making}
            pendingLabel="Definindo..."
            onClick={() => void makeDefault()}
          >
            <Star />
            Definir como Padrão
          </Button>
        )}
        <Button {...action} className="ml-auto" onClick={onEdit}>
          <Pencil />
          Editar
        </Button>
        <Button {...action} className="text-bad" onClick={onRemove}>
          <Trash2 />
          Apagar
        </Button>
      </div>
    </Card>
  )
}

type DetailProps = { icon: LucideIcon; label: string; className: string; text: string | null }

function Detail({ icon: Icon, label, className, text }: DetailProps) {
  if (!text) return null
  return (
    <p className="mt-1 flex gap-2 text-[15px] text-ink-soft">
      <Icon className="mt-0.5 size-4 shrink-0" />
      <span className="sr-only">{label}: </span>
      <span className={`min-w-0 ${className}`}>{text}</span>
    </p>
  )
}
