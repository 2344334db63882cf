import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, type UseFormGetValues } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { DraftNotice } from '@/components/forms/draft-notice'
import { PageHeader } from '@/components/shared/page-header'
import { StickyActions } from '@/components/forms/sticky-actions'
import { StudentFields } from '@/components/students/student-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import {
  studentEditSchema,
  type StudentEditForm,
  type StudentEditValues,
} from '@/domain/students/student.schema'
import { useDraft, useFormDraft, type Draft } from '@/hooks/forms/use-draft'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'

/** A student who is not there yet: typed, kept as a draft, and handed to `onSave` once per press. */
export function StudentForm({
  title,
  back,
  draftName,
  defaults,
  submit,
  onSave,
}: {
  title: string
  /** Where 'back' and 'Cancelar' lead. */
  back: { to: string; label: string }
  draftName: string
  defaults: StudentEditForm
  submit: { label: string; pendingLabel: string }
  /** The draft is cleared by whoever saves; until then it brings the text back. */
  onSave: (
    values: StudentEditValues,
    draft: Draft<StudentEditForm>,
    getValues: UseFormGetValues<StudentEditForm>,
  ) => Promise<void>
}) {
  const navigate = useNavigate()
  const draft = useDraft(draftName, defaults)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<StudentEditForm, unknown, StudentEditValues>({
    resolver: standardSchemaResolver(studentEditSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const [save, saving] = useSingleFlight((values: StudentEditValues) => onSave(values, draft, form.getValues))

  const startAfresh = () => {
    draft.clear()
    // Before the reset, which forgets the fields until they are drawn again. The pressed button goes away.
    form.setFocus('name')
    form.reset(defaults)
    setRestored(false)
  }
  const cancel = () => {
    draft.clear()
    void navigate(back.to)
  }

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title} back={back} />
      {restored && <DraftNotice onDiscard={startAfresh} />}
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <Card className="md:p-6">
          <StudentFields form={form} />
        </Card>
        <StickyActions>
          <Button tone="outline" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit" tone="main" pending={saving} pendingLabel={submit.pendingLabel}>
            {submit.label}
          </Button>
        </StickyActions>
      </form>
    </div>
  )
}
