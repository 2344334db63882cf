import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback, useEffect, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useCoachRules, useTeacherName } from '@/account/use-profile'
import { answersBeside, lessonsBeside, occurrenceOf } from '@/agenda/answers'
import { blockOf, occurrenceKey } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { addDays, fromDateTimeInput, toDateTimeInput, toLocalDate } from '@/core/dates'
import type { Club, LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { STEP } from '@/core/paths'
import type { RegistrationIntent } from '@/credits/intents'
import { tellNews, toast } from '@/lib/browser/toast'
import { useDraft, useFormDraft, useHasDraft } from '@/ui/forms/use-draft'
import { useConnection } from '@/ui/use-connection'
import { useNow } from '@/ui/use-now'
import { knownFacts, lessonClub, previewRegistration, withStudents } from '../lesson-form'
import {
  emptySession,
  hidesWrongDays,
  lessonDraft,
  newFeedback,
  newSessionSchema,
  type LessonForm,
  type LessonValues,
} from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useCreditFacts } from '../use-sessions'
import { knownTo, lessonDayOf, originOf, startedForm, toForm, type Origin, type Start } from './draft'
import { useRegistration } from './use-registration'

/** The draft's name for a form that opens empty. */
const EMPTY_DRAFT = 'new-session'

const resolver: Resolver<LessonForm, unknown, LessonValues> = standardSchemaResolver(
  newSessionSchema(() => new Date()),
)

export interface NewLessonProps {
  /** Active students by name, those that wait in the outbox included. */
  students: readonly StudentWithCredits[]
  /** Undefined if they could not be read. */
  clubs: readonly Club[] | undefined
  /** The pending lesson to edit; absent for a new one. */
  pending?: RegistrationIntent | undefined
  start?: Start | undefined
}

/**
 * Both steps of a new lesson in one form with one draft. Lesson and operation get the draft's id, so that a lesson
 * whose answer was lost is registered once (docs/product.md, 'Sent twice').
 */
export function useNewLesson({ students, clubs, pending, start }: NewLessonProps) {
  const usualClub = clubs?.find(({ is_default }) => is_default)?.id ?? null
  const startClub = clubs?.find(({ id }) => id === start?.clubId)?.id
  const defaultClub = startClub ?? usualClub
  const fresh = () => {
    if (pending) return toForm(pending, usualClub)
    return start ? startedForm(start, students, defaultClub) : emptySession(new Date())
  }
  const [defaults] = useState(fresh)
  // A form that opens filled in has its own draft: what was typed in the empty form is neither replaced nor mixed in.
  const name = pending?.opId ?? start?.name
  const draft = useDraft(name === undefined ? EMPTY_DRAFT : `${EMPTY_DRAFT}:${name}`, defaults, lessonDraft)
  const hasOtherDraft = useHasDraft(EMPTY_DRAFT) && start !== undefined
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<LessonForm, unknown, LessonValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
    // The invalid field may be folded away; `LessonStep` unfolds and focuses it.
    shouldFocusError: false,
  })
  const isPlanned = start?.origin !== undefined
  const typedOf = useCallback(
    ({ dateTime, ...others }: LessonForm) =>
      // The agenda's hour, unless the coach changed it: another device may move the lesson before the draft is
      // restored.
      isPlanned && dateTime === defaults.dateTime ? others : { ...others, dateTime },
    [isPlanned, defaults],
  )
  useFormDraft(form, {
    keep: useCallback((values: LessonForm) => draft.keep(typedOf(values)), [draft, typedOf]),
  })
  const { getValues, setValue } = form
  const [participants, dateTime, cancelledReason, extension] = useWatch({
    control: form.control,
    name: ['participants', 'dateTime', 'cancelledReason', 'extension'],
  })
  const { step, goTo } = useStep(participants.length > 0)

  const now = useNow()
  const seen: Origin | undefined = pending ?? start?.origin
  const origin =
    seen && restored ? knownTo([...draft.initial.participants, ...draft.initial.removed], seen) : seen
  const lessonDay = lessonDayOf(dateTime, origin, toLocalDate(now))
  const same = useSameLesson({ dateTime, participants, cancelledReason }, lessonDay, origin?.slot, now)
  // With this origin 'Detalhes' opens the form.
  const occurrence =
    same.planned?.isSame && same.existing.length === 0 && !pending ? same.planned.occurrence : null
  const planned = occurrence && knownTo(participants, originOf(occurrence))

  const slot = (planned ?? origin)?.slot
  const facts = useFacts(step === 2 ? participants : [], slot)
  const rules = useCoachRules()
  const willDo = previewRegistration(
    { cancelledReason, participants, extension },
    { lessonDay, ...(slot && { slot }) },
    facts.data ?? knownFacts(students, rules),
    now,
  )
  const offer = willDo.success ? willDo.offer : undefined
  const startAfresh = () => {
    draft.clear()
    form.reset(fresh())
    same.forget()
    setRestored(false)
    goTo(1)
  }
  const [register, saving] = useRegistration({
    draft,
    students,
    pending,
    registered: {
      teacherName: useTeacherName(),
      clubs,
      offer,
      origin: planned ?? origin,
      beside: pending ? (pending.beside ?? []) : same.beside,
    },
    typed: () => typedOf(getValues()),
    onDateRefused: (message) => form.setError('dateTime', { message }),
    onBeside: same.ask,
  })

  const choose = (ids: readonly Uuid[]) => {
    // An added student's feedback gets the club of the others.
    const next = withStudents(getValues(), ids, newFeedback(lessonClub(participants) ?? defaultClub))
    setValue('removed', next.removed, { shouldDirty: true })
    setValue('participants', next.participants, { shouldDirty: true })
    if (ids.length > 0) form.clearErrors('participants')
  }
  /** The chosen students, in the order of the form's participants. */
  const chosenOf = (all: readonly StudentWithCredits[]) =>
    participants.flatMap(({ studentId }) => all.find((student) => student.id === studentId) ?? [])
  const present = chosenOf(students)
  useEffect(() => {
    // Another device may have deleted them or made them inactive, also since a draft was kept.
    const gone = participants.length - present.length
    // What is being saved is told by its answer.
    if (gone === 0 || saving) return
    choose(present.map(({ id }) => id))
    tellNews(() => toast({ title: SESSION_MESSAGES.rules.left(gone), tone: 'warning' }))
  })

  const told = {
    same,
    students,
    /** What saving will do; null while that cannot be known. */
    effects: facts.isKnowable
      ? { planned: facts.data && willDo, failed: facts.failed, onRetry: facts.retry }
      : null,
  }
  // Once the lesson is saved, what is read is about one more, until the screen is left.
  const [held, hold] = useState(told)
  const shown = saving ? held : told

  return {
    form,
    step,
    goTo,
    clubs: clubs ?? [],
    /** The day for which packages are chosen. */
    lessonDay,
    isCancelled: cancelledReason !== '',
    isPending: pending !== undefined,
    ...shown,
    // While the lesson is saved, the coach may still go back and choose others.
    students: chosenOf([...shown.students, ...students]),
    /** The extension that the form offers; undefined: there is nothing to extend. */
    offer,
    /** How many credits registering takes, as far as this device knows. */
    credits: willDo.success ? willDo.effects.flatMap(({ taken }) => taken).reduce(addCredits, 0) : 0,
    choose,
    saving,
    save: () => {
      hold(told)
      if (hidesWrongDays(getValues('extension'), offer)) setValue('extension.days', '')
      // A lesson of the agenda is registered at its hour in the agenda.
      const at = planned && { dateTime: toDateTimeInput(new Date(planned.date)) }
      void form.handleSubmit((values) => register({ ...values, ...at }))()
    },
    restored,
    hasOtherDraft,
    clearDraft: draft.clear,
    startAfresh,
  }
}

const addCredits = (sum: number, { credits }: { credits: number }) => sum + credits

export type NewLesson = ReturnType<typeof useNewLesson>

/** The facts from which the form previews registering; without a network the form has none. */
function useFacts(participants: LessonForm['participants'], slot: RegistrationIntent['slot']) {
  const { online } = useConnection()
  const studentIds = participants.map(({ studentId }) => studentId)
  const isAsked = online && studentIds.length > 0
  const read = useCreditFacts(
    isAsked
      ? { studentIds, ...(slot && { occurrences: [{ slot_id: slot.slotId, slot_date: slot.slotDate }] }) }
      : null,
  )
  const isWhole =
    !read.isPlaceholderData &&
    studentIds.every((id) => read.data?.students.some((student) => student.id === id))
  const data = isWhole ? (read.data ?? null) : null
  return {
    /** False while nothing can be known: without a network, or with a student who waits in the outbox. */
    isKnowable: isAsked && (data !== null || read.isFetching || read.isError),
    /** null while they are read. */
    data,
    failed: read.isError,
    retry: () => void read.refetch(),
  }
}

/** Keeps the step in the address, for the back button and a reload. Without students it is always step 1. */
function useStep(hasStudents: boolean): { step: 1 | 2; goTo: (step: 1 | 2) => void } {
  const [params] = useSearchParams()
  const { state, pathname }: { state: unknown; pathname: string } = useLocation()
  const navigate = useNavigate()
  const step = params.get(STEP) === '2' && hasStudents ? 2 : 1
  const goTo = (next: 1 | 2) => {
    if (next === step) return
    const search = new URLSearchParams(params)
    if (next === 2) {
      search.set(STEP, '2')
      const told = typeof state === 'object' ? state : null
      void navigate({ pathname, search: search.toString() }, { state: { ...told, fromSelection: true } })
    } else if (typeof state === 'object' && state !== null && 'fromSelection' in state) {
      // Go back instead of adding an entry; otherwise the history would grow with each change of step.
      void navigate(-1)
    } else {
      search.delete(STEP)
      void navigate({ pathname, search: search.toString() }, { replace: true, state })
    }
  }
  return { step, goTo }
}

/** Which lessons the typed lesson may be (docs/product.md, 'The same lesson twice'). */
function useSameLesson(
  {
    dateTime,
    participants,
    cancelledReason,
  }: Pick<LessonForm, 'dateTime' | 'participants' | 'cancelledReason'>,
  day: LocalDate,
  slot: RegistrationIntent['slot'],
  now: Date,
) {
  const today = toLocalDate(now)
  // The agenda may be in a zone in which it is the day before or after. Its lesson may have been weeks from its day.
  const agenda = useAgenda(blockOf(addDays(day, -1), today).from, blockOf(addDays(day, 1), today).to)
  /** What the coach answered about an occurrence. */
  const [said, setSaid] = useState<{ key: string; isSame: boolean } | null>(null)
  const [beside, setBeside] = useState<readonly Uuid[]>([])
  const [isAsked, setAsked] = useState(false)
  const date = fromDateTimeInput(dateTime)
  const read = agenda.isPlaceholderData ? undefined : agenda.data
  const students = participants.map(({ studentId }) => studentId)
  const meant = date === null ? null : { date, students }

  const occurrence = meant && read && !slot ? occurrenceOf(meant, read.occurrences, now) : undefined
  const key = occurrence && occurrenceKey(occurrence)
  const isEverybody =
    occurrence?.students.length === students.length &&
    occurrence.students.every(({ id }) => students.includes(id))
  const nearOf = () => {
    // A lesson that did not happen takes no credit.
    if (!meant || !read || cancelledReason !== '') return []
    return slot ? lessonsBeside(meant, read.lessons) : answersBeside(meant, read)
  }
  const near = nearOf()
  return {
    /** The unanswered lesson of the agenda that this may be. `isSame` as the coach says, else if the students are. */
    planned: occurrence
      ? { occurrence, isSame: said !== null && said.key === key ? said.isSame : isEverybody }
      : null,
    /** Registered lessons that this one may be, and about which the coach said nothing. */
    existing: near.filter(({ id }) => !beside.includes(id)),
    /** The planned lesson that the form opened with. */
    opened:
      slot &&
      read?.occurrences.find((each) => each.slot_id === slot.slotId && each.slot_date === slot.slotDate),
    /** Lessons that the coach called different from this one. */
    beside,
    sayPlanned: (isSame: boolean) => key !== undefined && setSaid({ key, isSame }),
    sayOther: () => setBeside([...beside, ...near.map(({ id }) => id)]),
    /** What was said about a lesson that is given up is not about the next one. */
    forget: () => {
      setSaid(null)
      setBeside([])
    },
    /** Saving was refused because of `existing`: the question, which may be out of sight, takes the focus once. */
    isAsked,
    ask: () => setAsked(true),
    onAsked: () => setAsked(false),
  }
}

export type SameLesson = ReturnType<typeof useSameLesson>
