import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { useClubs } from '@/clubs/use-clubs'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { RATING } from '@/core/constants'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import { planSessionEdit } from '@/credits/plan-session'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { invalidateLessons } from '@/data/queries/effects'
import { toast } from '@/lib/browser/toast'
import { useAnonymizedIds } from '@/students/use-students'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { useFormDraft, useEditDraft } from '@/ui/forms/use-draft'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { useNow } from '@/ui/use-now'
import { PREVIEW, withStudents } from '../lesson-form'
import {
  lessonDraft,
  newFeedback,
  sessionEditSchema,
  type LessonForm,
  type LessonValues,
} from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useCreditFacts } from '../use-sessions'
import { useEditSession } from '../use-write-sessions'
import { afterOwnChanges } from '../write-lessons-data'
import {
  changesBetween,
  editedDay,
  editFormOf,
  isStored,
  rebaseEdit,
  toEditIntent,
  typedOver,
} from './edit-form'

const { service, toast: toasts } = SESSION_MESSAGES

const resolver: Resolver<LessonForm, unknown, LessonValues> = standardSchemaResolver(
  sessionEditSchema(() => new Date()),
)

/** The version that this device last saved of a lesson. The list may be read later than the next edit begins. */
const ownVersions = new Map<Uuid, number>()
/**
 * What this page sent of a lesson without an answer that it was saved. The edit may be closed, or begun afresh, since.
 */
const unanswered = new Map<Uuid, { typed: LessonForm; over: SessionDetails }[]>()

/**
 * Form and draft of one lesson's edit. If another device changes the lesson meanwhile, the typed values are rebased on
 * the newer version (docs/product.md, 'Two devices'). `lesson` is the newest version that this device has read.
 */
export function useSessionEdit(lesson: SessionDetails, onClose: () => void) {
  const clubs = useClubs().data
  const anonymizedIds = useAnonymizedIds()
  const draft = useEditDraft(`session:${lesson.id}`, editFormOf(lesson), lesson, lessonDraft)
  const { seen, setSeen } = draft
  const [restored, setRestored] = useState(draft.restored)
  /** The version from which the edit started. Changes of other devices are listed against it. */
  const [base, setBase] = useState(draft.seen)
  /** The version that was found deleted. A deletion that was undone makes a newer one. */
  const [deleted, setDeleted] = useState(0)
  const form = useForm<LessonForm, unknown, LessonValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
    // The invalid field may be folded away; `SessionEditor` unfolds and focuses it.
    shouldFocusError: false,
  })
  useFormDraft(form, draft)
  // A copy, because the form changes its own values in place.
  const values = useWatch({ control: form.control, compute: (typed: LessonForm) => structuredClone(typed) })

  /** Nothing new is written about an anonymised student: without stored feedback the student gets none. */
  const asked = <Values extends LessonForm>(typed: Values): Values => ({
    ...typed,
    participants: typed.participants.map((participant) =>
      anonymizedIds.has(participant.studentId) && !participantIn(seen, participant.studentId)?.feedback
        ? { ...participant, withFeedback: false }
        : participant,
    ),
  })
  const ids = values.participants.map(({ studentId }) => studentId)
  const facts = useCreditFacts({
    studentIds: ids.filter((id) => !participantIn(seen, id)),
    sessionId: lesson.id,
  })
  const now = useNow()
  const isKnown =
    ids.length > 0 && ids.every((id) => facts.data?.students.some((student) => student.id === id))
  const planWith = (given?: ExtensionOffer) =>
    facts.data?.session && isKnown
      ? planSessionEdit(toEditIntent(PREVIEW, asked(values), seen, clubs, given), facts.data, now)
      : null
  const offered = planWith()
  const offer = offered?.success ? offered.offer : undefined
  const planned = offer ? planWith(offer) : offered

  const client = useQueryClient()
  const edit = useEditSession()
  const opIdOf = useAttemptId()
  const undoAction = useUndoAction()

  /** Puts what was typed on top of the newer version. Saving after that overwrites the version knowingly. */
  const rebaseOn = (newer: SessionDetails) => {
    form.reset(rebaseEdit(seen, form.getValues(), newer))
    setSeen(newer)
  }
  /** What this form sent over `seen`. */
  const sent = useRef<LessonForm[]>([])
  /** True if the newer version was saved here: by an attempt whose answer was lost, an edit before, or a tap beside. */
  const takeNewer = (newer: SessionDetails): boolean => {
    const mine = form.getValues()
    const isSaved = (typed: LessonForm) => isStored(typed, newer, seen)
    if (isSaved(mine)) {
      // The next press finds it.
      ownVersions.set(newer.id, newer.version)
      return true
    }
    const isOwn = sent.current.some(isSaved)
    const isHere =
      isOwn ||
      newer.version === ownVersions.get(newer.id) ||
      newer.version === afterOwnChanges(newer.id, seen.version) ||
      unanswered.get(newer.id)?.some(({ typed, over }) => isStored(typed, newer, over)) === true
    sent.current = []
    if (isHere) setBase(newer)
    if (isOwn) {
      form.setValue('participants', typedOver(mine, seen, newer))
      setSeen(newer)
    } else rebaseOn(newer)
    return isHere
  }
  const choose = (chosen: readonly Uuid[]) => {
    // An added student is charged by the rule unless the coach chooses otherwise.
    const usualClub = clubs?.find(({ is_default }) => is_default)?.id ?? null
    const next = withStudents(form.getValues(), chosen, newFeedback(usualClub, RATING.addedInEdit))
    form.setValue('removed', next.removed, { shouldDirty: true })
    form.setValue('participants', next.participants, { shouldDirty: true })
    if (chosen.length > 0) form.clearErrors('participants')
  }
  const discard = () => {
    draft.clear()
    sent.current = []
    setSeen(lesson)
    setBase(lesson)
    form.reset(editFormOf(lesson))
    setRestored(false)
  }
  /**
   * The form is drawn once more before the address closes it: what this edit did must not look like another device's.
   */
  const [isClosed, setClosed] = useState(false)
  const close = () => {
    const isOpen = draft.clear()
    setClosed(true)
    // An answer that comes later must not close the form of another lesson.
    if (isOpen) onClose()
  }
  /** The draft that the answer ends. What is typed since, also where the form is opened again, edits what was saved. */
  const ended = useRef('')
  const end = () => (draft.kept() === ended.current ? close() : invalidateLessons(client))
  const leave = () => {
    ended.current = draft.kept()
    onClose()
  }

  const [send, saving] = useSingleFlight(async (typed: LessonValues) => {
    ended.current = draft.kept()
    sent.current.push(typed)
    unanswered.set(lesson.id, [...(unanswered.get(lesson.id) ?? []), { typed, over: seen }])
    const result = await edit.mutateAsync(
      toEditIntent(opIdOf([seen.version, typed]), typed, seen, clubs, offer),
    )
    if (result.success) {
      unanswered.delete(lesson.id)
      tell(result.data, ({ undo, session }) => {
        if (session) ownVersions.set(session.id, session.version)
        return { title: service.updated, action: undoAction(undo && { kind: 'lessons', change: undo }) }
      })
      return end()
    }
    const current = 'current' in result ? result.current : null
    if (current && isStored(typed, current, seen)) {
      toast({ title: service.updated, description: COMMON_MESSAGES.alreadySaved })
      return end()
    }
    if (current && current.version > seen.version && takeNewer(current)) {
      toast({ title: COMMON_MESSAGES.notAsTyped, description: COMMON_MESSAGES.tryAgain, tone: 'warning' })
      return
    }
    if (result.code === 'session-not-found' || result.code === 'already-deleted') setDeleted(lesson.version)
    if (result.code === 'session-in-future') form.setError('dateTime', { message: result.message })
    toastFailure(toasts.updateFailed, result)
  })

  useEffect(() => {
    // While this form is being saved, the newer version may be its own, read before the answer comes.
    if (!saving && !isClosed && lesson.version > seen.version) takeNewer(lesson)
  })

  // The list, which still has the lesson, is older than the facts. Read again, it tells that the lesson is gone.
  const isMissing = facts.data?.session === null
  useEffect(() => {
    if (isMissing) void invalidateLessons(client)
  }, [isMissing, client])

  return {
    form,
    values,
    /** The version that the form is based on. */
    seen,
    /** The lesson as stored now: replies noted about it do not change its version. */
    newest: lesson,
    /** What is being saved cannot be begun afresh: the answer would close what was typed then. */
    restored: restored && !saving,
    /** What other devices changed since the edit started. */
    changes: seen.version > base.version ? changesBetween(base, seen, values) : [],
    deleted: deleted === lesson.version,
    isClosed,
    /** What is being saved stays a draft, so that the answer closes the form if it was opened again. */
    close: saving ? leave : close,
    clubs: clubs ?? [],
    anonymizedIds,
    lessonDay: editedDay(values, seen),
    isCancelled: values.cancelledReason !== '',
    facts,
    /** What saving will do; null while it is unknown. */
    planned,
    /** The extension that the form offers; undefined: there is nothing to extend. */
    offer,
    saving,
    save: async (typed: LessonValues) => {
      await send(asked(typed))
      // Another device may have used the credits that the form offers.
      void facts.refetch()
    },
    choose,
    discard,
  }
}

export type SessionEdit = ReturnType<typeof useSessionEdit>
