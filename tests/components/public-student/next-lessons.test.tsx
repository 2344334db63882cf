import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { visits } from '@/agreement/visitor-data'
import { failure } from '@/core/result'
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

const [first, second] = SAMPLE.data.next_lessons
const later = { ...second!, reply: null, outcome: null, can_reply: true }
/** 'Vou' at the later of two lessons, which is answered so; the list of later lessons. */
async function replyLater(answer: Awaited<ReturnType<typeof visits.reply>>) {
  const data = { ...SAMPLE.data, next_lessons: [first!, later], readAt: Date.parse('2026-11-29T10:00:00Z') }
  vi.spyOn(visits, 'reply').mockResolvedValue(answer)
  render(<NextLessons data={data} now={new Date('2026-11-29T10:00:00Z')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Mais 1 aula' }))
  await userEvent.click(await screen.findByText('Responder'))
  const list = within(screen.getByRole('list', { name: /aulas/i }))
  await userEvent.click(list.getByRole('button', { name: 'Vou' }))
  return list
}

it('says at a later lesson too that it cannot be replied to any more', async () => {
  const why = 'Esta aula não pode ser respondida aqui. Fale com o professor.'
  // Its slot was replaced too.
  const now = { ...later, slot_id: 'outro', can_reply: false, would_be: null, deadline: null }
  const list = await replyLater({ ...failure('invalid', why), now })
  expect(await list.findByRole('alert')).toHaveTextContent(why)
  expect(list.queryByText('Responder')).toBeNull()
})

it.each([
  ['refused', false],
  ['accepted', true],
])(
  'a reply that was %s stands where it was sent, also once the slot of a later lesson was replaced',
  async (_, success) => {
    const why = 'Confira o horário.'
    const now = { ...later, slot_id: crypto.randomUUID() }
    const list = await replyLater(
      success ? { success: true, data: { ...now, reply: 'coming' } } : { ...failure('invalid', why), now },
    )
    if (success) expect(await list.findByRole('status')).toHaveFocus()
    else expect(await list.findByRole('alert')).toHaveTextContent(why)
  },
)
