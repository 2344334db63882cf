import Trash2 from 'lucide-react/icons/trash'
import { formatLongDate } from '@/core/dates'
import type { SessionDetails } from '@/core/model'
import { failure } from '@/core/result'
import { CreditEffects } from '@/credits/credit-effects'
import type { Extension } from '@/credits/intents'
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
import { useCreditFacts } from '../use-sessions'
import { useDeleteSession } from '../use-write-sessions'

const { service } = SESSION_MESSAGES

interface DeleteSessionProps {
  session: SessionDetails
  asking: boolean
  onAsk: (asking: boolean) => void
  onDeleted: () => void
}

/** Deletes a lesson after confirming which credits return to which packages (docs/product.md, 'Deleting a lesson'). */
export function DeleteSession({ session, asking, onAsk, onDeleted }: DeleteSessionProps) {
  const facts = useCreditFacts(asking ? { sessionId: session.id } : null)
  const now = useNow()
  const remove = useDeleteSession()
  // A retry after a lost answer keeps the id, so that the deletion is applied once.
  const opIdOf = useAttemptId()

  // The version that the shown credits belong to. `session` comes from another read: a newer version would delete the
  // lesson with other credits than the coach read about, and with an older one every press would be refused.
  const { version: expectedVersion, date } = facts.data?.session ?? session
  const intent = { sessionId: session.id, expectedVersion }
  const intentWith = (extension?: Extension) => ({ ...intent, ...(extension && { extension }) })
  const isGone = facts.data?.session === null
  const extension = useExtension(
    (given) =>
      facts.data?.session ? planDeletion({ ...intentWith(given), opId: PREVIEW }, facts.data, now) : null,
    facts.data?.students,
  )
  const { confirm, saving, problem, setProblem } = useLessonDialog({
    send: () => {
      const asked = intentWith(extension.chosen)
      return remove.mutateAsync({ ...asked, opId: opIdOf(asked) })
    },
    words: () => ({ title: service.removed }),
    failed: 'Erro ao excluir',
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
            planned={isGone ? failure('already-deleted', service.alreadyDeleted) : extension.planned}
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
