import * as z from 'zod/mini'

/** What the coach says of 'Renovações' before it is sold. */
const renewalsSchema = z.object({
  /** Ticked although they are not due, or the reverse. */
  turned: z.array(z.string()),
  /** The packages that are not renewed as they were sold. */
  edits: z.record(z.string(), z.object({ classes: z.string(), price: z.number() })),
})

export type RenewalsForm = z.input<typeof renewalsSchema>

export const NO_EDITS: RenewalsForm = { turned: [], edits: {} }

export const renewalsDraft = { version: 1, schema: renewalsSchema }
