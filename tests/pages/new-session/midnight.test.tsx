import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Student } from '@/core/model'
import { StudentsStep } from '@/sessions/new/students-step'
import { storedPackage, studentRow } from '../../support/world/values'

const BIA: Student = {
  id: 'bia',
  user_id: 'ana',
  ...studentRow({ name: 'Bia Nunes' }),
  total_credits: 4,
  credits_version: 1,
  anonymized_at: null,
  link: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
}

afterEach(() => {
  vi.useRealTimers()
})

it('left open over midnight, what expired yesterday gives no credits any more', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 23, 59) })
  const lastDay = storedPackage({
    purchase_date: '2026-11-01',
    expiry_date: '2026-11-22',
    remaining_classes: 4,
  })
  render(
    <MemoryRouter>
      <StudentsStep
        heading={null}
        isNew={false}
        students={[{ ...BIA, packages: [lastDay], open: [] }]}
        pendingStudents={new Set()}
        selected={[]}
        onChange={() => {}}
        error={undefined}
        onContinue={() => {}}
      />
    </MemoryRouter>,
  )
  expect(screen.queryByText('Nenhum aluno ativo com créditos')).not.toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(61_000))
  expect(screen.getByText('Nenhum aluno ativo com créditos')).toBeInTheDocument()
})
