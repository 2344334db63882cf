import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PackageSummary } from '@/packages/package-summary'

const PACKAGE = {
  name: 'Pacote de 8 aulas',
  total_classes: 8,
  remaining_classes: 5,
  purchase_date: '2026-11-02',
  expiry_date: '2026-12-02',
}

/** The text beside a term. */
const valueOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent

it('says what was bought, how much of it is used, and until when', () => {
  render(<PackageSummary pkg={PACKAGE} status="active" statusLabel="Ativo" today="2026-11-02" />)
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
  const words = { status: 'active', statusLabel: 'Ativo', validity: '30 dias' } as const
  render(<PackageSummary pkg={waiting} {...words} today="2026-11-01" />)
  expect(screen.getByText('Começa em 02/11/2026')).toBeInTheDocument()
  expect(valueOf('Validade')).toBe('Começa na 1ª aula30 dias')
})

it("is called 'Pacote' without a name", () => {
  render(
    <PackageSummary
      pkg={{ ...PACKAGE, name: ' ' }}
      status="consumed"
      statusLabel="Consumido"
      today="2026-11-28"
    />,
  )
  expect(screen.getByRole('heading', { name: 'Pacote' })).toBeInTheDocument()
  expect(screen.getByText('Consumido').className).toContain('text-warn')
})
