import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PixCode } from '@/payments/pix/pix-code'

vi.mock('@/payments/pix/pix-panel', () => {
  throw new TypeError('Failed to fetch')
})

it('a PIX code that could not be fetched says so below its button and takes nothing else from the screen', async () => {
  const pix = { key: '+5511987654321', name: 'Ana Lima', city: 'Sao Paulo' }
  const charge = { amount: 280.5, what: 'Pacote de 10 aulas', reference: 'PAC3FA2C4' }
  render(<PixCode pix={pix} charge={charge} reader="student" />)
  await userEvent.click(screen.getByRole('button', { name: 'Código PIX' }))
  expect(await screen.findByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Código PIX' })).toBeVisible()
})
