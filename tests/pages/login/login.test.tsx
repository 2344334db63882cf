import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { deadNetwork, openScreen, fill, type Screen } from '../../support/render'

const backend = await sharedBackend()

const emailField = () => screen.findByLabelText('Email')

const password = () => screen.getByLabelText('Senha')

const enter = () => screen.getByRole('button', { name: /^Entra/ })

describe('the login', () => {
  let coach: Coach

  beforeAll(async () => {
    coach = await backend.coach()
  })

  describe('the login', () => {
    it('signs in and opens the dashboard; two presses send one request', async () => {
      const { user, requests, intercept } = await openScreen('/app/login', { backend })
      const { passed, open } = gate()
      intercept(async (request, send) => {
        await passed
        return send(request)
      })
      fill(await emailField(), coach.email)
      fill(password(), coach.password)
      expect(enter()).toHaveAccessibleName('Entrar')
      await user.dblClick(enter())
      expect(enter()).toHaveTextContent('Entrando...')
      await user.type(password(), '{Enter}')
      open()
      expect(await screen.findByText('Login realizado!')).toBeVisible()
      expect(screen.getByText('Bem-vindo de volta!')).toBeVisible()
      await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
      expect(requests.filter((request) => request === 'POST /auth/v1/token')).toHaveLength(1)
    })

    it('requires both fields, refuses a wrong password, reports a lost connection, keeps the text, and works once it is back', async () => {
      const { user, requests, intercept } = await openScreen('/app/login', { backend })
      const field = await emailField()
      for (const [name, href] of [
        ['Esqueci minha senha', '/auth/forgot-password'],
        ['Voltar para o site', '/'],
      ] as const)
        expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
      await user.click(enter())
      expect(await screen.findByText('Email é obrigatório')).toBeVisible()
      expect(screen.getByText('Senha é obrigatória')).toBeVisible()
      expect(field).toHaveAccessibleDescription('Email é obrigatório')
      expect(field).toHaveFocus()
      expect(requests).toEqual([])

      fill(field, coach.email)
      fill(password(), 'errada-1')
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
      fill(await emailField(), 'rafa@voleio.test')
      await user.click(screen.getByRole('tab', { name: 'Cadastro' }))
      expect(window.location.search).toBe('?tab=signup')
      expect(screen.getByLabelText('Nome')).toHaveValue('Rafa')
      await user.click(screen.getByRole('tab', { name: 'Login' }))
      expect(await emailField()).toHaveValue('rafa@voleio.test')
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
      fill(await emailField(), address)
      fill(password(), 'voleio123')
      await user.click(enter())
      const box = await screen.findByLabelText('Email do cadastro')
      expect(box).toHaveValue(address)
      expect(
        screen.getByText('Confirme seu email antes de entrar. Verifique sua caixa de entrada.'),
      ).toBeVisible()

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
      expect(await screen.findByText('Email reenviado!')).toBeVisible()
      expect(screen.getByText('Verifique sua caixa de entrada para confirmar seu cadastro.')).toBeVisible()
      expect(backend.mails()).toHaveLength(before + 1)
    })
  })
})

async function openSignUp() {
  const opened = await openScreen('/app/login?tab=signup', { backend })
  await screen.findByLabelText('Nome')
  return opened
}

const fillIn = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) fill(screen.getByLabelText(label), value)
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
  const VALID = { Nome: 'Rafa Nogueira', Telefone: '11987654321', Senha: 'segredo1' } as const

  describe('the sign-up', () => {
    it("creates the account once, with the phone in digits, and names the mail's address", async () => {
      const opened = await openSignUp()
      const { user } = opened
      const bodies = watch(opened)
      expect(screen.getByLabelText('Código do país')).toHaveValue('+55')
      expect(screen.getByLabelText('Esporte Principal')).toHaveValue('Tênis')
      fillIn({ ...VALID, Email: 'rafa@voleio.test' })
      expect(screen.getByLabelText('Telefone')).toHaveValue('(11) 98765-4321')
      await user.selectOptions(screen.getByLabelText('Esporte Principal'), 'Beach Tênis')
      await user.dblClick(create())

      expect(await screen.findByText('Cadastro realizado!')).toBeVisible()
      expect(screen.getByText('Verifique seu email para confirmar o cadastro.')).toBeVisible()
      expect(screen.getByText('rafa@voleio.test')).toBeVisible()
      expect(await screen.findByLabelText('Email do cadastro')).toHaveValue('rafa@voleio.test')
      expect(bodies).toHaveLength(1)
      expect(bodies[0]?.data).toEqual({
        name: 'Rafa Nogueira',
        phone: '5511987654321',
        main_sport: 'Beach Tênis',
      })
      expect(backend.mails().filter(({ to }) => to === 'rafa@voleio.test')).toHaveLength(1)
      expect(sessionStorage).toHaveLength(0)
    })

    it('lets a mistyped address be corrected without typing the rest again', async () => {
      const { user } = await openSignUp()
      fillIn({ ...VALID, Email: 'rafaa@voleio.test' })
      await user.click(create())
      await user.click(await screen.findByRole('button', { name: 'Corrigir o email' }))
      expect(screen.getByLabelText('Nome')).toHaveValue('Rafa Nogueira')
      expect(screen.getByLabelText('Telefone')).toHaveValue('(11) 98765-4321')
      expect(screen.getByLabelText('Senha')).toHaveValue('')
    })

    it('reports missing fields beside them and focuses the first', async () => {
      const { user, requests } = await openSignUp()
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
      expect(await screen.findByText('Email inválido')).toBeVisible()
      expect(screen.getByText('Telefone inválido')).toBeVisible()
      expect(screen.getByText('A senha deve ter no mínimo 6 caracteres.')).toBeVisible()
      expect(screen.getByLabelText('Email')).toHaveFocus()
      fillIn({ Email: 'rafa@voleio.test' })
      await user.click(create())
      await waitFor(() => expect(screen.getByLabelText('Telefone')).toHaveFocus())
      expect(requests).toEqual([])
    })

    it('refuses a known address beside its field and keeps the rest', async () => {
      const known = await backend.coach()
      const { user } = await openSignUp()
      fillIn({ ...VALID, Email: known.email })
      await user.click(create())
      expect(await screen.findByText('Erro no cadastro')).toBeVisible()
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Este email já está cadastrado')
      expect(screen.getByLabelText('Email')).toHaveFocus()
      expect(screen.getByLabelText('Nome')).toHaveValue('Rafa Nogueira')
      expect(screen.getByLabelText('Senha')).toHaveValue('segredo1')
    })

    it('explains a weak password in Portuguese, under the field', async () => {
      const { user, intercept } = await openSignUp()
      intercept(async () =>
        Response.json(
          {
            code: 'weak_password',
            message: 'Password is known to be weak',
            weak_password: { reasons: ['pwned', 'characters'] },
          },
          { status: 422, headers: { 'x-supabase-api-version': '2024-01-01' } },
        ),
      )
      fillIn({ ...VALID, Email: 'fraca@voleio.test' })
      await user.click(create())
      expect(await screen.findByText('Senha fraca')).toBeVisible()
      expect(screen.getByLabelText('Senha')).toHaveAccessibleDescription(
        'Esta senha já apareceu em vazamentos de dados. Escolha outra. ' +
          'A senha deve misturar letras maiúsculas, minúsculas, números e símbolos.',
      )
    })

    it('keeps what was typed, but never the password, across a reload', async () => {
      const { user, unmount } = await openSignUp()
      fillIn({ ...VALID, Email: 'volta@voleio.test' })
      expect(
        [sessionStorage, localStorage].flatMap((storage) => Object.values(storage)).join(),
      ).not.toContain('segredo1')
      unmount()
      await openSignUp()
      expect(screen.getByText('Recuperamos o que você estava escrevendo.')).toBeVisible()
      expect(screen.getByLabelText('Nome')).toHaveValue('Rafa Nogueira')
      expect(screen.getByLabelText('Telefone')).toHaveValue('(11) 98765-4321')
      expect(screen.getByLabelText('Senha')).toHaveValue('')
      await user.click(screen.getByRole('button', { name: 'Começar do zero' }))
      expect(screen.getByLabelText('Nome')).toHaveValue('')
      expect(sessionStorage).toHaveLength(0)
    })
  })
})

const openForgotten = async () => {
  const opened = await openScreen('/auth/forgot-password', { backend })
  return { ...opened, field: await screen.findByLabelText('Email') }
}

const send = () => screen.getByRole('button', { name: 'Enviar link de reset' })

describe('a forgotten password', () => {
  describe('requesting a new password', () => {
    it('sends one mail that links to the reset screen, confirms it and links back to the login', async () => {
      const { email } = await backend.coach()
      const { user, field, intercept } = await openForgotten()
      const redirects: (string | null)[] = []
      intercept((request, pass) => {
        redirects.push(new URL(request.url).searchParams.get('redirect_to'))
        return pass(request)
      })
      fill(field, email)
      await user.dblClick(send())
      expect(await screen.findByRole('heading', { name: 'Email Enviado!' })).toBeVisible()
      expect(await screen.findByText('Email enviado!')).toBeVisible()
      expect(screen.getByText(email)).toBeVisible()
      const mails = backend.mails().filter(({ to, subject }) => to === email && subject.includes('senha'))
      expect(mails).toHaveLength(1)
      expect(redirects).toEqual([`${window.location.origin}/auth/reset-password`])
      await user.click(screen.getByRole('link', { name: 'Voltar para o login' }))
      expect(await screen.findByRole('button', { name: 'Entrar' })).toBeVisible()
    })

    it('reports an invalid address beside the field, and answers the same for an unknown one', async () => {
      const { user, field, requests } = await openForgotten()
      await user.click(send())
      expect(await screen.findByText('Email é obrigatório')).toBeVisible()
      expect(field).toHaveFocus()
      fill(field, 'ana@')
      expect(await screen.findByText('Email inválido')).toBeVisible()
      expect(requests).toEqual([])
      fill(field, 'ninguem@voleio.test')
      await user.click(send())
      expect(await screen.findByRole('heading', { name: 'Email Enviado!' })).toBeVisible()
    })
  })
})
