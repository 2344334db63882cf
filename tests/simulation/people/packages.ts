import { ANY, nameOf } from '../journal.ts'
import { cents, daysBetween, later, type Action, type Decision, type Scene, type Shown } from './scene.ts'

type Package = NonNullable<Shown['profile']>['packages'][number]

/** The owed lessons that the form of a sale shows as settled. */
const settledBy = ({ profile }: Shown, classes: number) =>
  (profile?.owed ?? []).slice(0, classes).map(({ id }) => id)

type Values = ReturnType<typeof newValues>

/** What the person means by the values of a form. */
const meantBy = (values: Values) => ({
  total: values.totalClasses,
  start: values.startDate,
  lastDay: values.firstLessonValidity ? null : later(values.startDate, values.validityDays),
  validity: values.validityDays,
  price: cents(values.price),
  due: values.paymentDate,
  monthly: values.renewsMonthly,
})

/** A sale as the form sends it, with the deed that the person means. */
function saleOf(
  { shown, chance, student, today }: Scene,
  pack: string,
  values: Values,
  renews: string | null,
) {
  const { paymentDate, price } = values
  const isWhole = chance.happens(0.5) && paymentDate <= today
  const part = () => (chance.happens(0.5) ? Math.floor(price / 2) : 0)
  const amount = isWhole ? price : part()
  const paidOn = isWhole ? paymentDate : today
  const payment = price > 0 && amount > 0 ? { amount, method: 'pix' as const, paidOn } : null
  return {
    deed: {
      kind: 'sell' as const,
      pack,
      values: { student, usedOutside: 0, ...meantBy(values), renews },
      received: payment && { amount: cents(amount), on: paidOn },
      settles: settledBy(shown, values.totalClasses),
    },
    sent: {
      ...values,
      received: isWhole,
      part: !isWhole && payment !== null,
      amount: String(amount),
      paidOn,
      method: 'pix' as const,
      settle: null,
      payment,
    },
  }
}

/** Of who owes lessons, half buy fewer classes; the others mostly have some left. */
function classesOf({ shown, chance }: Scene): number {
  const owed = shown.profile?.owed.length ?? 0
  return chance.whole(1, owed > 1 && chance.happens(0.5) ? owed - 1 : owed + 8)
}

const newValues = (scene: Scene) => {
  const { chance, today } = scene
  return {
    totalClasses: classesOf(scene),
    price: chance.happens(0.1) ? 0 : chance.whole(1, 50_000) / 100,
    firstLessonValidity: chance.happens(0.3),
    validityDays: chance.whole(1, chance.happens(0.6) ? 4 : 40),
    startDate: later(today, chance.whole(-3, 2)),
    paymentDate: later(today, chance.whole(-5, 5)),
    renewsMonthly: chance.happens(0.3),
  }
}

const seenPackage = (pkg: Package) => ({
  name: pkg.name,
  total_classes: pkg.total_classes,
  used_classes: pkg.used_classes,
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
  const needs = kind === 'refund' || kind === 'correct' ? 'paid_total' : 'open_amount'
  const pkg = chance.pick((shown.profile?.packages ?? []).filter((each) => each[needs] > 0))
  if (!pkg) return null
  const { name, price: priced, paid_total: paid, payment_date, open_amount: open } = pkg
  const base = {
    opId: id(),
    packageId: pkg.id,
    studentId: student,
    seen: { name, price: priced, paid_total: paid, payment_date },
  }
  const seen = { price: cents(priced), paid: cents(paid), due: payment_date }
  const deed = { kind: 'money' as const, pack: pkg.id, student, seen, add: [], remove: [], takes: 0 }
  const row = (type: 'payment' | 'refund', amount: number) => {
    const added = { id: id(), kind: type, amount, paid_on: today, method: 'pix' as const }
    return {
      sent: { ...added, payer_name: null, note: null },
      meant: { id: added.id, pack: pkg.id, kind: type, amount: cents(amount), on: today },
    }
  }
  const partOf = (sum: number) => chance.whole(1, cents(sum)) / 100
  switch (kind) {
    case 'pay': {
      const { sent, meant } = row('payment', chance.happens(0.5) ? open : partOf(open))
      return { deed: { ...deed, add: [meant] }, press: (hands) => hands.money({ ...base, add: [sent] }) }
    }
    case 'refund': {
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
      const price = (cents(priced) - cents(partOf(open))) / 100
      return { deed: { ...deed, price: cents(price) }, press: (hands) => hands.money({ ...base, price }) }
    }
    case 'postpone': {
      const due = later(today, chance.whole(1, 20))
      return { deed: { ...deed, due }, press: (hands) => hands.money({ ...base, paymentDate: due }) }
    }
  }
}

/** Deeds on a student's profile: sales, payments and changes of packages. */
export const PACKAGES = {
  sell: {
    weight: 12,
    onProfile: true,
    decide: (scene) => {
      const pack = scene.id()
      const { deed, sent } = saleOf(scene, pack, newValues(scene), null)
      return {
        deed,
        press: (hands) => hands.sell(pack, scene.student, sent),
        again: ({ named, chance, shown }) => {
          named(pack)
          // The form may by now know more owed lessons.
          const settles = settledBy(shown, deed.values.total)
          const price = chance.whole(1, 50_000) / 100
          const unpaid = { received: false, part: false, payment: null }
          return {
            deed: { ...deed, values: { ...deed.values, price: cents(price) }, received: null, settles },
            press: (hands) => hands.sell(pack, scene.student, { ...sent, ...unpaid, price }),
          }
        },
      }
    },
  },

  /** 'Renovar': repeats the last sale, from today on. */
  renew: {
    weight: 2,
    onProfile: true,
    decide: (scene) => {
      const last = scene.shown.profile?.packages[0]
      if (!last) return null
      const pack = scene.id()
      const renews = last.renews_monthly ? last.id : null
      const values = {
        totalClasses: last.total_classes,
        price: last.price,
        firstLessonValidity: last.validity_days !== null,
        validityDays: last.validity_days ?? 30,
        startDate: scene.today,
        paymentDate: scene.today,
        renewsMonthly: renews !== null && scene.chance.happens(0.8),
      }
      const { deed, sent } = saleOf(scene, pack, values, renews)
      return { deed, press: (hands) => hands.sell(pack, scene.student, sent, renews ?? undefined) }
    },
  },

  /** 'Renovações': renews one package that is due. */
  renewAll: {
    weight: 1,
    toast: 'plain',
    decide: async ({ hands, chance, today }) => {
      const { month, waiting } = await hands.renewals()
      const pkg = chance.pick(waiting)
      if (!pkg) return null
      const due = [`${month}-05`, today].toSorted().at(-1) ?? today
      const validity =
        pkg.validity_days ?? daysBetween(pkg.purchase_date, pkg.expiry_date ?? '') - pkg.extended_days
      const start = [`${month}-01`, today].toSorted().at(-1) ?? today
      return {
        deed: {
          kind: 'sell',
          // The app makes the package's id.
          pack: '',
          values: {
            student: pkg.student_id,
            total: pkg.sold_classes,
            usedOutside: 0,
            start,
            lastDay: pkg.validity_days === null ? later(start, validity) : null,
            validity,
            price: cents(pkg.sold_price),
            due,
            monthly: true,
            renews: pkg.id,
          },
          received: null,
          settles: [],
        },
        press: () => hands.renewAll([pkg], { start, due }),
      }
    },
  },

  /** Saves the form of a stored package. */
  repackage: {
    weight: 6,
    onProfile: true,
    toast: 'plain',
    decide: (scene) => {
      const { shown, chance, named } = scene
      const packages = shown.profile?.packages ?? []
      const moved = packages.filter((each) => each.extended_days > 0)
      const pkg = chance.pick(moved.length > 0 && chance.happens(0.6) ? moved : packages)
      if (!pkg) return null
      const typed = newValues(scene)
      const values = {
        ...typed,
        totalClasses: Math.max(1, pkg.total_classes + chance.whole(-2, 3)),
        price: chance.happens(0.5) ? pkg.price : typed.price,
        paymentDate: chance.happens(0.5) ? pkg.payment_date : typed.paymentDate,
        startDate: chance.happens(0.5) ? pkg.purchase_date : typed.startDate,
      }
      const words = [values.price, values.totalClasses, values.startDate, values.paymentDate].join(' ')
      named(nameOf.edit('packages', pkg.id, pkg.updated_at, words))
      return {
        deed: {
          kind: 'repackage',
          pack: pkg.id,
          values: meantBy(values),
        },
        press: (hands) => hands.repackage({ seen: pkg, values }),
      }
    },
  },

  /** Changes the price alone, so that changes of other fields by another device must hold as well. */
  reprice: {
    weight: 3,
    onProfile: true,
    toast: 'plain',
    decide: ({ shown, chance, named, id }) => {
      const pkg = chance.pick(shown.profile?.packages ?? [])
      if (!pkg) return null
      // A different price on each device.
      const price = (Number.parseInt(id().slice(0, 4), 16) + 1) / 100
      named(nameOf.edit('packages', pkg.id, ANY, price))
      return {
        deed: { kind: 'repackage', pack: pkg.id, values: { price: cents(price) } },
        press: (hands) => hands.reprice(pkg, price),
      }
    },
  },

  /** 'Renovar todo mês' on the card. */
  mark: {
    weight: 2,
    onProfile: true,
    toast: 'none',
    decide: ({ shown, chance }) => {
      const packages = shown.profile?.packages ?? []
      const pkg = chance.pick(chance.happens(0.5) ? packages.slice(0, 1) : packages)
      if (!pkg) return null
      const monthly = !pkg.renews_monthly
      return { deed: { kind: 'mark', pack: pkg.id, monthly }, press: (hands) => hands.mark(pkg.id, monthly) }
    },
  },

  /** Deletes a package that no lesson uses. */
  unpack: {
    weight: 1.2,
    onProfile: true,
    toast: 'plain',
    decide: ({ shown, chance, named }) => {
      const pkg = chance.pick(
        (shown.profile?.packages ?? []).filter(
          (each) => each.remaining_classes === each.total_classes - each.used_outside,
        ),
      )
      if (!pkg) return null
      named(nameOf.remove('packages', pkg.id))
      return { deed: { kind: 'unpack', pack: pkg.id }, press: (hands) => hands.unpack(pkg.id) }
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
    weight: 4,
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

  pay: { weight: 8, onProfile: true, decide: (scene) => money(scene, 'pay') },
  refund: { weight: 3, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'refund') },
  discount: { weight: 2, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'discount') },
  postpone: { weight: 2, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'postpone') },
  correct: { weight: 3, onProfile: true, toast: 'plain', decide: (scene) => money(scene, 'correct') },
} satisfies Record<string, Action>
