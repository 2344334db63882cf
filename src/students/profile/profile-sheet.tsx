import FileText from 'lucide-react/icons/file-text'
import Link2 from 'lucide-react/icons/link-2'
import Package from 'lucide-react/icons/package'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { linkRequest } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useCopy } from '@/ui/copy-dialog'
import { ActionsSheet, type SheetAction } from '@/ui/overlay/actions-sheet'
import type { SheetState } from '@/ui/overlay/more-actions'
import { STUDENT_LIST } from '../list-texts'
import { addressOf, useNoteCopiedLink } from '../use-student-link'

type ProfileSheetProps = SheetState & {
  student: Student
  onEdit: () => void
  /** Undefined where the header offers it. */
  onSell: (() => void) | undefined
}

/** Behind the '⋯' of a student's profile: the link of the public page, to copy or send, and the student's data. */
export function ProfileSheet({ student, onEdit, onSell, ...sheet }: ProfileSheetProps) {
  const [copyText, dialog] = useCopy({ title: 'Link do aluno', label: 'Link' })
  const noteCopied = useNoteCopiedLink(student)
  const copy = async () => {
    const address = addressOf(student)
    if (await copyText(address, { title: COMMON_MESSAGES.linkCopied, description: address }))
      void noteCopied()
  }
  const actions: SheetAction[] = [
    ...(onSell
      ? [
          {
            label: student.credits_version > 0 ? CREDIT_ACTIONS.renew : CREDIT_ACTIONS.sell,
            icon: Package,
            run: onSell,
          },
        ]
      : []),
    {
      label: MESSAGE_TEXTS.actions.student_link,
      icon: Share2,
      run: () => openMessages([linkRequest(student)]),
    },
    { label: 'Copiar Link do Aluno', icon: Link2, run: () => void copy() },
    { label: STUDENT_LIST.actions.statement, icon: FileText, to: paths.statement.href({ id: student.id }) },
    { label: 'Editar', icon: Pencil, run: onEdit },
  ]
  return (
    <>
      <ActionsSheet {...sheet} actions={actions} />
      {dialog}
    </>
  )
}
