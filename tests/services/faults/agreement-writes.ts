import { vi } from 'vitest'
import { agreements } from '@/agreement/data'
import { visits } from '@/agreement/visitor-data'
import { addStudent, dataOf } from '../../support/world/services'
import { today } from '../../support/world/values'
import { writing } from './network-faults'
import { lines, type Scene, type Write } from './scene'

const RULES = { notice_hours: 24, makeup_days: 0, note: null, starts_on: today }

const standing = (scene: Scene) =>
  lines(
    scene,
    'select notice_hours::text as line from public.agreements where user_id = $1 and ends_on is null order by version',
    scene.coach.id,
  )
const forget = ({ backend, coach }: Scene) =>
  backend.sql('delete from public.agreements where user_id = $1', [coach.id])

/** The rules of missed lessons, and what a student writes by the link. */
export const AGREEMENT_WRITES: readonly Write[] = [
  {
    name: 'agreements.save',
    failed: 'Não foi possível publicar os combinados',
    match: writing('POST', 'rpc/save_agreement'),
    intend: async (scene) => {
      await forget(scene)
      return {
        send: () => agreements.save(RULES),
        state: () => standing(scene),
        before: [],
        after: ['24'],
      }
    },
  },
  {
    name: 'agreements.end',
    failed: 'Não foi possível tirar os combinados do ar',
    match: writing('POST', 'rpc/end_agreement'),
    intend: async (scene) => {
      await forget(scene)
      dataOf(await agreements.save(RULES))
      return { send: () => agreements.end(), state: () => standing(scene), before: ['24'], after: [] }
    },
  },
  {
    name: 'visits.confirm',
    failed: 'Ocorreu um erro. Tente novamente.',
    match: writing('POST', 'rpc/confirm_agreement'),
    isAskedOnce: true,
    isLoginless: true,
    isImpatient: true,
    says: { slow: 'Sem conexão. Verifique sua internet e tente novamente.' },
    intend: async (scene) => {
      vi.stubGlobal('fetch', scene.device.connection.fetch)
      await forget(scene)
      const { version } = dataOf(await agreements.save(RULES))
      const { id } = await addStudent({ name: 'Bruno' })
      const state = () =>
        lines(
          scene,
          'select version::text as line from public.agreement_confirmations where student_id = $1',
          id,
        )
      return { send: () => visits.confirm(id, version), state, before: [], after: [String(version)] }
    },
  },
]
