import type { ExpectedStudent, Occurrence } from '@/agenda/rules'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { toastFailure } from '@/ui/forms/toast-failure'
import { OPENINGS } from './texts'
import { useRemoveGuest, useTakeIn } from './use-openings'

const { guest: texts } = OPENINGS

/** 'Tirar': takes a guest out of this day; a place that was offered is free again. */
export function RemoveGuest({ occurrence, student }: { occurrence: Occurrence; student: ExpectedStudent }) {
  const remove = useRemoveGuest()
  const { takeIn } = useTakeIn()
  const { slot_id, slot_date, starts_at } = occurrence
  const guest = { slot_id, slot_date, student: student.id, start: starts_at.instant }
  const run = async () => {
    const result = await remove.mutateAsync(guest)
    if (!result.success) {
      toastFailure(texts.removeFailed, result)
      return
    }
    if (result.data) {
      toast({ title: texts.stays(student.name), tone: 'warning' })
      return
    }
    toast({
      title: texts.removed(student.name),
      action: {
        label: texts.undo,
        altText: texts.undoAltText,
        undoes: true,
        run: () => takeIn(guest, student.name),
      },
    })
  }
  return (
    <Button
      tone="ghost"
      size="sm"
      className="shrink-0 px-2!"
      aria-label={`${texts.remove}: ${student.name}`}
      pending={remove.isPending}
      pendingLabel={texts.removing}
      onClick={() => void run()}
    >
      {texts.remove}
    </Button>
  )
}
