import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ExportedData } from '@/rights/export.schema.ts'
import { STUDENT } from '../support/world/sql.ts'
import type { Answer, Scene } from './scene.ts'

type Coach = Awaited<ReturnType<Scene['newcomer']>>

const row = (id: string, coach: Coach) => ({ ...STUDENT, id, user_id: coach.id, name: 'Intruso' })

/**
 * A link that ever existed is never given to another student. The attack makes links of each kind disappear in every
 * way in which a link can, and then tries every way in which somebody can name an id: none may open a page that was not
 * the link's own.
 */

interface Row {
  id: string
  name: string
  link: string | null
}

/** A student whose id is the link, and the coach who imported the student. */
interface Given {
  owner: Coach
  student: string
}

export function attackLinks(of: () => Scene): void {
  const rpc = async (coach: Coach, name: string, body: object): Promise<Answer> => {
    const answer = await of().ask(coach, 'POST', `/rest/v1/rpc/${name}`, { body })
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const page = async (link: string) => {
    const { visitor, ask } = of()
    const body = { student_uuid: link }
    return (await ask(visitor, 'POST', '/rest/v1/rpc/get_student_public_data', { body })).text
  }
  const studentsOf = async (coach: Coach) => {
    const { text } = await of().ask(coach, 'GET', '/rest/v1/students?select=id,name,link')
    const rows: [Row, ...Row[]] = JSON.parse(text)
    return rows
  }
  const rotate = async ({ owner, student }: Given) =>
    String((await rpc(owner, 'rotate_student_link', { student })).json)
  const erase = ({ owner, student }: Given) => rpc(owner, 'delete_student', { student_uuid: student })
  const anonymise = ({ owner, student }: Given) => rpc(owner, 'anonymize_student', { student_uuid: student })
  const close = ({ owner }: Given) => rpc(owner, 'delete_my_account', {})
  const byOperator = (table: string) => (given: Given) =>
    of().query(`delete from ${table} where ${table === 'public.students' ? 'user_id' : 'id'} = $1`, [
      given.owner.id,
    ])

  /** Ways in which a link disappears. Each returns the student's links besides the first. */
  const GOES: Record<string, (given: Given) => Promise<unknown>> = {
    stays: async () => [],
    'a changed link': async (given) => [await rotate(given)],
    'deleted with the student': erase,
    'changed, then deleted with the student': async (given) => {
      const fresh = await rotate(given)
      await erase(given)
      return [fresh]
    },
    anonymised: anonymise,
    'anonymised, then deleted': async (given) => {
      await anonymise(given)
      await erase(given)
    },
    'anonymised, then the account closed': async (given) => {
      await anonymise(given)
      await close(given)
    },
    'the account closed': close,
    'changed, then the account closed': async (given) => {
      const fresh = await rotate(given)
      await close(given)
      return [fresh]
    },
    'the student deleted by an operator': byOperator('public.students'),
    'the profile deleted by an operator': byOperator('public.profiles'),
    'the login deleted by an operator': byOperator('auth.users'),
  }

  const insertWith =
    (prefer: string) =>
    async (coach: Coach, ids: readonly string[]): Promise<Answer[]> => {
      const said: Answer[] = []
      const headers = { prefer: `return=representation,${prefer}` }
      for (const id of ids)
        said.push(await of().ask(coach, 'POST', '/rest/v1/students', { body: row(id, coach), headers }))
      return said
    }
  const COMES: Record<string, (coach: Coach, ids: readonly string[]) => Promise<Answer[]>> = {
    'a plain insert': insertWith('missing=default'),
    'an upsert that merges': insertWith('resolution=merge-duplicates'),
    'an upsert that ignores': insertWith('resolution=ignore-duplicates'),
    'an insert of many': async (coach, ids) => [
      await of().ask(coach, 'POST', '/rest/v1/students', { body: ids.map((id) => row(id, coach)) }),
    ],
    'a spreadsheet': async (coach, ids) => {
      const { user_id: _, ...student } = row('', coach)
      const rows = ids.map((id) => ({ student: { ...student, id, status: 'active' }, package: null }))
      const body = { plan: { op_id: randomUUID(), rows } }
      return [await of().ask(coach, 'POST', '/rest/v1/rpc/import_students', { body })]
    },
  }

  it('a link that was given opens no other page, whatever way it went and whatever way it comes', async () => {
    const scene = of()
    const { newcomer, ask } = scene
    const unknown = await page(randomUUID())

    // One file with a student for each way. A separate coach imports each student, all under the same operation id.
    const author = await newcomer()
    const ways = Object.keys(GOES)
    for (const name of ways)
      await ask(author, 'POST', '/rest/v1/students', { body: { ...row(randomUUID(), author), name } })
    const whole: ExportedData = JSON.parse((await rpc(author, 'export_my_data', {})).text)
    const fileOf = (students: ExportedData['students']): ExportedData => ({
      ...whole,
      students,
      balances: whole.balances.filter((balance) => students.some(({ id }) => id === balance.student_id)),
      totals: { ...whole.totals, active_students: students.length },
    })
    const op_id = randomUUID()

    const expected = new Map<string, string>()
    for (const [way, go] of Object.entries(GOES)) {
      const owner = await newcomer()
      const mine = whole.students.filter(({ name }) => name === way)
      await rpc(owner, 'import_my_data', { document: fileOf(mine), op_id })
      const [{ id, link }] = await studentsOf(owner)
      expect(link, way).toBeNull()
      const before = await page(id)
      expect(before, way).toContain('"success":true')
      const more = await go({ owner, student: id })
      expected.set(id, way === 'stays' ? before : unknown)
      for (const fresh of Array.isArray(more) ? more : [])
        if (typeof fresh === 'string')
          expected.set(fresh, way === 'a changed link' ? before.replaceAll(id, fresh) : unknown)
    }
    const links = [...expected.keys()]
    expect(links.length).toBe(ways.length + 3)

    const opened = async (way: string) => {
      for (const [link, text] of expected) expect(await page(link), `${link} after ${way}`).toBe(text)
    }
    await opened('nothing')
    const comers: { way: string; coach: Coach; ids: number }[] = []
    for (const [way, come] of Object.entries(COMES)) {
      const coach = await newcomer()
      const answers = await come(coach, links)
      // A link in use and a link that once was in use must get the same answer.
      const alike = answers.map(({ status, text }) => [
        status,
        links.reduce((said, id) => said.replaceAll(id, '-'), text).replaceAll(/"\w+_at":"[^"]+"/g, ''),
      ])
      expect(new Set(alike.map((answer) => JSON.stringify(answer))).size, way).toBe(1)
      expect(alike[0]?.[0], JSON.stringify(alike)).toBeLessThan(300)
      await opened(way)
      comers.push({ way, coach, ids: links.length })
    }
    const importer = await newcomer()
    await rpc(importer, 'import_my_data', { document: whole, op_id })
    await opened('the same file under the same operation')
    comers.push({ way: 'the same file', coach: importer, ids: ways.length })

    // Every student who got in has their own page, by a link that nobody had before.
    const all = new Set(links)
    for (const { way, coach, ids } of comers) {
      const students = await studentsOf(coach)
      expect(students, way).toHaveLength(ids)
      for (const { id, name, link } of students) {
        expect(all.has(link ?? id), `${way}: ${String(link)}`).toBe(false)
        all.add(link ?? id)
        expect(JSON.parse(await page(link ?? id)), way).toMatchObject({ student: { name } })
        expect((await rpc(coach, 'get_student_link', { student: id })).json).toBe(link)
      }
    }
  })
}
