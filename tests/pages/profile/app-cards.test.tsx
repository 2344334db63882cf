import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForInstallOffer } from '@/lib/install'
import { startBackend, type Backend, type Coach } from '../../support/backend'
import { openScreen } from '../../support/render'

let backend: Backend
let coach: Coach
beforeAll(async () => {
  backend = await startBackend()
  coach = await backend.coach()
})
afterAll(() => backend.close())

/** The entry of the build that runs here, as index.html names it. */
beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-aaaa.js"></script>'
})

const open = async () => {
  const opened = await openScreen('/app/profile', { backend, coach })
  await screen.findByRole('heading', { name: 'Atualizações do App' })
  return opened
}
const servesIndex = (answer: () => Response | Promise<Response>) => {
  const toBackend = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    input === '/index.html' ? Promise.resolve(answer()) : toBackend(input, init),
  )
}
const html = (entry: string) => () => new Response(`<script type="module" src="/assets/${entry}"></script>`)

describe('Verificar Atualizações', () => {
  it('says that this is the newest build', async () => {
    const { user } = await open()
    servesIndex(html('index-aaaa.js'))
    await user.click(screen.getByRole('button', { name: 'Verificar Atualizações' }))
    expect(await screen.findByText('App atualizado')).toBeInTheDocument()
  })

  it('says that another build is out', async () => {
    const { user } = await open()
    servesIndex(html('index-bbbb.js'))
    await user.click(screen.getByRole('button', { name: 'Verificar Atualizações' }))
    expect(await screen.findByText('Atualização disponível!')).toBeInTheDocument()
  })

  it('says when the server cannot be asked', async () => {
    const { user } = await open()
    servesIndex(() => Promise.reject(new TypeError('Failed to fetch')))
    await user.click(screen.getByRole('button', { name: 'Verificar Atualizações' }))
    expect(await screen.findByText('Erro ao verificar')).toBeInTheDocument()
  })
})

describe('Limpar Cache e Resetar', () => {
  it('asks first, then empties the caches', async () => {
    const removed: string[] = []
    vi.stubGlobal('caches', {
      keys: () => Promise.resolve(['precache-v1', 'pages']),
      delete: (name: string) => Promise.resolve(removed.push(name) > 0),
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Limpar Cache e Resetar' }))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog).toHaveTextContent('Isso vai limpar todo o cache e recarregar o app. Deseja continuar?')
    expect(removed).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(removed).toEqual(['precache-v1', 'pages']))
  })
})

describe('Instalar App', () => {
  it('without an offer names the browsers that make one', async () => {
    await open()
    expect(screen.getByText(/Use o Chrome ou o Edge/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Instalar App' })).not.toBeInTheDocument()
  })

  it('shows the three steps on an iPhone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Instalar App' }))
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(3)
  })

  it("passes the browser's offer on, and says when the app was installed", async () => {
    listenForInstallOffer()
    const { user } = await open()
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
