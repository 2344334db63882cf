import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sharedBackend } from '../../support/backend'
import { openScreen, type Screen, fill, seesText } from '../../support/render'

const backend = await sharedBackend()

const VALID = { Nome: 'Rafa Nogueira', Telefone: '11987654321', Senha: 'segredo1' } as const

async function open() {
  const opened = await openScreen('/app/login?tab=signup', { backend })
  await screen.findByLabelText('Nome')
  return opened
}

const fillIn = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) fill(screen.getByLabelText(label), value)
}

const holds = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value)
}

const create = () => screen.getByRole('button', { name: /^(Criar Conta|Cadastrando\.\.\.)$/ })

/** Collects the bodies of the sign-up requests. */
function watch(opened: Screen) {
  const bodies: { email: string; data: Record<string, string> }[] = []
  opened.intercept(async (request, send) => {
    if (request.url.includes('/signup')) bodies.push(await request.clone().json())
    return send(request)
  })
  return bodies
}

describe('the sign-up', () => {
  it("creates the account once, with the phone in digits, and names the mail's address", async () => {
    const opened = await open()
    const { user } = opened
    const bodies = watch(opened)
    holds({ 'Código do país': '+55', 'Esporte Principal': 'Tênis' })
    fillIn({ ...VALID, Email: 'rafa@voleio.test' })
    expect(screen.getByLabelText('Telefone')).toHaveValue('(11) 98765-4321')
    await user.selectOptions(screen.getByLabelText('Esporte Principal'), 'Beach Tênis')
    await user.dblClick(create())

    await seesText('Cadastro realizado!', 'Verifique seu email para confirmar o cadastro.')
    expect(screen.getByText('rafa@voleio.test')).toBeVisible()
    expect(await screen.findByLabelText('Email do cadastro')).toHaveValue('rafa@voleio.test')
    expect(bodies).toHaveLength(1)
    const data = { name: 'Rafa Nogueira', phone: '5511987654321', main_sport: 'Beach Tênis' }
    expect(bodies[0]?.data).toEqual(data)
    expect(backend.mails().filter(({ to }) => to === 'rafa@voleio.test')).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })

  it.each(['+13055551234', '+5511987654321'])(
    'sends %s, which names its country, with no second code in front, whichever is chosen before or after',
    async (phone) => {
      const opened = await open()
      const { user } = opened
      const bodies = watch(opened)
      const code = screen.getByLabelText('Código do país')
      await user.selectOptions(code, phone.startsWith('+1') ? '+55' : '+1')
      fillIn({ ...VALID, Telefone: phone, Email: `${phone.slice(1)}@voleio.test` })
      await user.selectOptions(code, '+1')
      await user.click(create())
      await waitFor(() => expect(bodies[0]?.data['phone']).toBe(phone.slice(1)))
    },
  )

  it('of somebody who has just closed an account does not say beside the new one that theirs is closed', async () => {
    const { user } = await open()
    act(() => {
      window.history.replaceState({ usr: { closedAccount: true } }, '')
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    })
    expect(screen.getByText('Sua conta foi encerrada.')).toBeVisible()
    fillIn({ ...VALID, Email: 'de-volta@voleio.test' })
    await user.click(create())
    expect(await screen.findByRole('heading', { name: 'Conta criada!' })).toBeVisible()
    expect(screen.queryByText('Sua conta foi encerrada.')).not.toBeInTheDocument()
  })

  it('lets a mistyped address be corrected without typing the rest again', async () => {
    const { user } = await open()
    fillIn({ ...VALID, Email: 'rafaa@voleio.test' })
    await user.click(create())
    await user.click(await screen.findByRole('button', { name: 'Corrigir o email' }))
    holds({ Nome: 'Rafa Nogueira', Telefone: '(11) 98765-4321', Senha: '' })
  })

  it('reports missing fields beside them and focuses the first', async () => {
    const { user, requests } = await open()
    await user.click(create())
    for (const [label, message] of [
      ['Nome', 'Nome é obrigatório'],
      ['Email', 'Email é obrigatório'],
      ['Telefone', 'Telefone é obrigatório'],
      ['Senha', 'Senha é obrigatória'],
    ] as const) {
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message))
    }
    expect(screen.getByLabelText('Nome')).toHaveFocus()

    fillIn({ Nome: 'Rafa', Email: 'rafa@', Telefone: '1198', Senha: 'curta' })
    await user.click(create())
    await seesText('Email inválido', 'Telefone inválido', 'A senha deve ter no mínimo 6 caracteres.')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    fillIn({ Email: 'rafa@voleio.test' })
    await user.click(create())
    await waitFor(() => expect(screen.getByLabelText('Telefone')).toHaveFocus())
    expect(requests).toEqual([])
  })

  it('refuses a known address beside its field and keeps the rest', async () => {
    const known = await backend.coach()
    const { user } = await open()
    fillIn({ ...VALID, Email: known.email })
    await user.click(create())
    expect(await screen.findByText('Erro no cadastro')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Este email já está cadastrado')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    holds({ Nome: 'Rafa Nogueira', Senha: 'segredo1' })
  })

  it('explains a weak password in Portuguese, under the field', async () => {
    const { user, intercept } = await open()
    const message = 'Password is known to be weak'
    const body = { code: 'weak_password', message, weak_password: { reasons: ['pwned', 'characters'] } }
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    intercept(async () => Response.json(body, { status: 422, headers }))
    fillIn({ ...VALID, Email: 'fraca@voleio.test' })
    await user.click(create())
    expect(await screen.findByText('Senha fraca')).toBeVisible()
    expect(screen.getByLabelText('Senha')).toHaveAccessibleDescription(
      'Esta senha já apareceu em vazamentos de dados. Escolha outra. ' +
        'A senha deve misturar letras maiúsculas, minúsculas, números e símbolos.',
    )
  })

  it('keeps what was typed, but never the password, across a reload', async () => {
    const { user, unmount } = await open()
    fillIn({ ...VALID, Email: 'volta@voleio.test' })
    expect([sessionStorage, localStorage].flatMap((storage) => Object.values(storage)).join()).not.toContain(
      'segredo1',
    )
    unmount()
    await open()
    expect(screen.getByText('Recuperamos o que você estava escrevendo.')).toBeVisible()
    holds({ Nome: 'Rafa Nogueira', Telefone: '(11) 98765-4321', Senha: '' })
    await user.click(screen.getByRole('button', { name: 'Começar do zero' }))
    expect(screen.getByLabelText('Nome')).toHaveValue('')
    expect(sessionStorage).toHaveLength(0)
  })
})
