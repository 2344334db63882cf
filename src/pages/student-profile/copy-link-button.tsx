import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { CopyDialog } from '@/components/shared/copy-dialog'
import { Button } from '@/components/ui/button'
import type { Student } from '@/domain/shared/model'
import { useNoteCopiedLink, useStudentAddress } from '@/hooks/students/use-student-link'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { explained } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'
import { STUDENT_LINK } from '@/texts/students/student-link'

/** Copies the address of the student's public page, or shows it if the browser refuses the clipboard. */
export function CopyLinkButton({
  student,
  className,
}: {
  student: Pick<Student, 'id' | 'name'>
  className?: string
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const { data, refetch } = useStudentAddress(student.id)
  const noteCopied = useNoteCopiedLink(student)

  const copy = async () => {
    // Read before the tap: Safari refuses the clipboard once something was waited for.
    const read = data === undefined ? await refetch() : { data, error: null }
    if (read.data === undefined)
      return toast({
        ...explained(read.error, { title: STUDENT_LINK.failed, description: MESSAGES.common.tryAgain }),
        tone: 'error',
      })
    if (await copyText(read.data)) {
      toast({ title: MESSAGES.common.linkCopied, description: read.data })
      void noteCopied()
    } else setRefused(read.data)
  }

  return (
    <>
      <Button tone="outline" size="sm" className={className} onClick={() => void copy()}>
        <Link2 aria-hidden="true" />
        Copiar Link do Aluno
      </Button>
      <CopyDialog title="Link do aluno" label="Link" text={refused} onClose={() => setRefused(null)} />
    </>
  )
}
