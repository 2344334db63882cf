import type { LocalDate, Package, Uuid } from '@/core/model'
import { packageName } from '@/packages/rules'
import { newStudentRow, type StudentRow } from '../student-row'
import type { ImportedPackage, ImportedValues } from './import-rows'

/** As many rows as one call takes. */
export const IMPORT_ROWS = 1000

type PackageRow = Pick<
  Package,
  | 'id'
  | 'name'
  | 'total_classes'
  | 'used_outside'
  | 'price'
  | 'purchase_date'
  | 'payment_date'
  | 'expiry_date'
  | 'validity_days'
> & {
  /** Null: the whole price, on the payment date. */
  paid: number | null
  paid_on: LocalDate
}

/** What `import_students` saves: all of it or nothing, once. */
export interface ImportPlan {
  op_id: Uuid
  rows: { student: StudentRow & { id: Uuid }; package: PackageRow | null }[]
}

export interface PlannedRow {
  id: Uuid
  packageId: Uuid
  values: ImportedValues
}

export function importPlan(opId: Uuid, rows: readonly PlannedRow[]): ImportPlan {
  return {
    op_id: opId,
    rows: rows.map(({ id, packageId, values: { student, package: pack } }) => ({
      student: { ...newStudentRow(student), id, status: student.status },
      package: pack && packageRow(packageId, pack),
    })),
  }
}

const packageRow = (id: Uuid, pack: ImportedPackage): PackageRow => ({
  id,
  name: packageName(pack.totalClasses),
  total_classes: pack.totalClasses,
  used_outside: pack.used,
  price: pack.price,
  purchase_date: pack.startDate,
  payment_date: pack.paymentDate,
  expiry_date: pack.expiryDate,
  validity_days: null,
  paid: pack.paid,
  paid_on: pack.paidOn,
})
