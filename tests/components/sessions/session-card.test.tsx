import { render, renderHook, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { SessionDetails } from '@/core/model'
import { closeMessages, useOpenMessages } from '@/messages/use-message-requests'
import { SessionCard } from '@/sessions/history/session-card'
import { sessionDetails } from '../../support/world/facts'

const marina = { id: 'marina', name: 'Marina Costa', pack: null }

function show(session: SessionDetails) {
  render(
    <MemoryRouter>
      <SessionCard
        session={session}
        dayId="day"
        toldZone="America/Sao_Paulo"
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
  show(sessionDetails([marina], { date: '2026-11-20T12:00:00.000Z', created_at: '2026-11-23T12:00:00.000Z' }))
  expect(screen.getByText(/Registrado às \d\d:00 de 23\/11\/2026 · 1 aluno$/)).toBeInTheDocument()
})

it("tells the students of a cancelled lesson the agenda's day with its hour, though its own is another", async () => {
  const date = '2026-11-20T01:00:00.000Z'
  show(
    sessionDetails([{ ...marina, attendance: 'cancelled', feedback: null }], {
      date,
      day: '2026-11-20',
      cancelled_reason: 'rain',
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ver detalhes' }))
  await userEvent.click(screen.getByRole('button', { name: /Marina Costa/ }))
  const { result } = renderHook(useOpenMessages)
  expect(result.current).toMatchObject([{ lesson: { day: '2026-11-19', time: '22:00' } }])
  closeMessages()
})
