import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { leadDraftSchema, LEAD_SCHEMAS, type LeadDraft } from '@/domain/lead.schema'
import { emptyCountry, emptyLead, type Lead, type LeadForm, type LeadLanguage } from '@/domain/leads'
import { useFormDraft } from '@/hooks/use-form-draft'
import { readDraft, removeDraft, writeDraft } from '@/lib/draft-store'
import { typedBeforeHydration } from './typed-before-hydration'

const KEY = 'lead'
const RESOLVERS: Record<LeadLanguage, Resolver<LeadForm, unknown, LeadForm>> = {
  en: standardSchemaResolver(LEAD_SCHEMAS.en),
  pt: standardSchemaResolver(LEAD_SCHEMAS.pt),
}

export interface LeadFormState {
  form: UseFormReturn<LeadForm, unknown, LeadForm>
  /** The id to send this lead under: the same for the same text, a new one when anything was changed. */
  idFor: (lead: Lead) => string
  /** The lead is left: the form is empty again (spec §4), and the tab keeps nothing of it. */
  startOver: () => void
}

/**
 * The lead form, whose text survives a reload and a switch of the language; the switch resets the country (spec §4).
 * What stood in the fields before this script came is kept: the page is prerendered, and people type at once.
 */
export function useLeadForm(language: LeadLanguage): LeadFormState {
  const form = useForm<LeadForm, unknown, LeadForm>({
    resolver: RESOLVERS[language],
    defaultValues: emptyLead(language),
    mode: 'onTouched',
    // lead-fields.tsx does it, in the order of the screen.
    shouldFocusError: false,
  })
  const { reset, setValue, getValues, trigger } = form
  // The first render must be the server's, so they come in by an effect.
  const [typed] = useState(typedBeforeHydration)
  const shown = useRef<LeadLanguage | null>(null)
  const attempt = useRef({ id: '', sent: '' })

  const keep = useCallback((values: LeadForm) => {
    const draft: LeadDraft = { language: shown.current ?? 'en', form: values, sent: attempt.current.sent }
    writeDraft(KEY, { id: attempt.current.id, values: draft })
  }, [])
  useFormDraft(
    form,
    useMemo(() => ({ keep }), [keep]),
  )

  useEffect(() => {
    if (shown.current === language) return
    const isFirst = shown.current === null
    shown.current = language
    if (isFirst) {
      const kept = keptDraft()
      if (kept) attempt.current = kept.attempt
      const sameLanguage = kept?.draft.language === language
      const restored = { ...kept?.draft.form, ...(sameLanguage ? {} : emptyCountry(language)), ...typed }
      reset({ ...emptyLead(language), ...restored }, { keepDefaultValues: true })
      return
    }
    const { country, countryOther } = emptyCountry(language)
    setValue('country', country)
    setValue('countryOther', countryOther)
    keep(getValues())
    // What was said in the other language is said again in this one.
    const { errors } = form.formState
    const wrong = FIELDS.filter((name) => errors[name] !== undefined && name !== 'country')
    form.clearErrors()
    if (wrong.length > 0) void trigger(wrong)
  }, [language, typed, form, reset, setValue, getValues, trigger, keep])

  return {
    form,
    idFor: (lead) => {
      const sent = JSON.stringify(lead)
      if (attempt.current.sent !== sent) attempt.current = { id: crypto.randomUUID(), sent }
      keep(getValues())
      return attempt.current.id
    },
    startOver: () => {
      attempt.current = { id: '', sent: '' }
      reset(emptyLead(language))
      removeDraft(KEY)
    },
  }
}

/** As on the screen. */
export const FIELDS = [
  'name',
  'email',
  'phone',
  'country',
  'countryOther',
  'sports',
  'sportsOther',
  'heardFrom',
  'heardFromOther',
] as const satisfies readonly (keyof LeadForm)[]

function keptDraft() {
  const stored = readDraft(KEY)
  const parsed = leadDraftSchema.safeParse(stored?.values)
  if (stored === null || !parsed.success) return null
  return { draft: parsed.data, attempt: { id: stored.id, sent: parsed.data.sent } }
}
