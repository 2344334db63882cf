import type { Student } from '@/core/model'

/** 'Primeiros passos' (docs/product.md, 'First steps'), in the order in which a new coach takes them. */
export const FIRST_STEPS = ['student', 'package', 'lesson', 'link'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Which of them the coach's data shows as done. */
export type FirstSteps = Record<FirstStep, boolean>

/** The first step that is not done; null: all are. */
export const nextStep = (steps: FirstSteps): FirstStep | null =>
  FIRST_STEPS.find((step) => !steps[step]) ?? null

/**
 * The student whom a step is about: a package is for somebody without credits, a lesson for somebody with. Otherwise, and
 * for the link, the newest.
 *
 * @param newest the newest students, newest first.
 */
export function studentOf<Of extends Pick<Student, 'status' | 'total_credits'>>(
  step: FirstStep,
  newest: readonly Of[],
): Of | undefined {
  const active = newest.filter(({ status }) => status === 'active')
  const fits = active.find(
    ({ total_credits: credits }) =>
      (step === 'package' && credits === 0) || (step === 'lesson' && credits > 0),
  )
  return fits ?? active[0]
}

const NEW_ACCOUNT_DAYS = 30

/**
 * True when the steps are likely to show, before the dashboard's figures are read: then nothing else shows until they are,
 * so that the steps move nothing.
 */
export function mayShowSteps(accountCreatedAt: string | undefined, now: Date): boolean {
  if (accountCreatedAt === undefined) return false
  return now.getTime() - Date.parse(accountCreatedAt) < NEW_ACCOUNT_DAYS * 24 * 60 * 60_000
}
