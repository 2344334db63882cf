import { render, screen, within, fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import jsqr from 'jsqr'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, describe, vi } from 'vitest'
import { UpdateBanner } from '@/app/app-updates'
import type { SessionDetails } from '@/core/model'
import type { UpdateState } from '@/lib/updates/updates'
import { PackageSummary } from '@/packages/package-summary'
import { pixCode } from '@/payments/pix/pix'
import { PixCode } from '@/payments/pix/pix-code'
import { SessionCard } from '@/sessions/history/session-card'
import { RatingChart } from '@/sessions/rating-chart'
import { PhoneInput } from '@/ui/forms/phone-input'
import { sessionDetails } from '../support/world/facts'

/** The text beside a term. */
const valueOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent

describe('a package in short', () => {
  const PACKAGE = {
    name: 'Pacote de 8 aulas',
    total_classes: 8,
    remaining_classes: 5,
    purchase_date: '2026-11-02',
    expiry_date: '2026-12-02',
  }

  it('says what was bought, how much of it is used, and until when', () => {
    render(<PackageSummary pkg={PACKAGE} status="active" statusLabel="Ativo" />)
    expect(screen.getByRole('heading', { name: 'Pacote de 8 aulas' })).toBeInTheDocument()
    expect(screen.getByText('Comprado em 02/11/2026')).toBeInTheDocument()
    expect(screen.getByText('Ativo').className).toContain('text-ok')
    expect(valueOf('Progresso')).toBe('38%')
    expect(screen.getByRole('progressbar', { name: 'Progresso' })).toHaveAttribute('aria-valuenow', '38')
    expect([valueOf('Total'), valueOf('Restantes'), valueOf('Usados')]).toEqual(['8', '5', '3'])
    expect(valueOf('Validade')).toBe('02/12/2026')
  })

  it('says when the validity begins, and how long it is', () => {
    const waiting = { ...PACKAGE, expiry_date: null }
    render(<PackageSummary pkg={waiting} status="active" statusLabel="Ativo" validity="30 dias" />)
    expect(valueOf('Validade')).toBe('Começa na 1ª aula30 dias')
  })

  it("is called 'Pacote' without a name", () => {
    render(<PackageSummary pkg={{ ...PACKAGE, name: ' ' }} status="consumed" statusLabel="Consumido" />)
    expect(screen.getByRole('heading', { name: 'Pacote' })).toBeInTheDocument()
    expect(screen.getByText('Consumido').className).toContain('text-warn')
  })
})

const lesson = (day: string, rating: number) => ({ date: `${day}T12:00:00+00:00`, rating })

describe('the chart of ratings', () => {
  it('says in words what the line shows', () => {
    const { container } = render(
      <RatingChart ratings={[lesson('2026-09-02', 3), lesson('2026-10-02', 1), lesson('2026-11-20', 5)]} />,
    )
    expect(screen.getByText('De 3 em 02/09/2026 a 5 em 20/11/2026, em 3 aulas')).toBeInTheDocument()
    expect(container.querySelector('polyline')).toHaveAttribute('points', '0,50 50,100 100,0')
  })

  it('shows one rating as a point in the middle', () => {
    const { container } = render(<RatingChart ratings={[lesson('2026-11-20', 4)]} />)
    expect(screen.getByText('Uma avaliação: 4 em 20/11/2026')).toBeInTheDocument()
    expect(container.querySelector('polyline')).toHaveAttribute('points', '50,25')
  })

  it('without a rating draws nothing and says so', () => {
    const { container } = render(<RatingChart ratings={[]} />)
    expect(screen.getByText('Nenhuma avaliação ainda')).toBeInTheDocument()
    expect(container.querySelector('svg')).toBeNull()
  })
})

function show(session: SessionDetails) {
  render(
    <MemoryRouter>
      <SessionCard
        session={session}
        dayId="day"
        editButton={null}
        canEdit
        onEdit={() => {}}
        onAssign={() => {}}
      />
    </MemoryRouter>,
  )
}

const unknown = (session: SessionDetails) => ({
  ...session,
  participants: session.participants.map((participant) => ({ ...participant, student_name: null })),
})

describe('the card of a lesson', () => {
  const marina = { id: 'marina', name: 'Marina Costa', pack: null }

  it("says 'Aluno não encontrado' for a student it does not know, and leads nowhere", async () => {
    show(unknown(sessionDetails([marina])))
    await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
    expect(screen.getAllByText('Aluno não encontrado')).toHaveLength(4)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('has no sections for what a lesson does not have', async () => {
    show(sessionDetails([{ ...marina, feedback: null }]))
    await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
    const titles = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['Atribuir pacotes', 'Pacotes Consumidos'])
    expect(within(screen.getByRole('list', { name: 'Alunos' })).getByText('Marina Costa')).toBeInTheDocument()
  })

  it('names the day of registration when the lesson was entered on another', () => {
    show(
      sessionDetails([marina], { date: '2026-11-20T12:00:00.000Z', created_at: '2026-11-23T12:00:00.000Z' }),
    )
    expect(screen.getByText(/Registrado às \d\d:00 de 23\/11\/2026 · 1 aluno$/)).toBeInTheDocument()
  })
})

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

describe('the PIX code', () => {
  const PIX = { key: '+5511987654321', name: 'Ana Lima', city: 'Sao Paulo' }
  const CHARGE = { amount: 280.5, what: 'Pacote de 10 aulas', reference: 'PAC3FA2C4' }

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
})

function Phone({ start = '', countryCode = '+55' }: { start?: string; countryCode?: string }) {
  const [value, setValue] = useState(start)
  return <PhoneInput aria-label="Telefone" value={value} onChange={setValue} countryCode={countryCode} />
}

function open(start?: string, countryCode?: string) {
  render(<Phone {...(start ? { start } : {})} {...(countryCode ? { countryCode } : {})} />)
  const input = screen.getByLabelText<HTMLInputElement>('Telefone')
  const at = (place: number) => {
    input.focus()
    input.setSelectionRange(place, place)
  }
  return { input, at, user: userEvent.setup() }
}

describe('the field of a phone', () => {
  describe('PhoneInput', () => {
    it('masks as it is typed, with the keyboard of a phone', async () => {
      const { input, user } = open()
      await user.type(input, '11987654321')
      expect(input).toHaveValue('(11) 98765-4321')
      expect(input).toHaveAttribute('inputmode', 'tel')
    })

    it('takes no letters and no twelfth digit', async () => {
      const { input, user } = open()
      await user.type(input, 'fone 11x987654321999')
      expect(input).toHaveValue('(11) 98765-4321')
    })

    it('takes the country code off a pasted number', async () => {
      const { input, user } = open()
      await user.click(input)
      await user.paste('+55 (11) 98765-4321')
      expect(input).toHaveValue('(11) 98765-4321')
      expect(input.selectionStart).toBe(15)
    })

    it('keeps the caret beside the digit that was corrected in the middle', async () => {
      const { input, at, user } = open('(11) 98765-4321')
      at(7)
      await user.keyboard('{Backspace}')
      expect(input).toHaveValue('(11) 97654-321')
      expect(input.selectionStart).toBe(6)
      await user.keyboard('5')
      expect(input).toHaveValue('(11) 95765-4321')
      expect(input.selectionStart).toBe(7)
    })

    it('keeps the caret when what was typed is refused', async () => {
      const { input, at, user } = open('(11) 98765-4321')
      at(7)
      await user.keyboard('x')
      expect(input).toHaveValue('(11) 98765-4321')
      expect(input.selectionStart).toBe(7)
    })

    it('deletes the digit before a separator, so that backspace never gets stuck', () => {
      const { input } = open('(11) 98765-4321')
      // What a browser reports for a backspace right behind the hyphen.
      input.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '(11) 987654321')
      input.setSelectionRange(10, 10)
      fireEvent(input, new InputEvent('input', { bubbles: true, inputType: 'deleteContentBackward' }))
      expect(input).toHaveValue('(11) 98764-321')
      expect(input.selectionStart).toBe(9)
    })

    it('can be emptied from its end', async () => {
      const { input, user } = open('(11) 98765-4321')
      await user.click(input)
      await user.keyboard('{Backspace>11/}')
      expect(input).toHaveValue('')
    })

    it('leaves the digits of another country as they are', async () => {
      const { input, user } = open('', '+351')
      await user.type(input, '912345678')
      expect(input).toHaveValue('912345678')
    })
  })
})

function showBanner(state: UpdateState) {
  const onApply = vi.fn()
  const onDismiss = vi.fn()
  const banner = (now: UpdateState) => (
    <main tabIndex={-1}>
      <UpdateBanner state={now} onApply={onApply} onDismiss={onDismiss} />
    </main>
  )
  const { rerender } = render(banner(state))
  return {
    onApply,
    onDismiss,
    become: (now: UpdateState) => rerender(banner(now)),
    user: userEvent.setup(),
  }
}

describe('the banner of an update', () => {
  it('is not there while nothing is newer, and is announced when it comes', () => {
    const { become } = showBanner('current')
    const region = screen.getByRole('status')
    expect(region).toBeEmptyDOMElement()
    become('available')
    expect(region).toHaveTextContent('Nova versão disponível!')
  })

  it('applies the update by keyboard, and says that it is under way', async () => {
    const { onApply, become, user } = showBanner('available')
    await user.tab()
    expect(screen.getByRole('button', { name: 'Atualizar Agora' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(onApply).toHaveBeenCalledTimes(1)
    become('applying')
    expect(screen.getByRole('button', { name: 'Atualizando...' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(onApply).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Fechar aviso de atualização' })).not.toBeInTheDocument()
  })

  it('is closed, and leaves the focus in the page', async () => {
    const { onDismiss, become, user } = showBanner('available')
    await user.click(screen.getByRole('button', { name: 'Fechar aviso de atualização' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
    become('current')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('offers to reload when another tab went over to the newer version', async () => {
    const { onApply, user } = showBanner('replaced')
    expect(screen.getByRole('status')).toHaveTextContent('O app foi atualizado.')
    await user.click(screen.getByRole('button', { name: 'Recarregar' }))
    expect(onApply).toHaveBeenCalledTimes(1)
  })
})
