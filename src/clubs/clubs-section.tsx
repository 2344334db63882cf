import type { LucideIcon } from 'lucide-react'
import MapPin from 'lucide-react/icons/map-pin'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Club, Uuid } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { changedFields } from '@/core/records'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CourtDrawing } from '@/ui/drawings'
import { Checkbox } from '@/ui/fields/field'
import { DraftForm } from '@/ui/forms/draft-form'
import { PhoneField, TextField } from '@/ui/forms/fields'
import { useAction } from '@/ui/forms/use-action'
import { isUntouched, useNewForm, useRowForm } from '@/ui/forms/use-draft-form'
import { useOpenForm, type OpenForm } from '@/ui/forms/use-open-form'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList, EmptyState } from '@/ui/states'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { clubForm, clubSchema, EMPTY_CLUB, type ClubForm, type ClubValues } from './schema'
import { CLUB_MESSAGES as texts } from './texts'
import { useClubs, useCreateClub, useDeleteClub, useSetDefaultClub, useUpdateClub } from './use-clubs'

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
    <Button tone="court" size={size} onClick={() => openForm({ kind: 'new-club' })}>
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

const COMMON = { schema: clubSchema, focus: 'name', failed: texts.saveFailed } as const

type ClubDialogProps = { form: OpenForm | null; clubs: Club[]; onClose: () => void }

/** Adds or edits the club that `form` names; closed for any other form. */
function ClubDialog({ form, clubs, onClose }: ClubDialogProps) {
  const id = form?.kind === 'club' ? form.id : null
  const found = clubs.find((club) => club.id === id) ?? null
  // Keeps a club that another device removes meanwhile, because otherwise the dialog would close over the typed text.
  const [lastKnown, setLastKnown] = useState<Club | null>(null)
  if (found !== null && found !== lastKnown) setLastKnown(found)
  const edited = found ?? (lastKnown?.id === id ? lastKnown : null)

  // An old address may name a deleted club.
  const isUnknown = id !== null && edited === null
  useEffect(() => {
    if (isUnknown) onClose()
  }, [isUnknown, onClose])

  return (
    <Dialog
      open={form?.kind === 'new-club' || edited !== null}
      onOpenChange={onClose}
      title={edited === null ? 'Adicionar Clube' : 'Editar Clube'}
    >
      {edited === null ? (
        <NewClubForm onDone={onClose} />
      ) : (
        <EditClubForm key={edited.id} club={edited} onDone={onClose} />
      )}
    </Dialog>
  )
}

function NewClubForm({ onDone }: { onDone: () => void }) {
  const create = useCreateClub()
  const update = useUpdateClub()
  const { form, frame } = useNewForm({
    ...COMMON,
    name: 'new-club',
    defaults: () => EMPTY_CLUB,
    focusAtOnce: true,
    create: (id, values) => create.mutateAsync({ id, values }),
    correct: (stored, values) =>
      isUntouched(stored) ? () => update.mutateAsync({ id: stored.id, values, seen: stored }) : undefined,
    done: texts.added,
    onDone,
    onCancel: onDone,
  })
  return <ClubFields form={form} frame={frame} submit="Adicionar" pending="Adicionando..." />
}

/** Changes a club. If another device removed it meanwhile, it can be added again as typed. */
function EditClubForm({ club, onDone }: { club: Club; onDone: () => void }) {
  const update = useUpdateClub()
  const create = useCreateClub()
  /** The id of the club that replaces the removed one. */
  const [newId, setNewId] = useState<string | null>(null)
  const { refetch } = useClubs()
  const { form, frame } = useRowForm({
    ...COMMON,
    name: `club:${club.id}`,
    row: club,
    formOf: clubForm,
    read: async () => (await refetch()).data?.find(({ id }) => id === club.id),
    tell: (now) => ({
      name: ['Nome', now.name],
      address: ['Endereço', now.address],
      phone: ['Telefone', displayPhone(now.phone)],
      isDefault: ['Clube padrão', now.is_default ? 'Sim' : 'Não'],
    }),
    send: async (values, seen) => {
      if (newId !== null) {
        const added = await create.mutateAsync({ id: newId, values })
        // An attempt whose answer was lost has added it as it was typed then.
        const isOther = added.success && added.outcome === 'already-saved'
        return isOther ? update.mutateAsync({ id: newId, values, seen: added.data }) : added
      }
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ id: club.id, values: changed, seen })
    },
    done: newId === null ? texts.updated : texts.added,
    onClose: onDone,
    onFailed: ({ code }) => {
      if (code === 'already-deleted' || code === 'club-not-found') setNewId(crypto.randomUUID())
    },
  })
  return newId === null ? (
    <ClubFields form={form} frame={frame} />
  ) : (
    <ClubFields
      form={form}
      frame={{ ...frame, elsewhere: null }}
      gone
      submit="Adicionar de novo"
      pending="Adicionando..."
    />
  )
}

type ClubFieldsProps = Omit<ComponentProps<typeof DraftForm>, 'children'> & {
  form: UseFormReturn<ClubForm, unknown, ClubValues>
  gone?: boolean
}

const ClubFields = ({ form, gone = false, ...frame }: ClubFieldsProps) => (
  <DraftForm {...frame}>
    <div className="flex flex-col gap-5">
      <TextField form={form} name="name" label="Nome" required input={{ autoCapitalize: 'words' }} />
      <TextField form={form} name="address" label="Endereço" optional input={{ autoCapitalize: 'words' }} />
      <PhoneField form={form} name="phone" label="Telefone" optional input={{ autoComplete: 'off' }} />
      <Checkbox label="Definir como clube padrão" {...form.register('isDefault')} />
      {gone && (
        <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-semibold text-warn">
          Este clube foi apagado em outro aparelho.
        </p>
      )}
    </div>
  </DraftForm>
)
