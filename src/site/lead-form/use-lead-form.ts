import { useEffect, useRef, useState } from 'react'
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/draft-store'
import { leads } from './data'
import { emptyCountry, emptyLead, typedLeadPhone, type Lead, type LeadForm, type LeadLanguage } from './rules'
import { checkLead, leadDraftSchema, type LeadDraft, type LeadProblems } from './schema'

const KEY = 'lead'
/** Of the draft's values; drafts of other versions are dropped. */
const DRAFT_VERSION = 1

/** Screen order: the first invalid field gets the focus. */
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

/**
 * The lead form (docs/product.md, 'Lead form'). Its text survives a reload and a switch of the language. Keeps what
 * was typed into the prerendered page before hydration. Plain state instead of react-hook-form:
 * docs/decisions/0011-lead-form-is-plain-state.md.
 */
export function useLeadForm(language: LeadLanguage) {
  const [form, setForm] = useState(() => emptyLead(language))
  const [left, setLeft] = useState<readonly (keyof LeadForm)[]>([])
  // Added by an effect, because the first render must match the server's HTML.
  const [typed] = useState(() => typedBeforeHydration(language))
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

  // Skips the empty form of the first render, which would overwrite the draft.
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) keep(form, language, attempt.current)
    isRestored.current = true
  }, [form, language])

  // Skips validation while no field was left, because the first render should be fast on a phone.
  const problems = left.length === 0 ? {} : problemsOf(form, language)
  const shownProblems: LeadProblems = Object.fromEntries(left.map((field) => [field, problems[field]]))
  return {
    form,
    /** Of the fields that the visitor has left, or of all after trying to send. */
    problems: shownProblems,
    change,
    leave: (field: keyof LeadForm) => setLeft((now) => (now.includes(field) ? now : [...now, field])),
    /** Returns the valid form. Otherwise shows every problem and returns the first invalid field. */
    check: (): { form: LeadForm } | { firstWrong: keyof LeadForm } => {
      const checked = checkLead(form, language)
      if (checked.isValid) return { form: checked.form }
      setLeft(FIELDS)
      return { firstWrong: FIELDS.find((field) => checked.problems[field] !== undefined) ?? 'name' }
    },
    /** The id for sending this lead: the same for the same text, a new one after any change. */
    idFor: (lead: Lead): string => {
      const sent = JSON.stringify(lead)
      if (attempt.current.sent !== sent) attempt.current = { id: crypto.randomUUID(), sent }
      keep(form, language, attempt.current)
      return attempt.current.id
    },
    /** After sending: resets the form and deletes the draft. */
    startOver: () => {
      attempt.current = { id: '', sent: '' }
      // The visitor may have switched the language while the lead was being sent.
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
  else writeDraft(KEY, { id, version: DRAFT_VERSION, values: { language, form, sent } satisfies LeadDraft })
}

function keptDraft() {
  const stored = readDraft(KEY)
  if (stored?.version !== DRAFT_VERSION) return null
  const parsed = leadDraftSchema.safeParse(stored.values)
  if (!parsed.success) return null
  return { draft: parsed.data, attempt: { id: stored.id, sent: parsed.data.sent } }
}

/** Called directly: visitors do not download React Query. */
export const submitLead = leads.submit

export const LEAD_FORM_ID = 'lead-form'

/**
 * What the visitor or autofill entered into the prerendered form before hydration: non-empty fields only. Empty if the
 * page was not prerendered.
 */
function typedBeforeHydration(language: LeadLanguage): Partial<LeadForm> {
  if (typeof document === 'undefined') return {}
  const element = document.getElementById(LEAD_FORM_ID)
  if (!(element instanceof HTMLFormElement)) return {}
  const data = new FormData(element)
  const { sports, ...texts } = emptyLead('en')
  const typed: Partial<LeadForm> = {}
  for (const name of Object.keys(texts)) {
    const value = data.get(name)
    if (!isText(name, texts) || typeof value !== 'string' || value === '') continue
    typed[name] = name === 'phone' ? typedLeadPhone(value, language) : value
  }
  const ticked = data.getAll('sports').filter((sport) => typeof sport === 'string')
  return ticked.length > sports.length ? { ...typed, sports: ticked } : typed
}

const isText = (name: string, texts: Omit<LeadForm, 'sports'>): name is keyof Omit<LeadForm, 'sports'> =>
  name in texts
