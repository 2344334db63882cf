import { Button } from '@/ui/button'
import type { Occurrence } from '../rules'
import { useAnswer } from '../use-answer'

/** 'Pular este dia' on a holiday. */
export function SkipDay({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const { skip, answering } = useAnswer()
  const skipAll = async () => {
    // The button is gone once the day is skipped.
    if (await skip(occurrences, 'holiday')) document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <Button size="sm" pending={answering.size > 0} pendingLabel="Pulando..." onClick={() => void skipAll()}>
      Pular este dia
    </Button>
  )
}
