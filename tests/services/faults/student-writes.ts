import type { Uuid } from '@/core/model'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { studentLink, students } from '@/students/data'
import { studentImport } from '@/students/import/data'
import { addStudent, sellPackage } from '../../support/world/services'
import { importedRow, newId, packageValues, studentValues } from '../../support/world/values'
import { lessonIn, taught } from './lesson-writes'
import { calls, writing } from './network-faults'
import { delivered, lines, write, type Scene, type Write } from './scene'

const nameOf = (scene: Scene, id: Uuid) =>
  lines(scene, 'select name as line from public.students where id = $1', id)
const creditsIn = (scene: Scene, packageId: Uuid) =>
  lines(
    scene,
    `select concat_ws(' ', total_classes, 'total,', used_classes, 'used') as line from public.packages where id = $1`,
    packageId,
  )
const add = (name: string) => addStudent({ name })

/** Writes to students and their packages. */
export const STUDENT_WRITES: readonly Write[] = [
  write('students.create', 'Erro ao criar aluno', writing('POST', 'students'), async (scene) => {
    const id = newId()
    const values = studentValues({ name: 'Marina' })
    const state = () => nameOf(scene, id)
    return { send: () => students.create(id, values), state, before: [], after: ['Marina'] }
  }),
  write('students.update', 'Erro ao atualizar aluno', writing('PATCH', 'students'), async (scene) => {
    const { id } = await add('Bruno')
    const send = () => students.update(id, { name: 'Bruno Lima' })
    return { send, state: () => nameOf(scene, id), before: ['Bruno'], after: ['Bruno Lima'] }
  }),
  {
    name: 'students.remove',
    failed: 'Erro ao remover aluno',
    match: calls('delete_student'),
    again: 'Aluno não encontrado',
    intend: async (scene) => {
      const { bruno, pack, session } = await taught(scene)
      const state = async () => [
        ...(await nameOf(scene, bruno.id)),
        ...(await creditsIn(scene, pack.id)),
        ...(await lessonIn(scene, session.id)).slice(0, 1),
      ]
      const before = ['Bruno', '4 total, 1 used', 'lesson Bruno with 4 Bom ritmo']
      return { send: () => students.remove(bruno.id, { eraseGroupNotes: false }), state, before, after: [] }
    },
  },
  write('studentImport.save', 'Erro ao importar alunos', calls('import_students'), async (scene) => {
    const rows = ['Marina', 'Bruno'].map((name) => importedRow(name))
    const opId = newId()
    const state = () =>
      lines(
        scene,
        `select concat_ws(' ', s.name, s.total_credits, p.paid_total) as line from public.students s
           join public.packages p on p.student_id = s.id where s.id in ($1, $2) order by s.name`,
        ...rows.map(({ id }) => id),
      )
    const after = ['Bruno 3 400.00', 'Marina 3 400.00']
    return { send: () => studentImport.save(opId, rows), state, before: [], after }
  }),
  write('studentLink.rotate', 'Erro ao gerar novo link', calls('rotate_student_link'), async (scene) => {
    const { id } = await add('Bruno')
    const current =
      'select link::text as line from public.student_links where student_id = $1 and not revoked'
    // Sent twice, the write makes a second link. What counts: one link opens, and it is not the first.
    const state = async () => (await lines(scene, current, id)).map((link) => (link === id ? 'old' : 'new'))
    return { send: () => studentLink.rotate(id), state, before: ['old'], after: ['new'] }
  }),
  write('packageEdits.update', 'Erro ao atualizar pacote', calls('apply_session_plan'), async (scene) => {
    const seen = await sellPackage((await add('Bruno')).id)
    const send = () => packageEdits.update(seen.id, packageValues({ totalClasses: 6 }), seen)
    const state = () => creditsIn(scene, seen.id)
    return { send, state, before: ['4 total, 0 used'], after: ['6 total, 0 used'] }
  }),
  write('packages.markMonthly', 'Erro ao atualizar pacote', writing('PATCH', 'packages'), async (scene) => {
    const { id } = await sellPackage((await add('Bruno')).id)
    const state = () =>
      lines(scene, 'select renews_monthly::text as line from public.packages where id = $1', id)
    return { send: () => packages.markMonthly(id, true), state, before: ['false'], after: ['true'] }
  }),
  write('packageEdits.remove', 'Erro ao remover pacote', calls('apply_session_plan'), async (scene) => {
    const seen = await sellPackage((await add('Bruno')).id)
    const state = () => creditsIn(scene, seen.id)
    return { send: () => packageEdits.remove(seen.id, seen), state, before: ['4 total, 0 used'], after: [] }
  }),
  write(
    'deliver: a student of the outbox',
    'Erro ao criar aluno',
    writing('POST', 'students'),
    async (scene) => {
      const student = studentValues({ name: 'Marina' })
      const id = newId()
      const state = () => nameOf(scene, id)
      const send = () => delivered(scene.coach.id, id, { kind: 'student', student })
      return { send, state, before: [], after: ['Marina'] }
    },
  ),
]
