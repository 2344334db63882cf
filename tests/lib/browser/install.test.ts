import { expect, it, vi } from 'vitest'

const ANDROID = 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0.0.0 Mobile'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

/** A new visit with this browser; the module is loaded anew with the page. */
async function visit({ userAgent = ANDROID, touchPoints = 5, standalone = false } = {}) {
  vi.resetModules()
  const page = new EventTarget()
  vi.stubGlobal('window', Object.assign(page, { matchMedia: () => ({ matches: standalone }) }))
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: touchPoints })
  const install = await import('@/lib/browser/install')
  install.listenForInstallOffer()
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(() => Promise.resolve()),
    userChoice: Promise.resolve({ outcome: 'dismissed' }),
  })
  return {
    ...install,
    offer,
    isOffered: () => page.dispatchEvent(offer),
    isInstalled: () => page.dispatchEvent(new Event('appinstalled')),
  }
}

it('can be installed once the browser offers it', async () => {
  const { installState, isOffered, promptInstall, offer } = await visit()
  expect(installState()).toBe('unsupported')
  isOffered()
  expect(offer.defaultPrevented).toBe(true)
  expect(installState()).toBe('offered')
  await promptInstall()
  await promptInstall()
  expect(offer.prompt).toHaveBeenCalledTimes(1)
})

it('is installed when the browser says so, and no longer than the app is there', async () => {
  const { installState, isOffered, isInstalled } = await visit()
  isOffered()
  isInstalled()
  expect(installState()).toBe('installed')
  // Being offered again means that the app was removed from the device.
  isOffered()
  expect(installState()).toBe('offered')
  isInstalled()
  // A tab of the browser does not know whether the app is still installed.
  expect((await visit()).installState()).toBe('unsupported')
  expect((await visit({ standalone: true })).installState()).toBe('installed')
})

it.each([
  ['an iPhone', { userAgent: IPHONE }, 'ios'],
  ['an iPad, which says that it is a Mac', { userAgent: MAC }, 'ios'],
  ['a Mac', { userAgent: MAC, touchPoints: 0 }, 'unsupported'],
  ['an iPhone that opened it from the home screen', { userAgent: IPHONE, standalone: true }, 'installed'],
])('on %s', async (_device, browser, state) => {
  expect((await visit(browser)).installState()).toBe(state)
})
