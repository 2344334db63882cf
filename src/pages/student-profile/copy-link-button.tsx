import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { CopyDialog } from '@/components/shared/copy-dialog'
import { Button } from '@/components/ui/button'
import type { Uuid } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

/** Copies the address of the student's public page, or shows it if the browser refuses the clipboard. */
export function CopyLinkButton({ studentId, className }: { studentId: Uuid; className?: string }) {
  const [refused, setRefused] = useState<string | null>(null)

  const copy = async () => {
    const link = window.location.origin + paths.publicStudent.href({ id: studentId })
    if (await copyText(link)) toast({ title: MESSAGES.common.linkCopied, description: link })
    else setRefused(link)
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
