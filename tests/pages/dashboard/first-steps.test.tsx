import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { currentToast } from '@/lib/browser/toast'
import { outbox } from '@/outbox/data'
import { sharedBackend } from '../../support/backend'
import { refused } from '../../support/network'
import { openScreen } from '../../support/render'
import { addClub, addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { lessonIntent } from '../../support/world/values'
import { chooseMore } from '../student-profile/support'

const backend = await sharedBackend()
const TITLE = 'Primeiros passos'
const card = async () => within(await screen.findByRole('region', { name: TITLE }))
const nav = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Principal' })).getByRole('link', { name })
/** The addresses of the steps that are links. */
const open = (steps: Awaited<ReturnType<typeof card>>) =>
  steps.getAllByRole('link').map((link) => link.getAttribute('href'))

it('lead a new coach to the lesson, the student of the step chosen, and are closed on every device', async () => {
  const coach = await backend.coach()
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await sellPackage(coach, bia)
  // Regression: the step knew the four newest students only, and led a coach who had imported many to one without
  // credits.
  for (const name of ['Caio', 'Davi', 'Eva', 'Fabi']) await addStudent(coach, { name })
  const second = await openScreen('/app/dashboard', { backend, coach })
  const sold = await card()
  expect(await sold.findByText('2 de 4')).toBeVisible()
  // Once the device has read all students.
  await second.user.click(nav('Alunos'))
  await screen.findByText('5 aluno(s) encontrado(s)')
  await second.user.click(nav('Dashboard'))
  const steps = await card()
  await waitFor(() => expect(open(steps)[0]).toBe(`/app/sessions/new?repeat=${bia}&passo=2`))
  await second.user.click(steps.getByRole('button', { name: 'Fechar os primeiros passos' }))
  expect(await screen.findByText('Primeiros passos fechados')).toBeVisible()
  // Closing can be undone, so its toast stays as long as any toast with 'Desfazer'.
  expect(currentToast()?.action?.undoes).toBe(true)
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull()
  expect(screen.getByRole('main')).toHaveFocus()
  second.unmount()

  const later = await openScreen('/app/dashboard', { backend, coach })
  expect(await screen.findByRole('region', { name: 'Dinheiro' })).toBeVisible()
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull()
  expect(later.requests.filter((request) => /notices/.test(request))).toEqual([])
})

it('end with a copied link; done, they stay until the dashboard is left', async () => {
  const coach = await backend.coach()
  await addClub(coach)
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const pack = await sellPackage(coach, bia)
  await giveLesson(coach, { date: new Date() }, [{ student: bia, package: pack }])
  const { user, requests } = await openScreen('/app/dashboard?refresh=true', { backend, coach })
  expect(await (await card()).findByText('3 de 4')).toBeVisible()
  const recent = within(await screen.findByRole('region', { name: 'Alunos Recentes' }))
  await user.click(await recent.findByRole('link', { name: /Bia Lopes/ }))
  await screen.findByRole('heading', { name: 'Bia Lopes' })
  await chooseMore(user, 'Copiar Link do Aluno')
  await waitFor(() => expect(requests).toContain('POST /rest/v1/rpc/record_notice'))
  await user.click(nav('Dashboard'))
  expect(await (await card()).findByText('Tudo pronto')).toBeVisible()
  await user.click(nav('Alunos'))
  await user.click(nav('Dashboard'))
  expect(await screen.findByText('Aulas Hoje')).toBeVisible()
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull()
})

it.each([
  ['that was held ticks its step', undefined, '3 de 4'],
  ['that did not happen ticks none', 'rain' as const, '2 de 4'],
])('a waiting lesson %s', async (_, cancelledReason, done) => {
  const coach = await backend.coach()
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await sellPackage(coach, bia)
  const session = { ...lessonIntent([bia]), ...(cancelledReason && { cancelledReason }) }
  const entry = { id: session.opId, owner: coach.id, names: {}, unknown: false }
  await outbox.queue({ ...entry, intent: { kind: 'session', session } })
  const intercept = refused(/get_credit_facts|apply_session_plan/)
  await openScreen('/app/dashboard', { backend, coach, intercept })
  expect((await screen.findAllByText(/^1 pendente|^Precisa de atenção|^Enviando/)).length).toBeGreaterThan(0)
  expect(await (await card()).findByText(done)).toBeVisible()
})
