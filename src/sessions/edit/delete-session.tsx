import Trash2 from 'lucide-react/icons/trash'
import { TRY_AGAIN } from '@/core/common-texts'
import { formatLongDate } from '@/core/dates'
import type { SessionDetails } from '@/core/model'
import { failure } from '@/core/result'
import { CreditEffects } from '@/credits/credit-effects'
import type { DeletionIntent } from '@/credits/intents'
import { planDeletion } from '@/credits/plan-session'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { useNow } from '@/ui/use-now'
import { useExtension } from '../extension-fields'
import { PREVIEW } from '../lesson-form'
import { SESSION_MESSAGES } from '../texts'
import { useLessonDialog } from '../use-lesson-dialog'
import { useCreditFacts, useDeleteSession } from '../use-sessions'

/** Deletes a lesson after confirming which credits return to which packages (docs/product.md, 'Deleting a lesson'). */
export function DeleteSession({
  session,
  asking,
  onAsk,
  onDeleted,
}: {
  session: SessionDetails
  /** The confirmation is open. */
  asking: boolean
  onAsk: (asking: boolean) => void
  onDeleted: () => void
}) {
  const facts = useCreditFacts(asking ? { sessionId: session.id } : null)
  const now = useNow()
  const remove = useDeleteSession()
  // A retry after a lost answer keeps the id, so that the deletion is applied once.
  const opIdOf = useAttemptId()

  // The version that the shown credits belong to. `session` comes from another read: a newer version would delete the
  // lesson with other credits than the coach read about, and with an older one every press would be refused.
  const { version: expectedVersion, date } = facts.data?.session ?? session
  const intent = { sessionId: session.id, expectedVersion }
  const planWith = (given: Pick<DeletionIntent, 'extension'>) =>
    facts.data?.session ? planDeletion({ ...intent, ...given, opId: PREVIEW }, facts.data, now) : null
  const offered = planWith({})
  const isGone = facts.data?.session === null
  const offer = offered?.success ? offered.offer : undefined
  const extension = useExtension(
    offer,
    (id) => facts.data?.students.find((student) => student.id === id)?.name ?? '',
  )
  const given = extension.chosen && { extension: extension.chosen }
  const planned = given ? planWith(given) : offered
  const { confirm, saving, problem, setProblem } = useLessonDialog({
    send: () => {
      const asked = { ...intent, ...given }
      return remove.mutateAsync({ ...asked, opId: opIdOf(asked) })
    },
    words: () => ({ title: SESSION_MESSAGES.service.removed }),
    failed: { title: 'Erro ao excluir', description: TRY_AGAIN },
    reread: () => facts.refetch({ cancelRefetch: false }),
    onDone: () => {
      onAsk(false)
      onDeleted()
    },
  })
  const ask = () => {
    setProblem(undefined)
    extension.reset()
    onAsk(true)
  }
  return (
    <>
      <Button tone="ghost" size="sm" className="-ml-4 text-bad!" onClick={ask}>
        <Trash2 />
        Apagar aula
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={onAsk}
        title="Apagar esta aula?"
        description={`Aula de ${formatLongDate(date)}. Os feedbacks e os alertas dela vão junto.`}
        confirmLabel="Apagar aula"
        pendingLabel="Excluindo..."
        pending={saving}
        canConfirm={!extension.isWrong && !facts.isLoading}
        onConfirm={() => void confirm()}
      >
        <div className="mt-4 flex flex-col gap-3">
          <CreditEffects
            planned={isGone ? failure('already-deleted', SESSION_MESSAGES.service.alreadyDeleted) : planned}
            failed={facts.isError}
            onRetry={() => void facts.refetch()}
            none="Nenhum crédito volta: esta aula não usou nenhum."
          />
          {extension.fields}
          <FieldError id="excluir-erro" message={problem} />
        </div>
      </ConfirmDialog>
    </>
  )
}
