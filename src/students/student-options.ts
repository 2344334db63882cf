import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/core/model'
import type { Option } from '@/ui/fields/select'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from './rules'

/** What the selects of a student offer. */

function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
): Option<Value>[] {
  return values.map((value) => ({ value, label: labels[value] }))
}

export const GENDER_OPTIONS = optionsOf(GENDERS, GENDER_LABELS)
export const TYPE_OPTIONS = optionsOf(STUDENT_TYPES, STUDENT_TYPE_LABELS)
export const CLASSE_OPTIONS = optionsOf(CLASSES, CLASSE_LABELS)
export const STATUS_OPTIONS = optionsOf(STUDENT_STATUSES, STUDENT_STATUS_LABELS)
