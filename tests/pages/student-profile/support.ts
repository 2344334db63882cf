import { screen } from '@testing-library/react'
import type { Uuid } from '@/core/model'
import type { Backend, Coach } from '../../support/backend'
import { openScreen, type Intercept, type Screen } from '../../support/render'

export const openProfile = (backend: Backend, coach: Coach, id: Uuid, search = '') =>
  openScreen(`/app/students/${id}${search}`, { backend, coach })

export const deadNetwork: Intercept = async () => {
  throw new TypeError('Failed to fetch')
}

/** Fails every write to one table or function with a plain server error. */
export const failingWrites =
  (path: string): Intercept =>
  async (request, send) =>
    request.method !== 'GET' && new URL(request.url).pathname.endsWith(path)
      ? Response.json({}, { status: 500 })
      : send(request)

export const expiredLogin: Intercept = async (request, send) => {
  const { pathname, search } = new URL(request.url)
  const renewal = pathname.endsWith('/token') && search.includes('refresh_token')
  const body = JSON.stringify(
    renewal
      ? { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }
      : { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
  )
  const headers = { 'content-type': 'application/json' }
  if (renewal) return new Response(body, { status: 400, headers })
  return pathname.startsWith('/rest/') ? new Response(body, { status: 401, headers }) : send(request)
}

/** Something behind the '⋯' of the student. */
export async function chooseMore(user: Screen['user'], name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Mais ações: (?!Pacote)/ }))
  await user.click(await screen.findByRole('button', { name }))
}
