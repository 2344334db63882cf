import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import jsqr from 'jsqr'
import { expect, it } from 'vitest'
import { pixCode } from '@/payments/pix/pix'
import { PixCode } from '@/payments/pix/pix-code'

const PIX = { key: '+5511987654321', name: 'Ana Lima', city: 'Sao Paulo' }
const CHARGE = { amount: 280.5, what: 'Pacote de 10 aulas', reference: 'PAC3FA2C4' }

/** The text that a decoder reads in the drawn code. */
function scanned(svg: Element): string | undefined {
  const modules = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const scale = 4
  const side = modules * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)) {
    for (let at = 0; at < scale * scale; at += 1) {
      const row = Number(y) * scale + Math.floor(at / scale)
      const column = Number(x) * scale + (at % scale)
      pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return jsqr(pixels, side, side)?.data
}

it('is asked for, then shows amount and receiver, and a scanner reads the code that is copied', async () => {
  const user = userEvent.setup()
  render(<PixCode pix={PIX} charge={CHARGE} reader="coach" />)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Código PIX', expanded: false }))
  const qr = await screen.findByRole('img', { name: 'QR code do PIX de R$\u00A0280,50' })
  const code = pixCode(PIX, CHARGE)
  expect(code).not.toBeNull()
  expect(scanned(qr)).toBe(code)
  expect(screen.getByText('Ana Lima')).toBeInTheDocument()
  expect(screen.getByText('Confira no seu banco: o Voleio não vê o dinheiro chegar.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copiar PIX' }))
  expect(await screen.findByText('Copiado. Cole no aplicativo do banco.')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(code)
})

it('of every kind of key is read by a scanner', async () => {
  const keys = [
    '52998224725',
    '12ABC34501DE35',
    'ana.lima@example.com',
    '123e4567-e12b-12d1-a456-426655440000',
  ]
  for (const key of keys) {
    const { unmount } = render(<PixCode pix={{ ...PIX, key }} charge={{ amount: null }} reader="student" />)
    await userEvent.click(screen.getByRole('button', { name: 'Código PIX' }))
    expect(scanned(await screen.findByRole('img', { name: 'QR code do PIX' }))).toContain(key)
    unmount()
  }
})

it('that the browser may not copy is selected instead', async () => {
  const user = userEvent.setup()
  render(<PixCode pix={PIX} charge={CHARGE} reader="student" />)
  await user.click(screen.getByRole('button', { name: 'Código PIX' }))
  const code = await screen.findByText(/^000201/)
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await user.click(screen.getByRole('button', { name: 'Copiar PIX' }))
  expect(await screen.findByText(/não deixou copiar/)).toBeInTheDocument()
  expect(String(window.getSelection())).toBe(code.textContent)
})

it('says so when no code can be made', async () => {
  render(<PixCode pix={{ ...PIX, name: 'José' }} charge={CHARGE} reader="coach" />)
  await userEvent.click(screen.getByRole('button', { name: 'Código PIX' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Não foi possível montar o código')
})
