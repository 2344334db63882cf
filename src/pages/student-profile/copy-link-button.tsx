import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { CopyDialog } from '@/components/shared/copy-dialog'
import { Button } from '@/components/ui/button'
import type { Student } from '@/domain/shared/model'
import { addressOf, useNoteCopiedLink } from '@/hooks/students/use-student-link'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

/** Copies the address of the student's public page, or shows it if the browser refuses the clipboard. */
export function CopyLinkButton({
  student,
  className,
}: {
  student: Pick<Student, 'id' | 'name' | 'link'>
  className?: string
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const noteCopied = useNoteCopiedLink(student)

  const copy = async () => {
    const address = addressOf(student)
    if (await copyText(address)) {
      toast({ title: MESSAGES.common.linkCopied, description: address })
      void noteCopied()
    } else setRefused(address)
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
