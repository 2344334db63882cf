import { addDays } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { AdjustIntent, ExtendIntent, PaymentIntent, SaleIntent } from '@/credits/intents'
import { undoOfSale } from '@/credits/plan-package'
import { payOff } from '@/credits/plan-payment'
import { packagePlans } from '@/packages/package-plans-data'
import { paymentPlans } from '@/payments/data'
import { recess } from '@/recess/data'
import { sessions } from '@/sessions/data'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, packageValues, saleIntent, today } from '../../support/world/values'
import { calls } from './network-faults'
import { lines, write, type Scene, type Write } from './scene'

const applies = calls('apply_session_plan')

/** The student's packages with what was received for them, and the lines of the ledger. */
const stateOf = (scene: Scene, studentId: Uuid): Promise<string[]> =>
  lines(
    scene,
    `select concat_ws(' ', total_classes, used_classes, used_outside, extended_days, paid_total::float) as line
       from public.packages where student_id = $1
     union all
     select line from (select concat_ws(' ', kind, delta) as line from public.credit_ledger
                        where student_id = $1 order by id) l`,
    studentId,
  )

/** A sale that settles the one lesson its student owes. */
async function owing(): Promise<SaleIntent> {
  const { id: studentId } = await addStudent({ name: 'Bruno' })
  const { session } = dataOf(await sessions.register(lessonIntent([studentId])))
  if (!session) throw new Error('The lesson is not there')
  const values = packageValues({ price: 400 })
  return {
    opId: newId(),
    packageId: newId(),
    studentId,
    values,
    payment: { id: newId(), amount: 100, method: 'pix', paidOn: today },
    settle: [{ sessionId: session.id, expectedVersion: session.version }],
  }
}

async function changing(
  values: Parameters<typeof sellPackage>[1] = {},
): Promise<AdjustIntent & ExtendIntent> {
  const { id: studentId } = await addStudent({ name: 'Bruno' })
  const seen = await sellPackage(studentId, { price: 400, ...values })
  const about = { opId: newId(), packageId: seen.id, studentId, seen }
  return { ...about, delta: -3, extensionId: newId(), days: 7, reason: 'Viagem' }
}

/** All recesses belong to one coach: no recess may overlap another one or touch a package that another one extends. */
let given = 0
function nextRecess() {
  given += 1
  const from = addDays(today, 50 * given)
  return { from, until: addDays(from, 6) }
}
const NOW = { from: today, until: today }

/** The payment of the open 300 of a package sold for 400. */
async function paying(): Promise<PaymentIntent> {
  const { id } = await addStudent({ name: 'Bruno' })
  const payment = { id: newId(), amount: 100, method: 'pix', paidOn: today } as const
  const sold = dataOf(
    await packagePlans.sell(saleIntent(id, { values: packageValues({ price: 400 }), payment })),
  )
  return payOff(sold.package, { opId: newId(), today, method: 'pix' })
}
const PART = ['4 0 0 0 100', 'purchase 4']
const pays = calls('apply_payment_plan')

const SOLD = ['4 0 0 0 400', 'purchase 4']
const ADJUSTED = ['4 0 3 0 400', 'purchase 4', 'adjust -3']

/**
 * Sales, adjustments, extensions, payments, recesses and their undo: each happens once, whatever happens to its
 * requests.
 */
export const PACKAGE_WRITES: readonly Write[] = [
  write('packagePlans.sell', 'Erro ao criar pacote', calls('sell_package'), async (scene) => {
    const sale = await owing()
    const state = () => stateOf(scene, sale.studentId)
    const after = ['4 1 0 0 100', 'purchase 4', 'consume -1']
    return { send: () => packagePlans.sell(sale), state, before: [], after }
  }),
  write('packagePlans.undoSale', 'Erro ao desfazer', applies, async (scene) => {
    const sale = await owing()
    dataOf(await packagePlans.sell(sale))
    const undo = { ...undoOfSale(sale), opId: newId() }
    const state = () => stateOf(scene, sale.studentId)
    const before = ['4 1 0 0 100', 'purchase 4', 'consume -1']
    const after = ['purchase 4', 'consume -1', 'refund 1', 'void -4']
    return { send: () => packagePlans.undoSale(undo), state, before, after }
  }),
  write('packagePlans.adjust', 'Erro ao ajustar créditos', applies, async (scene) => {
    const intent = await changing()
    const state = () => stateOf(scene, intent.studentId)
    return { send: () => packagePlans.adjust(intent), state, before: SOLD, after: ADJUSTED }
  }),
  write('packagePlans.undoAdjust', 'Erro ao desfazer', applies, async (scene) => {
    const intent = await changing()
    dataOf(await packagePlans.adjust(intent))
    const undo = { ...intent, opId: newId() }
    const state = () => stateOf(scene, intent.studentId)
    const after = [...SOLD, ...ADJUSTED.slice(2), 'adjust 3']
    return { send: () => packagePlans.undoAdjust(undo), state, before: ADJUSTED, after }
  }),
  write('packagePlans.extend', 'Erro ao estender validade', applies, async (scene) => {
    const intent = await changing()
    const state = () => stateOf(scene, intent.studentId)
    return {
      send: () => packagePlans.extend(intent),
      state,
      before: SOLD,
      after: ['4 0 0 7 400', 'purchase 4'],
    }
  }),
  write('paymentPlans.apply', 'Erro ao salvar pagamento', pays, async (scene) => {
    const intent = await paying()
    const state = () => stateOf(scene, intent.studentId)
    return { send: () => paymentPlans.apply(intent), state, before: PART, after: SOLD }
  }),
  write('paymentPlans.undo', 'Erro ao desfazer', pays, async (scene) => {
    const intent = await paying()
    dataOf(await paymentPlans.apply(intent))
    const opId = newId()
    const state = () => stateOf(scene, intent.studentId)
    return { send: () => paymentPlans.undo(intent, opId), state, before: SOLD, after: PART }
  }),
  write('packagePlans.takeBack', 'Erro ao desfazer', applies, async (scene) => {
    const intent = await changing()
    dataOf(await packagePlans.extend(intent))
    const undo = { ...intent, opId: newId() }
    const state = () => stateOf(scene, intent.studentId)
    return {
      send: () => packagePlans.takeBack(undo),
      state,
      before: ['4 0 0 7 400', 'purchase 4'],
      after: SOLD,
    }
  }),
  write('recess.give', 'Erro ao dar recesso', applies, async (scene) => {
    const days = nextRecess()
    const { studentId } = await changing({ startDate: days.from })
    const state = () => stateOf(scene, studentId)
    const intent = { id: newId(), ...days }
    return { send: () => recess.give(intent), state, before: SOLD, after: ['4 0 0 7 400', 'purchase 4'] }
  }),
  write('recess.undo', 'Erro ao desfazer recesso', applies, async (scene) => {
    const { studentId } = await changing({ validityDays: 9 })
    const id = newId()
    dataOf(await recess.give({ id, ...NOW }))
    const intent = { id, listed: 1, opId: newId() }
    const state = () => stateOf(scene, studentId)
    return { send: () => recess.undo(intent), state, before: ['4 0 0 1 400', 'purchase 4'], after: SOLD }
  }),
]
