import * as z from 'zod/mini'
import { PACKAGE_LIMITS } from '@/core/constants'
import { IMPORT_FIELDS } from './columns'

/** The screen's draft: the text, and the rows as the coach mended them. */
const schema = z.object({
  step: z.enum(['source', 'columns', 'rows']),
  text: z.string(),
  columns: z.object({ header: z.boolean(), fields: z.array(z.nullable(z.enum(IMPORT_FIELDS))) }),
  /** For empty cells. */
  defaults: z.object({ gender: z.string(), type: z.string(), classe: z.string(), validityDays: z.string() }),
  rows: z.array(
    z.object({
      /** The student's id. Random, like the package's, because it is also the secret of the public link. */
      id: z.string(),
      packageId: z.string(),
      /** The row of the spreadsheet, from 1. */
      line: z.number(),
      /** As in the file, or as the coach mended them. */
      cells: z.record(z.enum(IMPORT_FIELDS), z.string()),
      /** null: the coach has not chosen, so the row's likeness decides. */
      chosen: z.nullable(z.boolean()),
    }),
  ),
})
export type ImportDraft = z.infer<typeof schema>
export type ImportDefaults = ImportDraft['defaults']
export type ImportRow = ImportDraft['rows'][number]
export const importDraft = { version: 1, schema }

export const EMPTY_IMPORT: ImportDraft = {
  step: 'source',
  text: '',
  columns: { header: false, fields: [] },
  defaults: { gender: '', type: 'fixed', classe: '', validityDays: String(PACKAGE_LIMITS.validityDefault) },
  rows: [],
}
