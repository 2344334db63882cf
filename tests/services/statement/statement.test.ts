import { beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '@/core/dates'
import { packagePlans } from '@/packages/package-plans-data'
import { statement, type StatementFilter } from '@/packages/statement/data'
import { expiredLine, statementLine } from '@/packages/statement/rules'
import { sessions } from '@/sessions/data'
import { sharedBackend } from '../../support/backend'
import { addStudent, creditsOf, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, today } from '../../support/world/values'
import { makeDevice } from '../device'

const ALL: StatementFilter = { packageId: null, since: null, until: null }

const backend = await sharedBackend()
const ana = await makeDevice(backend)
  .use()
  .signIn(await backend.coach())
beforeEach(() => {
  ana.use()
  ana.forget()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function taught() {
  const { id } = await addStudent()
  const pkg = await sellPackage(id)
  const lesson = lessonIntent([id])
  dataOf(await sessions.register(lesson))
  dataOf(await sessions.remove({ opId: newId(), sessionId: lesson.sessionId }))
  const intent = {
    opId: newId(),
    packageId: pkg.id,
    studentId: id,
    seen: pkg,
    delta: -1,
    reason: 'Aulas de maio',
  }
  dataOf(await packagePlans.adjust(intent))
  return { id, pkg }
}

test('explains every credit, newest first, in one request; its balance is the card’s', async () => {
  const { id } = await taught()
  ana.forget()
  const page = dataOf(await statement.page(id, today, ALL))
  expect(ana.requests).toHaveLength(1)
  expect(page.lines.map((line) => [statementLine(line, 'UTC'), line.delta, line.balance_after])).toEqual([
    ['Ajuste: Aulas de maio', -1, 3],
    [expect.stringMatching(/^Crédito devolvido: aula retirada \(aula de \d\d\/\d\d · \d\d:\d\d\)$/), 1, 4],
    [expect.stringMatching(/^Aula de \d\d\/\d\d · \d\d:\d\d$/), -1, 3],
    ['Pacote de 4 aulas vendido', 4, 4],
  ])
  expect(page).toMatchObject({
    total_credits: 3,
    opening_balance: 0,
    closing_balance: 3,
    more: false,
    expired: [],
  })
  expect(await creditsOf(id)).toBe(3)
})

test('credits that expired are told beside the lines, until the validity is extended', async () => {
  const { id: studentId } = await addStudent()
  const pkg = await sellPackage(studentId, { startDate: addDays(today, -40), validityDays: 30 })
  const { expired } = dataOf(await statement.page(studentId, today, ALL))
  expect(expired).toMatchObject([{ package_id: pkg.id, credits: 4 }])
  expect(expired.map(expiredLine)).toEqual([expect.stringMatching(/^4 créditos venceram em /)])
  const intent = { opId: newId(), packageId: pkg.id, studentId, seen: pkg, extensionId: newId() }
  dataOf(await packagePlans.extend({ ...intent, days: 15, reason: 'Lesão' }))
  expect(dataOf(await statement.page(studentId, today, ALL))).toMatchObject({
    expired: [],
    closing_balance: 4,
  })
})
