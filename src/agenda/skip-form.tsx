import * as z from 'zod/mini'
import { useCoachRules, useProfile } from '@/account/use-profile'
import { nobodyComes } from '@/agreement/coach-replies'
import { CANCELLED_REASONS, type CancelledReason } from '@/core/model'
import type { Extension } from '@/credits/intents'
import { planSkip } from '@/credits/plan-session'
import { ReasonChoice, useExtension } from '@/sessions/extension-fields'
import { knownFacts } from '@/sessions/lesson-form'
import { extension as extensionSchema, NO_EXTENSION } from '@/sessions/session.schema'
import { useCreditFacts } from '@/sessions/use-sessions'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { useChoice } from '@/ui/forms/use-choice'
import { DialogActions, DialogForm } from '@/ui/overlay/dialog'
import { TODAY } from './answer-texts'
import { skipIntent } from './answers'
import { namesOf, occurrenceKey, type Occurrence } from './rules'
import { timeOf } from './zone'

const { skip: texts } = TODAY

interface SkipFormProps {
  /** At least one occurrence, all of one day. */
  occurrences: readonly Occurrence[]
  now: Date
  saving: boolean
  /** Resolves with true if they were skipped. */
  onConfirm: (reason: CancelledReason, extension: Extension | undefined) => Promise<boolean | null>
  onDone: () => void
}

const skipDraft = {
  version: 1,
  schema: z.object({ reason: z.enum(CANCELLED_REASONS), extension: extensionSchema }),
}

const NOTHING_CHOSEN: z.input<typeof skipDraft.schema> = { reason: 'rain', extension: NO_EXTENSION }

/** 'Não aconteceu': the reason, and more time for the packages that would have paid (docs/product.md, 'Today'). */
export function SkipForm({ occurrences, now, saving, onConfirm, onDone }: SkipFormProps) {
  const { choice, choose, restored, begin, forget } = useChoice(
    `skip:${occurrences.map(occurrenceKey).join()}`,
    NOTHING_CHOSEN,
    skipDraft,
  )
  const { reason } = choice
  const rules = useCoachRules()
  const isProfileKnown = useProfile().data !== undefined
  const { data: students } = useStudents()
  const studentIds = [...new Set(occurrences.flatMap((each) => each.students.map(({ id }) => id)))]
  const asked = occurrences.map(({ slot_id, slot_date }) => ({ slot_id, slot_date }))
  const { data: read, isPlaceholderData, isFetching } = useCreditFacts({ studentIds, occurrences: asked })
  // Until the facts are read, and without a network, what the device knows.
  const isUnread = read === undefined || isPlaceholderData
  const facts = isUnread ? knownFacts(students ?? [], rules) : read
  const extension = useExtension(
    (given) => planSkip(skipIntent('', occurrences, reason, given), facts, now),
    occurrences.flatMap((each) => each.students),
    (given) => choose({ extension: given }),
    choice.extension,
  )
  const confirm = async () => {
    if (!(await onConfirm(reason, extension.chosen))) return
    forget()
    onDone()
  }
  return (
    <DialogForm className="flex flex-col gap-4" onSubmit={() => !extension.isWrong && void confirm()}>
      {restored && (
        <DraftNotice
          onDiscard={() => {
            begin()
            extension.reset()
          }}
        />
      )}
      <ul className="figures flex flex-col gap-1 font-semibold">
        {occurrences.map((each) => (
          <li key={occurrenceKey(each)} className="flex gap-3">
            <span className="w-12 shrink-0 font-extrabold">{timeOf(each.starts_at)}</span>
            <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{namesOf(each)}</span>
          </li>
        ))}
      </ul>
      <ReasonChoice
        value={reason}
        onChange={(other) => choose({ reason: other })}
        isEmpty={occurrences.every(nobodyComes)}
      />
      {extension.fields}
      <DialogActions>
        <Button
          type="submit"
          tone="main"
          className="w-full"
          // A device that knows neither rule nor packages yet would give no more time.
          disabled={isUnread && isFetching && !(isProfileKnown && students)}
          pending={saving}
          pendingLabel="Salvando..."
        >
          {texts.confirm(occurrences.length)}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
