import { emptyLead, type LeadForm } from '../leads'

export const LEAD_FORM_ID = 'lead-form'

/**
 * Values typed or autofilled into the prerendered form before hydration; only non-empty fields. Empty if the page was
 * not prerendered.
 */
export function typedBeforeHydration(): Partial<LeadForm> {
  if (typeof document === 'undefined') return {}
  const element = document.getElementById(LEAD_FORM_ID)
  if (!(element instanceof HTMLFormElement)) return {}
  const data = new FormData(element)
  const { sports, ...texts } = emptyLead('en')
  const typed: Partial<LeadForm> = {}
  for (const name of Object.keys(texts)) {
    const value = data.get(name)
    if (isText(name, texts) && typeof value === 'string' && value !== '') typed[name] = value
  }
  const ticked = data.getAll('sports').filter((sport) => typeof sport === 'string')
  return ticked.length > sports.length ? { ...typed, sports: ticked } : typed
}

function isText(name: string, texts: Omit<LeadForm, 'sports'>): name is keyof Omit<LeadForm, 'sports'> {
  return name in texts
}
