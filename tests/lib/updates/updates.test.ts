import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from './service-worker-fake'

const SKIP = [{ type: 'SKIP_WAITING' }]

/** Opens a page in this browser, with the module loaded anew. */
async function open(browser: FakeBrowser) {
  vi.resetModules()
  const page = await import('@/lib/updates/updates')
  await page.startUpdates({ everyMs: 30_000 })
  return { browser, ...page }
}
const openInstalled = () => open(new FakeBrowser({ installed: true }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a newer version', () => {
  it('is offered once its files are cached, and not before', async () => {
    const { browser, updateState } = await openInstalled()
    const worker = browser.finds()
    expect(updateState()).toBe('current')
    browser.installs(worker)
    expect(updateState()).toBe('available')
  })

  it('that has waited since an earlier visit is offered at once', async () => {
    const browser = new FakeBrowser({ installed: true })
    browser.deploys()
    const { updateState } = await open(browser)
    expect(updateState()).toBe('available')
  })

  it('that was being fetched while the page opened is offered too', async () => {
    const browser = new FakeBrowser({ installed: true })
    const worker = browser.finds()
    const { updateState } = await open(browser)
    browser.installs(worker)
    expect(updateState()).toBe('available')
  })

  it('is applied by one message, and reloads once when its worker takes control', async () => {
    const { browser, applyUpdate, updateState } = await openInstalled()
    const worker = browser.deploys()
    applyUpdate()
    applyUpdate()
    expect(worker.messages).toEqual(SKIP)
    expect(updateState()).toBe('applying')
    expect(browser.reload).not.toHaveBeenCalled()
    browser.activates(worker)
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })

  it('dismissed, stays hidden; a still newer one is offered again', async () => {
    const { browser, dismissUpdate, updateState } = await openInstalled()
    browser.deploys()
    dismissUpdate()
    expect(updateState()).toBe('current')
    const third = browser.finds()
    expect(updateState()).toBe('current')
    browser.installs(third)
    expect(updateState()).toBe('available')
  })

  it('that is replaced while being applied leaves the newest one to apply', async () => {
    const { browser, applyUpdate, updateState } = await openInstalled()
    browser.deploys()
    applyUpdate()
    const third = browser.deploys()
    expect(updateState()).toBe('available')
    applyUpdate()
    browser.activates(third)
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })

  it('that the browser forgets is brought to its mind each second, until it was given up', async () => {
    const { browser, applyUpdate } = await openInstalled()
    browser.deploys()
    applyUpdate()
    expect(browser.frames.size).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(browser.frames.size).toBe(1)
    await vi.advanceTimersByTimeAsync(13_000)
    expect(browser.frames.size).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(browser.frames.size).toBe(0)
  })

  it('that does not activate in time is offered again, and reported if it activates later', async () => {
    const { browser, applyUpdate, updateState } = await openInstalled()
    const worker = browser.deploys()
    applyUpdate()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(updateState()).toBe('available')
    applyUpdate()
    expect(worker.messages).toEqual([...SKIP, ...SKIP])
    await vi.advanceTimersByTimeAsync(15_000)
    browser.activates(worker)
    expect(updateState()).toBe('replaced')
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('is applied on the very first visit too, where the page began without a worker', async () => {
    const { browser, applyUpdate, updateState } = await open(new FakeBrowser({ installed: false }))
    browser.activates(browser.deploys())
    expect(updateState()).toBe('current')
    const second = browser.deploys()
    expect(updateState()).toBe('available')
    applyUpdate()
    browser.activates(second)
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })
})

describe('another tab', () => {
  it('that applied the update does not reload this one: it may hold what somebody is typing', async () => {
    const { browser, updateState, applyUpdate } = await openInstalled()
    browser.activates(browser.deploys())
    expect(browser.reload).not.toHaveBeenCalled()
    expect(updateState()).toBe('replaced')
    applyUpdate()
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })

  it('that applied it is still known to the check after the banner was dismissed', async () => {
    const { browser, updateState, dismissUpdate, checkForUpdate } = await openInstalled()
    browser.activates(browser.deploys())
    dismissUpdate()
    expect(updateState()).toBe('current')
    expect(await checkForUpdate()).toBe(true)
    expect(updateState()).toBe('replaced')
  })

  it('or none: a page without a worker notices that the newer version took control', async () => {
    const { browser, updateState } = await open(new FakeBrowser({ installed: true, controlled: false }))
    browser.deploys().become('activated')
    expect(updateState()).toBe('replaced')
    expect(browser.reload).not.toHaveBeenCalled()
  })
})

describe('the server is checked', () => {
  it('every 30 seconds', async () => {
    const { browser } = await openInstalled()
    await vi.advanceTimersByTimeAsync(95_000)
    expect(browser.update).toHaveBeenCalledTimes(3)
  })

  it('on return to the tab, and not while it is hidden', async () => {
    const { browser } = await openInstalled()
    browser.document.visibilityState = 'hidden'
    browser.comesBack()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(browser.update).not.toHaveBeenCalled()
    browser.document.visibilityState = 'visible'
    browser.comesBack()
    expect(browser.update).toHaveBeenCalledTimes(1)
  })

  it('neither without network nor while an update is being installed', async () => {
    const { browser } = await openInstalled()
    browser.navigator.onLine = false
    await vi.advanceTimersByTimeAsync(30_000)
    browser.navigator.onLine = true
    browser.finds()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(browser.update).not.toHaveBeenCalled()
  })

  it('and a server that does not answer breaks nothing', async () => {
    const { browser } = await openInstalled()
    browser.update.mockRejectedValue(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(browser.update).toHaveBeenCalledTimes(2)
  })

  it("bypassing the browser's cache, with one registration however often it is started", async () => {
    const { browser, startUpdates } = await openInstalled()
    await startUpdates({ everyMs: 30_000 })
    expect(browser.register.mock.calls).toEqual([['/sw.js', { updateViaCache: 'none' }]])
  })
})

describe('checkForUpdate', () => {
  it('says no when the server has nothing newer', async () => {
    const { checkForUpdate } = await openInstalled()
    expect(await checkForUpdate()).toBe(false)
  })

  it("waits for the update's installation, and says yes", async () => {
    const { browser, checkForUpdate } = await openInstalled()
    browser.update.mockImplementation(() => {
      const worker = browser.finds()
      setTimeout(() => browser.installs(worker), 4_000)
      return Promise.resolve()
    })
    const answer = checkForUpdate()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await answer).toBe(true)
  })

  it('offers a dismissed update again, without asking the server', async () => {
    const { browser, dismissUpdate, checkForUpdate, updateState } = await openInstalled()
    browser.deploys()
    dismissUpdate()
    expect(await checkForUpdate()).toBe(true)
    expect(updateState()).toBe('available')
    expect(browser.update).not.toHaveBeenCalled()
  })

  it('throws when the server does not answer, or when the files could not be fetched', async () => {
    const { browser, checkForUpdate } = await openInstalled()
    browser.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(checkForUpdate()).rejects.toThrow('Failed to fetch')
    browser.update.mockImplementation(() => {
      const worker = browser.finds()
      setTimeout(() => worker.become('redundant'), 1_000)
      return Promise.resolve()
    })
    const answer = expect(checkForUpdate()).rejects.toThrow('could not be installed')
    await vi.advanceTimersByTimeAsync(1_000)
    await answer
  })
})

describe('a browser that', () => {
  it.each([
    ['forbids workers', () => Promise.reject(new DOMException('Not allowed', 'SecurityError'))],
    ['swallows the registration', () => Promise.resolve(undefined)],
  ])('%s runs the app without', async (_name, register) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const browser = new FakeBrowser({ installed: false })
    browser.register.mockImplementation(register)
    const { updateState } = await open(browser)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(updateState()).toBe('current')
    expect(browser.update).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
