import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useProfile } from '@/account/use-profile'
import { useAgendaToday } from '@/agenda/use-time-zone'
import { agreementsShown } from '@/agreement/rules'
import { agreementMessage } from '@/agreement/texts'
import { useAgreements } from '@/agreement/use-agreement'
import { formatDate } from '@/core/dates'
import type { Package, Profile, Uuid } from '@/core/model'
import { usePackages } from '@/packages/use-packages'
import { chargeOf, pixOf, type CoachPix, type PixCharge } from '@/payments/pix/coach-pix'
import type { pixCode } from '@/payments/pix/pix'
import { addressOf } from '@/students/use-student-link'
import { useStudent } from '@/students/use-students'
import { useToday } from '@/ui/use-now'
import {
  COLLECTS,
  compose,
  mentions,
  onItsDay,
  openAmount,
  placeValues,
  type ComposedMessage,
} from './compose'
import type { MessageRequest } from './requests'

export interface ReadyMessage {
  status: 'ready'
  message: ComposedMessage
  /** null: the coach chooses the contact. */
  phone: string | null
  /** null: the coach has not entered a PIX key. */
  pix: CoachPix | null
  /** What the message asks for; null: it is about no payment. */
  charge: PixCharge | null
}

/** The text of a message as it would leave now. */
export type Composed =
  | ReadyMessage
  | { status: 'loading' | 'student-gone' | 'nothing-open' }
  | { status: 'failed'; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** `template` made into the message for this student, from what is stored now; undefined: it is not read yet. */
export function useComposedMessage(
  request: MessageRequest,
  studentId: Uuid,
  template: string | undefined,
): Composed {
  const today = useToday()
  const student = useStudent(studentId)
  const collects = COLLECTS.has(request.kind)
  const packages = usePackages(studentId, { always: true })
  const profile = useProfile()
  const isAboutMoney = collects || (template !== undefined && mentions(template, ['valor', 'pix']))
  const wantsPix = template !== undefined && mentions(template, ['pix'])
  // An older answer would ask for a sum that was paid since, under a key that may be another one.
  const isOld = packages.isFetching || packages.isError
  const stored = isOld && isAboutMoney ? undefined : packages.data
  const wantsRules = template !== undefined && mentions(template, ['combinados'])
  const rules = useRulesText({ enabled: wantsRules })
  const code = usePixCode(profile.data, wantsPix && stored ? chargeFor(request, stored) : null)

  const readNow = [...(isAboutMoney ? [packages] : []), ...(wantsPix || wantsRules ? [profile] : [])]
  const failed =
    readNow.find(({ isError }) => isError) ??
    [student, packages, rules.query].find(({ data, isError }) => isError && data === undefined)
  if (failed) return { status: 'failed', query: failed }
  if (student.data === null || student.data?.anonymized_at) return { status: 'student-gone' }
  if (template === undefined || student.data === undefined || stored === undefined)
    return { status: 'loading' }
  if (rules.query.isLoading) return { status: 'loading' }
  if (collects && openAmount(request, stored) === 0) return { status: 'nothing-open' }
  if (wantsPix && code === undefined) return { status: 'loading' }
  const values = placeValues(request, {
    student: student.data,
    packages: stored,
    link: addressOf(student.data),
    agreement: rules.text,
    today,
  })
  return {
    status: 'ready',
    message: compose(onItsDay(template, request, today), { ...values, ...(code && { pix: code }) }),
    phone: student.data.phone,
    pix: profile.data ? pixOf(profile.data) : null,
    charge: collects ? chargeFor(request, stored) : null,
  }
}

/** The rules in force, else those that come, in words; undefined: none are published, or they are not wanted. */
function useRulesText({ enabled }: { enabled: boolean }) {
  const query = useAgreements({ enabled })
  const today = useAgendaToday()
  const rainDays = useProfile().data?.cancel_extension_days ?? 0
  const { current, next } = agreementsShown(query.data ?? [], today)
  const shown = current ?? next
  const from = shown && shown === next ? formatDate(next.starts_on) : null
  return { query, text: enabled && shown ? agreementMessage(shown, rainDays, from) : undefined }
}

/** Exactly what is open: of the package that is meant, else of all of them; null if nothing is. */
function chargeFor(request: MessageRequest, packages: readonly Package[]): PixCharge | null {
  const amount = openAmount(request, packages)
  if (amount === 0) return null
  const pkg = COLLECTS.has(request.kind) && packages.find(({ id }) => id === request.packageId)
  return pkg ? chargeOf(pkg) : { amount }
}

/**
 * The PIX code for a charge: null without a key, or where none can be made; undefined while it is loaded. The library
 * is fetched only for a text that names a code.
 */
function usePixCode(
  profile: Profile | null | undefined,
  charge: PixCharge | null,
): string | null | undefined {
  const [loaded, setLoaded] = useState<{ codeOf: typeof pixCode | null }>()
  const coach = profile ? pixOf(profile) : null
  const isWanted = coach !== null && charge !== null
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const keep = (codeOf: typeof pixCode | null) => {
      if (isCurrent) setLoaded({ codeOf })
    }
    import('@/payments/pix/pix').then(
      (pix) => keep(pix.pixCode),
      () => keep(null),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  if (profile === undefined) return undefined
  if (!isWanted) return null
  return loaded && (loaded.codeOf?.(coach, charge) ?? null)
}
