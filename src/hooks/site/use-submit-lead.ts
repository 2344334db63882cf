import { leads } from '@/services/site/leads'

/** Leaves a beta lead (see `leads.submit`), without the coach's data layer: a visitor does not download it. */
export function useSubmitLead(): typeof leads.submit {
  return leads.submit
}
