import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { StudentWithCredits } from '@/domain/model'
import { useDeleteStudent, useUpdateStudent } from '@/hooks/use-students'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'

const { service, toast: toasts } = MESSAGES.students

/** Deleting a student, behind a question that says what goes and offers 'inativo' first (product.md). */
export function DeleteStudent({
  student,
  onInactivated,
  onDeleted,
}: {
  student: StudentWithCredits
  onInactivated: () => void
  onDeleted: () => void
}) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteStudent()
  const update = useUpdateStudent()
  const busy = useRef(false)

  const inactivate = async () => {
    if (busy.current) return
    busy.current = true
    const result = await update.mutateAsync({ id: student.id, values: { status: 'inactive' } })
    busy.current = false
    setAsking(false)
    if (result.success) {
      toast({ title: service.updated })
      onInactivated()
    } else {
      toast({
        title: toasts.saveFailed.title,
        description: result.reason === 'server' ? toasts.saveFailed.description : result.message,
        tone: 'error',
      })
    }
  }

  const confirm = async () => {
    if (busy.current) return
    busy.current = true
    const result = await remove.mutateAsync(student.id)
    busy.current = false
    // Gone is what was wanted, whoever did it.
    if (result.success || result.reason === 'not-found') {
      toast({ title: service.removed })
      onDeleted()
      return
    }
    setAsking(false)
    const { tryAgain } = MESSAGES.common
    toast({
      title: service.remove,
      description: result.reason === 'server' ? tryAgain : result.message,
      tone: 'error',
    })
  }

  return (
    <div className="mt-5 flex justify-center md:justify-end">
      <Button tone="ghost" size="sm" className="text-bad!" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Remover aluno
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remover este aluno?"
        description={`Os pacotes, com ${student.total_credits} crédito(s), os feedbacks e os alertas deste aluno são apagados, e as aulas que só ele teve também. As aulas em grupo continuam. Esta ação não pode ser desfeita.`}
        confirmLabel="Remover aluno"
        pendingLabel="Removendo..."
        pending={remove.isPending}
        onConfirm={() => void confirm()}
      >
        {student.status === 'active' && (
          <div className="mt-4 rounded-lg bg-sunken p-4">
            <p className="mb-3">
              Se só parou de treinar, prefira inativar: sai das novas aulas e o histórico fica.
            </p>
            <Button
              tone="court"
              className="w-full"
              pending={update.isPending}
              pendingLabel="Inativando..."
              onClick={() => void inactivate()}
            >
              Inativar
            </Button>
          </div>
        )}
      </ConfirmDialog>
    </div>
  )
}
