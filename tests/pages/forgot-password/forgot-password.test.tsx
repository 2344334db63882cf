import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sharedBackend } from '../../support/backend'
import { openScreen, fill } from '../../support/render'

const backend = await sharedBackend()

const open = async () => {
  const opened = await openScreen('/auth/forgot-password', { backend })
  return { ...opened, field: await screen.findByLabelText('Email') }
}
const send = () => screen.getByRole('button', { name: 'Enviar link de reset' })

describe('requesting a new password', () => {
  it('sends one mail that links to the reset screen, confirms it and links back to the login', async () => {
    const { email } = await backend.coach()
    const { user, field, intercept } = await open()
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
    const { user, field, requests } = await open()
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
