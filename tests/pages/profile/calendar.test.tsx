import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CALENDAR } from '@/site/documents'
import { backend, coach, ownCoach } from '../../support/coach'
import { catchDownloads } from '../../support/downloads'
import { deadNetwork, openScreen, type Intercept, press, seesText } from '../../support/render'
import { button, NETWORK, LESSONS_TAB } from './support'

ownCoach()
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

const open = (intercept: Intercept) => openScreen(LESSONS_TAB, { backend, coach, intercept })
const address = () => screen.findByLabelText<HTMLInputElement>('Endereço do calendário')

it('the address is asked before it is shown; a new one takes its place after a question', async () => {
  const { user } = await open(hosted)
  await press(user, 'Gerar Endereço')
  const first = (await address()).value
  // The pressed button is gone, so the content has the focus.
  expect(screen.getByRole('main')).toHaveFocus()
  expect(first).toMatch(/^http:\/\/localhost[:\d]*\/agenda\/[0-9a-f]{64}\.ics$/)
  expect(screen.getByText(/O Google pode levar até um dia para atualizar\./)).toBeInTheDocument()

  await press(user, 'Copiar Endereço')
  await seesText('Endereço copiado!')
  expect(await navigator.clipboard.readText()).toBe(first)

  await press(user, 'Gerar novo endereço')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Gerar novo endereço?' }))
  expect(dialog.getByText(/O endereço atual deixa de valer/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Gerar novo endereço' }))
  await waitFor(async () => expect((await address()).value).not.toBe(first))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('where the site answers something else only the file is offered: the same answer', async () => {
  const files = catchDownloads()
  const { user } = await open(unruly)
  await press(user, 'Gerar Endereço', 'Baixar Arquivo')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(screen.queryByLabelText('Endereço do calendário')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Gerar novo endereço' })).toBeNull()
})

it('says without a network that it needs the internet', async () => {
  const { user, intercept } = await open(hosted)
  const make = await button('Gerar Endereço')
  intercept(deadNetwork)
  await user.click(make)
  await seesText(NETWORK)
  await seesText('Sem conexão: o endereço e o arquivo do calendário só estão disponíveis com internet.')
})
