import { describe, expect, test } from 'vitest'
import { retrySettings } from '@/data/retry'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { dataRights } from '@/rights/data'
import { parseExport, type ExportDocument } from '@/rights/export.schema'
import { readExportFile } from '@/rights/use-rights'
import { sessions } from '@/sessions/data'
import { students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, packageValues, saleIntent, newId, today } from '../../support/world/values'
import { loseAnswers, makeDevice, to, type Device, signedIn } from '../device'

/** The coach's rights through the API; tests/db/rights*.test.ts test the database. */

const backend = await sharedBackend()
const coach = await backend.coach()
const ana = await signedIn(backend, coach)

const LATE = 'Este aluno foi anonimizado: não é mais possível registrar nem alterar dados dele.'

const newDevice = async (): Promise<Device> =>
  makeDevice(backend)
    .use()
    .signIn(await backend.coach())

/** A coach with a student who has a package, a lesson alone and a lesson with a friend. */
async function busyCoach() {
  const device = await newDevice()
  const student = await addStudent({ name: 'Zoé Prado', notes: 'Canhota' })
  const friend = await addStudent({ name: 'Bruno Lima' })
  const pack = await sellPackage(student.id)
  const alone = lessonIntent([student.id], {
    notes: 'Só a Zoé',
    date: new Date(Date.now() - 60_000).toISOString(),
  })
  const group = lessonIntent([student.id, friend.id], { notes: 'Zoé e Bruno' })
  dataOf(await sessions.register(alone))
  dataOf(await sessions.register(group))
  return { device, student, friend, pack, alone, group }
}

/** The document as read back from its file. */
const viaFile = (document: ExportDocument): ExportDocument => dataOf(parseExport(JSON.stringify(document)))

describe('taking data along', () => {
  test('one request answers everything of the coach, with the login and what an import changes', async () => {
    const { device, student } = await busyCoach()
    device.forget()
    const all = dataOf(await dataRights.exportMyData())
    expect(device.requests).toEqual(['POST rpc/export_my_data'])
    expect(all).toMatchObject({
      format: 'voleio-export',
      version: 1,
      totals: { lessons: 2, active_students: 2 },
    })
    expect(all.notice).toContain('os links das páginas públicas dos alunos mudam')
    expect(all.profile.email).toMatch(/@voleio\.test$/)
    expect(all.balances.find(({ student_id }) => student_id === student.id)).toMatchObject({
      credits: 2,
      lessons: 2,
    })
  })

  test('one student’s data is theirs alone; of an unknown one it says that there is none', async () => {
    const { student } = await busyCoach()
    const one = dataOf(await dataRights.exportStudentData(student.id))
    expect(one.lessons.map(({ participants }) => participants)).toEqual([1, 2])
    expect(
      JSON.stringify({ ...one, lessons: one.lessons.map(({ notes: _notes, ...rest }) => rest) }),
    ).not.toContain('Bruno')
    for (const failed of [
      await dataRights.exportStudentData(newId()),
      await dataRights.previewStudentRemoval(newId()),
      await dataRights.anonymizeStudent(newId(), { eraseGroupNotes: true }),
    ])
      expect(failed).toMatchObject({ code: 'student-not-found', message: 'Aluno não encontrado' })
  })

  test('megabytes have more time than any other request', async () => {
    const { requestTimeoutMs } = retrySettings
    retrySettings.requestTimeoutMs = 30
    const givenUp = gate()
    try {
      ana.network(async (request, send) => {
        if (to('/rpc/export_my_data')(request)) {
          await givenUp.passed
          return send(request)
        }
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => {
            givenUp.open()
            reject(new DOMException('Timed out', 'TimeoutError'))
          })
        })
      })
      const [exported, list] = await Promise.all([dataRights.exportMyData(), students.list()])
      expect(list).toMatchObject({ code: 'network' })
      expect(exported).toMatchObject({ success: true })
    } finally {
      retrySettings.requestTimeoutMs = requestTimeoutMs
    }
  })
})

test('a file that an editor saved in another encoding keeps its accents', async () => {
  const { student } = await busyCoach()
  const all = dataOf(await dataRights.exportMyData())
  const json = JSON.stringify(all)
  const nameIn = async (bytes: Uint8Array<ArrayBuffer>) =>
    dataOf(await readExportFile(new File([bytes], 'voleio.json'))).students.find(
      ({ id }) => id === student.id,
    )?.name
  const windows = Uint8Array.from(json, (letter) => letter.codePointAt(0) ?? 0)
  const utf16 = new Uint8Array(Uint16Array.from(`\uFEFF${json}`, (letter) => letter.charCodeAt(0)).buffer)
  expect(await Promise.all([windows, utf16].map(nameIn))).toEqual(['Zoé Prado', 'Zoé Prado'])
})

describe('an anonymised student', () => {
  test('is counted before and nobody after; whatever comes late is refused and says why', async () => {
    const { student, friend, pack, group } = await busyCoach()
    const { mentions, ...preview } = dataOf(await dataRights.previewStudentRemoval(student.id))
    expect(mentions).toEqual([{ place: 'group', about: null, text: 'Zoé e Bruno' }])
    expect(preview).toMatchObject({
      lessons_alone: 1,
      lessons_in_groups: 1,
      group_notes: 1,
      packages: 1,
      revenue: 420.5,
      open: 0,
      payments: 1,
      received: 420.5,
    })
    expect(await dataRights.anonymizeStudent(student.id, { eraseGroupNotes: true })).toMatchObject({
      success: true,
      data: preview,
      message: 'Aluno anonimizado com sucesso',
    })
    expect(dataOf(await students.get(student.id))).toMatchObject({
      name: 'Aluno anonimizado',
      phone: '',
      notes: null,
    })
    const late = { success: false, code: 'student-anonymized', message: LATE, permanent: true }
    expect(await sessions.register(lessonIntent([student.id]))).toMatchObject(late)
    expect(await students.update(student.id, { name: 'Zoé Prado' })).toMatchObject(late)
    expect(await packagePlans.sell(saleIntent(student.id))).toMatchObject(late)
    expect(await packageEdits.update(pack.id, packageValues({ price: 1 }))).toMatchObject(late)
    const noted = await sessions.updateComplete({
      opId: newId(),
      sessionId: group.sessionId,
      expectedVersion: dataOf(await sessions.get(group.sessionId))?.version ?? 0,
      lessonDay: today,
      notes: 'Zoé e Bruno',
      participants: [{ studentId: student.id }, { studentId: friend.id }],
    })
    expect(noted).toMatchObject({
      code: 'session-anonymized',
      message: 'Um aluno desta aula foi anonimizado: não é mais possível escrever observações nela.',
    })
    // The shared lesson stays for the other student, without its notes.
    expect(dataOf(await sessions.get(group.sessionId))).toMatchObject({ notes: null, student_count: 2 })
    expect(await sessions.register(lessonIntent([friend.id]))).toMatchObject({ success: true })
  })
})

describe('bringing data in', () => {
  test('an export comes into an empty account with the same balances, once', async () => {
    const { device } = await busyCoach()
    const document = viaFile(dataOf(await device.run(() => dataRights.exportMyData())))
    const heir = await newDevice()
    const opId = newId()
    heir.network(loseAnswers(to('/rpc/import_my_data'), 1))
    const brought = { students: 2, packages: 1, sessions: 2, credits: 2 }
    expect(await dataRights.importMyData(document, opId)).toMatchObject({
      success: true,
      data: { ...brought, replayed: true },
      message: 'Dados importados com sucesso',
    })
    expect(dataOf(await dataRights.exportMyData()).totals).toEqual(document.totals)
    expect(await dataRights.importMyData(document, newId())).toMatchObject({
      code: 'account-not-empty',
      message:
        'A importação só é possível em uma conta sem alunos, aulas, pacotes, clubes, horários, ' +
        'recessos e combinados. Nada foi importado.',
    })
  })

  test('a file with wrong balances, impossible rows or too many leaves the account empty and says so', async () => {
    const { device } = await busyCoach()
    const document = viaFile(dataOf(await device.run(() => dataRights.exportMyData())))
    await newDevice()
    const richer = { ...document, balances: document.balances.map((row) => ({ ...row, credits: 99 })) }
    expect(await dataRights.importMyData(richer, newId())).toMatchObject({
      code: 'balances-differ',
      message: 'Os saldos do arquivo não conferem com os seus lançamentos. Nada foi importado.',
    })
    const broken = { ...document, students: document.students.map((row) => ({ ...row, phone: 'x' })) }
    expect(await dataRights.importMyData(broken, newId())).toMatchObject({
      code: 'invalid',
      message: 'O arquivo tem dados que não podem ser importados. Nada foi importado.',
    })
    const at = { created_at: '2026-01-01T12:00:00Z', updated_at: '2026-01-01T12:00:00Z' }
    const slot = {
      ...at,
      minutes: 60,
      weekday: 2,
      start_time: '07:00',
      starts_on: '2026-01-01',
      ends_on: null,
      time_since: at.created_at,
    }
    const slots = Array.from({ length: 501 }, () => ({ ...slot, id: newId(), club_id: null, replaces: [] }))
    expect(await dataRights.importMyData({ ...document, slots }, newId())).toMatchObject({
      code: 'too-many-slots',
      message: 'São no máximo 500 horários. Encerre um horário antes de criar outro.',
    })
    const club = { ...at, name: 'Clube', address: null, phone: null, is_default: false }
    const clubs = Array.from({ length: 501 }, () => ({ ...club, id: newId() }))
    expect(await dataRights.importMyData({ ...document, clubs }, newId())).toMatchObject({
      code: 'too-many-rows',
      message: 'São registros demais deste tipo. Apague alguns antes de criar outros.',
    })
    expect(dataOf(await students.list())).toEqual([])
  })
})
