import * as z from 'zod/mini'
import { optionalText, reportProblem, requiredDay, wholeNumberProblem } from '@/core/fields.schema'
import type { LocalDate } from '@/core/model'
import { AGREEMENT_LIMITS, OFFERED, type Agreement, type AgreementRules } from './rules'
import { COACH_AGREEMENT as texts } from './texts'

const whole = (max: number, range: string) =>
  z
    .string()
    .check(
      reportProblem((text) =>
        wholeNumberProblem(text, { min: 0, max, tooSmall: range, tooLarge: range, notWhole: texts.whole }),
      ),
    )

const fields = {
  noticeHours: whole(AGREEMENT_LIMITS.noticeHours, texts.noticeRange),
  makeupDays: whole(AGREEMENT_LIMITS.makeupDays, texts.makeupRange),
  note: optionalText(AGREEMENT_LIMITS.note),
}

/** The values of 'Publicar combinados'. The numbers stay text, as typed. */
export const agreementSchema = (today: LocalDate) =>
  z.object({
    ...fields,
    startsOn: requiredDay(texts.startsOnRequired).check(
      reportProblem((day) => (day !== '' && day < today ? texts.startsOnPast : null)),
    ),
  })
export type AgreementForm = z.input<ReturnType<typeof agreementSchema>>

const draft = z.object({ ...fields, startsOn: z.string() })
export const agreementDraft = { version: 1, schema: draft }

/** The form of the stored version, else of what is offered; from today on. */
export const agreementForm = (stored: Agreement | null, today: LocalDate): AgreementForm => {
  const { notice_hours, makeup_days, note } = stored ?? OFFERED
  return {
    noticeHours: String(notice_hours),
    makeupDays: String(makeup_days),
    note: note ?? '',
    startsOn: stored && stored.starts_on > today ? stored.starts_on : today,
  }
}

export const agreementRules = (form: Omit<AgreementForm, 'startsOn'>): AgreementRules => ({
  notice_hours: Number(form.noticeHours),
  makeup_days: Number(form.makeupDays),
  note: form.note.trim() || null,
})
