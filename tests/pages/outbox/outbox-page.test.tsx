import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
// Preload the screens: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/app/shell'
import '@/sessions/new/new-session-page'
import '@/students/new-student-page'
import '@/sessions/history/sessions-page'
import '@/students/students-page'
import { profileQuery } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { addDays, formatLongDate, formatTime } from '@/core/dates'
import type { StudentWithCredits } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import { queryClient } from '@/data/queries/query-client'
import { ping } from '@/data/supabase'
import { reportUnreachable } from '@/lib/network/connection'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox, sendTimer } from '@/outbox/outbox-sender-data'
import { afterAttempt, type OutboxIntent } from '@/outbox/rules'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { cutOff, heldBack, refused } from '../../support/network'
import {
  deadNetwork,
  fill,
  openScreen,
  press,
  sees,
  seesText,
  type Intercept,
  type Screen,
} from '../../support/render'
import { HERE, once, planSlots } from '../../support/world/agenda'
import { addStudent, giveLesson, sellPackage, setProfile } from '../../support/world/api'
import { daysFromToday, lessonIntent, newId, noonOf, studentValues } from '../../support/world/values'

ownCoach({ name: 'Ana Ribeiro' })
let lucas: string

// The outbox is sent when the test says so, not after a pause.
sendTimer.schedule = () => () => {}
beforeEach(async () => {
  lucas = await addStudent(coach, { name: 'Lucas Andrade' })
})
afterEach(() => outbox.clear(coach.id))

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const link = (name: string | RegExp) => screen.findByRole('link', { name })
const entry = (name: string | RegExp) => screen.findByRole('group', { name })
const toldOfSlot = async (day: string) =>
  within(await entry(new RegExp(formatLongDate(day), 'i'))).getByText(/^O horário mudou/).textContent
const lessons = () => backend.sql('select id, slot_id from public.sessions where user_id = $1', [coach.id])
const lessonDay = /de 20\d\d/
const REGISTER = /^Registrar (·|aula)/
const open = (intercept: Intercept | null = null) => openScreen('/app/outbox', { backend, coach, intercept })
const edit = (id: string) => openScreen(`/app/sessions/new?pendente=${id}`, { backend, coach })
const choose = async (user: UserEvent, name: RegExp) =>
  user.click(await screen.findByRole('checkbox', { name }))
/** Keeps something on the device, as without a connection; returns its id. */
async function keep(intent: OutboxIntent, { id = newId(), names = {}, unknown = false } = {}) {
  await outbox.queue({ id, owner: coach.id, intent, names, unknown })
  return id
}
/** The question of 'Apagar'. */
const question = async () => within(await screen.findByRole('alertdialog'))
const isWrite = ({ method }: Request) => method !== 'GET'
async function comesBack({ intercept }: Screen) {
  intercept(null)
  await sendOutbox()
}

// The toast about what was sent appears only after the toast with 'Desfazer' has gone, which takes ten seconds unless
// it is closed.
const closeOffer = async (user: UserEvent) => user.click(await button('Fechar aviso'))

/** The list of students once another device has made Lucas inactive. */
const withoutLucas = (all?: StudentWithCredits[]) =>
  all?.map((each) => (each.id === lucas ? { ...each, status: 'inactive' as const } : each))

async function registerOffline(isRead?: () => Promise<unknown>): Promise<Screen> {
  const opened = await openScreen('/app/sessions/new', { backend, coach })
  await choose(opened.user, /Lucas Andrade/)
  await press(opened.user, 'Continuar')
  await isRead?.()
  opened.intercept(deadNetwork)
  await press(opened.user, REGISTER)
  await seesText('Aula salva neste aparelho.', 'Será enviada quando houver conexão.')
  return opened
}

/** Types a new student, and saves while `fault` meets the requests. */
async function typeStudent({ user }: Screen) {
  fill(await screen.findByLabelText('Nome'), 'Eva Nova')
  fill(screen.getByLabelText('Telefone'), '11912345678')
  await user.selectOptions(screen.getByLabelText('Gênero'), 'female')
  await user.selectOptions(screen.getByLabelText('Tipo de aluno'), 'fixed')
  await user.selectOptions(screen.getByLabelText('Classe'), '3-classe')
}

async function createStudent(opened: Screen, fault: Intercept) {
  await typeStudent(opened)
  opened.intercept(fault)
  await opened.user.click(await button('Criar Aluno'))
  expect(await screen.findByText('Aluno salvo neste aparelho.')).toBeInTheDocument()
}

/** As if the app had been closed during the request: the draft is there, and the outbox has the entry. */
async function closeDuring(opened: Screen, save: RegExp) {
  const drafts: [key: string, text: string][] = []
  opened.intercept(async (request, send) => {
    const isBeingSent = Object.values(sessionStorage).some((text) => String(text).includes('"sent":true'))
    if (isBeingSent && drafts.length === 0) drafts.push(...Object.entries(sessionStorage))
    return deadNetwork(request, send)
  })
  await opened.user.click(await button(save))
  await closeOffer(opened.user)
  opened.unmount()
  for (const [key, text] of drafts) sessionStorage.setItem(key, text)
}
const SAVED = { withoutPackage: [], differs: false }
const studentNames = () =>
  backend.sql('select name from public.students where user_id = $1 order by name', [coach.id])
/** Eva is typed and sent, and the app is closed meanwhile. */
async function closeWhileSaving() {
  const opened = await openScreen('/app/students/new', { backend, coach })
  await typeStudent(opened)
  await closeDuring(opened, /^Criar Aluno$/)
}
/** Saves Bia, who does not replace Eva. */
async function isAnotherOne(user: UserEvent) {
  await user.click(await button('Criar Aluno'))
  await waitFor(() => expect(window.location.pathname).toBe('/app/students'))
  const names = ['Bia Lopes', 'Eva Nova', 'Lucas Andrade']
  expect(await studentNames()).toEqual(names.map((name) => ({ name })))
}

describe('without network', () => {
  it('a session is queued, listed, counted, and sent with the network back, as the answer to its lesson', async () => {
    const slot = once(daysFromToday(0), formatTime(new Date().toISOString()), [lucas])
    await planSlots(coach, HERE, { add: [slot] })
    const { user, intercept } = await registerOffline(() => entry(/^É a aula das/))
    const waiting = within(await entry(lessonDay))
    await sees(waiting, 'Aguardando envio', 'Lucas Andrade')
    expect(screen.getAllByRole('link', { name: '1 pendente' })[0]).toHaveAttribute('href', '/app/outbox')
    expect(await lessons()).toEqual([])

    intercept(null)
    window.dispatchEvent(new Event('online'))
    await closeOffer(user)
    await seesText('1 pendência enviada', 'Lucas Andrade ficou sem pacote nesta aula')
    expect(await lessons()).toMatchObject([{ slot_id: slot.id }])
    expect((await screen.findAllByRole('link', { name: 'Sincronizado' })).length).toBeGreaterThan(0)
  })

  it('a lesson of a copied tab does not replace that of the other tab: both wait', async () => {
    await addStudent(coach, { name: 'Marina Costa' })
    const copy: [name: string, text: string][] = []
    const first = await registerOffline(async () => copy.push(...Object.entries(sessionStorage)))
    first.unmount()
    for (const [name, text] of copy) sessionStorage.setItem(name, text)
    // The screen can read, but no lesson can be sent.
    const intercept = cutOff('apply_session_plan')
    const { user } = await openScreen('/app/sessions/new', { backend, coach, intercept })
    await choose(user, /Lucas Andrade/)
    await choose(user, /Marina Costa/)
    await press(user, 'Continuar', REGISTER)
    await seesText(/^Outra aba já salvou/)
    await press(user, REGISTER)
    await seesText('Aula salva neste aparelho.')
    const waiting = (await outboxStore.list(coach.id)).map(({ names }) => Object.values(names))
    expect(waiting).toEqual([['Lucas Andrade'], ['Marina Costa']])
  })

  it('queued entries can be edited, also one of a student who has become inactive since, and removed', async () => {
    await addStudent(coach, { name: 'Marina Costa' })
    const { user } = await registerOffline()
    act(() => void queryClient.setQueryData([coach.id, 'students'], withoutLucas))
    await user.click(await link('Editar'))
    expect(await screen.findByRole('heading', { name: 'Editar aula pendente' })).toBeInTheDocument()
    expect(await screen.findByRole('checkbox', { name: /Lucas Andrade/ })).toBeChecked()
    await choose(user, /Marina Costa/)
    await press(user, 'Continuar', 'Salvar aula')
    await seesText('Aula pendente atualizada.')
    expect(await screen.findByRole('heading', { name: 'Pendências' })).toBeInTheDocument()
    expect(within(await entry(lessonDay)).getByText('Lucas Andrade, Marina Costa')).toBeInTheDocument()

    // A waiting 'É a mesma' about this lesson waits for the lesson, and is removed with it.
    const [lesson] = await outboxStore.list(coach.id)
    const sessionId = lesson?.id ?? ''
    const slot = { slotId: newId(), slotDate: '2026-11-20', movedTo: null }
    const same = { opId: newId(), sessionId, slot, begins: new Date().toISOString() }
    await act(() => keep({ kind: 'link', link: same }, { id: same.opId }))
    const [remove] = await screen.findAllByRole('button', { name: 'Apagar' })
    await user.click(remove!)
    const dialog = await question()
    await sees(dialog, /^A aula da agenda que é a mesma volta a aguardar resposta\. Ela ainda/)
    await user.click(dialog.getByRole('button', { name: 'Apagar' }))
    expect(await screen.findByText('Pendência apagada')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Tudo sincronizado' })).toBeInTheDocument()
    expect(await lessons()).toEqual([])
  })

  // The form put back what it had opened with, although 'Hoje' had said that the student was absent.
  it('an absence that was tapped in another tab while the form was open stays when the form is saved', async () => {
    const { user } = await registerOffline()
    await user.click(await link('Editar'))
    await user.click(await button('Continuar'))
    await button('Salvar aula')
    const [waiting] = await outboxStore.list(coach.id)
    await act(() =>
      outbox.change(coach.id, waiting?.id ?? '', (kept) => {
        if (kept.kind !== 'session') return kept
        const absent = { attendance: 'absent' as const }
        const participants = kept.session.participants.map((each) => ({ ...each, ...absent }))
        return { ...kept, session: { ...kept.session, participants } }
      }),
    )
    await user.click(await button('Salvar aula'))
    expect(await screen.findByText('Aula pendente atualizada.')).toBeInTheDocument()
    expect(await outboxStore.list(coach.id)).toMatchObject([
      { intent: { session: { participants: [{ studentId: lucas, attendance: 'absent' }] } } },
    ])
  })

  it('what is sent while the question stands is not called removed', async () => {
    const { user, intercept } = await registerOffline()
    await user.click(await button('Apagar'))
    const dialog = await question()
    intercept(null)
    await act(() => sendOutbox())
    await user.click(dialog.getByRole('button', { name: 'Apagar' }))
    await seesText('Não foi possível apagar', 'Esta pendência já foi enviada.')
    expect(await lessons()).toHaveLength(1)
  })

  it('a network that loses one request and answers the others causes no request loop', async () => {
    const { intercept, requests } = await registerOffline()
    // The screen is open, so the form that was left sends no more requests.
    await entry(lessonDay)
    requests.length = 0
    intercept(cutOff('get_server_time'))
    window.dispatchEvent(new Event('online'))
    const times = (request: string) => requests.filter((each) => each === request).length
    await waitFor(() => expect(times('POST /rest/v1/rpc/get_server_time')).toBeGreaterThan(0))
    // Connection lost and back again, as requests that are lost and answered in turn report it.
    for (let n = 0; n < 20; n++) {
      act(reportUnreachable)
      await act(ping)
    }
    // Until the sender and the screen are at rest.
    await act(() => sendOutbox())
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    for (const request of new Set(requests.filter((each) => each !== 'GET /auth/v1/health')))
      expect([request, times(request) > 5]).toEqual([request, false])
    expect(await lessons()).toEqual([])
  })

  // Regression: the form of the next student was closed, and what was typed there was lost.
  it('a new student whose form was closed before leaves the form of the next one open', async () => {
    const opened = await openScreen('/app/students/new', { backend, coach })
    const { user, intercept } = opened
    await typeStudent(opened)
    const answered = gate()
    const held = heldBack(isWrite, answered)
    intercept((request, send) => held(request, (sent) => cutOff(isWrite)(sent, send)))
    await press(user, 'Criar Aluno', 'Cancelar')
    await user.click((await screen.findAllByRole('link', { name: /Novo Aluno/ }))[0] ?? document.body)
    fill(await screen.findByLabelText('Nome'), 'Bia Lopes')
    answered.open()
    expect(await screen.findByText('Aluno salvo neste aparelho.')).toBeInTheDocument()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(window.location.pathname).toBe('/app/students/new')
    expect(screen.getByLabelText('Nome')).toHaveValue('Bia Lopes')
    expect(Object.values(sessionStorage).join()).toContain('Bia Lopes')
  })

  it('a new student can be chosen for a lesson, which is sent after the student', async () => {
    const opened = await openScreen('/app/students/new', { backend, coach })
    const { user, intercept } = opened
    await createStudent(opened, deadNetwork)
    expect(within(await entry('Eva Nova')).getByText('(11) 91234-5678')).toBeInTheDocument()

    // Only writes are lost; reads get their answers.
    intercept(cutOff(/get_server_time|apply_session_plan/))
    await user.click(screen.getAllByRole('link', { name: 'Nova Sessão' })[0] ?? document.body)
    await choose(user, /Eva Nova.*aguardando envio/)
    await press(user, 'Continuar', REGISTER)
    await seesText('Aula salva neste aparelho.', 'Será enviada depois de Eva Nova.')
    intercept(null)
    window.dispatchEvent(new Event('online'))
    await closeOffer(user)
    expect(await screen.findByText('2 pendências enviadas')).toBeInTheDocument()
    expect(await lessons()).toHaveLength(1)
  })
})

const keepLesson = (studentId: string, unknown = false, lesson: Partial<RegistrationIntent> = {}) =>
  keep(
    { kind: 'session', session: lessonIntent([studentId], lesson) },
    { names: { [studentId]: 'Carla Dias' }, unknown },
  )
const keepStudent = () => keep({ kind: 'student', student: studentValues() })

describe('what waits', () => {
  it('once it is sent, who owes two lessons is one student, and is not said to owe one lesson', async () => {
    await keepLesson(lucas)
    await keepLesson(lucas, false, { date: new Date(Date.now() - 7_200_000).toISOString() })
    await open()
    await seesText('2 pendências enviadas', 'Lucas Andrade ficou sem pacote')
  })

  it('is not in an export, and goes with the account: both say so', async () => {
    await keepStudent()
    const { user } = await openScreen('/app/profile?tab=app', { backend, coach, intercept: deadNetwork })
    expect(await screen.findByText(/Há 1 pendência ainda não enviada/)).toBeVisible()
    await user.click(await button('Encerrar conta'))
    expect(await screen.findByText('1 pendência deste aparelho, que ainda não foi enviada')).toBeVisible()
  })

  it('makes the link of a mail ask before it enters with another login, though the one here is over', async () => {
    const nova = { email: 'nova@voleio.test', password: 'voleio123', options: { data: { name: 'Nova' } } }
    expect(await backend.client().auth.signUp(nova)).toMatchObject({ error: null })
    const mail = new URL(backend.mails().find(({ to }) => to === nova.email)?.link ?? '')
    const { id: ana, email } = coach
    const owner = { id: ana, email, name: 'Ana Ribeiro', createdAt: new Date().toISOString() }
    localStorage.setItem('voleio-owner', JSON.stringify(owner))
    const id = await keepStudent()
    const first = await openScreen(mail.pathname + mail.search, { backend })
    await seesText(
      `Ana Ribeiro (${email}) usou este aparelho por último, ` +
        'e aqui há o que ainda não foi enviado. Este link entra com outro login.',
    )
    await press(first.user, 'Continuar como Ana Ribeiro')
    await seesText(/Sua sessão expirou/)
    first.unmount()

    await outbox.withdraw(coach.id, id)
    await openScreen(mail.pathname + mail.search, { backend })
    expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  })
})

describe('what this version of the app cannot read', () => {
  it('is said, is never sent, is named before leaving, and goes when the coach removes it', async () => {
    await outbox.clear(coach.id)
    const db = await openDB('voleio-outbox')
    await db.put('records', { id: crypto.randomUUID(), owner: coach.id, version: 99 })
    await db.put('records', { id: crypto.randomUUID(), owner: coach.id, order: 1 })
    db.close()
    const { user } = await open()
    const newer = within(await entry('Pendência de uma versão mais nova do app'))
    await sees(newer, 'Ela continua salva neste aparelho. Atualize o app para ler e enviar.')
    expect(await entry('Pendência que o app não consegue ler')).toBeInTheDocument()
    expect((await screen.findAllByRole('link', { name: 'Precisa de atenção' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('heading', { name: 'Tudo sincronizado' })).toBeNull()

    await user.click(screen.getAllByRole('button', { name: 'Sair' })[0] ?? document.body)
    const leaving = await question()
    expect(leaving.getByText('Pendência de uma versão mais nova do app')).toBeInTheDocument()
    await user.click(leaving.getByRole('button', { name: 'Cancelar' }))

    await user.click(newer.getByRole('button', { name: 'Apagar' }))
    const dialog = await question()
    await user.click(dialog.getByRole('button', { name: 'Apagar' }))
    expect(await screen.findByText('Pendência apagada')).toBeInTheDocument()
    // The focus moves once the list was read again.
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Não foi possível ler (1)' })).toHaveFocus(),
    )
    expect(screen.queryByText('Pendência de uma versão mais nova do app')).toBeNull()
  })
})

describe('what was sent', () => {
  // Regression: the form held what was sent, and the next student who was typed there replaced the one just added.
  describe('is no draft any more, although the app was closed while it was being saved', () => {
    it('a student whose form is open again: it closes, and the list has the student', async () => {
      await closeWhileSaving()
      await openScreen('/app/students/new', { backend, coach })
      expect(await screen.findByText('1 pendência enviada')).toBeInTheDocument()
      await waitFor(() => expect(window.location.pathname).toBe('/app/students'))
      expect(await studentNames()).toEqual([{ name: 'Eva Nova' }, { name: 'Lucas Andrade' }])
    })

    // Regression: once 'Enviadas' was cleared nobody knew that the draft was sent, and the next student replaced it.
    it.each([false, true])(
      'a student who is not listed any more (another one typed: %s)',
      async (isOther) => {
        await closeWhileSaving()
        if (isOther) {
          const again = await openScreen('/app/students/new', { backend, coach, intercept: deadNetwork })
          fill(await screen.findByLabelText('Nome'), 'Bia Lopes')
          again.unmount()
        }
        const listed = await openScreen('/app/outbox', { backend, coach })
        expect(await screen.findByText('1 pendência enviada')).toBeInTheDocument()
        await listed.user.click(await button('Limpar enviadas'))
        await waitFor(async () => expect(await outboxStore.list(coach.id)).toEqual([]))
        listed.unmount()
        const later = await openScreen('/app/students/new', { backend, coach })
        if (isOther) await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveValue('Bia Lopes'))
        else {
          await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveValue(''))
          expect(screen.queryByText('Recuperamos o que você estava escrevendo.')).not.toBeInTheDocument()
          await typeStudent(later)
          fill(screen.getByLabelText('Nome'), 'Bia Lopes')
        }
        await isAnotherOne(later.user)
      },
    )

    // Regression: only the tab that sent it ended its draft.
    it('a student whom another tab has sent, who is not listed any more', async () => {
      await closeWhileSaving()
      const listed = await openScreen('/app/students', { backend, coach, intercept: deadNetwork })
      expect((await screen.findAllByRole('link', { name: '1 pendente' })).length).toBeGreaterThan(0)
      await outboxStore.change(coach.id, (entries) => ({
        put: entries.map((each) => afterAttempt(each, { done: true, outcome: SAVED }, new Date()).entry),
        answer: null,
      }))
      await outbox.forgetSent(coach.id)
      listed.unmount()
      await openScreen('/app/students/new', { backend, coach })
      await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveValue(''))
    })

    // Regression: a tab that was frozen meanwhile never reads that it was sent, and the next student replaced it.
    it('a student whom another tab has sent and cleared before this one reads again', async () => {
      await closeWhileSaving()
      const { unmount } = await openScreen('/app/students', { backend, coach, intercept: deadNetwork })
      expect((await screen.findAllByRole('link', { name: '1 pendente' })).length).toBeGreaterThan(0)
      await outboxStore.change(coach.id, (entries) => ({ remove: entries.map(({ id }) => id), answer: null }))
      unmount()
      await openScreen('/app/students/new', { backend, coach })
      expect(await screen.findByLabelText('Nome')).toHaveValue('')
    })

    // Regression: what could not be read counted as gone, and with it the only other copy of the text.
    it('a student who waits, while the storage cannot be read: it stays', async () => {
      await closeWhileSaving()
      const { unmount } = await openScreen('/app/students', { backend, coach, intercept: deadNetwork })
      expect((await screen.findAllByRole('link', { name: '1 pendente' })).length).toBeGreaterThan(0)
      const unread = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
        throw new DOMException('Not now', 'UnknownError')
      })
      await outboxStore.refresh()
      unread.mockRestore()
      expect(screen.getAllByRole('link', { name: '1 pendente' }).length).toBeGreaterThan(0)
      unmount()
      await openScreen('/app/students/new', { backend, coach, intercept: deadNetwork })
      await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveValue('Eva Nova'))
    })

    it('a student whose form is open again, where another one was typed and saved in vain: it stays', async () => {
      await closeWhileSaving()
      const { user, intercept } = await openScreen('/app/students/new', {
        backend,
        coach,
        intercept: deadNetwork,
      })
      fill(await screen.findByLabelText('Nome'), 'Bia Lopes')
      await user.click(await button('Criar Aluno'))
      expect(await screen.findByText(/^O envio já começou/)).toBeInTheDocument()
      await closeOffer(user)
      intercept(null)
      window.dispatchEvent(new Event('online'))
      expect(await screen.findByText('1 pendência enviada')).toBeInTheDocument()
      expect(screen.getByLabelText('Nome')).toHaveValue('Bia Lopes')
      expect(Object.values(sessionStorage).join()).toContain('Bia Lopes')
      // Regression: she replaced the student of whom it was said that they had been sent.
      await isAnotherOne(user)
    })

    // Regression: she replaced the student whom the outbox had just sent, and was a draft again in the next form.
    it('a student while another one, typed in the form open again, is being saved: both are saved', async () => {
      await closeWhileSaving()
      const [sending, held] = [gate(), gate()]
      const { user } = await openScreen('/app/students/new', {
        backend,
        coach,
        intercept: async (request, send) => {
          if (request.method === 'POST' && request.url.includes('/students')) {
            sending.open()
            await held.passed
          }
          return send(request)
        },
      })
      fill(await screen.findByLabelText('Nome'), 'Bia Lopes')
      await sending.passed
      await user.click(await button('Criar Aluno'))
      expect(await screen.findByText(/^O envio já começou/)).toBeInTheDocument()
      held.open()
      // The draft is another student's, with another id, once the first one has arrived.
      await waitFor(() => expect(Object.values(sessionStorage).join()).toContain('"sent":false'))
      await isAnotherOne(user)
      expect(Object.values(sessionStorage).join()).not.toContain('Bia Lopes')
    })

    // Regressions: the text, which nothing had saved, was thrown away; or its next press replaced the other tab's
    // student.
    it('but what the outbox found taken by another tab, of which this one is a copy, stays', async () => {
      const opened = await openScreen('/app/students/new', { backend, coach })
      await typeStudent(opened)
      const draft: { id: string } = JSON.parse(Object.values(sessionStorage).join())
      const other = { name: 'Caio Reis', id: draft.id }
      await addStudent(coach, other)
      await closeDuring(opened, /^Criar Aluno$/)
      const { user } = await openScreen('/app/students/new', { backend, coach })
      expect(await screen.findByText('1 pendência enviada')).toBeInTheDocument()
      expect(await studentNames()).toEqual([{ name: 'Caio Reis' }, { name: 'Lucas Andrade' }])
      expect(screen.getByLabelText('Nome')).toHaveValue('Eva Nova')
      expect(Object.values(sessionStorage).join()).toContain('Eva Nova')
      await user.click(await button('Criar Aluno'))
      expect(await screen.findByText(new RegExp(COMMON_MESSAGES.otherTab))).toBeInTheDocument()
      await user.click(await button('Criar Aluno'))
      await waitFor(() => expect(window.location.pathname).toBe('/app/students'))
      expect(await studentNames()).toEqual([
        { name: 'Caio Reis' },
        { name: 'Eva Nova' },
        { name: 'Lucas Andrade' },
      ])
    })

    // Regression: the next press led to the other tab's lesson, and what was typed was lost.
    it('nor is a lesson whose id another tab has used: it stays, and the next press but one saves it', async () => {
      const opened = await openScreen('/app/sessions/new', { backend, coach })
      await choose(opened.user, /Lucas Andrade/)
      await press(opened.user, 'Continuar', 'Mudar os dados da aula')
      fill(screen.getByLabelText(/^Observações da aula/), 'Vento forte.')
      const { id }: { id: string } = JSON.parse(Object.values(sessionStorage).join())
      const at = { date: noonOf(-1).toISOString(), day: daysFromToday(-1) }
      await coach.client
        .from('sessions')
        .insert({ id, user_id: coach.id, teacher: 'Ana Ribeiro', ...at })
        .throwOnError()
      await closeDuring(opened, REGISTER)
      const { user } = await openScreen('/app/sessions/new?passo=2', { backend, coach })
      await waitFor(async () => expect(await states()).toEqual(['sent']))
      await user.click(await button(REGISTER))
      expect(await screen.findByText(new RegExp(COMMON_MESSAGES.otherTab))).toBeInTheDocument()
      expect(await lessons()).toHaveLength(1)
      await user.click(await button(REGISTER))
      await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
      expect(await lessons()).toHaveLength(2)
    })

    it('but a lesson of the agenda that another device answered first stays as it was typed', async () => {
      const day = daysFromToday(0)
      const slot = once(day, formatTime(new Date().toISOString()), [lucas])
      await planSlots(coach, HERE, { add: [slot] })
      const opened = await openScreen('/app/sessions/new', { backend, coach })
      await choose(opened.user, /Lucas Andrade/)
      await press(opened.user, 'Continuar')
      await entry(/^É a aula das/)
      await press(opened.user, 'Mudar os dados da aula')
      fill(screen.getByLabelText(/^Observações da aula/), 'Vento forte.')
      await closeDuring(opened, REGISTER)
      const other = await giveLesson(coach, { date: new Date() }, [{ student: lucas }])
      const answers = 'update public.sessions set slot_id = $1, slot_date = $2 where id = $3'
      await backend.sql(answers, [slot.id, day, other])
      await openScreen('/app/sessions/new?passo=2', { backend, coach })
      expect(await screen.findByText(/Uma aula já estava respondida/)).toBeInTheDocument()
      expect(await states()).toEqual(['sent'])
      expect(await lessons()).toEqual([{ id: other, slot_id: slot.id }])
      expect(Object.values(sessionStorage).join()).toContain('Vento forte.')
    })

    it.each(['nothing', 'Vento forte.'])(
      'a lesson whose form is open again, where %s was typed since',
      async (typed) => {
        const opened = await openScreen('/app/sessions/new', { backend, coach })
        await opened.user.click(await screen.findByRole('checkbox', { name: /Lucas Andrade/ }))
        await opened.user.click(await button('Continuar'))
        await closeDuring(opened, /^Registrar (·|aula)/)
        const held = gate()
        const { user } = await openScreen('/app/sessions/new?passo=2', {
          backend,
          coach,
          intercept: async (request, send) => {
            if (request.url.includes('/apply_session_plan')) await held.passed
            return send(request)
          },
        })
        await user.click(await button('Mudar os dados da aula'))
        if (typed !== 'nothing') fill(screen.getByLabelText(/^Observações da aula/), typed)
        held.open()
        expect(await screen.findByText('1 pendência enviada')).toBeInTheDocument()
        expect(await lessons()).toHaveLength(1)
        if (typed === 'nothing') await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
        else expect(screen.getByLabelText(/^Observações da aula/)).toHaveValue(typed)
      },
    )
  })

  it('to a slot that another device changed or deleted meanwhile says which, in the toast and here', async () => {
    const [gone, moved] = [daysFromToday(-1), daysFromToday(-2)]
    const replaced = newId()
    await planSlots(coach, HERE, { add: [{ ...once(moved, '12:00', [lucas]), replaces: replaced }] })
    for (const [slotDate, slotId] of [
      [gone, newId()],
      [moved, replaced],
    ] as const) {
      const slot = { slotId, slotDate, movedTo: null }
      const date = new Date(`${slotDate}T12:00:00`).toISOString()
      await keepLesson(lucas, false, { date, lessonDay: slotDate, slot })
    }
    await open()
    await seesText(
      /^O horário .* mudou .*: ela foi registrada fora da agenda\. .*\. O horário .* mudou .* ficou no horário novo\./,
    )
    expect(await toldOfSlot(gone)).toContain('A aula foi registrada sem ele')
    expect(await toldOfSlot(moved)).toContain('A resposta ficou no horário novo')
  })
})

it('an answer has the day and the hour of the agenda, also where this device has another time zone', async () => {
  await setProfile(coach, { time_zone: 'Pacific/Kiritimati' })
  const day = daysFromToday(-3)
  const at = new Date(`${addDays(day, -1)}T11:00:00Z`).toISOString()
  // A lesson that had moved: its first day is another one.
  const slot = { slotId: newId(), slotDate: daysFromToday(-5), movedTo: at }
  const session = lessonIntent([lucas], { date: at, lessonDay: day, slot })
  const answer = { opId: newId(), sessionId: newId(), slot, begins: at }
  const names = { [lucas]: 'Lucas' }
  await keep({ kind: 'session', session }, { id: session.opId, names })
  await keep({ kind: 'link', link: answer }, { id: answer.opId, names })
  await open(refused('get_server_time', 503))
  // Until this device has read the agenda's zone, both are of its own.
  const [first] = await screen.findAllByRole('group', { name: new RegExp(formatLongDate(at), 'i') })
  expect(first).toHaveTextContent(`Aula às ${formatTime(at)}`)
  await act(() => queryClient.fetchQuery(profileQuery(coach.id)))
  const shown = await screen.findAllByRole('group', { name: new RegExp(formatLongDate(day), 'i') })
  expect(shown[0]).toHaveTextContent('Aula às 01:00')
  expect(shown[1]).toHaveTextContent('01:00 · É a mesma aula que já foi registrada')
})

describe('what needs the coach', () => {
  it('a refusal says why and offers what can be done', async () => {
    await keepLesson(crypto.randomUUID())
    const { user } = await open()
    expect((await screen.findAllByRole('link', { name: 'Precisa de atenção' })).length).toBeGreaterThan(0)
    const waiting = within(await entry(lessonDay))
    expect(waiting.getByText('Aluno não encontrado')).toBeInTheDocument()
    expect(waiting.getByRole('link', { name: 'Editar' })).toBeInTheDocument()
    expect(waiting.getByRole('button', { name: 'Apagar' })).toBeInTheDocument()
    // Nothing would be sent.
    expect(screen.queryByRole('button', { name: 'Enviar agora' })).not.toBeInTheDocument()
    await user.click(waiting.getByRole('button', { name: 'Tentar de novo' }))
    // The retry gets the same answer, and the entry stays.
    expect(await within(await entry(lessonDay)).findByText('Aluno não encontrado')).toBeInTheDocument()
  })

  // Regression: it stood there, and did nothing, while the lesson's student needed a decision.
  it("'Enviar agora' does not stand where all the rest waits for what was refused", async () => {
    const student = newId()
    await keep({ kind: 'student', student: studentValues({ name: 'Eva Nova' }) }, { id: student })
    await keepLesson(student)
    await open(refused('students', 400))
    await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(await screen.findByRole('heading', { name: 'Aguardando envio (2)' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Enviar agora' })).not.toBeInTheDocument()
  })

  it('of lessons skipped although one was answered elsewhere it is not said that nothing was changed', async () => {
    const id = newId()
    const startsAt = { instant: '2026-11-20T12:00:00Z', zone: 'America/Sao_Paulo' }
    const about = { slotDate: '2026-11-20', movedTo: null, day: '2026-11-20', startsAt, studentIds: [lucas] }
    const occurrences = [newId(), newId()].map((slotId) => ({ slotId, ...about }))
    await keep({ kind: 'skip', skip: { opId: id, occurrences, reason: 'rain' } }, { id })
    const told = '1 aula da agenda é pulada'
    const outcome = { withoutPackage: [], differs: false, answered: true as const, told }
    const sentAt = new Date().toISOString()
    await outboxStore.change(coach.id, (all) => ({
      put: all.map((each) => ({ ...each, state: 'sent' as const, sentAt, outcome })),
      answer: null,
    }))
    await open()
    const sent = within(await entry(lessonDay))
    await sees(sent, /^Alguma das aulas já estava respondida em outro aparelho/, told)
  })

  // Regression: both were the same in all but 'Apagar'.
  it('two lessons of a day that were skipped one by one are told apart', async () => {
    const hours = ['09:00', '10:00']
    for (const hour of hours) {
      const startsAt = { instant: `2026-11-20T${hour}:00-03:00`, zone: 'America/Sao_Paulo' }
      const slot = { slotId: newId(), slotDate: '2026-11-20', movedTo: null, day: '2026-11-20' }
      const occurrences = [{ ...slot, startsAt, studentIds: [lucas] }]
      await keep({ kind: 'skip', skip: { opId: newId(), occurrences, reason: 'rain' } })
    }
    await open(deadNetwork)
    await seesText(...hours.map((hour) => `${hour} · Não aconteceu · Chuva`))
  })

  it('feedback that waits says of which lesson it is', async () => {
    const [opId, sessionId] = [newId(), newId()]
    const feedback = { opId, sessionId, studentId: lucas, feedback: { rating: 5, tags: [] } }
    const at = { instant: '2026-11-20T12:00:00Z', zone: 'America/Sao_Paulo' }
    await keep({ kind: 'feedback', feedback: { ...feedback, at } }, { id: opId, names: { [lucas]: 'Lucas' } })
    await open(deadNetwork)
    expect(within(await entry('Lucas')).getByText('Aula de 20/11/2026, 09:00')).toBeVisible()
  })

  it('an entry whose answer was lost is locked', async () => {
    await keepLesson(lucas, true)
    await open(deadNetwork)
    const locked = within(await entry(lessonDay))
    await sees(locked, 'Enviando', /A resposta do servidor se perdeu/)
    expect(locked.queryByRole('link', { name: 'Editar' })).not.toBeInTheDocument()
    expect(locked.queryByRole('button', { name: 'Apagar' })).not.toBeInTheDocument()
  })

  it('an entry that is being sent is not said to have lost its answer', async () => {
    await keepLesson(lucas)
    const answered = gate()
    await open(heldBack('apply_session_plan', answered))
    const sending = within(await entry(lessonDay))
    await sees(sending, 'Enviando', /^Salvo neste aparelho/)
    expect(sending.queryByText(/se perdeu/)).not.toBeInTheDocument()
    answered.open()
    await seesText(/^Enviada em/)
  })

  it('with a wrong clock the date is asked for, and sent as decided', async () => {
    await keepLesson(lucas)
    const { user } = await open(async (request, send) => {
      const response = await send(request)
      if (!request.url.endsWith('get_server_time')) return response
      const time: string = await response.json()
      return Response.json(new Date(Date.parse(time) + 125 * 60_000).toISOString())
    })
    expect(await screen.findByText('O relógio deste aparelho está 2 h 5 min atrasado.')).toBeInTheDocument()
    expect(await lessons()).toEqual([])
    await user.click(await button(/^Manter/))
    await waitFor(async () => expect(await lessons()).toHaveLength(1))
    expect(await screen.findByRole('heading', { name: 'Enviadas (1)' })).toBeInTheDocument()
    await user.click(await button('Limpar enviadas'))
    await waitFor(() => expect(screen.queryByRole('group')).not.toBeInTheDocument())
  })

  // Regression: the keyboard was back at the top of the page.
  it.each(['outbox', 'sessions'])(
    'what disappears with its last entry leaves the focus to %s',
    async (where) => {
      await keepLesson(crypto.randomUUID())
      const { user } = await openScreen(`/app/${where}`, { backend, coach })
      await user.click(await button('Tentar de novo'))
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Aguardando envio (1)' })).toHaveFocus())
      await outboxStore.change(coach.id, (entries) => ({
        put: entries.map((each) => afterAttempt(each, { done: true, outcome: SAVED }, new Date()).entry),
        answer: null,
      }))
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
      if (where === 'sessions') return
      await user.click(await button('Limpar enviadas'))
      await waitFor(() => expect(screen.queryByRole('group')).not.toBeInTheDocument())
      expect(screen.getByRole('main')).toHaveFocus()
    },
  )

  // Regression: in 'Sessões de Aula' and 'Alunos' the keyboard was back at the top of the page.
  it.each(['outbox', 'sessions', 'students'])(
    'what is sent under the focus leaves it to the screen: %s',
    async (where) => {
      const waits = where === 'students' ? keepStudent : () => keepLesson(lucas)
      await waits()
      const sending = gate()
      await openScreen(`/app/${where}`, { backend, coach, intercept: heldBack('get_server_time', sending) })
      const edited = await link('Editar')
      edited.focus()
      sending.open()
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
      expect(edited).not.toBeInTheDocument()
    },
  )

  // Regression: the list kept the focus of its own part alone, and the button stands above it.
  it("'Enviar agora', which goes with what is sent, leaves it to the screen", async () => {
    await keepLesson(lucas)
    const { user, intercept } = await open(deadNetwork)
    const send = await button('Enviar agora')
    intercept(null)
    await user.click(send)
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    expect(send).not.toBeInTheDocument()
  })

  // Regression: the heading took the focus with it.
  it("after 'Apagar' too the focus stays when the last entry goes", async () => {
    await keepLesson(crypto.randomUUID())
    await keepLesson(crypto.randomUUID())
    const { user } = await openScreen('/app/sessions', { backend, coach })
    // What is being sent cannot be removed.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tentar de novo' })).toHaveLength(2))
    const [first] = screen.getAllByRole('button', { name: 'Apagar' })
    if (first) await user.click(first)
    await user.click((await question()).getByRole('button', { name: 'Apagar' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Aguardando envio (1)' })).toHaveFocus())
    await outbox.clear(coach.id)
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  // Regression: a slow device gave the focus to the next screen once it had stored the retry.
  it('a retry that is stored after the screen was left takes no focus', async () => {
    await keepLesson(crypto.randomUUID())
    const { user } = await open()
    const retry = await button('Tentar de novo')
    const stored = gate()
    const { change } = outboxStore
    const changing = vi.spyOn(outboxStore, 'change').mockImplementationOnce(async (...given) => {
      await stored.passed
      return change(...given)
    })
    await user.click(retry)
    const [retried] = changing.mock.results
    changing.mockRestore()
    await user.click(await link('Voltar para o dashboard'))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    const [students] = screen.getAllByRole('link', { name: 'Alunos' })
    students?.focus()
    stored.open()
    await act(async () => retried?.value)
    expect(students).toHaveFocus()
  })

  it('an entry that was removed or sent meanwhile can no longer be edited, and says so', async () => {
    const gone = await edit(newId())
    await seesText('Esta pendência não está mais neste aparelho.')
    expect(await screen.findByRole('heading', { name: 'Pendências' })).toBeInTheDocument()
    gone.unmount()
    const id = await keepLesson(lucas)
    await sendOutbox()
    await edit(id)
    await seesText('Esta pendência já foi enviada.')
  })

  // Regression: it said that the sending had begun, and let the coach wait for an answer.
  it('an entry that is open in another tab says so', async () => {
    const id = await keepLesson(lucas)
    const letGo = await outbox.lockForEdit(id)
    await edit(id)
    await seesText('Esta pendência está aberta em outra aba.')
    letGo?.()
  })

  it('an entry that cannot be read now is not said to be gone', async () => {
    const id = await keepLesson(lucas)
    const reading = vi.spyOn(IDBIndex.prototype, 'getAll').mockThrow(new DOMException('Lost', 'UnknownError'))
    await edit(id)
    await seesText('Ocorreu um erro. Tente novamente.')
    reading.mockRestore()
    expect(screen.queryByText(/não está mais neste aparelho/)).not.toBeInTheDocument()
  })
})

const states = async () => (await outboxStore.list(coach.id)).map(({ state }) => state)

/** docs/product.md, 'Undo'. */
describe('the undo of what waits', () => {
  it('takes a lesson out without network, and puts it back as it was typed', async () => {
    const { user, intercept } = await registerOffline()
    await waitFor(async () => expect(await states()).toEqual(['pending']))
    const [waiting] = await outboxStore.list(coach.id)
    await user.click(await button('Desfazer'))
    await seesText('Aula pendente apagada', 'Nada foi enviado.')
    expect(await states()).toEqual([])

    await user.click(await button('Colocar de volta'))
    expect(await screen.findByText('Aula salva neste aparelho.')).toBeVisible()
    const [back] = await outboxStore.list(coach.id)
    expect(back).toMatchObject({ id: waiting?.id, intent: waiting?.intent, names: waiting?.names })
    intercept(null)
    await sendOutbox()
    expect(await lessons()).toHaveLength(1)
  })

  it('of a lesson that was sent meanwhile is like any other; until then it is not said that it was sent', async () => {
    const pack = await sellPackage(coach, lucas, { total_classes: 4 })
    const opened = await registerOffline()
    await comesBack(opened)
    expect(await lessons()).toHaveLength(1)
    expect(screen.queryByText('1 pendência enviada')).not.toBeInTheDocument()
    await press(opened.user, 'Desfazer')
    await seesText('Desfeito')
    expect(await lessons()).toEqual([])
    const left = 'select remaining_classes from public.packages where id = $1'
    expect(await backend.sql(left, [pack])).toEqual([{ remaining_classes: 4 }])
  })

  it('takes a student out', async () => {
    const opened = await openScreen('/app/students/new', { backend, coach })
    await typeStudent(opened)
    opened.intercept(deadNetwork)
    // Known to be offline, because otherwise the app would send the request, and nobody would know whether it arrived.
    // An answer that was on its way would tell that the server is reachable.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    act(reportUnreachable)
    await press(opened.user, 'Criar Aluno', 'Desfazer')
    expect(await screen.findByText('Aluno pendente apagado')).toBeVisible()
    expect(await states()).toEqual([])
  })

  it('of a student who was sent after all changes nothing, and says where to remove them', async () => {
    const opened = await openScreen('/app/students/new', { backend, coach })
    await createStudent(opened, async (request, send) => {
      const answer = await send(request)
      if (request.url.includes('/students') && request.method === 'POST') opened.intercept(deadNetwork)
      return answer
    })
    await opened.user.click(await button('Desfazer'))
    expect(await screen.findByText('O envio já começou')).toBeVisible()
    // Regression: half a second later 'Desfazendo...' took its place.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(screen.getByText('O envio já começou')).toBeVisible()
    await comesBack(opened)
    await seesText('Não foi possível desfazer')
    // Regression: 'Você pode editar ou apagar em Pendências.' followed, where nothing that was sent is edited.
    expect(screen.getByText('O aluno já foi enviado. Você pode apagar o aluno no perfil dele.')).toBeVisible()
  })

  it('of a lesson that was sent and that another device changed since names where lessons are deleted', async () => {
    const opened = await registerOffline()
    await comesBack(opened)
    await coach.client.from('sessions').update({ notes: 'Outra' }).eq('user_id', coach.id).throwOnError()
    await press(opened.user, 'Desfazer')
    await seesText(
      'Outro aparelho mudou esta aula. Nada foi desfeito. Você pode apagar a aula em Sessões de Aula.',
    )
  })
})

// Regression: the stars, which the press sent first, made the version of the edit old, and another device was blamed.
it('stars that wait are sent before an edit of their lesson, which is then saved', async () => {
  const seat = { student: lucas, feedback: { rating: 4 } }
  const sessionId = await giveLesson(coach, { date: noonOf(-1), notes: '' }, [seat])
  const { user } = await openScreen('/app/sessions', { backend, coach })
  await user.click(await button('Editar'))
  fill(await screen.findByLabelText(/^Observações da aula/), 'Vento')
  const opId = newId()
  const rated = { feedback: { rating: 2, tags: [] }, tapped: { rating: 2 } }
  await keep({ kind: 'feedback', feedback: { opId, sessionId, studentId: lucas, ...rated } }, { id: opId })
  await user.click(await button('Salvar'))
  expect(await screen.findByText('Sessão atualizada com sucesso')).toBeVisible()
  const saved = `select s.notes, f.rating from public.sessions s join public.session_feedbacks f on f.session_id = s.id
    where s.id = $1`
  expect(await backend.sql(saved, [sessionId])).toEqual([{ notes: 'Vento', rating: 2 }])
})
