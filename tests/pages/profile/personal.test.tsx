import { screen, waitFor, within, act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi, beforeAll, afterEach } from 'vitest'
import { listenForInstallOffer } from '@/lib/browser/install'
import { CALENDAR } from '@/site/documents'
import { sharedBackend, type Coach } from '../../support/backend'
import { catchDownloads } from '../../support/downloads'
import { matchMediaIf } from '../../support/media'
import { openScreen, fill, type Intercept } from '../../support/render'
import { addClub } from '../../support/world/api'
import {
  button,
  failing,
  field,
  PATH,
  reads,
  TRY_AGAIN,
  APP_TAB,
  MONEY_TAB,
  NETWORK,
  LESSONS_TAB,
} from './support'

const backend = await sharedBackend()

/** The card alone, because the sidebar shows the coach's name too. */
async function personal() {
  const heading = await screen.findByRole('heading', { name: 'Informações Pessoais' })
  const section = heading.closest('section')
  if (!section) throw new Error('The heading stands in its section')
  return within(section)
}

const isAnyRead = (request: Request) => reads('profiles')(request) || reads('clubs')(request)

describe('the personal data', () => {
  const EDIT = `${PATH}?form=dados`
  const PATCH = 'PATCH /rest/v1/profiles'

  let coach: Coach

  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    coach = await backend.coach()
  })

  const open = (path = EDIT) => openScreen(path, { backend, coach })

  async function stored() {
    const [row] = await backend.sql('select name, phone, main_sport from public.profiles where id = $1', [
      coach.id,
    ])
    return row
  }

  it('the tabs are kept in the address, and a form opens on its own', async () => {
    const { user, unmount } = await open(PATH)
    await user.click(await screen.findByRole('tab', { name: 'Aulas e recesso' }))
    expect(await screen.findByRole('heading', { name: 'Regras das aulas' })).toBeInTheDocument()
    await waitFor(() => expect(window.location.search).toBe('?tab=aulas'))
    expect(screen.queryByRole('heading', { name: 'Informações Pessoais' })).toBeNull()
    unmount()
    const again = await open(`${PATH}?form=pix`)
    expect(await screen.findByRole('tab', { name: 'Recebimento', selected: true })).toBeInTheDocument()
    // Leaves the form; its draft keeps the text.
    await again.user.click(screen.getByRole('tab', { name: 'Você' }))
    expect(await screen.findByRole('heading', { name: 'Informações Pessoais' })).toBeInTheDocument()
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  describe('the personal data', () => {
    it('are shown as they are stored, edited and saved; the sidebar and the next login follow the new name', async () => {
      const { user } = await open(PATH)
      const before = await personal()
      expect(await before.findByText('Ana Ribeiro')).toBeInTheDocument()
      for (const value of [coach.email, '(11) 98765-4321', 'Tênis'])
        expect(before.getByText(value)).toBeInTheDocument()
      expect(screen.getByRole('link', { name: 'Voltar para o dashboard' })).toHaveAttribute(
        'href',
        '/app/dashboard',
      )
      await user.click(before.getByRole('button', { name: 'Editar' }))
      const name = await field('Nome')
      expect(name).toHaveFocus()
      expect(await field('Email')).toHaveAttribute('readonly')
      await user.clear(name)
      await user.type(name, '  Ana Lima  ')
      fill(await field(/^Telefone/), '21988887777')
      expect(await field(/^Telefone/)).toHaveValue('(21) 98888-7777')
      await user.selectOptions(await field('Esporte Principal'), 'Beach Tênis')
      await user.click(await button('Salvar'))

      expect(await screen.findByText('Perfil atualizado')).toBeInTheDocument()
      expect(await stored()).toEqual({
        name: 'Ana Lima',
        phone: '5521988887777',
        main_sport: 'Beach Tênis',
      })
      const card = await personal()
      expect(await card.findByText('Ana Lima')).toBeInTheDocument()
      expect(card.getByText('(21) 98888-7777')).toBeInTheDocument()
      await waitFor(() => expect(card.getByRole('button', { name: 'Editar' })).toHaveFocus())
      expect(
        await screen.findByRole('link', { name: new RegExp(`Ana Lima.*${coach.email}`) }),
      ).toHaveAttribute('href', PATH)
      const again = await backend.signIn(coach.email, coach.password)
      const { data } = await again.client.auth.getUser()
      expect(data.user?.user_metadata).toMatchObject({
        name: 'Ana Lima',
        phone: '5521988887777',
        main_sport: 'Beach Tênis',
      })
    })

    it('are refused with a wrong value, its message beside the field, and come back on cancel; nothing is sent', async () => {
      const { user, requests } = await open()
      await user.type(await field('Nome'), ' Souza')
      const wrong = await field(/^Telefone/)
      fill(wrong, '(11) 9876')
      await user.click(await button('Salvar'))
      await waitFor(() => expect(wrong).toHaveAccessibleDescription(/Telefone inválido/))
      expect(wrong).toHaveFocus()
      expect(wrong).toHaveValue('(11) 9876')
      await user.click(await button('Cancelar'))
      const card = await personal()
      expect(await card.findByText('Ana Ribeiro')).toBeInTheDocument()
      await user.click(card.getByRole('button', { name: 'Editar' }))
      expect(await field('Nome')).toHaveValue('Ana Ribeiro')
      expect(await field(/^Telefone/)).toHaveValue('(11) 98765-4321')
      expect(screen.queryByText('Recuperamos o que você estava escrevendo.')).not.toBeInTheDocument()
      expect(requests).not.toContain(PATCH)
    })

    it('saved on another device meanwhile: the coach is told, what is typed stays and is saved on request', async () => {
      const { user } = await open()
      await user.type(await field('Nome'), ' Lima')
      const theirs = { name: 'Ana Alves', phone: null, main_sport: 'Padel' }
      await coach.client.from('profiles').update(theirs).eq('id', coach.id).throwOnError()
      await user.click(await button('Salvar'))
      expect(await screen.findByText('Nome: Ana Alves')).toBeInTheDocument()
      expect(screen.getByText('Telefone: (vazio)')).toBeInTheDocument()
      expect(screen.getByText('Esporte Principal: Padel')).toBeInTheDocument()
      expect(await stored()).toEqual(theirs)
      expect(await field('Nome')).toHaveValue('Ana Ribeiro Lima')
      await user.click(await button('Salvar o meu'))
      await screen.findByText('Perfil atualizado')
      expect(await stored()).toEqual({ ...theirs, name: 'Ana Ribeiro Lima' })
    })
  })

  it('a failure between the profile and the account loses no text; the next press brings both in step', async () => {
    const { user, intercept } = await open()
    await user.type(await field('Nome'), ' Lima')
    intercept(failing((request) => request.method === 'PUT', 'network'))
    await user.click(await button('Salvar'))
    expect(await screen.findByText('Erro ao atualizar perfil')).toBeInTheDocument()
    expect(await field('Nome')).toHaveValue('Ana Ribeiro Lima')
    intercept(null)
    await user.type(await field('Nome'), ' Reis')
    await user.click(await button('Salvar'))
    expect(await screen.findByText('Perfil atualizado')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /Ana Ribeiro Lima Reis/ })).toBeInTheDocument()
  })

  it('a profile and clubs that could not be read say so and are read again', async () => {
    await addClub(coach, { name: 'Zinco' })
    const { user, intercept } = await open('/app/students')
    intercept(failing(isAnyRead, 500))
    await user.click(await screen.findByRole('link', { name: new RegExp(coach.email) }))
    // One for the profile and one for the clubs; the toasts say it too.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tentar novamente' })).toHaveLength(2))
    expect(screen.getAllByText('Erro ao carregar perfil').length).toBeGreaterThan(0)
    expect(screen.getAllByText('Erro ao carregar clubes').length).toBeGreaterThan(0)
    expect(screen.getAllByText(TRY_AGAIN).length).toBeGreaterThan(0)
    intercept(null)
    for (const retry of screen.getAllByRole('button', { name: 'Tentar novamente' })) await user.click(retry)
    expect(await screen.findByRole('heading', { name: 'Zinco' })).toBeInTheDocument()
    expect(await (await personal()).findByText('Ana Ribeiro')).toBeInTheDocument()
  })
})

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

describe('the app', () => {
  let coach: Coach
  beforeAll(async () => {
    coach = await backend.coach()
  })

  /** Names the entry script of the running build, as its page does. */
  beforeEach(() => {
    document.head.innerHTML = '<script type="module" src="/assets/index-aaaa.js"></script>'
  })

  const open = async () => {
    const opened = await openScreen(APP_TAB, { backend, coach })
    await screen.findByRole('heading', { name: 'Atualizações do App' })
    return opened
  }

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
})

const card = async () => within(await screen.findByRole('region', { name: 'PIX' }))

describe('the PIX key', () => {
  let coach: Coach

  beforeEach(async () => {
    coach = await backend.coach({ name: 'José da Conceição' })
  })

  const stored = () =>
    backend.sql('select pix_type, pix_key, pix_name, pix_city from public.profiles where id = $1', [coach.id])

  it('is entered by type, checked before, shown as it is printed, and taken away again', async () => {
    const { user } = await openScreen(MONEY_TAB, { backend, coach })
    const pix = await card()
    await user.click(await pix.findByRole('button', { name: 'Cadastrar chave PIX' }))
    const type = await pix.findByLabelText('Tipo da chave')
    expect(pix.queryByLabelText('Chave')).not.toBeInTheDocument()
    await user.selectOptions(type, 'CPF')
    expect(pix.getByLabelText('Nome de quem recebe')).toHaveValue('Jose da Conceicao')
    fill(pix.getByLabelText('Chave'), '(51) 99825-9765')
    await user.click(pix.getByRole('button', { name: 'Salvar' }))
    expect(await pix.findByText('CPF inválido')).toBeInTheDocument()
    expect(pix.getByText('Cidade é obrigatória')).toBeInTheDocument()
    await user.selectOptions(type, 'Celular')
    await waitFor(() => expect(pix.queryByText('CPF inválido')).not.toBeInTheDocument())
    expect(pix.queryByRole('img')).not.toBeInTheDocument()

    fill(pix.getByLabelText('Cidade'), 'São Paulo')
    expect(await pix.findByText('No código sai assim: Sao Paulo')).toBeInTheDocument()
    expect(await pix.findByText(/^000201.*\+5551998259765.*Jose da Conceicao6009Sao Paulo/)).toBeVisible()
    await user.click(pix.getByRole('button', { name: 'Salvar' }))
    expect(await pix.findByText('+5551998259765')).toBeInTheDocument()
    expect(await stored()).toEqual([
      {
        pix_type: 'phone',
        pix_key: '+5551998259765',
        pix_name: 'Jose da Conceicao',
        pix_city: 'Sao Paulo',
      },
    ])

    await user.click(pix.getByRole('button', { name: 'Editar PIX' }))
    await user.selectOptions(await pix.findByLabelText('Tipo da chave'), 'Sem PIX')
    await user.click(pix.getByRole('button', { name: 'Salvar' }))
    expect(await pix.findByRole('button', { name: 'Cadastrar chave PIX' })).toHaveFocus()
    expect(await stored()).toEqual([{ pix_type: null, pix_key: null, pix_name: null, pix_city: null }])
  })
})

/** Passes requests for a calendar's address on to the API, as the host does. */
const hosted: Intercept = (request, send) => {
  const token = CALENDAR.pattern.exec(new URL(request.url).pathname)?.[1]
  const api = { origin: backend.url, key: backend.anonKey }
  return send(token === undefined ? request : new Request(CALENDAR.answeredAt(token, api)))
}

/** A host without our rules, which answers every address with a page. */
const unruly: Intercept = async (request, send) =>
  CALENDAR.pattern.test(new URL(request.url).pathname)
    ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
    : send(request)

const address = () => screen.findByLabelText<HTMLInputElement>('Endereço do calendário')

describe('the calendar', () => {
  afterEach(() => vi.restoreAllMocks())

  it('the address is asked before it is shown; a new one takes its place after a question', async () => {
    const { user } = await openScreen(LESSONS_TAB, {
      backend,
      coach: await backend.coach(),
      intercept: hosted,
    })
    await user.click(await button('Gerar Endereço'))
    const first = (await address()).value
    // The pressed button is gone, so the content has the focus.
    expect(screen.getByRole('main')).toHaveFocus()
    expect(first).toMatch(/^http:\/\/localhost[:\d]*\/agenda\/[0-9a-f]{64}\.ics$/)
    expect(screen.getByText(/O Google pode levar até um dia para atualizar\./)).toBeInTheDocument()

    await user.click(await button('Copiar Endereço'))
    expect(await screen.findByText('Endereço copiado!')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(first)

    await user.click(await button('Gerar novo endereço'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Gerar novo endereço?' }))
    expect(dialog.getByText(/O endereço atual deixa de valer/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Gerar novo endereço' }))
    await waitFor(async () => expect((await address()).value).not.toBe(first))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('where the site answers something else only the file is offered: the same answer', async () => {
    const files = catchDownloads()
    const { user } = await openScreen(LESSONS_TAB, {
      backend,
      coach: await backend.coach(),
      intercept: unruly,
    })
    await user.click(await button('Gerar Endereço'))
    await user.click(await button('Baixar Arquivo'))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await files[0]?.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(screen.queryByLabelText('Endereço do calendário')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Gerar novo endereço' })).toBeNull()
  })

  it('says without a network that it needs the internet', async () => {
    const { user, intercept } = await openScreen(LESSONS_TAB, {
      backend,
      coach: await backend.coach(),
      intercept: hosted,
    })
    const make = await button('Gerar Endereço')
    intercept(failing(() => true, 'network'))
    await user.click(make)
    expect(await screen.findByText(NETWORK)).toBeInTheDocument()
    expect(
      await screen.findByText(
        'Sem conexão: o endereço e o arquivo do calendário só estão disponíveis com internet.',
      ),
    ).toBeInTheDocument()
  })
})
