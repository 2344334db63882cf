import { vi } from 'vitest'

/** A service worker, as far as the page sees it. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly messages: unknown[] = []

  postMessage(message: unknown) {
    this.messages.push(message)
  }

  become(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/**
 * The browser's service worker API for one page: what the browser keeps for the origin, and its events. `controlled` is
 * false if the page has no service worker.
 */
export class FakeBrowser {
  readonly reload = vi.fn()
  /** Counts the checks for updates. */
  readonly update = vi.fn(() => Promise.resolve())
  readonly register = vi.fn((_script: string, _options: RegistrationOptions) =>
    Promise.resolve<unknown>(this.registration),
  )
  readonly registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    active: null as FakeWorker | null,
    update: this.update,
  })
  readonly container = Object.assign(new EventTarget(), {
    controller: null as FakeWorker | null,
    register: this.register,
  })
  /** The page's hidden frames. Loading a frame makes the browser look at the waiting worker. */
  readonly frames = new Set<object>()
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    createElement: () => {
      const frame = { remove: () => this.frames.delete(frame) }
      return frame
    },
    body: { append: (frame: object) => this.frames.add(frame) },
  })
  readonly navigator = { serviceWorker: this.container, onLine: true }

  constructor({ installed, controlled = installed }: { installed: boolean; controlled?: boolean }) {
    if (installed) {
      const worker = new FakeWorker()
      worker.state = 'activated'
      this.registration.active = worker
      if (controlled) this.container.controller = worker
    }
    vi.stubGlobal('navigator', this.navigator)
    vi.stubGlobal('window', { location: { reload: this.reload } })
    vi.stubGlobal('document', this.document)
  }

  /** The browser finds a new worker on the server, and fetches its files. */
  finds(): FakeWorker {
    const worker = new FakeWorker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }

  /** The worker has cached its files and waits, in place of an older waiting worker. */
  installs(worker: FakeWorker) {
    const older = this.registration.waiting
    this.registration.installing = null
    this.registration.waiting = worker
    older?.become('redundant')
    worker.become('installed')
  }

  /** The worker activates and takes over every page. */
  activates(worker: FakeWorker) {
    this.registration.waiting = null
    this.registration.active = worker
    worker.become('activating')
    this.container.controller = worker
    this.container.dispatchEvent(new Event('controllerchange'))
    worker.become('activated')
  }

  /** A newer version was deployed, and its worker waits. */
  deploys(): FakeWorker {
    const worker = this.finds()
    this.installs(worker)
    return worker
  }

  comesBack() {
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}
