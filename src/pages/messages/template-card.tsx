import { clsx } from 'clsx'
import Pencil from 'lucide-react/icons/pencil'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { MessageKind } from '@/domain/messages/requests'
import { templateOf, type MessageTemplate } from '@/domain/messages/template.schema'
import type { Student } from '@/domain/shared/model'
import { useFocusAfterEditing } from '@/hooks/shared/use-focus-after'
import { MESSAGES_SCREEN as texts } from '@/texts/messages/messages-screen'
import { TemplateForm } from './template-form'
import { TemplatePreview } from './template-preview'

/** One text: as it would be read, or its form. */
export function TemplateCard({
  kind,
  own,
  student,
  editing,
  onEdit,
}: {
  kind: MessageKind
  /** The coach's own text; undefined: it is the app's. */
  own: MessageTemplate | undefined
  /** For the preview. */
  student: Student | undefined
  editing: boolean
  onEdit: (kind: MessageKind | null) => void
}) {
  const editButton = useFocusAfterEditing(editing)
  const { title, when } = texts.kinds[kind]
  return (
    <li className={clsx(editing && 'lg:col-span-2')}>
      <Card className="flex flex-col gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 text-[17px]">
              {title}
              {own && <Badge tone="info">{texts.own}</Badge>}
            </h3>
            <p className="text-[15px] text-ink-soft">{when}</p>
          </div>
          {!editing && (
            <Button
              ref={editButton}
              tone="outline"
              size="sm"
              className="shrink-0 px-3"
              aria-label={texts.editWhich(title)}
              onClick={() => onEdit(kind)}
            >
              <Pencil aria-hidden="true" />
              {texts.edit}
            </Button>
          )}
        </div>
        {editing ? (
          <TemplateForm kind={kind} own={own} student={student} onClose={() => onEdit(null)} />
        ) : (
          <TemplatePreview kind={kind} template={templateOf(kind, own ? [own] : [])} student={student} />
        )}
      </Card>
    </li>
  )
}
