import { screen } from '@testing-library/react'
import type { Intercept } from '../../support/render'

export const PATH = '/app/profile'
/** The tabs of the profile. */
export const LESSONS_TAB = `${PATH}?tab=aulas`
export const MONEY_TAB = `${PATH}?tab=recebimento`
export const APP_TAB = `${PATH}?tab=app`
export const NETWORK = 'Sem conexão. Verifique sua internet e tente novamente.'

export const field = (label: string | RegExp) => screen.findByLabelText(label)
export const button = (name: string) => screen.findByRole('button', { name })

/** Fails the requests for which `isMeant` is true, with this status or as without a network. */
export const failing =
  (isMeant: (request: Request) => boolean, status: number | 'network'): Intercept =>
  async (request, send) => {
    if (!isMeant(request)) return send(request)
    if (status === 'network') throw new TypeError('Failed to fetch')
    return Response.json({ code: 'XX000', message: 'internal' }, { status })
  }

export const writes = (request: Request) => request.method !== 'GET'
