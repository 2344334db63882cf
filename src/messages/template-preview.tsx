import type { Student } from '@/core/model'
import { usePackages } from '@/packages/use-packages'
import { useToday } from '@/ui/use-now'
import { compose } from './compose'
import { MESSAGE_SHEET } from './message-sheet-texts'
import type { MessageKind } from './requests'
import { sampleRequest } from './sample'
import { MESSAGES_SCREEN as texts } from './screen-texts'
import { useComposedMessage } from './use-composed-message'

interface Previewed {
  kind: MessageKind
  template: string
}

/** What a student would read, and what would be left out. */
export function TemplatePreview({ student, ...text }: Previewed & { student: Student | undefined }) {
  if (text.kind === 'no_club_registered') return <Bubble {...compose(text.template, {})} />
  if (student === undefined) return <Bubble text={text.template} leftOut={[]} />
  return <StudentPreview {...text} student={student} />
}

function StudentPreview({ kind, template, student }: Previewed & { student: Student }) {
  const today = useToday()
  const packages = usePackages(student.id)
  const request = sampleRequest(kind, student, packages.data ?? [], today)
  const composed = useComposedMessage(request, student.id, template)
  if (composed.status === 'ready') return <Bubble {...composed.message} />
  return (
    <>
      <Bubble text={template} leftOut={[]} />
      {composed.status === 'nothing-open' && (
        <p className="text-[15px] text-ink-soft">{texts.nothingOpen(student.name)}</p>
      )}
    </>
  )
}

function Bubble({ text, leftOut }: { text: string; leftOut: readonly string[] }) {
  return (
    <>
      <p className="rounded-2xl rounded-tl-sm bg-sunken px-4 py-3 text-[15px] wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {leftOut.length > 0 && <p className="text-[15px] text-caution">{MESSAGE_SHEET.leftOut(leftOut)}</p>}
    </>
  )
}
