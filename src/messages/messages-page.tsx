import { clsx } from 'clsx'
import Pencil from 'lucide-react/icons/pencil'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { compareByName } from '@/students/rules'
import { useStudents } from '@/students/use-students'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/fields/field'
import { Select } from '@/ui/fields/select'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useAddress } from '@/ui/use-address'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { usePageTitle } from '@/ui/use-page-title'
import { MESSAGE_KINDS, type MessageKind } from './requests'
import { MESSAGES_SCREEN as texts } from './screen-texts'
import { TemplateForm } from './template-form'
import { TemplatePreview } from './template-preview'
import { templateOf, type MessageTemplate } from './template.schema'
import { useMessageTemplates } from './use-messages'

/** The coach's texts (docs/product.md, 'Messages to students'), each as a real student would read it. */
export function MessagesPage() {
  usePageTitle(texts.title)
  const templates = useMessageTemplates()
  const students = useStudents()
  const { edited, edit } = useEditedKind()
  const [chosen, setChosen] = useState('')
  const known = (students.data ?? [])
    .filter(({ anonymized_at: since, status }) => since === null && status === 'active')
    .toSorted(compareByName)
  const student = known.find(({ id }) => id === chosen) ?? known[0]
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.help} />
      {templates.data && students.data ? (
        <>
          {student ? (
            <Field label={texts.student} className="max-w-md">
              {(aria) => (
                <Select
                  {...aria}
                  value={student.id}
                  options={known.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={({ target }) => setChosen(target.value)}
                />
              )}
            </Field>
          ) : (
            <EmptyState {...texts.noStudent}>
              <Button asChild tone="outline">
                <Link to={paths.newStudent.href()}>Novo Aluno</Link>
              </Button>
            </EmptyState>
          )}
          {texts.groups.map(({ title, kinds }) => (
            <section key={title} aria-label={title} className="mt-8">
              <h2 className="mb-3 text-xl">{title}</h2>
              <ul className="grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
                {kinds.map((kind) => (
                  <TemplateCard
                    key={kind}
                    kind={kind}
                    own={templates.data?.find((template) => template.kind === kind)}
                    student={student}
                    editing={edited === kind}
                    onEdit={edit}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      ) : templates.error || students.error ? (
        <ErrorState {...failedRead(texts.loadFailed, templates, students)} />
      ) : (
        <div role="status" aria-label={texts.loading} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-64 rounded-xl" />
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )}
    </>
  )
}

const NAME = 'texto'

/** Keeps which text is being edited in the address, so that a reload returns to it; what was typed is in its draft. */
function useEditedKind() {
  const [params, put] = useAddress()
  const asked = params.get(NAME)
  const edit = useCallback((kind: MessageKind | null) => put({ [NAME]: kind }), [put])
  return { edited: MESSAGE_KINDS.find((kind) => kind === asked) ?? null, edit }
}

/** One text: as it would be read, or its form. */
function TemplateCard({
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
