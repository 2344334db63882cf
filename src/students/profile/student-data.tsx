import ChevronDown from 'lucide-react/icons/chevron-down'
import Link2 from 'lucide-react/icons/link-2'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useState } from 'react'
import { formatDate } from '@/core/dates'
import type { Student, Uuid } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { toast } from '@/lib/browser/toast'
import { AnonymizeStudent, DeleteStudent } from '@/rights/erase-student'
import { ExportButtons } from '@/rights/export-buttons'
import { DATA_RIGHTS, RIGHTS_LABELS } from '@/rights/texts'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/fields/field'
import { useAction } from '@/ui/forms/use-action'
import { lazyPart } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { STUDENT_MESSAGES } from '../texts'
import { useNewStudentLink } from '../use-student-link'

const ConfirmationLine = lazyPart(() => import('@/agreement/confirmation-line'), 'ConfirmationLine')

const EXPORT_HINT = 'exportar-aluno'
const PRIVATE_HINT = 'notas-privadas'

/** A student's data and rights over it (LGPD), such as export and deletion (docs/product.md, 'Deleting a student'). */
export function StudentData({ student, onDeleted }: { student: Student; onDeleted: () => void }) {
  const [withPrivateNotes, setWithPrivateNotes] = useState(false)
  const isAnonymized = student.anonymized_at !== null
  return (
    <section aria-labelledby="contact">
      <h2 id="contact" className="mb-3 text-lg">
        {RIGHTS_LABELS.student}
      </h2>
      <Card className="flex flex-col gap-4">
        {student.anonymized_at === null ? (
          <>
            <Contact student={student} />
            <ConfirmationLine student={student} />
          </>
        ) : (
          <p>{DATA_RIGHTS.student.anonymizedOn(formatDate(student.anonymized_at))}</p>
        )}
        <details className="group -mb-2 border-t border-line pt-1" open={isAnonymized}>
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
            Dados e privacidade
            <ChevronDown className="size-5 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <div className="flex flex-col gap-4 pt-3 pb-2">
            {!isAnonymized && <NewLink studentId={student.id} />}
            <div className="flex flex-col gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
              <OfflineNotice className="">{OFFLINE.needs.export}</OfflineNotice>
              <div>
                <h3 className="text-[15px]">{RIGHTS_LABELS.exportStudent}</h3>
                <p id={EXPORT_HINT} className="mt-1 text-[15px] text-ink-soft">
                  {DATA_RIGHTS.export.student}
                </p>
              </div>
              {!isAnonymized && (
                <div>
                  <Checkbox
                    label={DATA_RIGHTS.export.privateNotes}
                    aria-describedby={PRIVATE_HINT}
                    checked={withPrivateNotes}
                    onChange={({ target }) => setWithPrivateNotes(target.checked)}
                  />
                  <p id={PRIVATE_HINT} className="text-[15px] text-ink-soft">
                    {DATA_RIGHTS.export.privateNotesHint}
                  </p>
                </div>
              )}
              <ExportButtons
                describedBy={EXPORT_HINT}
                student={student}
                withPrivateNotes={withPrivateNotes}
              />
            </div>
            <div className="border-t border-line pt-2">
              <div className="-mx-2.5 -mb-2 flex flex-wrap gap-x-2">
                {!isAnonymized && <AnonymizeStudent student={student} />}
                <DeleteStudent student={student} onDeleted={onDeleted} />
              </div>
            </div>
          </div>
        </details>
      </Card>
    </section>
  )
}

const Contact = ({ student }: { student: Student }) => (
  <div className="flex flex-col gap-3">
    <p className="figures flex items-center gap-3">
      <Phone className="size-5 shrink-0 text-ink-soft" />
      <span className="sr-only">Telefone:</span>
      {displayPhone(student.phone)}
    </p>
    {student.email && (
      <p className="flex items-center gap-3">
        <Mail className="size-5 shrink-0 text-ink-soft" />
        <span className="sr-only">Email:</span>
        <span className="min-w-0">{student.email}</span>
      </p>
    )}
    {student.notes && (
      <p className="border-t border-line pt-3 whitespace-pre-line">
        <span className="sr-only">Notas: </span>
        {student.notes}
      </p>
    )}
  </div>
)

/** 'Gerar novo link': the old link then opens nothing (docs/product.md, 'Public student page'). */
function NewLink({ studentId }: { studentId: Uuid }) {
  const [asking, setAsking] = useState(false)
  const change = useNewStudentLink(studentId)
  const [make, making] = useAction(() => change.mutateAsync(), {
    failed: STUDENT_MESSAGES.service.rotate,
    done: null,
    onDone: () => {
      toast({ title: 'Link novo pronto', description: 'O antigo já não abre. Envie o novo ao aluno.' })
      setAsking(false)
    },
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="text-[15px]">Link do aluno</h3>
        <p className="mt-1 text-[15px] text-ink-soft">
          Quem tem o link vê créditos, aulas e feedbacks deste aluno. Se ele chegou a quem não devia, gere
          outro.
        </p>
      </div>
      <OfflineNotice className="">Gerar um novo link precisa de internet.</OfflineNotice>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Link2 />
        Gerar novo link
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Gerar novo link?"
        description={
          'O link de agora deixa de abrir na hora, também para o aluno, e não volta. Depois, envie o novo ' +
          'a ele.'
        }
        confirmLabel="Gerar novo link"
        pendingLabel="Gerando..."
        pending={making}
        onConfirm={() => void make()}
      />
    </div>
  )
}
