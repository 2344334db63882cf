import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sharedBackend } from '../../support/backend'
import { hold } from '../../support/network'
import { deadNetwork, openScreen, fill, seesText } from '../../support/render'

const backend = await sharedBackend()
const coach = await backend.coach()

const email = () => screen.findByLabelText('Email')
const password = () => screen.getByLabelText('Senha')
async function type(login: { email: string; password: string }) {
  fill(await email(), login.email)
  fill(password(), login.password)
}
const enter = () => screen.getByRole('button', { name: /^Entra/ })

describe('the login', () => {
  it('signs in and opens the dashboard; two presses send one request', async () => {
    const { user, requests, intercept } = await openScreen('/app/login', { backend })
    const answer = hold(intercept, /./)
    await type(coach)
    expect(enter()).toHaveAccessibleName('Entrar')
    await user.dblClick(enter())
    expect(enter()).toHaveTextContent('Entrando...')
    await user.type(password(), '{Enter}')
    answer.open()
    await seesText('Login realizado!', 'Bem-vindo de volta!')
    await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
    expect(requests.filter((request) => request === 'POST /auth/v1/token')).toHaveLength(1)
  })

  it('requires both fields, refuses a wrong password, keeps the text without network, and works after it', async () => {
    const { user, requests, intercept } = await openScreen('/app/login', { backend })
    const field = await email()
    for (const [name, href] of [
      ['Esqueci minha senha', '/auth/forgot-password'],
      ['Voltar para o site', '/'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    await user.click(enter())
    await seesText('Email é obrigatório', 'Senha é obrigatória')
    expect(field).toHaveAccessibleDescription('Email é obrigatório')
    expect(field).toHaveFocus()
    expect(requests).toEqual([])

    await type({ email: coach.email, password: 'errada-1' })
    await user.click(enter())
    expect(await screen.findByText('Erro no login')).toBeVisible()
    // Once in the toast, and once beside the field, where it stays.
    expect(screen.getAllByText('Email ou senha inválidos')).toHaveLength(2)
    expect(password()).toHaveAccessibleDescription('Email ou senha inválidos')
    expect(field).toHaveValue(coach.email)
    expect(password()).toHaveValue('errada-1')
    expect(password()).toHaveFocus()
    expect(window.location.pathname).toBe('/app/login')

    intercept(deadNetwork)
    fill(password(), coach.password)
    await user.click(enter())
    expect(await screen.findByText('Sem conexão. Verifique sua internet e tente novamente.')).toBeVisible()
    expect(password()).toHaveValue(coach.password)
    intercept(null)
    await user.click(enter())
    expect(await screen.findByText('Login realizado!')).toBeVisible()
  })
})

describe('the address', () => {
  it('holds the tab, and each tab keeps what was typed in it', async () => {
    const { user } = await openScreen('/app/login?tab=signup', { backend })
    fill(await screen.findByLabelText('Nome'), 'Rafa')
    await user.click(screen.getByRole('tab', { name: 'Login' }))
    expect(window.location.search).toBe('?tab=login')
    fill(await email(), 'rafa@voleio.test')
    await user.click(screen.getByRole('tab', { name: 'Cadastro' }))
    expect(window.location.search).toBe('?tab=signup')
    expect(screen.getByLabelText('Nome')).toHaveValue('Rafa')
    await user.click(screen.getByRole('tab', { name: 'Login' }))
    expect(await email()).toHaveValue('rafa@voleio.test')
  })

  it('opens the resend box with resend=true; Cancelar closes it and keeps the focus near', async () => {
    const { user } = await openScreen('/app/login?tab=signup&resend=true', { backend })
    expect(await screen.findByLabelText('Email do cadastro')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(screen.queryByLabelText('Email do cadastro')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Não recebeu o email de confirmação?' })).toHaveFocus()
    expect(window.location.search).toBe('?tab=signup')
  })
})

describe('the confirmation mail', () => {
  it('is offered again when signing in before confirming, and is sent again', async () => {
    const address = 'pendente@voleio.test'
    const signedUp = await backend.client().auth.signUp({
      email: address,
      password: 'voleio123',
      options: { data: { name: 'Pendente', phone: '5511987654321', main_sport: 'Tênis' } },
    })
    expect(signedUp.error).toBeNull()
    const { user } = await openScreen('/app/login', { backend })
    await type({ email: address, password: 'voleio123' })
    await user.click(enter())
    const box = await screen.findByLabelText('Email do cadastro')
    expect(box).toHaveValue(address)
    await seesText('Confirme seu email antes de entrar. Verifique sua caixa de entrada.')

    // Auth refuses a second mail within a minute.
    await user.click(screen.getByRole('button', { name: 'Reenviar Email' }))
    expect(await screen.findByText('Erro ao reenviar email')).toBeVisible()
    expect(box).toHaveAccessibleDescription(
      'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.',
    )
    expect(box).toHaveValue(address)

    await backend.sql(
      `update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = '${address}'`,
    )
    const before = backend.mails().length
    await user.click(screen.getByRole('button', { name: 'Reenviar Email' }))
    await seesText('Email reenviado!', 'Verifique sua caixa de entrada para confirmar seu cadastro.')
    expect(backend.mails()).toHaveLength(before + 1)
  })
})
