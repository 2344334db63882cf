import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { weeklyOn } from '../../support/world/agenda'
import { daysFromToday, newId } from '../../support/world/values'
import { lessonOfMarina, makeFixture, openEditor } from './support'

/** 'Avisou que não vem' of a lesson that is registered (docs/product.md, 'Replies'). */

it('notes that somebody had told, shows it at once, and takes it back', async () => {
  const fixture = await makeFixture()
  const id = await lessonOfMarina(fixture)
  const slot = weeklyOn(daysFromToday(-1), [fixture.marina])
  await fixture.coach.client
    .rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add: [slot] } })
    .throwOnError()
  await fixture.backend.sql('update public.sessions set slot_id = $2, slot_date = day where id = $1', [
    id,
    slot.id,
  ])
  const { user } = await openEditor(fixture)
  await user.click(screen.getByRole('button', { name: 'Avisou que não vem: Marina Costa' }))
  await user.click(await screen.findByRole('button', { name: 'Anotar aviso' }))
  await user.click(await screen.findByRole('button', { name: 'Tirar anotação: Marina Costa' }))
  await screen.findByRole('button', { name: 'Avisou que não vem: Marina Costa' })
  expect(screen.queryByText(/^anotado pelo professor/)).toBeNull()
})
