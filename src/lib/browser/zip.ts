import { strToU8, Zip, ZipDeflate } from 'fflate'
import { csvText, type CsvRows } from './csv'

/** A text file in pieces, because after years of data it has megabytes. */
export type TextFile = { name: string; pieces: Iterable<string> }

/** @param table `name` has no extension. */
export const csvFile = ({ name, rows }: { name: string; rows: CsvRows }): TextFile => ({
  name: `${name}.csv`,
  pieces: [csvText(rows)],
})

/** How long the page may be blocked at a time. */
const PAUSE_AFTER_MS = 50

/** Packs text files into one ZIP file, returned in parts for a Blob. */
export async function zipped(files: Iterable<TextFile>): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(new Uint8Array(part))
  })
  // Not in a worker: the Content-Security-Policy refuses workers made from a blob.
  let since = performance.now()
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for (const piece of pieces) {
      file.push(strToU8(piece))
      if (performance.now() - since < PAUSE_AFTER_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  return parts
}
