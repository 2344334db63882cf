import type { Uuid } from '@/core/model'
import type { EditedPackage } from '@/credits/plan-types'
import type { Client } from '@/data/supabase'
import type { PackageDialogValues } from './package.schema'
import { expiryDate, packageName } from './rules'

/**
 * Form values as columns, with the derived name and expiry (docs/product.md, 'Packages'). If the validity begins with
 * the first lesson, the expiry is left out: the database computes it.
 */
export const toRow = (values: PackageDialogValues, extendedDays = 0): EditedPackage => ({
  name: packageName(values.totalClasses),
  total_classes: values.totalClasses,
  price: values.price,
  purchase_date: values.startDate,
  payment_date: values.paymentDate,
  renews_monthly: values.renewsMonthly,
  ...(values.firstLessonValidity
    ? { validity_days: values.validityDays }
    : {
        validity_days: null,
        expiry_date: expiryDate(values.startDate, values.validityDays + extendedDays),
      }),
})

/** The stored package; null if it does not exist. */
export const readPackage = (client: Client, owner: Uuid, id: Uuid) =>
  client.from('packages').select().eq('user_id', owner).eq('id', id).maybeSingle()
