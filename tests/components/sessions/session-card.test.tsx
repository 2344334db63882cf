import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { SessionCard } from '@/components/sessions/session-card'
import type { SessionDetails } from '@/domain/shared/model'

const AT = '2026-11-20T21:00:00.000Z'

function buildSession(overrides: Partial<SessionDetails> = {}): SessionDetails {
  return {
    id: 'lesson',
    user_id: 'coach',
    date: AT,
    day: '2026-11-20',
    teacher: 'Ana Ribeiro',
    notes: null,
    cancelled_reason: null,
    student_count: 1,
    unassigned_count: 0,
    cancelled_count: 0,
    version: 1,
    created_at: AT,
    updated_at: AT,
    students: ['marina'],
    feedbacks: [],
    assignments: [
      {
        session_id: 'lesson',
        student_id: 'marina',
        student_name: 'Marina Costa',
        attendance: 'present',
        package_id: null,
        assigned_at: AT,
        manually_assigned: false,
        package: null,
      },
    ],
    ...overrides,
  }
}

function show(session: SessionDetails) {
  render(
    <MemoryRouter>
      <SessionCard session={session} editButton={null} canEdit onEdit={() => {}} onAssign={() => {}} />
    </MemoryRouter>,
  )
}

const FEEDBACK = {
  session_id: 'lesson',
  student_id: 'marina',
  rating: 4,
  notes: null,
  tags: [],
  club_id: null,
  created_at: AT,
}

const unknown = (session: SessionDetails) => ({
  ...session,
  assignments: session.assignments.map((assignment) => ({ ...assignment, student_name: null })),
})

it("says 'Aluno não encontrado' for a student it does not know, and leads nowhere", async () => {
  show(unknown(buildSession({ feedbacks: [FEEDBACK] })))
  await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
  expect(screen.getAllByText('Aluno não encontrado')).toHaveLength(4)
  expect(screen.queryByRole('link')).toBeNull()
})

it('has no sections for what a lesson does not have', async () => {
  show(buildSession())
  await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Atribuir pacotes', 'Pacotes Consumidos'])
  expect(within(screen.getByRole('list', { name: 'Alunos' })).getByText('Marina Costa')).toBeInTheDocument()
})

it('names the day of registration when the lesson was entered on another', () => {
  show(buildSession({ date: '2026-11-20T12:00:00.000Z', created_at: '2026-11-23T12:00:00.000Z' }))
  expect(screen.getByText(/Registrado às \d\d:00 de 23\/11\/2026$/)).toBeInTheDocument()
})

it('shows two lines of the notes of a feedback', async () => {
  show(buildSession({ feedbacks: [{ ...FEEDBACK, notes: 'Saque\nVoleio\nSmash' }] }))
  await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
  expect(screen.getByText(/^Saque\sVoleio\sSmash$/)).toHaveClass('line-clamp-2')
})
