import { derivedId, digestOf, contentHash } from '@/core/ids'
import type { LocalDate, Package, Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { asEmptied, namesInFacts } from '@/credits/applied'
import { effectsOf } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import { packageRow, planEdit } from '@/credits/plan-package'
import type { PackagePlan } from '@/credits/plan-types'
import { untold, type Untold } from '@/credits/untold'
import { failedWrite } from '@/data/calls'
import { hasValues, inDoubt, knownFailure, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { send } from '@/data/retry'
import type { Client } from '@/data/supabase'
import type { Seen } from '@/data/table'
import { readPackage } from './package-plans-data'
import type { PackageDialogValues } from './package.schema'
import { ownValidityDays, usedClasses } from './rules'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'

const { service: texts } = PACKAGE_MESSAGES

/** What the coach reads before a package is deleted. The database refuses the deletion if any of it has changed. */
export type SeenForRemoval = Seen &
  Pick<Package, 'name' | 'total_classes' | 'used_outside' | 'extended_days' | 'price' | 'paid_total'> & {
    /** Read apart from the package. */
    payments?: readonly Uuid[]
  }

const readBefore = (seen: SeenForRemoval) => ({
  updated_at: seen.updated_at,
  total_classes: seen.total_classes,
  used_outside: seen.used_outside,
  extended_days: seen.extended_days,
  price: seen.price,
  paid_total: seen.paid_total,
  ...(seen.payments && { payments: seen.payments.toSorted().join() }),
})

type Edit = Extract<PackagePlan, { op: 'edit' | 'delete' }>

/** Every try of the same values over the same seen version has the same operation id. */
async function sendEdit(client: Client, edit: Edit, seen: Seen | undefined) {
  const opId = seen ? derivedId(edit.id, await digestOf(JSON.stringify(edit))) : crypto.randomUUID()
  const plan = { ...planEdit(opId, edit), content: await contentHash(edit) }
  return send(() => client.rpc('apply_session_plan', { plan }))
}

/** A stored package's form values with another start date. The validity keeps its length: the last day moves along. */
export const beginningOn = (pkg: Package, startDate: LocalDate): PackageDialogValues => ({
  totalClasses: pkg.total_classes,
  price: pkg.price,
  startDate,
  paymentDate: pkg.payment_date,
  validityDays: ownValidityDays(pkg),
  firstLessonValidity: pkg.validity_days !== null,
  renewsMonthly: pkg.renews_monthly,
})

/** 'Editar Pacote' and 'Apagar pacote'. Kept apart from `packages`, which every profile loads. */
export const packageEdits = {
  /**
   * Changes a package. Its remaining classes change by the difference of the totals; a total below the used classes
   * fails with 'package-below-used' (docs/product.md, 'Changing a package').
   *
   * @param seen the package as the coach saw it when the edit began. If it was edited since, the change fails with
   * 'overtaken'; a lesson that took a credit meanwhile is no conflict, unless `left` names the credits that the package
   * must still have. The package's extensions stay.
   */
  update: async (
    id: Uuid,
    values: PackageDialogValues,
    seen?: Seen & Pick<Package, 'extended_days'>,
    only?: Uuid,
    left?: Pick<Package, 'remaining_classes'>,
  ): Promise<Result<Untold<{ package: Package; effects: StudentEffect[] }>>> => {
    const written = packageRow(values, seen?.extended_days)
    const expected = { ...(seen && { updated_at: seen.updated_at }), ...left }
    return asOwner({ failed: texts.update, only }, async (client, owner) => {
      const sent = await sendEdit(client, { op: 'edit', id, expected, values: written }, seen)
      const { response: done } = sent
      const read = (await send(() => readPackage(client, owner, id))).response
      const { data: now } = read
      if (done.error) {
        const reason = failedWrite(sent, texts.update)
        // The lesson may have been registered on this device.
        const isUsed = left && now && now.remaining_classes < left.remaining_classes
        if (isUsed && reason.code === 'overtaken' && now.updated_at === seen?.updated_at)
          return knownFailure('package-used')
        if (reason.code !== 'package-below-used' || !now) return reason
        return failure(reason.code, PACKAGE_SCREEN.belowUsed(usedClasses(now)))
      }
      // Saved, but what is stored could not be read. Sending the same again finds out.
      if (read.error) return inDoubt(toFailure(read, texts.update))
      if (now === null) return knownFailure('package-not-found')
      // An earlier try saved the edit, and another device has changed the package since. Extensions are no part of an
      // edit.
      const entered = packageRow(beginningOn(now, now.purchase_date), seen?.extended_days)
      if (done.data.replayed && !hasValues(entered, written)) return knownFailure('overtaken')
      const names = namesInFacts({ students: [] }, [now])
      const effects = await effectsOf(client, owner, done.data, { effects: [] }, names)
      return success(untold({ package: now, effects }), texts.updated)
    })
  },

  /**
   * Deletes a package. Fails with 'in-use' if a lesson uses it (docs/product.md, 'Changing a package').
   *
   * @param seen the package when the coach read what is deleted with it. If another device has received money for it,
   * adjusted or extended it since, the deletion fails with 'overtaken'.
   */
  remove: async (
    id: Uuid,
    seen?: SeenForRemoval,
    only?: Uuid,
  ): Promise<Result<Untold<{ effects: StudentEffect[] }>>> => {
    const expected = seen ? readBefore(seen) : {}
    return asOwner({ failed: texts.remove, only }, async (client, owner) => {
      const sent = await sendEdit(client, { op: 'delete', id, expected }, seen)
      const { response: done } = sent
      if (done.error) return failedWrite(sent, texts.remove, { 'in-use': PACKAGE_SCREEN.toast.inUse.title })
      const names = namesInFacts({ students: [] }, seen ? [{ id, name: seen.name }] : [])
      const applied = { ...done.data, effects: done.data.effects && asEmptied(done.data.effects) }
      const effects = await effectsOf(client, owner, applied, { effects: [] }, names)
      return success(untold({ effects }), texts.removed)
    })
  },
}
