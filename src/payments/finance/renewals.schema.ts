import * as z from 'zod/mini'

/** What the coach has changed in 'Renovações' before pressing the button. */
const renewalsSchema = z.object({
  /** Packages that the coach ticked although they are not due, or unticked although they are. */
  turned: z.array(z.string()),
  /** Packages with another number of classes or another price than they were sold with. */
  edits: z.record(z.string(), z.object({ classes: z.string(), price: z.number() })),
})

export type RenewalsForm = z.input<typeof renewalsSchema>

export const NO_EDITS: RenewalsForm = { turned: [], edits: {} }

export const renewalsDraft = { version: 1, schema: renewalsSchema }
