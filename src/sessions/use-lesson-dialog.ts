import { useState } from 'react'
import { tell, type Words } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { toastFailure, type FailedWords } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lessonPlans } from './lesson-plans-data'
import { isStale, lessonsChanged } from './use-sessions'
import type { SaveResult, SessionSaved } from './write-lessons-data'

export const useCancelDay = () => useOwnerMutation(lessonPlans.cancelDay, lessonsChanged)

interface LessonDialog {
  send: () => Promise<SaveResult>
  words: (saved: SessionSaved) => Words
  failed: FailedWords
  reread: () => Promise<unknown>
  onDone: () => void
  /** Called once 'Desfazer' has undone it. */
  onUndone?: () => void
}

/**
 * Sends what a dialog about lessons confirms, once, and shows the toast with its undo. After a failure the dialog stays
 * open with `problem`, and its data is read again.
 */
export function useLessonDialog({ send, words, failed, reread, onDone, onUndone }: LessonDialog) {
  const undoAction = useUndoAction()
  const [problem, setProblem] = useState<string>()
  const [confirm, saving] = useSingleFlight(async () => {
    setProblem(undefined)
    const result = await send()
    if (!result.success) {
      setProblem(result.message)
      toastFailure(failed, result)
      const read = reread()
      // The next press must be about the lesson as it is now.
      if (isStale(result)) await read
      return
    }
    tell(result.data, (saved) => ({
      ...words(saved),
      action: undoAction(saved.undo && { kind: 'lessons', change: saved.undo }, onUndone),
    }))
    onDone()
  })
  return { confirm, saving, problem, setProblem }
}
