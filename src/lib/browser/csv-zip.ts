import { strToU8, zipSync } from 'fflate'
import { csvText, type CsvRows } from './csv'

export interface CsvFile {
  /** Without extension. */
  name: string
  rows: CsvRows
}

/** CSV files in one ZIP. */
export function csvZip(files: readonly CsvFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, rows }) => [`${name}.csv`, strToU8(csvText(rows))] as const)
  // Not in a worker: the Content-Security-Policy refuses workers made from a blob.
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}
