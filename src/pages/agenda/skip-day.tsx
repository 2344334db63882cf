import { Button } from '@/components/ui/button'
import type { Occurrence } from '@/domain/agenda/agenda'
import { useAnswer } from '@/hooks/agenda/use-answer'
import { AGENDA_TEXTS } from '@/texts/agenda/agenda'

const texts = AGENDA_TEXTS.holiday

/** 'Pular este dia' of a holiday. */
export function SkipDay({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const { skip, answering } = useAnswer()
  return (
    <Button
      tone="outline"
      size="sm"
      pending={answering.size > 0}
      pendingLabel={texts.skipping}
      onClick={() =>
        void skip(occurrences, 'holiday').then((isDone) => {
          // The button is gone.
          if (isDone) document.querySelector('main')?.focus({ preventScroll: true })
        })
      }
    >
      {texts.skip}
    </Button>
  )
}
