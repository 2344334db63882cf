import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { formatLongDate } from '@/core/dates'
import type { SessionDetails } from '@/core/model'
import { CreditEffects } from '@/credits/credit-effects'
import type { DeletionIntent } from '@/credits/intents'
import { planDeletion } from '@/credits/plan-session'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { useNow } from '@/ui/use-now'
import { ExtensionFields } from '../extension-fields'
import { chosenExtension } from '../participants'
import { extensionDaysProblem, NO_EXTENSION } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { isStale, useCreditFacts, useDeleteSession } from '../use-sessions'

const { service, toast: toasts } = SESSION_MESSAGES

/** Deletes a session after confirming which credits return to which packages (docs/product.md, 'Deleting a lesson'). */
export function DeleteSession({ session, onDeleted }: { session: SessionDetails; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const facts = useCreditFacts(asking ? { sessionId: session.id } : null)
  const now = useNow()
  const remove = useDeleteSession()
  const undoAction = useUndoAction()
  /** New for each confirmation. A retry after a lost answer keeps it, so that the deletion is applied once. */
  const [opId, setOpId] = useState('')

  const [extension, setExtension] = useState(NO_EXTENSION)

  // The version that the credits on the screen belong to. `session` is another read: it may be newer, and then the lesson
  // would be deleted with other credits than the coach read about, or older, and then each press would be refused.
  const { version: expectedVersion, date } = facts.data?.session ?? session
  const intent: DeletionIntent = { opId, sessionId: session.id, expectedVersion }
  const planned = facts.data?.session ? planDeletion(intent, facts.data, now) : null
  const offer = planned?.success ? planned.offer : undefined
  const daysProblem = offer ? extensionDaysProblem(extension.days) : null
  const ask = () => {
    setOpId(crypto.randomUUID())
    setProblem(undefined)
    setExtension(NO_EXTENSION)
    setAsking(true)
  }
  const [confirm, deleting] = useSingleFlight(async () => {
    const wanted = chosenExtension(extension, offer)
    const result = await remove.mutateAsync(wanted ? { ...intent, extension: wanted } : intent)
    if (result.success) {
      setAsking(false)
      tell(result.data, ({ undo }) => ({
        title: service.removed,
        action: undoAction(undo && { kind: 'lessons', change: undo }),
      }))
      onDeleted()
      return
    }
    setProblem(result.message)
    // The next attempt is another operation, on a newer version of the session.
    if (result.code === 'overtaken' || result.code === 'busy') setOpId(crypto.randomUUID())
    toastFailure(toasts.removeFailed, result)
    // The next press is about the lesson as it is.
    if (isStale(result)) await facts.refetch({ cancelRefetch: false })
  })

  return (
    <>
      <Button tone="ghost" size="sm" className="-ml-4 text-bad!" onClick={ask}>
        <Trash2 aria-hidden="true" />
        Excluir sessão
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Excluir esta sessão?"
        description={`Aula de ${formatLongDate(date)}. Os feedbacks e os alertas dela vão junto.`}
        confirmLabel="Excluir sessão"
        pendingLabel="Excluindo..."
        pending={deleting}
        canConfirm={daysProblem === null && !facts.isLoading}
        onConfirm={() => void confirm()}
      >
        <div className="mt-4 flex flex-col gap-3">
          <CreditEffects
            planned={planned}
            failed={facts.isError}
            onRetry={() => void facts.refetch()}
            none="Nenhum crédito volta: esta aula está sem pacote."
          />
          {offer && (
            <ExtensionFields
              offer={offer}
              value={extension}
              onChange={(value) => {
                setExtension(value)
                // A retry repeats what was asked; this is something else.
                setOpId(crypto.randomUUID())
              }}
              error={daysProblem ?? undefined}
              nameOf={(id) => facts.data?.students.find((student) => student.id === id)?.name ?? ''}
            />
          )}
          <FieldError id="excluir-erro" message={problem} />
        </div>
      </ConfirmDialog>
    </>
  )
}
