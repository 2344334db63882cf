import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { useProfile } from '@/account/use-profile'
import { hasBegun, isLesson, isOccurrence, isOn, keptDays } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { useAgendaToday, useToldZone } from '@/agenda/use-time-zone'
import { dayOf, timeOf } from '@/agenda/zone'
import { stillExpected } from '@/agreement/coach-replies'
import { agreementsShown } from '@/agreement/rules'
import { agreementMessage } from '@/agreement/texts'
import { useAgreements } from '@/agreement/use-agreement'
import { stillHolds } from '@/alerts/rules'
import { alertsQuery } from '@/alerts/use-alerts'
import { formatDate } from '@/core/dates'
import {
  ALERT_TYPES,
  participantIn,
  type LocalDate,
  type Package,
  type Profile,
  type Student,
  type Uuid,
} from '@/core/model'
import { isOpen } from '@/outbox/rules'
import { useOutbox } from '@/outbox/use-outbox'
import { usePackages } from '@/packages/use-packages'
import { isOverdue } from '@/payments/money'
import { chargeOf, pixOf, type CoachPix, type PixCharge } from '@/payments/pix/coach-pix'
import type { pixCode } from '@/payments/pix/pix'
import { useSession } from '@/sessions/use-sessions'
import { addressOf } from '@/students/use-student-link'
import { useStudent } from '@/students/use-students'
import { useNow, useToday } from '@/ui/use-now'
import { alertRequest } from './alert-request'
import {
  COLLECTS,
  compose,
  mentions,
  onItsDay,
  openAmount,
  placeValues,
  type ComposedMessage,
} from './compose'
import { plannedLesson, SAMPLE, summaryRequest, type MessageKind, type MessageRequest } from './requests'

export interface ReadyMessage {
  status: 'ready'
  message: ComposedMessage
  /** null: the coach chooses the contact. */
  phone: string | null
  /** null: the coach has not entered a PIX key. */
  pix: CoachPix | null
  /** The payment that the message asks for; null if it asks for none. */
  charge: PixCharge | null
}

/** The text of a message as it would be sent now. */
export type Composed =
  | ReadyMessage
  | { status: 'loading' | 'student-gone' | 'nothing-open' | 'over' }
  | { status: 'failed'; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** Fills `template` in for this student, from what is stored now; undefined while the template is being read. */
export function useComposedMessage(
  request: MessageRequest,
  studentId: Uuid,
  template: string | undefined,
): Composed {
  const today = useToday()
  const agendaToday = useAgendaToday()
  const student = useStudent(studentId)
  const collects = COLLECTS.has(request.kind)
  const packages = usePackages(studentId, { always: true })
  const profile = useProfile()
  const isAboutMoney = collects || (template !== undefined && mentions(template, ['valor', 'pix']))
  const wantsPix = template !== undefined && mentions(template, ['pix'])
  const wantsRules = template !== undefined && mentions(template, ['combinados'])
  const readNow = [...(isAboutMoney ? [packages] : []), ...(wantsPix || wantsRules ? [profile] : [])]
  // An older answer might name a sum that the student has paid since, or a PIX key that the coach has replaced.
  const isOld = readNow.some(({ isFetching, isError }) => isFetching || isError)
  // An older phone, link or credits, and an alert that may have ended, are told only without an answer, never while it
  // is on its way.
  const isReading =
    student.isFetching ||
    (template !== undefined &&
      (ALERT_TYPES.some((type) => type === request.kind) || mentions(template, ['creditos', 'validade'])) &&
      packages.isFetching)
  const stored = isOld || isReading ? undefined : packages.data
  const tellsRules = request.kind === 'agreement' && request.cause !== SAMPLE
  const asksRules = wantsRules || tellsRules
  const rules = useRulesText(request, { enabled: asksRules })
  const code = usePixCode(profile.data, wantsPix && stored ? chargeFor(request, stored) : null)
  const summed = useAsStored(request)
  const ended = [
    useHasEnded(request),
    useIsOtherwise(request),
    tellsRules && rules.text === undefined,
    summed === null,
  ]

  const failed =
    readNow.find(({ isError }) => isError) ??
    // Another screen may have failed to read the rules, which this message need not name.
    [student, packages, ...(asksRules ? [rules.query] : [])].find(
      ({ data, isError }) => isError && data === undefined,
    )
  if (failed) return { status: 'failed', query: failed }
  if (student.data === null || student.data?.anonymized_at) return { status: 'student-gone' }
  if (template === undefined || student.data === undefined || stored === undefined)
    return { status: 'loading' }
  // The profile has the agenda's time zone, in which the lesson is tomorrow or today.
  if ((asksRules && rules.query.isFetching) || (request.kind === 'tomorrow_lesson' && profile.isPending))
    return { status: 'loading' }
  if (collects && openAmount(request, stored) === 0) return { status: 'nothing-open' }
  const isFresh = !packages.isFetching && !packages.isError
  const holds = stillHolds(request.cause, alerted(student.data, stored), today)
  if (ended.includes(true) || (isFresh && !holds) || isLate(request, stored, today)) return { status: 'over' }
  if (ended.includes(undefined) || !summed || (wantsPix && code === undefined)) return { status: 'loading' }
  const values = placeValues(summed, {
    student: student.data,
    packages: stored,
    link: addressOf(student.data),
    agreement: rules.text,
    today,
  })
  return {
    status: 'ready',
    message: compose(onItsDay(template, request, agendaToday), { ...values, ...(code && { pix: code }) }),
    phone: student.data.phone,
    pix: profile.data ? pixOf(profile.data) : null,
    charge: collects ? chargeFor(request, stored) : null,
  }
}

/** Fills `template` in for a club, whose contact the coach chooses. */
export function useClubMessage(request: MessageRequest, template: string | undefined): Composed {
  const hasEnded = useHasEnded(request)
  if (hasEnded) return { status: 'over' }
  if (template === undefined || hasEnded === undefined) return { status: 'loading' }
  return { status: 'ready', message: compose(template, {}), phone: null, pix: null, charge: null }
}

/** What the alerts ask about a student who had one. */
const alerted = (student: Student, packages: readonly Package[]) => ({
  ...student,
  anonymized: false,
  ever_had_package: true,
  packages,
  open: packages.filter(({ open_amount }) => open_amount > 0),
})

/** Whether a message about a payment that is still to come is about a late one by now. */
const isLate = ({ kind, cause, packageId }: MessageRequest, packages: readonly Package[], today: LocalDate) =>
  kind === 'open_amount' &&
  cause !== SAMPLE &&
  packages.some((pkg) => pkg.id === packageId && isOverdue(pkg, today))

/**
 * Whether there is a club by now, or a lesson has a package or is on another day, which only their alert tells
 * (`stillHolds`). undefined while the alerts are read.
 */
function useHasEnded({ kind, cause, lesson }: MessageRequest): boolean | undefined {
  const isAsked = (kind === 'unassigned_session' || kind === 'no_club_registered') && cause !== SAMPLE
  const { data, isFetching, isError } = useQuery({
    ...alertsQuery(useOwner()),
    enabled: isAsked,
    refetchOnMount: 'always',
  })
  if (isAsked && isFetching) return undefined
  if (!isAsked || isError || data === undefined) return false
  return data.every((alert) => alert.dedupe_key !== cause || alertRequest(alert)?.lesson?.day !== lesson?.day)
}

/**
 * The request, of a summary with the lesson's day and the feedback that are stored now, but with the stars of this
 * device that wait. null: there is no feedback any more. undefined: they are being read.
 */
function useAsStored(request: MessageRequest): MessageRequest | null | undefined {
  const { kind, cause, student, lesson } = request
  const asked = kind === 'lesson_summary' && cause !== SAMPLE ? lesson?.feedback : undefined
  const { data, isFetching, isError } = useSession(asked ? cause : null)
  const zone = useToldZone()
  const { entries, underway } = useOutbox()
  const waits = [...entries.filter(isOpen), ...underway].some(({ intent }) =>
    intent.kind === 'session'
      ? intent.session.sessionId === cause
      : intent.kind === 'feedback' && intent.feedback.sessionId === cause,
  )
  if (!asked || !student || isError) return request
  if (isFetching || data === undefined || zone === null) return undefined
  // A lesson that waits to be sent is not stored yet.
  if (data === null) return waits ? request : null
  const stored = participantIn(data, student.id)?.feedback
  const feedback = waits ? { ...asked, notes: stored?.notes ?? asked.notes } : stored
  return feedback ? summaryRequest({ ...data, at: { instant: data.date, zone } }, student, feedback) : null
}

/** Messages that say when a lesson is, that it does not happen, or that it is offered. */
const TELLS_LESSON: ReadonlySet<MessageKind> = new Set([
  'tomorrow_lesson',
  'moved_lesson',
  'cancelled_lesson',
  'opening',
])

/**
 * Whether what the message says is no longer so. A lesson has begun, moved, been skipped or put back; its student has
 * left it or, for a reminder, is not expected. An offered hour is full, taken by the student, or withdrawn. undefined
 * while the agenda is read.
 */
function useIsOtherwise({ kind, cause, student, lesson }: MessageRequest): boolean | undefined {
  const isAsked = TELLS_LESSON.has(kind) && cause !== SAMPLE
  const day = lesson?.day ?? ''
  const at = useNow()
  const kept = keptDays(useToday())
  // A cancelled lesson may be on another day by now, and of the days that the device keeps all are read anyway.
  const { from, to } = kind === 'cancelled_lesson' && isOn(day, kept) ? kept : { from: day, to: day }
  const { data, isFetching, isError } = useAgenda(from, to, { enabled: isAsked })
  if (isAsked && isFetching) return undefined
  if (!isAsked || isError || data === undefined || !isOn(day, data.days)) return false
  if (kind === 'cancelled_lesson') {
    return [...data.occurrences, ...data.lessons].some((each) => {
      const { starts_at } = each
      const now = isOccurrence(each)
        ? plannedLesson(each)
        : { cause: each.id, day: dayOf(starts_at), time: timeOf(starts_at) }
      if (now.cause === cause) return isLesson(each) || now.day !== day || now.time !== lesson?.time
      return isOccurrence(each) && each.session_id === cause && isLesson(each)
    })
  }
  if (kind === 'opening') {
    return !data.occurrences.some(
      ({ opening, students }) =>
        opening?.id === cause &&
        opening.taken < opening.places &&
        Date.parse(opening.closes_at) > at.getTime() &&
        students.every(({ id }) => id !== student?.id),
    )
  }
  return !data.occurrences.some((each) => {
    const now = plannedLesson(each)
    return (
      now.cause === cause &&
      now.time === lesson?.time &&
      isLesson(each) &&
      !hasBegun(each, at) &&
      // A student who told not to come at the old hour is expected at the new one.
      (kind === 'moved_lesson' ? each.students : stillExpected(each)).some(({ id }) => id === student?.id)
    )
  })
}

/**
 * The next agreement if the message is about it, else the one in force, else the next one, in words; undefined if none
 * is published, or if it is not `enabled`.
 */
function useRulesText({ cause }: MessageRequest, { enabled }: { enabled: boolean }) {
  const query = useAgreements({ enabled })
  const today = useAgendaToday()
  const rainDays = useProfile().data?.cancel_extension_days ?? 0
  const { current, next } = agreementsShown(query.data ?? [], today)
  const shown = current === null || cause === String(next?.version) ? next : current
  const from = shown && shown === next ? formatDate(next.starts_on) : null
  return { query, text: enabled && shown ? agreementMessage(shown, rainDays, from) : undefined }
}

/** The charge for exactly what is open: of the request's package, else of all; null if nothing is. */
function chargeFor(request: MessageRequest, packages: readonly Package[]): PixCharge | null {
  const amount = openAmount(request, packages)
  if (amount === 0) return null
  const pkg = COLLECTS.has(request.kind) && packages.find(({ id }) => id === request.packageId)
  return pkg ? chargeOf(pkg) : { amount }
}

/**
 * The PIX code for a charge. Null without a key, or if no code can be made; undefined while loading. The library is
 * loaded only for a text that names a code.
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
