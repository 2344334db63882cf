import { screen } from '@testing-library/react'

export const PATH = '/app/profile'
/** The tabs of the profile. */
export const LESSONS_TAB = `${PATH}?tab=aulas`
export const MONEY_TAB = `${PATH}?tab=recebimento`
export const APP_TAB = `${PATH}?tab=app`
export const NETWORK = 'Sem conexão. Verifique sua internet e tente novamente.'

export const field = (label: string | RegExp) => screen.findByLabelText(label)
export const button = (name: string) => screen.findByRole('button', { name })
