/** What Chromium fires when the app could be installed; not in the DOM's types. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this device can install the app: it already runs installed; the browser offers a prompt; iOS, where only the
 * share menu can; or not at all. Nothing is remembered: a stored 'installed' would outlive an app that was removed.
 */
export type InstallState = 'installed' | 'offered' | 'ios' | 'unsupported'

let offer: InstallPromptEvent | null = null
/** The browser reported an installation while this page was open. */
let installedNow = false
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer until a screen asks for it. Called once, early: the event does not come again. */
export function listenForInstallOffer() {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    // Without this, some browsers show a banner of their own.
    event.preventDefault()
    offer = event
    // The browser only offers what is not installed: the app was removed meanwhile.
    installedNow = false
    tell()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    installedNow = true
    tell()
  })
}

export function subscribeToInstall(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function installState(): InstallState {
  if (installedNow || isStandalone()) return 'installed'
  if (offer) return 'offered'
  return isIos() ? 'ios' : 'unsupported'
}

/** Shows the browser's prompt; an offer can be used once. */
export async function promptInstall(): Promise<void> {
  const event = offer
  if (!event) return
  offer = null
  await event.prompt()
  await event.userChoice
  tell()
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && 'userChoice' in event
}

function isStandalone(): boolean {
  // iOS says it in a property of its own.
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

function isIos(): boolean {
  // An iPad says it is a Mac, but no Mac has a touch screen.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  )
}
