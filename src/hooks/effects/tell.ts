import { effectsSummary } from '@/domain/credits/effect-lines'
import type { StudentEffect } from '@/domain/credits/effects'
import { toast, type ToastAction, type ToastTone } from '@/lib/browser/toast'

/** What a write of credits, validity, feedback, skips or money answers. */
export interface HasEffects {
  effects: readonly StudentEffect[]
}

/**
 * The one toast of such a write: what was done, what it did to credits, validity and money as the database answered it, and
 * how to undo it (docs/product.md, 'Told is what happened').
 *
 *     tell(result.data, { title: service.assigned, action: undoAction(…) })
 *
 * @param warnings what the coach must know although it succeeded; they make it a warning. Who is named there as 'sem pacote'
 * is not named again.
 */
export function tell(
  { effects }: HasEffects,
  {
    title,
    warnings = [],
    lines = [],
    action,
    namesOwed = false,
    tone,
  }: {
    title: string
    warnings?: readonly string[]
    lines?: readonly string[]
    action?: ToastAction | undefined
    namesOwed?: boolean
    tone?: ToastTone
  },
): void {
  const told = effectsSummary(
    namesOwed ? effects.map((effect) => ({ ...effect, withoutPackage: false })) : effects,
  )
  const all = [...warnings, ...lines, ...(told === undefined ? [] : [told])]
  const isWarning = warnings.length > 0 || effects.some(({ withoutPackage }) => withoutPackage)
  toast({
    title,
    ...(all.length > 0 && { description: all.map((line) => line.replace(/\.$/, '')).join('. ') }),
    tone: isWarning ? 'warning' : (tone ?? 'success'),
    action,
  })
}
