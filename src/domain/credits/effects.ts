import type { Uuid } from '@/domain/shared/model'
import { MESSAGES } from '@/texts/shared/messages'

/** What a plan does to students' credits, for telling the coach before and after it is applied. */

/** A package that gains or loses a credit by a plan, or keeps one. */
export interface PackageEffect {
  packageId: Uuid
  packageName: string
  /** Balance after the plan. */
  remaining: number
  /** For a taken credit: expired on the lesson's day. For a returned one: expired today, so it comes back unusable. */
  expired: boolean
}

/** What a plan does to one student's credits. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect | null
  returned: PackageEffect | null
  /** The session was moved to a day on which the package that it keeps is not valid: the coach may choose another. */
  keptOutsideValidity: PackageEffect | null
  /** True when the student is in the session, after the plan, without a package. */
  withoutPackage: boolean
}

/** The effect in words, a line for each thing that happens: '1 crédito volta para o Pacote de 10 aulas'. */
export function describeEffect({
  returned,
  taken,
  keptOutsideValidity,
  withoutPackage,
}: StudentEffect): string[] {
  const { effects } = MESSAGES.sessions
  const lines: string[] = []
  if (returned)
    lines.push((returned.expired ? effects.returnedExpired : effects.returned)(returned.packageName))
  if (taken) lines.push((taken.expired ? effects.takenExpired : effects.taken)(taken.packageName))
  if (keptOutsideValidity) lines.push(effects.keptOutsideValidity(keptOutsideValidity.packageName))
  if (withoutPackage) lines.push(effects.withoutPackage)
  return lines
}
