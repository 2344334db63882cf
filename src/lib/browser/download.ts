/** How long the browser may take to read a file that was handed to it; Safari begins after the click has returned. */
const READ_MS = 60_000

/**
 * Hands a file that was made on this page to the browser's downloads, in a tab and in the installed app alike. The
 * policy of the page allows it: a download is no load.
 */
export function downloadFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
