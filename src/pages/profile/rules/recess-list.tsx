import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog'
import { tell } from '@/hooks/effects/tell'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useRecesses, useUndoRecess } from '@/hooks/packages/use-recess'
import { useFocusAfterChange } from '@/hooks/shared/use-focus-after'
import type { GivenRecess } from '@/services/packages/recess'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'

const { recess } = PACKAGE_FORMS

/** The recesses that were given; each can be undone. */
export function RecessList() {
  const { data, isError, isFetching, refetch } = useRecesses()
  const { mutateAsync } = useUndoRecess()
  const opIdOf = useAttemptId()
  const [undoing, setUndoing] = useState<GivenRecess | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusAfterChange = useFocusAfterChange(data)
  const [confirm, running] = useSingleFlight(async ({ id, packages }: GivenRecess) => {
    const result = await mutateAsync({ id, listed: packages, opId: opIdOf(id) })
    setUndoing(null)
    if (!result.success) {
      toastFailure(recess.undoFailed, result)
      return
    }
    // The pressed button goes away with its recess.
    focusAfterChange(() => (list.current ?? document.querySelector('main'))?.focus({ preventScroll: true }))
    tell(result.data, ({ passedOver }) => ({
      title: recess.undone,
      warnings: passedOver > 0 ? [recess.passedOver(passedOver)] : [],
    }))
  })

  if (isError && data === undefined) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p>{recess.listFailed}</p>
        <Button
          tone="outline"
          size="sm"
          pending={isFetching}
          pendingLabel="Tentando..."
          onClick={() => void refetch()}
        >
          Tentar novamente
        </Button>
      </div>
    )
  }
  return (
    <>
      {data && data.length > 0 && (
        <ul ref={list} tabIndex={-1} className="figures flex flex-col divide-y divide-line outline-none">
          {data.map((given) => (
            <li key={given.id} className="flex min-h-14 items-center justify-between gap-3 py-1">
              <span className="min-w-0">
                <span className="block font-semibold">{recess.reason(given)}</span>
                <span className="block text-[15px] text-ink-soft">
                  {recess.has(given.packages, given.lessons)}
                </span>
              </span>
              <Button
                tone="ghost"
                size="sm"
                className="shrink-0"
                aria-label={recess.undoOf(recess.reason(given))}
                onClick={() => setUndoing(given)}
              >
                {recess.undo}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={() => setUndoing(null)}
        title={recess.undoTitle}
        description={undoing ? `${recess.reason(undoing)}. ${recess.undoHelp(undoing.packages)}` : ''}
        confirmLabel={recess.undoConfirm}
        pendingLabel={recess.undoing}
        pending={running}
        onConfirm={() => {
          if (undoing) void confirm(undoing)
        }}
      />
    </>
  )
}
