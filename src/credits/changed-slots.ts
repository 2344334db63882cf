import type { CreditPlan } from './plan-types'

/**
 * The plan of an answer that the coach gives on a screen. If another device has changed a slot since the screen was read, the
 * database writes nothing: what the coach would be told is about an occurrence that is not there.
 */
export const refusingChangedSlots = <Plan extends Pick<CreditPlan, 'lessons' | 'skips'>>(
  plan: Plan,
): Plan => ({
  ...plan,
  lessons: plan.lessons.map((lesson) =>
    lesson.op === 'create' && lesson.session.slot_id
      ? { ...lesson, session: { ...lesson.session, slot_changed: 'refuse' as const } }
      : lesson,
  ),
  ...(plan.skips &&
    plan.skips.add.length > 0 && { skips: { ...plan.skips, slot_changed: 'refuse' as const } }),
})
