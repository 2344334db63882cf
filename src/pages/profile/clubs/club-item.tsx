import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { ClubCard } from '@/components/clubs/club-card'
import { Button } from '@/components/ui/button'
import type { Club } from '@/domain/shared/model'
import { useSetDefaultClub } from '@/hooks/clubs/use-clubs'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.clubs

/** A club with its actions. */
export function ClubItem({
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
      return toastFailure({ title: texts.defaultFailed, description: MESSAGES.common.tryAgain }, result)
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
