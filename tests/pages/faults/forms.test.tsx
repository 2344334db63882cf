import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
// Preload the screens: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/alerts/alerts-page'
import '@/students/import/import-students-page'
import '@/account/login-page'
import '@/packages/new-package-page'
import '@/account/profile/profile-page'
import '@/sessions/history/sessions-page'
import '@/students/profile/student-profile-page'
import { queryClient } from '@/data/queries/query-client'
import { currentToast, dismissToast } from '@/lib/browser/toast'
import table from '../../../docs/faults.md?raw'
import { sharedBackend } from '../../support/backend'
import { openScreen, type Intercept, type Screen, fill } from '../../support/render'
import { expiredLogin } from '../student-profile/support'
import { FORMS, NETWORK, prepare, type Form, type Scene } from './screens'
import { FORMS_OF_WEEK } from './week-and-money'

/**
 * What a coach sees of each fault in a form or dialog: the reason, the text as typed, and a button that works. They
 * share their parts (`ui/forms`), so every third one is tested; with FAULTS=all, every one.
 */
const ALL = [...FORMS, ...FORMS_OF_WEEK]
const isWhole = process.env['FAULTS'] === 'all'

/** What docs/faults.md says: the title of every failure, its reason after a 500, and the title of a success. */
function wordsOf({ name }: Form) {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} | `))
  if (row === undefined) throw new Error(`docs/faults.md says nothing of ${name}`)
  const [title, failed, done] = row
    .split(' | ')
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, ''))
  return { title, failed, done }
}

const backend = await sharedBackend()

let shared: Promise<Scene> | undefined
/** The scene that all forms share unless they change what other forms begin with. */
const sceneOf = (form: Form) => (form.isAlone ? prepare(backend) : (shared ??= prepare(backend)))

const refused: Intercept = async () => Response.json({}, { status: 500 })
const answerLost: Intercept = async (request, send) => {
  await (await send(request)).text()
  throw new TypeError('Failed to fetch')
}

/** Applies the fault to the form's writing request, and sends all other requests. */
const only =
  ({ writes: [method, path] }: Form, fault: Intercept): Intercept =>
  async (request, send) => {
    const { pathname } = new URL(request.url)
    return request.method === method && pathname.endsWith(path) ? fault(request, send) : send(request)
  }

async function times(scene: Scene, { count: [query, ...values] }: Form): Promise<number> {
  const given = values.map((value) => (typeof value === 'function' ? value(scene) : scene[value]))
  return (await backend.sql(query, given)).length
}

async function type({ text }: Form) {
  if (text) fill(await screen.findByLabelText(text.label), text.typed)
}
const stillThere = ({ text }: Form) => {
  if (text) expect(screen.getByLabelText(text.label)).toHaveValue(text.typed)
}

/**
 * Presses the form's button and waits for the toast. Closes an earlier toast first, so that it is not taken for the new
 * one.
 */
async function press({ user }: Screen, form: Form): Promise<void> {
  const toast = currentToast()
  if (toast) dismissToast(toast.id)
  const ready = await waitFor(() => form.button())
  // A dialog cannot be confirmed before it says what will happen.
  await waitFor(() => expect(ready).toBeEnabled())
  await user.click(ready)
  await waitFor(() => expect(currentToast()).not.toBeNull())
}

/**
 * Presses again after the answer was lost. Any answer tells the app that the connection is back, and the screen then
 * reads what was done and closes the dialog about it, perhaps before the press.
 *
 * @returns the title of the toast; null if the dialog had closed before.
 */
async function pressAgain({ user }: Screen, form: Form): Promise<string | null> {
  const isGone = () => form.removes === true && screen.queryByRole('alertdialog') === null
  const toast = currentToast()
  if (toast) dismissToast(toast.id)
  if (isGone()) return null
  await user.click(form.button())
  // Not before the answer: its toast would come up in the next test.
  const isOver = () => isGone() && queryClient.isMutating() === 0
  await waitFor(() => expect(currentToast() !== null || isOver()).toBe(true))
  return currentToast()?.title ?? null
}

async function saysAndKeeps(opened: Screen, form: Form, why: string, { isDone = false } = {}) {
  await press(opened, form)
  expect(currentToast()).toMatchObject({ title: wordsOf(form).title, description: why, tone: 'error' })
  expect(await screen.findAllByText(why)).not.toEqual([])
  // The screen may have read by now that it was done.
  if (isDone && (form.removes || form.showsWhatWasDone)) return
  if (form.isClosedByFailure) await form.reach?.(opened.user)
  await waitFor(() => expect(form.button()).toBeEnabled())
  expect(form.button()).not.toHaveAttribute('aria-busy')
  stillThere(form)
}

/** With an expired login the form leads to the login page, and after a login back to the typed text. */
async function signInAgain(opened: Screen, form: Form, scene: Scene) {
  opened.intercept(expiredLogin)
  await opened.user.click(form.button())
  await screen.findByText('Sua sessão expirou. Entre de novo para continuar de onde parou.')
  await waitFor(() => expect(currentToast()?.description).toBe('Não autenticado'))
  opened.intercept(null)
  fill(screen.getByLabelText('Email'), scene.coach.email)
  fill(screen.getByLabelText('Senha'), scene.coach.password)
  await opened.user.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => stillThere(form))
}

const inTurn = ALL.filter((_, at) => isWhole || at % 3 === 0)

describe.each(inTurn.map((form) => [form.name, form] as const))('%s', (_, form) => {
  it('says what happened, keeps the text, through a new login too, and a retry does it once', async () => {
    const scene = await sceneOf(form)
    const { failed = '', done } = wordsOf(form)
    await form.begin?.(scene)
    const opened = await openScreen(form.path(scene), scene)
    await form.reach?.(opened.user)
    await type(form)
    if (form.text && !form.isConfirmed) await signInAgain(opened, form, scene)

    // Every other failure appears in the same toast; the services' matrix checks the words for each.
    opened.intercept(only(form, refused))
    await saysAndKeeps(opened, form, failed)
    expect(await times(scene, form)).toBe(0)

    opened.intercept(only(form, answerLost))
    await saysAndKeeps(opened, form, NETWORK, { isDone: true })
    expect(await times(scene, form)).toBe(1)
    if (form.showsWhatWasDone) return

    opened.intercept(null)
    const told = await pressAgain(opened, form)
    if (told !== null || !form.removes) expect(told).toBe(done)
    expect(await times(scene, form)).toBe(1)
  })
})

it('docs/faults.md has a row for each form', () => {
  for (const form of ALL) expect(Object.values(wordsOf(form)), form.name).not.toContain(undefined)
})
