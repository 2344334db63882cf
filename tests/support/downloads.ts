import { strFromU8, unzipSync } from 'fflate'
import { vi } from 'vitest'

export interface Downloaded {
  name: string
  bytes: () => Promise<Uint8Array>
  text: () => Promise<string>
  /** Content of each file of a ZIP as text, by the file's name. */
  unzipped: () => Promise<Record<string, string>>
}

/** Captures downloads, which jsdom does not support, until the test's mocks are restored. */
export function catchDownloads(): Downloaded[] {
  const caught: Downloaded[] = []
  const made = new Map<string, Blob>()
  const createObjectURL = (blob: Blob) => {
    const url = `blob:${made.size}`
    made.set(url, blob)
    return url
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = made.get(this.href)
    if (!blob) throw new Error(`${this.href} is no download`)
    const bytes = async () => new Uint8Array(await blob.arrayBuffer())
    caught.push({
      name: this.download,
      bytes,
      text: async () => strFromU8(await bytes()),
      unzipped: async () =>
        Object.fromEntries(
          Object.entries(unzipSync(await bytes())).map(([name, content]) => [name, strFromU8(content)]),
        ),
    })
  })
  return caught
}
