import { vi } from 'vitest'

/** A worker in one of its states, as the browser shows it to a page. */
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
 * The browser's side of service workers, and nothing else: what it keeps for this origin, and the events it sends to
 * this page. `controlled` is false for a page that no worker answers for.
 */
export class FakeBrowser {
  readonly reload = vi.fn()
  /** How often the server was asked for a newer worker. */
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
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
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

  /** The server has another worker, and its files are being fetched. */
  finds(): FakeWorker {
    const worker = new FakeWorker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }

  /** Its files are here: it waits, in the place of an older one that waited. */
  installs(worker: FakeWorker) {
    const older = this.registration.waiting
    this.registration.installing = null
    this.registration.waiting = worker
    older?.become('redundant')
    worker.become('installed')
  }

  /** It takes over, and with it every page (the worker claims its clients). */
  activates(worker: FakeWorker) {
    this.registration.waiting = null
    this.registration.active = worker
    worker.become('activating')
    this.container.controller = worker
    this.container.dispatchEvent(new Event('controllerchange'))
    worker.become('activated')
  }

  /** A newer version was deployed and is ready. */
  deploys(): FakeWorker {
    const worker = this.finds()
    this.installs(worker)
    return worker
  }

  comesBack() {
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}
