import { useEffect, useSyncExternalStore } from 'react'
import { installState, subscribeToInstall, type InstallState } from '@/lib/browser/install'

/** How this device can install the app. Renders again when the browser offers the installation. */
export const useInstall = (): InstallState =>
  useSyncExternalStore(subscribeToInstall, installState, () => 'unsupported')

/** Calls `onInstalled` when the app is installed while it is open. */
export function useInstalled(onInstalled: () => void) {
  useEffect(() => {
    window.addEventListener('appinstalled', onInstalled)
    return () => window.removeEventListener('appinstalled', onInstalled)
  }, [onInstalled])
}
