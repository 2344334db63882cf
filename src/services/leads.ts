import type { Result } from '@/domain/result'
import { MESSAGES } from '@/texts/messages'
import { postPublic } from './public-api'

/** A visitor who wants the beta (spec §3 'Lead'); country and heard-from are what was typed when 'Other'. */
export interface LeadInput {
  name: string
  email: string
  /** With its country code: '+' and digits. */
  phone: string
  country: string
  sports: string[]
  heard_from: string
  language: 'pt' | 'en'
}

export const leads = {
  /** Leaves a lead; nobody but the owner of the database can read it back. The message is in the form's language. */
  submit: async (lead: LeadInput): Promise<Result<null>> => {
    const { status, body } = await postPublic('racketleads', lead, { prefer: 'return=minimal' })
    if (status === 201 || status === 204) return { success: true, data: null }
    console.error('The lead was not accepted:', status, body)
    const reason = status === 0 ? 'network' : status === 429 ? 'rate-limited' : 'server'
    return { success: false, data: null, reason, message: MESSAGES.leads[lead.language].failed.description }
  },
}
