import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CALENDAR } from '@/site/documents'
import { sharedBackend } from '../../support/backend'
import { catchDownloads } from '../../support/downloads'
import { openScreen, type Intercept, seesText } from '../../support/render'
import { button, failing, NETWORK, LESSONS_TAB } from './support'

const backend = await sharedBackend()
afterEach(() => vi.restoreAllMocks())

/** Passes requests for a calendar's address on to the API, as the host does. */
const hosted: Intercept = (request, send) => {
  const token = CALENDAR.pattern.exec(new URL(request.url).pathname)?.[1]
  const api = { origin: backend.url, key: backend.anonKey }
  return send(token === undefined ? request : new Request(CALENDAR.answeredAt(token, api)))
}
/** A host without our rules, which answers every address with a page. */
const unruly: Intercept = async (request, send) =>
  CALENDAR.pattern.test(new URL(request.url).pathname)
    ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
    : send(request)

const address = () => screen.findByLabelText<HTMLInputElement>('Endereço do calendário')

it('the address is asked before it is shown; a new one takes its place after a question', async () => {
  const { user } = await openScreen(LESSONS_TAB, { backend, coach: await backend.coach(), intercept: hosted })
  await user.click(await button('Gerar Endereço'))
  const first = (await address()).value
  // The pressed button is gone, so the content has the focus.
  expect(screen.getByRole('main')).toHaveFocus()
  expect(first).toMatch(/^http:\/\/localhost[:\d]*\/agenda\/[0-9a-f]{64}\.ics$/)
  expect(screen.getByText(/O Google pode levar até um dia para atualizar\./)).toBeInTheDocument()

  await user.click(await button('Copiar Endereço'))
  expect(await screen.findByText('Endereço copiado!')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(first)

  await user.click(await button('Gerar novo endereço'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Gerar novo endereço?' }))
  expect(dialog.getByText(/O endereço atual deixa de valer/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Gerar novo endereço' }))
  await waitFor(async () => expect((await address()).value).not.toBe(first))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('where the site answers something else only the file is offered: the same answer', async () => {
  const files = catchDownloads()
  const { user } = await openScreen(LESSONS_TAB, { backend, coach: await backend.coach(), intercept: unruly })
  await user.click(await button('Gerar Endereço'))
  await user.click(await button('Baixar Arquivo'))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(screen.queryByLabelText('Endereço do calendário')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Gerar novo endereço' })).toBeNull()
})

it('says without a network that it needs the internet', async () => {
  const { user, intercept } = await openScreen(LESSONS_TAB, {
    backend,
    coach: await backend.coach(),
    intercept: hosted,
  })
  const make = await button('Gerar Endereço')
  intercept(failing(() => true, 'network'))
  await user.click(make)
  expect(await screen.findByText(NETWORK)).toBeInTheDocument()
  await seesText('Sem conexão: o endereço e o arquivo do calendário só estão disponíveis com internet.')
})
