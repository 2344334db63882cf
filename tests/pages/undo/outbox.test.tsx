import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
// Preload: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/app/shell'
import '@/sessions/new/new-session-page'
import '@/students/new-student-page'
import '@/sessions/history/sessions-page'
import '@/students/students-page'
import { reportUnreachable } from '@/lib/network/connection'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox, sendTimer } from '@/outbox/outbox-sender-data'
import { sharedBackend, type Coach } from '../../support/backend'
import { openScreen, type Intercept, type Screen, fill } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'

/** Undoing what waits in the outbox (docs/product.md, 'Undo'). */

const backend = await sharedBackend()
let coach: Coach
let lucas: string
const before = { schedule: sendTimer.schedule }

beforeAll(async () => {
  // Sent when the test says so, not after a pause.
  sendTimer.schedule = () => () => {}
})
afterAll(() => {
  sendTimer.schedule = before.schedule
})
beforeEach(async () => {
  coach = await backend.coach()
  lucas = await addStudent(coach, { name: 'Lucas Andrade' })
  await sellPackage(coach, lucas, { total_classes: 4 })
})
afterEach(() => outbox.clear(coach.id))

const deadNetwork: Intercept = async () => {
  throw new TypeError('Failed to fetch')
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const lessons = () => backend.sql('select id from public.sessions where user_id = $1', [coach.id])
const states = async () => (await outboxStore.list(coach.id)).map(({ state }) => state)
const credits = async () =>
  (await backend.sql('select total_credits from public.students where id = $1', [lucas]))[0]

async function register(fault: Intercept): Promise<Screen> {
  const opened = await openScreen('/app/sessions/new', { backend, coach })
  await opened.user.click(await screen.findByRole('checkbox', { name: /Lucas Andrade/ }))
  await opened.user.click(await button('Continuar'))
  opened.intercept(fault)
  await opened.user.click(await button(/^Registrar (·|aula)/))
  expect(await screen.findByText('Aula salva neste aparelho.')).toBeVisible()
  return opened
}

describe('a waiting lesson', () => {
  it('is taken out without network, and put back as it was typed', async () => {
    const { user, intercept } = await register(deadNetwork)
    await waitFor(async () => expect(await states()).toEqual(['pending']))
    const [entry] = await outboxStore.list(coach.id)
    await user.click(await button('Desfazer'))
    expect(await screen.findByText('Aula pendente apagada')).toBeVisible()
    expect(screen.getByText('Nada foi enviado.')).toBeVisible()
    expect(await states()).toEqual([])

    await user.click(await button('Colocar de volta'))
    expect(await screen.findByText('Aula salva neste aparelho.')).toBeVisible()
    const [back] = await outboxStore.list(coach.id)
    expect(back).toMatchObject({ id: entry?.id, intent: entry?.intent, names: entry?.names })
    intercept(null)
    await sendOutbox()
    expect(await lessons()).toHaveLength(1)
  })

  it('that was sent meanwhile is undone like any other, and says that it was sent once the offer is gone', async () => {
    const { user, intercept } = await register(deadNetwork)
    intercept(null)
    await sendOutbox()
    expect(await lessons()).toHaveLength(1)
    expect(screen.queryByText('1 pendência enviada')).not.toBeInTheDocument()
    await user.click(await button('Desfazer'))
    expect(await screen.findByText('Desfeito')).toBeVisible()
    expect(await lessons()).toEqual([])
    expect(await credits()).toEqual({ total_credits: 4 })
  })

  it('that was sent meanwhile is told as sent when the coach closes the offer', async () => {
    const { user, intercept } = await register(deadNetwork)
    intercept(null)
    await sendOutbox()
    await user.click(await button('Fechar aviso'))
    expect(await screen.findByText('1 pendência enviada')).toBeVisible()
  })
})

const create = async (fault: Intercept, { isKnown = false } = {}) => {
  const opened = await openScreen('/app/students', { backend, coach })
  await screen.findByRole('heading', { name: 'Lucas Andrade' })
  await opened.user.click(screen.getAllByRole('link', { name: 'Novo Aluno' })[0] ?? document.body)
  fill(await screen.findByLabelText(/^Nome/), 'Bia Nova')
  fill(screen.getByLabelText(/^Telefone/), '11987654321')
  await opened.user.selectOptions(screen.getByLabelText('Gênero'), 'Feminino')
  await opened.user.selectOptions(screen.getByLabelText('Tipo de aluno'), 'Aluno Fixo')
  await opened.user.selectOptions(screen.getByLabelText('Classe'), '3 Classe')
  opened.intercept(fault)
  // Otherwise the request is tried, and nobody knows whether it arrived.
  if (isKnown) act(reportUnreachable)
  await opened.user.click(screen.getByRole('button', { name: 'Criar Aluno' }))
  expect(await screen.findByText('Aluno salvo neste aparelho.')).toBeVisible()
  return opened
}

describe('a waiting student', () => {
  it('is taken out', async () => {
    const { user } = await create(deadNetwork, { isKnown: true })
    await user.click(await button('Desfazer'))
    expect(await screen.findByText('Aluno pendente apagado')).toBeVisible()
    expect(await states()).toEqual([])
  })

  it('that was sent after all stays, and the coach is told where to remove them', async () => {
    let isDead = false
    const { user, intercept } = await create(async (request, send) => {
      if (isDead) throw new TypeError('Failed to fetch')
      const answer = await send(request)
      isDead = request.url.includes('/students') && request.method === 'POST'
      return isDead ? deadNetwork(request, send) : answer
    })
    await user.click(await button('Desfazer'))
    expect(await screen.findByText('O envio já começou')).toBeVisible()
    intercept(null)
    await sendOutbox()
    expect(await screen.findByText('Não foi possível desfazer')).toBeVisible()
    expect(
      screen.getByText(/^O aluno já foi enviado\. Você pode apagar o aluno no perfil dele\./),
    ).toBeVisible()
  })
})
