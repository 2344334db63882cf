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
