import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CLOCK_TOLERANCE } from '@/core/constants'
import { asSent } from '../support/flat-plan'
import { refusal } from '../support/postgres-database'
import {
  applyPlan,
  basedOn,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  registerLesson,
  rowOf,
  STUDENT,
  lessonPlan,
} from '../support/world/sql'
import { planOf, assignmentRow, feedbackRow } from '../support/world/values'
import { expectNoBrokenRules } from './broken-rules'
import { onPostgres } from './on-postgres'

/** A session some minutes from now. */
const MINUTE = 60_000
const at = (minutes: number) => ({
  session: {
    id: randomUUID(),
    teacher: 'Ana',
    date: new Date(Date.now() + minutes * MINUTE).toISOString(),
  },
})

onPostgres((db) => {
  async function ledger(student: string) {
    return db().asOwner((query) =>
      query<{ kind: string; delta: number }>(
        'select kind, delta from public.credit_ledger where student_id = $1 order by id',
        [student],
      ),
    )
  }

  async function coachWithPackage(total = 4) {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach)
    const pack = await makePackage(db(), coach, student, { total_classes: total })
    return { coach, student, pack }
  }

  it('a package sold is credits of its student and a line of the ledger', async () => {
    const { student } = await coachWithPackage(4)
    expect(await rowOf(db(), 'students', student)).toMatchObject({ total_credits: 4, credits_version: 1 })
    expect(await ledger(student)).toEqual([{ kind: 'purchase', delta: 4 }])
    await expectNoBrokenRules(db())
  })

  it('a lesson takes one class of the package it names, and none of any other', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const other = await makePackage(db(), coach, student)
    const answer = await registerLesson(db(), coach, [{ student, package: pack }])
    expect(answer).toMatchObject({
      replayed: false,
      session: { id: answer.id, student_count: 1, unassigned_count: 0, notes: null },
      students: [{ id: student, total_credits: 7 }],
    })
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ used_classes: 1, remaining_classes: 3 })
    expect(await rowOf(db(), 'packages', other)).toMatchObject({ used_classes: 0, remaining_classes: 4 })
    expect((await ledger(student)).at(-1)).toEqual({ kind: 'consume', delta: -1 })
    await expectNoBrokenRules(db())
  })

  it('a lesson without a package takes nothing and is counted as unassigned', async () => {
    const { coach, student } = await coachWithPackage(4)
    const answer = await registerLesson(db(), coach, [{ student, package: null }])
    expect(answer.session).toMatchObject({ student_count: 1, unassigned_count: 1 })
    expect(answer.students).toMatchObject([{ total_credits: 4 }])
    await expectNoBrokenRules(db())
  })

  it('one lesson of thirty students takes one class of each', async () => {
    const coach = await makeCoach(db())
    const seats: { student: string; package: string }[] = []
    for (let i = 0; i < 30; i++) {
      const student = await makeStudent(db(), coach, { name: `Aluno ${i}` })
      seats.push({ student, package: await makePackage(db(), coach, student) })
    }
    const answer = await registerLesson(db(), coach, seats)
    expect(answer.students.map((student) => student.total_credits)).toEqual(seats.map(() => 3))
    await expectNoBrokenRules(db())
  })

  it('moving a lesson to another package gives the class back to the first and takes one of the second', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const second = await makePackage(db(), coach, student)
    const { id, session } = await registerLesson(db(), coach, [{ student, package: pack }])
    await applyPlan(
      db(),
      coach,
      planOf({
        op: 'update',
        session: { id },
        expected_version: session?.version ?? 0,
        based_on: await basedOn(db(), coach, [student]),
        assignments: [{ student_id: student, package_id: second, manually_assigned: true }],
      }),
    )
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ remaining_classes: 4 })
    expect(await rowOf(db(), 'packages', second)).toMatchObject({ remaining_classes: 3 })
    expect(
      (await ledger(student))
        .slice(-2)
        .map((line) => line.kind)
        .toSorted(),
    ).toEqual(['consume', 'refund'])
    await expectNoBrokenRules(db())
  })

  it('a student removed from a lesson gets the class back, and the feedback goes', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const stays = await makeStudent(db(), coach, { name: 'Bruno Lima' })
    const { id, session } = await registerLesson(db(), coach, [
      { student, package: pack },
      { student: stays },
    ])
    const answer = await applyPlan(
      db(),
      coach,
      planOf({
        op: 'update',
        session: { id },
        expected_version: session?.version ?? 0,
        remove_students: [student],
      }),
    )
    expect(answer.session).toMatchObject({ student_count: 1, unassigned_count: 1 })
    expect(await rowOf(db(), 'students', student)).toMatchObject({ total_credits: 4 })
    const feedback = await db().asUser(coach, (query) =>
      query('select student_id from public.session_feedbacks where session_id = $1', [id]),
    )
    expect(feedback).toEqual([{ student_id: stays }])
    await expectNoBrokenRules(db())
  })

  it('a deleted lesson gives every class back', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const { id, session } = await registerLesson(db(), coach, [{ student, package: pack }])
    const answer = await applyPlan(
      db(),
      coach,
      planOf({
        op: 'delete',
        session: { id },
        expected_version: session?.version ?? 0,
        based_on: await basedOn(db(), coach, [student]),
      }),
    )
    expect(answer).toMatchObject({
      replayed: false,
      session: null,
      students: [{ id: student, total_credits: 4 }],
    })
    expect((await ledger(student)).map((line) => line.delta)).toEqual([4, -1, 1])
    await expectNoBrokenRules(db())
  })

  it('deleting a lesson that is gone already changes nothing and is no error', async () => {
    const coach = await makeCoach(db())
    const answer = await applyPlan(
      db(),
      coach,
      planOf({ op: 'delete', session: { id: randomUUID() }, expected_version: 1 }),
    )
    expect(answer).toMatchObject({ replayed: true, session: null, sessions: [], students: [] })
  })

  it('the last class cannot be taken twice', async () => {
    const { coach, student, pack } = await coachWithPackage(1)
    await registerLesson(db(), coach, [{ student, package: pack }])
    const refused = await refusal(registerLesson(db(), coach, [{ student, package: pack }]))
    expect(refused.code).toBe('23514')
    expect(refused.message).toContain('packages_used_within_total')
    await expectNoBrokenRules(db())
  })

  it('a changed total moves the balance by the difference', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    await registerLesson(db(), coach, [{ student, package: pack }])
    await db().asUser(coach, (query) =>
      query('update public.packages set total_classes = 10 where id = $1', [pack]),
    )
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ remaining_classes: 9 })
    expect((await ledger(student)).at(-1)).toEqual({ kind: 'adjust', delta: 6 })
    await expectNoBrokenRules(db())
  })

  it('a total below what is used is refused, and nothing changes', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    for (let i = 0; i < 3; i++) await registerLesson(db(), coach, [{ student, package: pack }])
    const refused = await refusal(
      db().asUser(coach, (query) =>
        query('update public.packages set total_classes = 2 where id = $1', [pack]),
      ),
    )
    expect(refused.code).toBe('23514')
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ total_classes: 4, remaining_classes: 1 })
  })

  it('a package that a lesson uses cannot be deleted; an unused one is voided', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const unused = await makePackage(db(), coach, student, { total_classes: 7 })
    await registerLesson(db(), coach, [{ student, package: pack }])
    const remove = (id: string) =>
      db().asUser(coach, (query) => query('delete from public.packages where id = $1', [id]))
    expect((await refusal(remove(pack))).code).toBe('23503')
    await remove(unused)
    expect((await ledger(student)).at(-1)).toEqual({ kind: 'void', delta: -7 })
    expect(await rowOf(db(), 'students', student)).toMatchObject({ total_credits: 3 })
    await expectNoBrokenRules(db())
  })

  it('credits_version rises with dates and totals of a package, not with its name or price', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const version = async () => (await basedOn(db(), coach, [student]))[0]?.version ?? -1
    const edit = (assignment: string) =>
      db().asUser(coach, (query) => query(`update public.packages set ${assignment} where id = $1`, [pack]))
    const before = await version()
    await edit(`name = 'Outro', price = 1`)
    expect(await version()).toBe(before)
    await edit(`expiry_date = '2026-04-01'`)
    expect(await version()).toBe(before + 1)
    await edit(`purchase_date = '2026-01-11'`)
    expect(await version()).toBe(before + 2)
  })

  it('a plan made from credits that moved since is refused', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const based_on = await basedOn(db(), coach, [student])
    await registerLesson(db(), coach, [{ student, package: pack }])
    const refused = await refusal(
      applyPlan(
        db(),
        coach,
        planOf({
          based_on,
          assignments: [assignmentRow(student, pack)],
        }),
      ),
    )
    expect(refused).toEqual({ code: 'PT409', message: 'stale_credits' })
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ used_classes: 1 })
  })

  it('a plan made from an older version of the lesson is refused: students, notes, feedback alike', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const { id, session } = await registerLesson(db(), coach, [{ student, package: pack }])
    const feedback = { student_id: student, rating: 5, notes: 'Ótimo saque', tags: ['Saque'], club_id: null }
    const edit = (version: number) =>
      applyPlan(
        db(),
        coach,
        planOf({ op: 'update', session: { id }, expected_version: version, feedbacks: [feedback] }),
      )
    const version = session?.version ?? 0
    const edited = await edit(version)
    expect(edited.session?.version).toBeGreaterThan(version)
    expect(await refusal(edit(version))).toEqual({ code: 'PT409', message: 'stale_session' })
    expect(await rowOf(db(), 'packages', pack)).toMatchObject({ used_classes: 1 })
    const rows = await db().asUser(coach, (query) =>
      query('select rating, notes, tags from public.session_feedbacks where session_id = $1', [id]),
    )
    expect(rows).toEqual([{ rating: 5, notes: 'Ótimo saque', tags: ['Saque'] }])
  })

  it('an edit changes the fields it names and keeps the others', async () => {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach)
    const date = '2026-05-04T18:00:00+00:00'
    const { id, session } = await registerLesson(db(), coach, [{ student }], {
      session: { id: randomUUID(), teacher: 'Ana', notes: 'Chuva', date },
    })
    const moved = await applyPlan(
      db(),
      coach,
      planOf({
        op: 'update',
        session: { id, date: '2026-05-03T18:00:00Z' },
        expected_version: session?.version ?? 0,
      }),
    )
    expect(moved.session).toMatchObject({ teacher: 'Ana', notes: 'Chuva', date: '2026-05-03T18:00:00+00:00' })
    const cleared = await applyPlan(
      db(),
      coach,
      planOf({ op: 'update', session: { id, notes: null }, expected_version: moved.session?.version ?? 0 }),
    )
    expect(cleared.session).toMatchObject({ teacher: 'Ana', notes: null, date: '2026-05-03T18:00:00+00:00' })
  })

  it('a club deleted while the lesson was typed does not lose the lesson', async () => {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach)
    const answer = await registerLesson(db(), coach, [{ student }], {
      feedbacks: [feedbackRow(student, { club_id: randomUUID() })],
    })
    const rows = await db().asUser(coach, (query) =>
      query('select rating, club_id from public.session_feedbacks where session_id = $1', [answer.id]),
    )
    expect(rows).toEqual([{ rating: 4, club_id: null }])
  })

  it('a lesson has a past date, five minutes of a fast clock allowed', async () => {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach)
    expect(
      await refusal(registerLesson(db(), coach, [{ student }], at(CLOCK_TOLERANCE / MINUTE + 1))),
    ).toEqual({
      code: 'PT400',
      message: 'session_in_future',
    })
    const { id, session } = await registerLesson(db(), coach, [{ student }], at(CLOCK_TOLERANCE / MINUTE - 1))
    const later = planOf({
      op: 'update',
      session: { ...at(CLOCK_TOLERANCE / MINUTE + 1).session, id },
      expected_version: session?.version ?? 0,
    })
    expect((await refusal(applyPlan(db(), coach, later))).message).toBe('session_in_future')
    const direct = db().asUser(coach, (query) =>
      query(
        `insert into public.sessions (user_id, teacher, date) values ($1, 'Ana', now() + interval '1 day')`,
        [coach],
      ),
    )
    expect((await refusal(direct)).message).toBe('session_in_future')
  })

  it.each([
    ['no op', { op: undefined }],
    ['an unknown op', { op: 'merge' }],
    ['no op_id', { op_id: undefined }],
    ['no lesson id', { session: {} }],
    ['alerts that are no object', { alerts: [] }],
    [
      'an assignment without the credits it was planned from',
      { assignments: [{ student_id: randomUUID(), package_id: null }] },
    ],
  ])('a malformed plan is refused: %s', async (_, wrong) => {
    const coach = await makeCoach(db())
    const refused = refusal(
      db().asUser(coach, (query) =>
        query('select public.apply_session_plan($1::text::jsonb)', [
          JSON.stringify(asSent({ ...planOf({}), ...wrong })),
        ]),
      ),
    )
    expect(await refused).toEqual({ code: 'PT400', message: 'bad_plan' })
  })

  it('a student is in a lesson once', async () => {
    const { coach, student } = await coachWithPackage()
    const seat = assignmentRow(student)
    const twice = planOf({ based_on: await basedOn(db(), coach, [student]), assignments: [seat, seat] })
    expect(await refusal(applyPlan(db(), coach, twice))).toEqual({ code: 'PT400', message: 'bad_plan' })
  })

  it('a plan about what is not there is refused', async () => {
    const { coach, student } = await coachWithPackage()
    const gone = randomUUID()
    const seats = [student, gone].map((student_id) => ({
      student_id,
      package_id: null,
      manually_assigned: false,
    }))
    const unknownStudent = planOf({
      based_on: [...(await basedOn(db(), coach, [student])), { student_id: gone, version: 0 }],
      assignments: seats,
    })
    expect(await refusal(applyPlan(db(), coach, unknownStudent))).toEqual({
      code: 'PT404',
      message: 'student_not_found',
    })
    const unknownLesson = planOf({ op: 'update', expected_version: 1 })
    expect(await refusal(applyPlan(db(), coach, unknownLesson))).toEqual({
      code: 'PT404',
      message: 'session_not_found',
    })
  })

  it("another coach's student, package or lesson is not there", async () => {
    const { student, pack, coach } = await coachWithPackage()
    const { id, session } = await registerLesson(db(), coach, [{ student, package: pack }])
    const stranger = await makeCoach(db())
    const own = await makeStudent(db(), stranger)
    const version = session?.version ?? 0
    const seat = assignmentRow(student, pack)
    expect(
      (
        await refusal(
          applyPlan(
            db(),
            stranger,
            planOf({ based_on: [{ student_id: student, version: 2 }], assignments: [seat] }),
          ),
        )
      ).message,
    ).toBe('student_not_found')
    expect(
      (
        await refusal(
          applyPlan(db(), stranger, planOf({ op: 'update', session: { id }, expected_version: version })),
        )
      ).message,
    ).toBe('session_not_found')
    const stolen = registerLesson(db(), stranger, [{ student: own, package: pack }])
    expect((await refusal(stolen)).code).toBe('23503')
    const deleted = await applyPlan(
      db(),
      stranger,
      planOf({ op: 'delete', session: { id }, expected_version: version }),
    )
    expect(deleted).toMatchObject({ session: null })
    expect(await rowOf(db(), 'sessions', id)).toMatchObject({ version })
  })

  it('without a login nothing is applied', async () => {
    const refused = refusal(
      db().asService((query) =>
        query('select public.apply_session_plan($1::text::jsonb)', [JSON.stringify(planOf({}))]),
      ),
    )
    expect(await refused).toEqual({ code: 'PT401', message: 'not_authenticated' })
  })

  it('a refused plan leaves nothing behind, and its op_id may be used again', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const plan = planOf({
      based_on: [{ student_id: student, version: 99 }],
      assignments: [assignmentRow(student, pack)],
    })
    expect((await refusal(applyPlan(db(), coach, plan))).code).toBe('PT409')
    expect(await rowOf(db(), 'sessions', plan.session.id)).toBeUndefined()
    const again = await applyPlan(db(), coach, { ...plan, based_on: await basedOn(db(), coach, [student]) })
    expect(again).toMatchObject({ replayed: false, session: { id: plan.session.id } })
  })

  it('a plan sent twice happens once, and the second answer is the state as it is', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const plan = await lessonPlan(db(), coach, [{ student, package: pack }])
    await applyPlan(db(), coach, plan)
    expect(await applyPlan(db(), coach, plan)).toMatchObject({
      replayed: true,
      session: { id: plan.session.id },
      students: [{ id: student, total_credits: 3 }],
    })
    await expectNoBrokenRules(db())
  })

  it('a late retry does not bring a deleted lesson back', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const plan = await lessonPlan(db(), coach, [{ student, package: pack }])
    const { session } = await applyPlan(db(), coach, plan)
    await applyPlan(
      db(),
      coach,
      planOf({ op: 'delete', session: { id: plan.session.id }, expected_version: session?.version ?? 0 }),
    )
    expect(await applyPlan(db(), coach, plan)).toMatchObject({ replayed: true, session: null })
    expect(await rowOf(db(), 'students', student)).toMatchObject({ total_credits: 4 })
  })

  it.each(['students', 'packages', 'clubs'] as const)(
    '%s: an id inserted twice is a duplicate; once deleted, it stays gone',
    async (table) => {
      const coach = await makeCoach(db())
      const student = await makeStudent(db(), coach)
      const id = randomUUID()
      const rows = {
        students: STUDENT,
        packages: { ...PACKAGE, student_id: student },
        clubs: { name: 'Clube' },
      }
      const add = () =>
        db().asUser(coach, (query) => insert(query, table, { ...rows[table], id, user_id: coach }))
      await add()
      expect((await refusal(add())).code).toBe('23505')
      await db().asOwner((query) => query(`delete from public.${table} where id = $1`, [id]))
      expect(await refusal(add())).toEqual({ code: 'PT410', message: 'already_deleted' })
    },
  )

  it('an id that another coach uses is neither refused nor told of, and each coach keeps their own row', async () => {
    const coach = await makeCoach(db())
    const stranger = await makeCoach(db())
    const id = await makeStudent(db(), coach)
    expect(await makeStudent(db(), stranger, { id, name: 'Outra Pessoa' })).toBe(id)
    const pack = await makePackage(db(), coach, id)
    expect(await makePackage(db(), stranger, id, { id: pack, total_classes: 9 })).toBe(pack)
    const lesson = await registerLesson(db(), coach, [{ student: id, package: pack }])
    const same = { session: { id: lesson.id, teacher: 'Bia' } }
    await registerLesson(db(), stranger, [{ student: id, package: pack }], same)
    await db().asUser(stranger, (query) => query('delete from public.sessions where id = $1', [lesson.id]))
    const left = await db().asUser(coach, (query) =>
      query('select name, total_credits from public.students where id = $1', [id]),
    )
    expect(left).toEqual([{ name: STUDENT.name, total_credits: 3 }])
    await expectNoBrokenRules(db())
    const forged = db().asUser(stranger, (query) => insert(query, 'students', { ...STUDENT, user_id: coach }))
    expect((await refusal(forged)).code).toBe('42501')
  })

  it('a deleted student takes everything along, and group lessons stay', async () => {
    const { coach, student, pack } = await coachWithPackage(4)
    const friend = await makeStudent(db(), coach, { name: 'Bruno Lima' })
    const friendPack = await makePackage(db(), coach, friend)
    const alone = await registerLesson(db(), coach, [{ student, package: pack }])
    const group = await registerLesson(db(), coach, [
      { student, package: pack },
      { student: friend, package: friendPack },
    ])
    const answer = await db().asUser(coach, (query) =>
      query('select public.delete_student($1) as answer', [student]),
    )
    expect(answer).toMatchObject([{ answer: { students: 1, lessons: 1 } }])
    expect(await rowOf(db(), 'students', student)).toBeUndefined()
    expect(await rowOf(db(), 'packages', pack)).toBeUndefined()
    expect(await rowOf(db(), 'sessions', alone.id)).toBeUndefined()
    expect(await rowOf(db(), 'sessions', group.id)).toMatchObject({ student_count: 1, unassigned_count: 0 })
    expect(await ledger(student)).toEqual([])
    expect(await rowOf(db(), 'students', friend)).toMatchObject({ total_credits: 3 })
    await expectNoBrokenRules(db())
  })

  it("another coach's student cannot be deleted", async () => {
    const { student } = await coachWithPackage()
    const stranger = await makeCoach(db())
    const answer = await db().asUser(stranger, (query) =>
      query('select public.delete_student($1) as answer', [student]),
    )
    expect(answer).toEqual([{ answer: { students: 0, lessons: 0 } }])
    expect(await rowOf(db(), 'students', student)).toMatchObject({ id: student })
  })

  it('an account that goes takes every row along', async () => {
    const { coach, student, pack } = await coachWithPackage()
    await registerLesson(db(), coach, [{ student, package: pack }])
    await db().asOwner((query) => query('delete from auth.users where id = $1', [coach]))
    const left = await db().asOwner((query) =>
      query(
        `select (select count(*) from public.profiles where id = $1) + (select count(*) from public.students where user_id = $1)
              + (select count(*) from public.packages where user_id = $1) + (select count(*) from public.sessions where user_id = $1)
              + (select count(*) from public.credit_ledger where user_id = $1) + (select count(*) from private.applied_ops where user_id = $1) as rows`,
        [coach],
      ),
    )
    expect(left).toEqual([{ rows: 0 }])
  })
})
