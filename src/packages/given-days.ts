import { formatDate } from '@/core/dates'
import type { ExtensionRow } from '@/credits/plan-types'
import { PACKAGE_FORMS } from './package-forms-texts'

const { givenDays: texts } = PACKAGE_FORMS

/** '7 dias · chuva em 12/11', '7 dias · recesso de 20/12/2026 a 26/12/2026', '5 dias · à mão: viagem'. */
export function givenDaysText({ days, reason, day, batch_id }: Omit<ExtensionRow, 'id'>): string {
  const count = texts.days(days)
  if (day !== null) return `${count} · ${lowered(reason)} em ${formatDate(day).slice(0, 5)}`
  return `${count} · ${batch_id === null ? texts.byHand(reason) : lowered(reason)}`
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
