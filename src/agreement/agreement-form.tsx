import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { TRY_AGAIN } from '@/core/common-texts'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { DraftForm } from '@/ui/forms/draft-form'
import { DateField, NotesField, NumberField } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { AgreementText } from './agreement-text'
import { agreementDraft, agreementForm, agreementRules, agreementSchema } from './agreement.schema'
import { AGREEMENT_LIMITS, agreementsShown, hoursBeforeItJudges, type Agreement } from './rules'
import { COACH_AGREEMENT as texts } from './texts'
import { useAgreements, useSaveAgreement } from './use-agreement'

/** Makes the version's number the `updated_at` by which a row form notices changes. */
const rowOf = (stored: Agreement | null) => ({ stored, updated_at: String(stored?.version ?? 0) })

interface AgreementFormProps {
  /** The latest version, with which the form begins. */
  stored: Agreement | null
  /** The version in force. */
  current: Agreement | null
  rainDays: number
  today: LocalDate
  onClose: () => void
}

/** The form of the combinados, with a preview of what students will read. */
export function AgreementForm({ stored, current, rainDays, today, onClose }: AgreementFormProps) {
  const save = useSaveAgreement()
  const schema = agreementSchema(today)
  const { refetch } = useAgreements()
  /** Another device took down the combinados that are edited: nothing is merged, and the next save publishes them. */
  const isGone = useRef(false)
  const { form, frame } = useRowForm({
    name: 'agreement',
    schema,
    shape: agreementDraft,
    row: rowOf(stored),
    formOf: (row) => agreementForm(row.stored, today),
    read: async () => {
      const { data } = await refetch()
      if (!data) return undefined
      const { current: now, next } = agreementsShown(data, today)
      const stands = next ?? now
      isGone.current = stands === null
      return stands && rowOf(stands)
    },
    tell: (row) => {
      const now = agreementForm(row.stored, today)
      return {
        noticeHours: [texts.notice, now.noticeHours],
        makeupDays: [texts.makeup, now.makeupDays],
        note: [texts.note, now.note],
        startsOn: [texts.startsOn, formatDate(now.startsOn)],
      }
    },
    focus: 'noticeHours',
    focusAtOnce: true,
    send: async (values, seen) => {
      const before = isGone.current ? 0 : Number(seen.updated_at)
      const agreement = { ...agreementRules(values), starts_on: values.startsOn, seen: before }
      const result = await save.mutateAsync(agreement)
      // The same rules are not published again.
      return result.success && result.data.version === before ? null : result
    },
    done: texts.saved,
    failed: { title: texts.saveFailed, description: TRY_AGAIN },
    onClose,
  })
  const typed = useWatch({ control: form.control, compute: (values) => schema.safeParse(values).data })
  const rules = typed && agreementRules(typed)
  return (
    <DraftForm frame={frame} offline={texts.offline} submit={texts.publish} pending={texts.publishing}>
      <div className="flex flex-col gap-5">
        <NumberField form={form} required name="noticeHours" label={texts.notice} hint={texts.noticeHint} />
        <NumberField form={form} required name="makeupDays" label={texts.makeup} hint={texts.makeupHint} />
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
