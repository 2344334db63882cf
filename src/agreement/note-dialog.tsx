import { useState } from 'react'
import type { Noted } from '@/agenda/answers'
import type { ExpectedStudent } from '@/agenda/rules'
import { dayOf, instantIn, timeOf, whenOf, type AgendaTime } from '@/agenda/zone'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { FIRST_DAY } from '@/core/constants'
import { fromDateTimeInput } from '@/core/dates'
import type { Instant } from '@/core/model'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/fields/choices'
import { DateInput } from '@/ui/fields/date-input'
import { Field, LabeledSelect } from '@/ui/fields/field'
import { Dialog, DialogActions, DialogForm } from '@/ui/overlay/dialog'
import { COACH_REPLIES } from './coach-reply-texts'
import { useReplies } from './use-replies'

const texts = COACH_REPLIES.dialog

const WHEN = [
  { value: 'now', label: texts.now },
  { value: 'earlier', label: texts.earlier },
] as const

/** Now, as text for the input, by the agenda's clock, like every other time of the lesson. */
const typedNow = (zone: string): string => {
  const now: AgendaTime = { instant: new Date().toISOString(), zone }
  return `${dayOf(now)}T${timeOf(now)}`
}

/** null if the text is no day and hour. */
const typedInstant = (text: string, zone: string): Instant | null =>
  fromDateTimeInput(text) === null || text < FIRST_DAY
    ? null
    : instantIn(zone, text.slice(0, 10), text.slice(11, 16))

function problemOf(text: string, typed: Instant | null): string | undefined {
  if (text === '') return texts.required
  if (typed === null) return COMMON_MESSAGES.wrongMoment
  return Date.parse(typed) > Date.now() ? texts.inFuture : undefined
}

type NoteDialogProps = { occurrence: Noted; students: readonly ExpectedStudent[]; onClose: () => void }

/** Notes who told not to come, and when, which decides whether the reply was in time. */
export function NoteDialog({ occurrence, students, onClose }: NoteDialogProps) {
  const { zone } = occurrence.starts_at
  const replies = useReplies()
  const [openedAt] = useState(() => typedNow(zone))
  const [id, setId] = useState(students[0]?.id)
  const [when, setWhen] = useState<'now' | 'earlier'>('now')
  const [at, setAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const student = students.find((each) => each.id === id)
  const save = async () => {
    const typed = when === 'now' ? null : typedInstant(at, zone)
    if (when === 'earlier') {
      const wrong = problemOf(at, typed)
      setProblem(wrong)
      if (wrong) return
    }
    if (student && (await replies.note(occurrence, student, typed))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={COACH_REPLIES.note} description={whenOf(occurrence.starts_at)}>
      <DialogForm className="flex flex-col gap-4" onSubmit={() => void save()}>
        {students.length > 1 ? (
          <LabeledSelect
            label={texts.who}
            options={students.map(({ id: value, name: label }) => ({ value, label }))}
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        ) : (
          <p className="font-bold [overflow-wrap:anywhere]">{student?.name}</p>
        )}
        <Segmented
          legend={texts.when}
          className="grid-cols-2"
          value={when}
          options={WHEN}
          onChange={setWhen}
        />
        {when === 'earlier' && (
          <Field label={texts.at} error={problem}>
            {(aria) => (
              <DateInput {...aria} type="datetime-local" max={openedAt} value={at} onChange={setAt} />
            )}
          </Field>
        )}
        <DialogActions>
          <Button
            type="submit"
            tone="main"
            className="w-full"
            pending={replies.busy !== null}
            pendingLabel={texts.saving}
          >
            {texts.save}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
