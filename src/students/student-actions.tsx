import ClipboardList from 'lucide-react/icons/clipboard-list'
import FileText from 'lucide-react/icons/file-text'
import MessageCircle from 'lucide-react/icons/message-circle'
import Package from 'lucide-react/icons/package'
import Share2 from 'lucide-react/icons/share-2'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { linkRequest } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { ActionsSheet, type SheetAction } from '@/ui/overlay/actions-sheet'
import type { SheetState } from '@/ui/overlay/more-actions'
import { STUDENT_LIST } from './list-texts'

const { actions: texts } = STUDENT_LIST

/** Behind the '⋯' of a student in a list: the profile's actions, without opening the profile. */
export const StudentSheet = ({ student, ...sheet }: SheetState & { student: Student }) => (
  <ActionsSheet {...sheet} actions={actionsOf(student)} />
)

function actionsOf(student: Student): SheetAction[] {
  const { id } = student
  const statement = { label: texts.statement, icon: FileText, to: paths.statement.href({ id }) }
  if (student.anonymized_at !== null) return [statement]
  const chat = chatLink(student.phone)
  const isOld = student.credits_version > 0
  return [
    ...(chat
      ? [{ label: texts.chat, icon: MessageCircle, run: () => void window.open(chat, '_blank', 'noopener') }]
      : []),
    ...(student.status === 'active'
      ? [{ label: texts.register, icon: ClipboardList, to: paths.newSession.href({ repeat: [id] }) }]
      : []),
    {
      label: isOld ? CREDIT_ACTIONS.renew : texts.sell,
      icon: Package,
      to: isOld ? paths.studentProfile.href({ id, renew: true }) : paths.newPackage.href({ student: id }),
    },
    {
      label: MESSAGE_TEXTS.actions.student_link,
      icon: Share2,
      run: () => openMessages([linkRequest(student)]),
    },
    statement,
  ]
}
