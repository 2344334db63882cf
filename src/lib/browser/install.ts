import { readFlag, writeFlag } from '@/lib/storage/flags'

/** What Chromium fires when the app could be installed; not in the DOM's types. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this device can install the app (spec §2 'Install card'): it already runs installed; the browser offers a
 * prompt; iOS, where only its share menu can; or not at all.
 */
export type InstallState = 'installed' | 'offered' | 'ios' | 'unsupported'

/** A browser says nothing in a tab of an app that is installed beside it, so this device remembers. */
const INSTALLED = 'installed'

let offer: InstallPromptEvent | null = null
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
    // Offered again: it was removed from the device.
    writeFlag(INSTALLED, false)
    tell()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    installedNow = true
    writeFlag(INSTALLED, true)
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
  if (readFlag(INSTALLED)) return 'installed'
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
