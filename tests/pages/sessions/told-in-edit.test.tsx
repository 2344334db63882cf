import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatDate } from '@/core/dates'
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
  await user.click(await screen.findByRole('radio', { name: 'Outro momento' }))
  const at = await screen.findByRole('textbox', { name: 'Dia e hora do aviso' })
  const note = screen.getByRole('button', { name: 'Anotar aviso' })
  for (const wrong of ['310220260915', '010119900915']) {
    await user.clear(at)
    await user.type(at, wrong)
    await user.click(note)
    expect(at).toHaveAccessibleDescription('Data ou hora inválida')
  }
  await user.clear(at)
  await user.type(at, `${formatDate(daysFromToday(-3))} 0915`)
  await user.click(note)
  expect(await screen.findByText(/^anotado pelo professor, .*09:15$/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Tirar anotação: Marina Costa' }))
  await screen.findByRole('button', { name: 'Avisou que não vem: Marina Costa' })
  expect(screen.queryByText(/^anotado pelo professor/)).toBeNull()
})
