import { listeners } from '../listeners'

/** Chromium's event for an installable app; missing in the DOM's types. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this device can install the app: the app runs installed already; the browser offers a prompt; iOS, where only the
 * share menu can install; or not at all. Nothing is stored: a stored 'installed' would outlive a removed app.
 */
export type InstallState = 'installed' | 'offered' | 'ios' | 'unsupported'

let offer: InstallPromptEvent | null = null
/** True once the browser reported an installation while this page was open. */
let installedNow = false
const changes = listeners()

/** Stores the browser's offer until a screen needs it. Call once and early: the event does not repeat. */
export function listenForInstallOffer() {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    // Otherwise some browsers show their own banner.
    event.preventDefault()
    offer = event
    // The browser makes an offer only while the app is not installed, so the app was removed meanwhile.
    installedNow = false
    changes.tell()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    installedNow = true
    changes.tell()
  })
}

export const subscribeToInstall = changes.subscribe

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
  changes.tell()
}

/** An app installed on iOS cannot print. */
export const canPrint = (): boolean => !(isIos() && isStandalone())

const isInstallPrompt = (event: Event): event is InstallPromptEvent =>
  'prompt' in event && 'userChoice' in event

function isStandalone(): boolean {
  // iOS has a property of its own.
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

function isIos(): boolean {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  )
}
