import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForInstallOffer } from '@/lib/browser/install'
import { startUpdates } from '@/lib/updates/updates'
import { sharedBackend } from '../../support/backend'
import { matchMediaIf } from '../../support/media'
import { openScreen } from '../../support/render'
import { APP_TAB } from './support'

const backend = await sharedBackend()
const coach = await backend.coach()

/** Names the entry script of the running build, as its page does. */
beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-aaaa.js"></script>'
})

const open = async () => {
  const opened = await openScreen(APP_TAB, { backend, coach })
  await screen.findByRole('heading', { name: 'Atualizações do App' })
  return opened
}
/** Answers requests for the app's shell; the backend answers all other requests. */
const servesShell = (answer: () => Response | Promise<Response>) => {
  const toBackend = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith('/spa.html')
      ? Promise.resolve(answer())
      : toBackend(input, init),
  )
}
const shellOf = (entry: string) => () =>
  new Response(`<div id="root"></div><script type="module" src="/assets/${entry}"></script>`)
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

it("'Verificar Atualizações' says whether another build is out, or that the server cannot be asked", async () => {
  const { user } = await open()
  for (const [said, answer] of [
    ['App atualizado', shellOf('index-aaaa.js')],
    ['Erro ao verificar', noNetwork],
    ['Atualização disponível!', shellOf('index-bbbb.js')],
  ] as const) {
    servesShell(answer)
    await user.click(await screen.findByRole('button', { name: 'Verificar Atualizações' }))
    expect(await screen.findByText(said)).toBeInTheDocument()
  }
  // The browser has no worker here, and the button that the toast names is there all the same.
  expect(screen.getByText('Toque em “Atualizar Agora” para usar a versão nova.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Atualizar Agora' })).toBeInTheDocument()
})

describe('Limpar Cache e Resetar', () => {
  const removed: string[] = []
  const openDialog = async () => {
    removed.length = 0
    vi.stubGlobal('caches', {
      keys: () => Promise.resolve(['precache-v1', 'pages']),
      delete: (name: string) => Promise.resolve(removed.push(name) > 0),
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Limpar Cache e Resetar' }))
    return { user, dialog: screen.getByRole('alertdialog') }
  }

  it('asks first, then empties the caches', async () => {
    const { user, dialog } = await openDialog()
    servesShell(shellOf('index-aaaa.js'))
    expect(dialog).toHaveTextContent('Isso vai limpar todo o cache e recarregar o app. Deseja continuar?')
    expect(removed).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(removed).toEqual(['precache-v1', 'pages']))
  })

  it('keeps everything, and says so, without network or behind a portal that asks to sign in', async () => {
    const { user, dialog } = await openDialog()
    servesShell(noNetwork)
    await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
    expect(await screen.findByText('Sem conexão')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())

    await user.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    await waitFor(() => expect(screen.queryByText('Sem conexão')).not.toBeInTheDocument())
    servesShell(() => new Response('<form>Wi-Fi</form>'))
    await user.click(screen.getByRole('button', { name: 'Limpar Cache e Resetar' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Continuar' }))
    expect(await screen.findByText('Sem conexão')).toBeInTheDocument()
    expect(removed).toEqual([])
  })

  it('reloads the app, and does not call it offline, where the browser forbids storage', async () => {
    const { user, dialog } = await openDialog()
    const denied = new DOMException('Access denied', 'SecurityError')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    vi.stubGlobal('caches', { keys: () => Promise.reject(denied) })
    servesShell(shellOf('index-aaaa.js'))
    await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(logged).toHaveBeenCalledWith(denied))
    expect(screen.queryByText('Sem conexão')).not.toBeInTheDocument()
  })
})

describe('Instalar App', () => {
  it('shows the three steps on an iPhone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Instalar App' }))
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(3)
  })

  it('says that it is installed, opened from the home screen', async () => {
    matchMediaIf((query) => query === '(display-mode: standalone)')
    await open()
    expect(screen.getByText('O app está instalado neste dispositivo.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Instalar App' })).not.toBeInTheDocument()
  })

  it('names the browsers that make an offer, passes an offer on, and says when the app was installed', async () => {
    listenForInstallOffer()
    const { user } = await open()
    expect(screen.getByText(/Use o Chrome ou o Edge/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Instalar App' })).not.toBeInTheDocument()
    const prompt = vi.fn(() => Promise.resolve())
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    act(() => void window.dispatchEvent(offer))
    await user.click(await screen.findByRole('button', { name: 'Instalar App' }))
    expect(prompt).toHaveBeenCalledTimes(1)
    act(() => void window.dispatchEvent(new Event('appinstalled')))
    expect(await screen.findByText('App instalado com sucesso!')).toBeInTheDocument()
    expect(screen.getByText('O app está instalado neste dispositivo.')).toBeInTheDocument()
  })
})

it('once another tab has applied an update, the toast names the button that is there now', async () => {
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: () => Promise.resolve(undefined),
  })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }))
  await startUpdates({ everyMs: 30_000 })
  vi.unstubAllGlobals()
  const { user } = await open()
  act(() => void serviceWorker.dispatchEvent(new Event('controllerchange')))
  await user.click(screen.getByRole('button', { name: 'Verificar Atualizações' }))
  expect(await screen.findByText('Toque em “Recarregar” para usar a versão nova.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Recarregar' })).toBeInTheDocument()
})
