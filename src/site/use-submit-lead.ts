import { leads } from './leads-data'

/** Submits a lead (`leads.submit`) without React Query: a visitor does not download the coach's data layer. */
export function useSubmitLead(): typeof leads.submit {
  return leads.submit
}
