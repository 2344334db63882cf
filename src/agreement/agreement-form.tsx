import { useWatch } from 'react-hook-form'
import type { LocalDate } from '@/core/model'
import { DraftForm } from '@/ui/forms/draft-form'
import { DateField, NotesField, TextField } from '@/ui/forms/fields'
import { useEditForm } from '@/ui/forms/use-draft-form'
import { AgreementText } from './agreement-text'
import { agreementDraft, agreementForm, agreementRules, agreementSchema } from './agreement.schema'
import { AGREEMENT_LIMITS, hoursBeforeItJudges, type Agreement } from './rules'
import { COACH_AGREEMENT as texts } from './screen-texts'
import { useSaveAgreement } from './use-agreement'

/** The rules, with what students will read of them while they are typed. */
export function AgreementForm({
  stored,
  current,
  rainDays,
  today,
  onClose,
}: {
  /** The latest: what the form begins with. */
  stored: Agreement | null
  /** The one in force. */
  current: Agreement | null
  rainDays: number
  today: LocalDate
  onClose: () => void
}) {
  const save = useSaveAgreement()
  const schema = agreementSchema(today)
  const begin = agreementForm(stored, today)
  const { form, frame } = useEditForm({
    name: 'agreement',
    schema,
    shape: agreementDraft,
    stored: begin,
    seen: begin,
    focus: 'noticeHours',
    focusAtOnce: true,
    send: async (values) => save.mutateAsync({ ...agreementRules(values), starts_on: values.startsOn }),
    done: texts.saved,
    failed: { title: texts.saveFailed, description: texts.saveFailed },
    onClose,
  })
  const typed = useWatch({ control: form.control, compute: (values) => schema.safeParse(values).data })
  const rules = typed && agreementRules(typed)
  const number = { form, required: true, input: { inputMode: 'numeric' } } as const
  return (
    <DraftForm frame={frame} offline={texts.offline} submit={texts.publish} pending={texts.publishing}>
      <div className="flex flex-col gap-5">
        <TextField {...number} name="noticeHours" label={texts.notice} hint={texts.noticeHint} />
        <TextField {...number} name="makeupDays" label={texts.makeup} hint={texts.makeupHint} />
        <NotesField
          form={form}
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          optional
          max={AGREEMENT_LIMITS.note}
        />
        <DateField
          form={form}
          name="startsOn"
          label={texts.startsOn}
          required
          hint={rules && texts.judges(hoursBeforeItJudges(current, rules))}
          earliest={today}
        />
        {rules && (
          <section aria-label={texts.preview} className="rounded-lg bg-sunken px-4 py-3">
            <h3 className="mb-2 text-[15px]">{texts.preview}</h3>
            <AgreementText rules={rules} rainDays={rainDays} className="text-[15px]" />
          </section>
        )}
      </div>
    </DraftForm>
  )
}
