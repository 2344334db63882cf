import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { NextLessons } from '@/public-student/next-lessons'
import { SAMPLE } from '@/public-student/sample'

const at = (now: string, readAt = '2026-11-29T10:00:00Z') => (
  <NextLessons data={{ ...SAMPLE.data, readAt: Date.parse(readAt) }} now={new Date(now)} />
)

it('a page that stays open calls no lesson the next one that is over by now', () => {
  // From seven to eight in São Paulo.
  const { rerender } = render(at('2026-11-29T10:59:00Z'))
  const section = screen.getByRole('region', { name: 'Próxima aula' })
  expect(section).toHaveTextContent('Hoje, 7h')
  expect(screen.getByRole('button', { name: 'Mais 3 aulas' })).toBeInTheDocument()
  rerender(at('2026-11-29T11:00:00Z'))
  expect(section).toHaveTextContent('Domingo, 06/12, 7h')
  expect(screen.getByRole('button', { name: 'Mais 2 aulas' })).toBeInTheDocument()
})

it('by a clock that is hours ahead, the next lesson is still the next one', () => {
  render(at('2026-11-29T14:00:00Z', '2026-11-29T14:00:00Z'))
  expect(screen.getByRole('region', { name: 'Próxima aula' })).toHaveTextContent('Hoje, 7h')
})

it('says on the page, which has no toasts, that no calendar file could be made', async () => {
  vi.stubGlobal('Blob', undefined)
  render(at('2026-11-29T10:00:00Z'))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar ao calendário' }))
  expect(await screen.findByText('Não foi possível criar o arquivo. Tente novamente.')).toBeVisible()
  vi.unstubAllGlobals()
})
