/** How long the blob stays available: Safari starts reading it after the click has returned. */
const READ_MS = 60_000

/** Downloads a file made on this page. The Content-Security-Policy does not restrict downloads. */
export function downloadFile(name: string, content: BlobPart | BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([content].flat(), { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
