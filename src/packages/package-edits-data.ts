import { derivedId } from '@/core/derived-id'
import { digestOf } from '@/core/digest'
import type { Package, Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { type Effects, namesOf } from '@/credits/applied'
import { effectsOf } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import type { PackagePlan } from '@/credits/plan-types'
import { untold, type Untold } from '@/credits/untold'
import { contentHash } from '@/data/content-hash'
import { hasValues, knownFailure, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { send } from '@/data/retry'
import type { Client } from '@/data/supabase'
import type { Seen } from '@/data/table'
import { readPackage, toRow } from './package-row-data'
import type { PackageDialogValues } from './package.schema'
import { usedClasses } from './rules'
import { PACKAGE_MESSAGES } from './texts'

const { service: texts } = PACKAGE_MESSAGES

/** What the coach reads before a package is deleted, and what of it moves with the package. */
type SeenForRemoval = Seen &
  Pick<Package, 'name' | 'total_classes' | 'used_outside' | 'extended_days' | 'price' | 'paid_total'>

const readBefore = ({
  updated_at,
  total_classes,
  used_outside,
  extended_days,
  price,
  paid_total,
}: SeenForRemoval): Omit<SeenForRemoval, 'name'> => ({
  updated_at,
  total_classes,
  used_outside,
  extended_days,
  price,
  paid_total,
})

type Edit = Extract<PackagePlan, { op: 'edit' | 'delete' }>

/** A package as its edit left it, and what the edit did. */
interface PackageEdited {
  package: Package
  effects: StudentEffect[]
}

/** The same for every try of what the coach entered over what the coach saw. */
const operationOf = async (edit: Edit, seen: Seen | undefined): Promise<Uuid> =>
  seen ? derivedId(edit.id, await digestOf(JSON.stringify(edit))) : crypto.randomUUID()

/** The title of the toast says that the package is gone; what went with it are its credits and what was open. */
const asEmptied = (effects: Effects): Effects => ({
  ...effects,
  packages: effects.packages.map(({ before, after }) => ({
    before,
    after: after ?? (before && { ...before, remaining_classes: 0, open_amount: 0 }),
  })),
})

/** Alerts follow from the screen that reads the student anew, so the plan has none. */
async function sendEdit(client: Client, opId: Uuid, edit: Edit) {
  const plan = {
    op_id: opId,
    content: await contentHash(edit),
    based_on: [],
    lessons: [],
    packages: [edit],
    extensions: { add: [], take_back: [] },
    alerts: { raise: [], end: [] },
  }
  return (await send(() => client.rpc('apply_session_plan', { plan }))).response
}

/** 'Editar Pacote' and 'Apagar pacote'. Apart from `packages`, which every profile loads. */
export const packageEdits = {
  /**
   * Changes a package. Its remaining classes change by the difference of the totals; a total below the used classes is
   * refused (docs/product.md, 'Changing a package').
   *
   * @param seen the package as the coach saw it when the edit began; if it was edited since: failure 'overtaken'.
   * Sessions that took a credit meanwhile are no conflict. Its extensions stay.
   */
  update: async (
    id: Uuid,
    values: PackageDialogValues,
    seen?: Seen & Pick<Package, 'extended_days'>,
    only?: Uuid,
  ): Promise<Result<Untold<PackageEdited>>> => {
    const written = toRow(values, seen?.extended_days)
    const expected = seen ? { updated_at: seen.updated_at } : {}
    const edit: Edit = { op: 'edit', id, expected, values: written }
    const opId = await operationOf(edit, seen)
    return asOwner({ failed: texts.update, only }, async (client, owner) => {
      const done = await sendEdit(client, opId, edit)
      const { data: now } = await send(() => readPackage(client, owner, id)).then(({ response }) => response)
      if (done.error) {
        const refused = toFailure(done, texts.update)
        if (refused.code !== 'package-below-used' || !now) return refused
        return failure(refused.code, PACKAGE_MESSAGES.belowUsed(usedClasses(now)))
      }
      if (now === null) return knownFailure('package-not-found')
      // An earlier try had saved it, and another device has changed it since.
      if (done.data.replayed && !hasValues(now, written)) return knownFailure('overtaken')
      const names = namesOf({ students: [] }, [now])
      const effects = await effectsOf(client, owner, done.data, { effects: [] }, names)
      return success(untold({ package: now, effects }), texts.updated)
    })
  },

  /**
   * Deletes a package that no session uses, else failure 'in-use' (docs/product.md, 'Changing a package').
   *
   * @param seen the package as the coach read what goes with it; what another device received, adjusted or extended since
   * does not go untold: failure 'overtaken'.
   */
  remove: async (
    id: Uuid,
    seen?: SeenForRemoval,
    only?: Uuid,
  ): Promise<Result<Untold<{ effects: StudentEffect[] }>>> => {
    const edit: Edit = { op: 'delete', id, expected: seen ? readBefore(seen) : {} }
    const opId = await operationOf(edit, seen)
    return asOwner({ failed: texts.remove, only }, async (client, owner) => {
      const done = await sendEdit(client, opId, edit)
      if (done.error) {
        return toFailure(done, texts.remove, { 'in-use': PACKAGE_MESSAGES.toast.inUse.title })
      }
      const names = namesOf({ students: [] }, seen ? [{ id, name: seen.name }] : [])
      const applied = { ...done.data, effects: done.data.effects && asEmptied(done.data.effects) }
      const effects = await effectsOf(client, owner, applied, { effects: [] }, names)
      return success(untold({ effects }), texts.removed)
    })
  },
}
