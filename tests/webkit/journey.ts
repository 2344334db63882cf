import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allKept } from '../../e2e/support/kept-on-device.ts'
import type { OwnApp } from '../../e2e/support/own-app.ts'
import type { Report } from './report.ts'
import { type Desk, KEYS, WebKit } from './webkit.ts'

/** A coach's first day on a phone, whose end is without a network. A step that fails saves a picture in `folder`. */
export async function playJourney(desk: Desk, app: OwnApp, folder: string, report: Report): Promise<void> {
  const { backend } = app
  const coach = await backend.coach({ name: 'Carla Menezes', email: 'webkit@voleio.test' })
  const webkit = await WebKit.open(desk, { width: 390, height: 844, scale: 1, dark: false })
  const goto = (address: string) => webkit.goto(app.url + address)
  const lessons = async () => {
    const { data } = await coach.client
      .from('sessions')
      .select('session_package_assignments(package_id)')
      .throwOnError()
    return data.length
  }
  const credits = async () => {
    const { data } = await coach.client.from('students').select('total_credits').throwOnError().single()
    return Number(data.total_credits)
  }
  let doing = ''
  const step = async (what: string, work: () => Promise<unknown>) => {
    doing = what
    await work()
    report(what, await webkit.faults())
  }
  try {
    await step(`WebKitGTK ${webkit.version}: the coach logs in`, async () => {
      await goto('/app/login')
      await webkit.type('Email', coach.email)
      await webkit.type('Senha', coach.password)
      await webkit.press('Entrar')
      await webkit.sees('Alunos Recentes')
    })
    await step('adds a student', async () => {
      await goto('/app/students/new')
      await webkit.type('Nome', 'Marina Couto')
      await webkit.type('Telefone', '11912345678')
      await webkit.choose('Gênero', 'Feminino')
      await webkit.choose('Tipo de aluno', 'Aluno Fixo')
      await webkit.choose('Classe', '3 Classe')
      await webkit.press('Criar')
      await webkit.sees('Aluno criado com sucesso')
    })
    await step('sells a package of 4 lessons', async () => {
      await goto('/app/packages/new')
      await webkit.press('Aluno')
      await webkit.press('Marina Couto')
      await webkit.type('Preço (R$)', '380,00')
      await webkit.press('Criar Pacote')
      await webkit.sees('Pacote criado com sucesso!')
    })
    await step('registers a lesson, which takes one credit', async () => {
      await goto('/app/sessions/new')
      await webkit.press('Marina Couto')
      await webkit.press('Continuar')
      await webkit.sees('fica com 3')
      await webkit.press('Registrar ·')
      await webkit.sees('Sessão registrada com sucesso')
      expectEqual('lessons', await lessons(), 1)
      expectEqual('credits', await credits(), 3)
    })
    await step('plans lessons at a time that is typed', async () => {
      // Tomorrow: with a lesson at this hour, the form would ask whether another one is the same.
      await goto(`/app/agenda?form=novo&dia=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`)
      await webkit.press('Escolher alunos')
      await webkit.press('Marina Couto')
      await webkit.press('Concluir')
      await webkit.type('Hora', '0730')
      await webkit.press('Adicionar')
      await webkit.sees('Horário adicionado')
      await webkit.sees('07:30 08:30 Marina Couto')
    })
    await step('the student’s page shows 3 credits and one lesson', async () => {
      const { data } = await coach.client.from('students').select('id').throwOnError().single()
      await goto(`/student-page/${String(data.id)}`)
      await webkit.sees('Aluno de Carla Menezes')
      await webkit.sees('Créditos Disponíveis 3')
      await webkit.sees('Aulas Realizadas 1')
    })
    await step('a visitor sends the lead form, and Escape closes the thanks', async () => {
      await goto('/lead-form/pt')
      await webkit.type('Nome', 'Lia Prado')
      await webkit.type('Email', 'lia@example.com')
      await webkit.type('Telefone', '11987654321')
      await webkit.choose('Como você conheceu o Voleio?', 'Amigos')
      await webkit.press('Enviar')
      await webkit.sees('Obrigado pelo seu interesse!')
      await webkit.keys(KEYS.escape)
      if (await webkit.run(() => document.querySelector('dialog[open]') !== null))
        throw new Error('still open')
      const leads = await backend.sql('select from public.racketleads where email = $1', ['lia@example.com'])
      expectEqual('leads', leads.length, 1)
    })
    await step('a worker controls the app, and the device keeps what a court needs', async () => {
      await goto('/app/students')
      await webkit.sees('3 crédito(s)')
      await webkit.until('the worker', () => webkit.run(() => navigator.serviceWorker.controller !== null))
      // The list of students, and the last read of the prefetch.
      for (const part of [String.raw`[\"${coach.id}\",\"students\"]`, 'main_sport']) {
        await webkit.until(part, async () => (await webkit.run(allKept, 'databases')).includes(part))
      }
      // The query store writes in batches: wait for the last one.
      await sleep(1_000)
    })
    await step('without a server the app opens, and a lesson is kept in the outbox', async () => {
      app.hangUp(true)
      await goto('/app/sessions/new')
      await webkit.press('Marina Couto')
      await webkit.press('Continuar')
      await webkit.press('Registrar ·')
      await webkit.sees('Aula salva neste aparelho.')
      // Loading the page again proves that the lesson was stored.
      await goto('/app/outbox')
      await webkit.sees('1 pendente')
    })
    await step('with the server again it is sent, once', async () => {
      app.hangUp(false)
      await goto('/app/outbox')
      await webkit.sees('Tudo sincronizado')
      await sleep(500)
      expectEqual('lessons', await lessons(), 2)
      expectEqual('credits', await credits(), 2)
    })
  } catch (error) {
    await writeFile(path.join(folder, 'failed.png'), await webkit.screenshot())
    report(doing, [error instanceof Error ? error.message : String(error), ...(await webkit.faults())])
  } finally {
    app.hangUp(false)
    await webkit.close()
  }
}

function expectEqual(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, not ${expected}`)
}
