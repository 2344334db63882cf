import { useEffect, useRef, useState } from 'react'
import { checkLead, leadDraftSchema, type LeadDraft, type LeadProblems } from '@/domain/site/lead.schema'
import { emptyCountry, emptyLead, type Lead, type LeadForm, type LeadLanguage } from '@/domain/site/leads'
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/draft-store'
import { typedBeforeHydration } from './typed-before-hydration'

const KEY = 'lead'

/** As on the screen. */
const FIELDS = [
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

export interface LeadFormState {
  form: LeadForm
  /** Of the fields that were left once, and of all once the form was to be sent. */
  problems: LeadProblems
  change: (values: Partial<LeadForm>) => void
  leave: (field: keyof LeadForm) => void
  /** The form as it can be sent; otherwise shows every problem and answers the first wrong field. */
  check: () => { form: LeadForm } | { firstWrong: keyof LeadForm }
  /** The id to send this lead under: the same for the same text, a new one when anything was changed. */
  idFor: (lead: Lead) => string
  /** The lead is left: the form is empty again, and the tab keeps nothing of it. */
  startOver: () => void
}

/**
 * The lead form, whose text survives a reload and a switch of the language; the switch resets the country (docs/product.md, 'Lead form').
 * What stood in the fields before this script came is kept: the page is prerendered, and people type at once.
 * Why it is plain state: docs/decisions/0011-lead-form-is-plain-state.md.
 */
export function useLeadForm(language: LeadLanguage): LeadFormState {
  const [form, setForm] = useState(() => emptyLead(language))
  const [left, setLeft] = useState<readonly (keyof LeadForm)[]>([])
  // The first render must be the server's: what was typed comes in by an effect.
  const [typed] = useState(typedBeforeHydration)
  const shown = useRef<LeadLanguage | null>(null)
  const attempt = useRef({ id: '', sent: '' })
  const change = (values: Partial<LeadForm>) => setForm((now) => ({ ...now, ...values }))

  useEffect(() => {
    if (shown.current === language) return
    const isFirst = shown.current === null
    shown.current = language
    if (!isFirst) {
      setForm((now) => ({ ...now, ...emptyCountry(language) }))
      return
    }
    const kept = keptDraft()
    if (kept) attempt.current = kept.attempt
    const country = kept?.draft.language === language ? {} : emptyCountry(language)
    setForm({ ...emptyLead(language), ...kept?.draft.form, ...country, ...typed })
  }, [language, typed])

  // Not the empty form of the first render, which would take the place of what was kept.
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) keep(form, language, attempt.current)
    isRestored.current = true
  }, [form, language])

  // Nothing was left yet, so nothing is checked: the first render is what delays a phone most.
  const problems = left.length === 0 ? {} : problemsOf(form, language)
  return {
    form,
    problems: Object.fromEntries(left.map((field) => [field, problems[field]])),
    change,
    leave: (field) => setLeft((now) => (now.includes(field) ? now : [...now, field])),
    check: () => {
      const checked = checkLead(form, language)
      if (checked.isValid) return { form: checked.form }
      setLeft(FIELDS)
      return { firstWrong: FIELDS.find((field) => checked.problems[field] !== undefined) ?? 'name' }
    },
    idFor: (lead) => {
      const sent = JSON.stringify(lead)
      if (attempt.current.sent !== sent) attempt.current = { id: crypto.randomUUID(), sent }
      keep(form, language, attempt.current)
      return attempt.current.id
    },
    startOver: () => {
      attempt.current = { id: '', sent: '' }
      // The language may have been switched while the lead was on its way.
      setForm(emptyLead(shown.current ?? language))
      setLeft([])
    },
  }
}

function problemsOf(form: LeadForm, language: LeadLanguage): LeadProblems {
  const checked = checkLead(form, language)
  return checked.isValid ? {} : checked.problems
}

function keep(form: LeadForm, language: LeadLanguage, { id, sent }: { id: string; sent: string }) {
  if (JSON.stringify(form) === JSON.stringify(emptyLead(language))) removeDraft(KEY)
  else writeDraft(KEY, { id, values: { language, form, sent } satisfies LeadDraft })
}

function keptDraft() {
  const stored = readDraft(KEY)
  if (stored === null) return null
  const parsed = leadDraftSchema.safeParse(stored.values)
  if (!parsed.success) return null
  return { draft: parsed.data, attempt: { id: stored.id, sent: parsed.data.sent } }
}
