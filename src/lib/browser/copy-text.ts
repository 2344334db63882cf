/** Copies to the clipboard. False when the browser refuses: the caller then shows the text to copy by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No permission, no secure origin, or no clipboard API.
    return false
  }
}

export const canShareText = (): boolean => typeof navigator.share === 'function'

/** Opens the system's share sheet for a text. False when the browser refuses; true when the user closes the sheet. */
export async function shareText(title: string, text: string): Promise<boolean> {
  try {
    await navigator.share({ title, text })
    return true
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}
