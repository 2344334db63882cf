import * as z from 'zod/mini'

/** What the coach has changed in 'Renovações' before pressing the button. */
const renewalsSchema = z.object({
  /** What the coach ticked or unticked against `due`, which may change before the button is pressed. */
  ticks: z.record(z.string(), z.optional(z.boolean())),
  /** Packages with another number of classes than were sold; `price` only if the coach chose another one. */
  edits: z.record(z.string(), z.object({ classes: z.string(), price: z.optional(z.number()) })),
})

export type RenewalsForm = z.input<typeof renewalsSchema>

export const NO_EDITS: RenewalsForm = { ticks: {}, edits: {} }

export const renewalsDraft = { version: 1, schema: renewalsSchema }
