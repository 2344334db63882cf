import { cents, later, type Action, type Decision, type Scene, type Shown } from './scene.ts'

type Package = NonNullable<Shown['profile']>['packages'][number]

const seenPackage = (pkg: Package) => ({
  name: pkg.name,
  total_classes: pkg.total_classes,
  used_outside: pkg.used_outside,
  purchase_date: pkg.purchase_date,
  expiry_date: pkg.expiry_date,
  validity_days: pkg.validity_days,
  extended_days: pkg.extended_days,
})

/** A change of the money of one of the student's packages. */
function money(
  { shown, chance, student, today, id }: Scene,
  kind: 'pay' | 'refund' | 'discount' | 'postpone' | 'correct',
): Decision | null {
  const pkg = chance.pick(shown.profile?.packages ?? [])
  if (!pkg) return null
  const { name, price: priced, paid_total: paid, payment_date, open_amount: open } = pkg
  const base = {
    opId: id(),
    packageId: pkg.id,
    studentId: student,
    seen: { name, price: priced, paid_total: paid, payment_date },
  }
  const deed = { kind: 'money' as const, pack: pkg.id, add: [], remove: [], takes: 0 }
  const row = (type: 'payment' | 'refund', amount: number) => {
    const added = { id: id(), kind: type, amount, paid_on: today, method: 'pix' as const }
    return {
      sent: { ...added, payer_name: null, note: null },
      meant: { id: added.id, pack: pkg.id, kind: type, amount: cents(amount), on: today },
    }
  }
  const partOf = (sum: number) => Math.min(sum, Math.max(0.5, Math.round(sum * chance.next() * 2) / 2))
  switch (kind) {
    case 'pay': {
      if (open <= 0) return null
      const { sent, meant } = row('payment', chance.happens(0.5) ? open : partOf(open))
      return { deed: { ...deed, add: [meant] }, press: (hands) => hands.money({ ...base, add: [sent] }) }
    }
    case 'refund': {
      if (paid <= 0) return null
      const { sent, meant } = row('refund', partOf(paid))
      const takes = chance.happens(0.5) ? pkg.remaining_classes : 0
      const adjust = { seen: seenPackage(pkg), delta: -takes, reason: 'Dinheiro devolvido' }
      return {
        deed: { ...deed, add: [meant], takes },
        press: (hands) => hands.money({ ...base, add: [sent], ...(takes > 0 && { adjust }) }),
      }
    }
    case 'correct': {
      const wrong = chance.pick(
        (shown.profile?.payments ?? []).filter((each) => each.package_id === pkg.id && !each.own),
      )
      if (!wrong) return null
      const { sent, meant } = row(wrong.kind, wrong.amount)
      return {
        deed: { ...deed, add: [meant], remove: [wrong.id] },
        press: (hands) => hands.money({ ...base, add: [sent], remove: [wrong] }),
      }
    }
    case 'discount': {
      if (open <= 0) return null
      const price = priced - partOf(open)
      return { deed: { ...deed, price: cents(price) }, press: (hands) => hands.money({ ...base, price }) }
    }
    case 'postpone': {
      if (open <= 0) return null
      const due = later(today, chance.whole(1, 20))
      return { deed: { ...deed, due }, press: (hands) => hands.money({ ...base, paymentDate: due }) }
    }
  }
}

/** What is sold, paid and changed on a student's profile. */
export const PACKAGES = {
  sell: {
    weight: 8,
    onProfile: true,
    decide: ({ shown, chance, student, today, id }) => {
      const pack = id()
      const totalClasses = chance.whole(1, 8)
      const price = chance.whole(0, 40) * 12.5
      const firstLessonValidity = chance.happens(0.3)
      const validityDays = chance.whole(3, 40)
      const startDate = later(today, chance.whole(-3, 2))
      const paymentDate = later(today, chance.whole(-5, 5))
      const isWhole = chance.happens(0.5) && paymentDate <= today
      const amount = isWhole ? price : chance.happens(0.5) ? Math.floor(price / 2) : 0
      const paidOn = isWhole ? paymentDate : today
      const payment = price > 0 && amount > 0 ? { amount, method: 'pix' as const, paidOn } : null
      const settles = (shown.profile?.owed ?? []).slice(0, totalClasses).map((owed) => owed.id)
      return {
        deed: {
          kind: 'sell',
          pack,
          values: {
            student,
            total: totalClasses,
            usedOutside: 0,
            start: startDate,
            lastDay: firstLessonValidity ? null : later(startDate, validityDays),
            validity: validityDays,
            price: cents(price),
            due: paymentDate,
          },
          received: payment && { amount: cents(amount), on: paidOn },
          settles,
        },
        press: (hands) =>
          hands.sell(pack, student, {
            startDate,
            paymentDate,
            totalClasses,
            price,
            validityDays,
            firstLessonValidity,
            renewsMonthly: false,
            received: isWhole,
            part: !isWhole && payment !== null,
            amount: String(amount),
            paidOn,
            method: 'pix',
            settle: null,
            payment,
          }),
      }
    },
  },

  adjust: {
    weight: 3,
    onProfile: true,
    decide: ({ shown, chance, student, id }) => {
      const pkg = chance.pick(shown.profile?.packages ?? [])
      if (!pkg) return null
      const by = chance.happens(0.5)
        ? chance.whole(1, 3)
        : -chance.whole(1, Math.max(1, pkg.remaining_classes))
      return {
        deed: { kind: 'adjust', pack: pkg.id, by },
        press: (hands) =>
          hands.adjust({
            opId: id(),
            packageId: pkg.id,
            studentId: student,
            seen: seenPackage(pkg),
            delta: by,
            reason: 'Combinado na quadra',
          }),
      }
    },
  },

  extend: {
    weight: 2,
    onProfile: true,
    decide: ({ shown, chance, student, id }) => {
      const pkg = chance.pick(shown.profile?.packages ?? [])
      if (!pkg) return null
      const by = chance.whole(1, 20)
      return {
        deed: { kind: 'extend', pack: pkg.id, by },
        press: (hands) =>
          hands.extend({
            opId: id(),
            extensionId: id(),
            packageId: pkg.id,
            studentId: student,
            seen: seenPackage(pkg),
            days: by,
            reason: 'Viagem',
          }),
      }
    },
  },

  pay: { weight: 6, onProfile: true, decide: (scene) => money(scene, 'pay') },
  refund: { weight: 2, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'refund') },
  discount: { weight: 1, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'discount') },
  postpone: { weight: 1, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'postpone') },
  correct: { weight: 2, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'correct') },
} satisfies Record<string, Action>
