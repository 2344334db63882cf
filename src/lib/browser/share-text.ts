export const canShareText = (): boolean => typeof navigator.share === 'function'

/** Opens the system's sheet for a text. False when the browser refuses; closing the sheet is no refusal. */
export async function shareText(title: string, text: string): Promise<boolean> {
  try {
    await navigator.share({ title, text })
    return true
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}
