import { useIsMutating } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Occurrence } from '@/agenda/rules'
import { shortWhen } from '@/agreement/replies'
import type { Instant, StudentWithCredits, Uuid } from '@/core/model'
import { toast, withdrawFailure } from '@/lib/browser/toast'
import { offerRequests } from '@/messages/requests'
import { openMessages } from '@/messages/use-message-requests'
import { StudentPicker } from '@/students/student-picker'
import { Button } from '@/ui/button'
import { FieldError, LabeledSelect } from '@/ui/fields/field'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { OfflineNotice } from '@/ui/offline-notice'
import { Dialog, DialogActions, DialogForm } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { chosenFirst, endsOf, freedPlaces, MOST_PLACES, offerProblem, usualEnd } from './rules'
import { OPENINGS as texts } from './texts'
import { useCandidates, useOpenPlaces } from './use-openings'

interface OfferProps {
  occurrence: Occurrence
  /** The students who were asked already; nobody for an hour that is not offered yet. */
  asked?: readonly Uuid[]
  onClose: () => void
}

/** Offers an hour to students, then opens the message to each of them (docs/product.md, 'Guests and openings'). */
export function OfferDialog(props: OfferProps) {
  const { asked = [], onClose } = props
  // While the offer is being sent, a read may already show the hour as offered.
  const occurrence = useAsSent(props.occurrence, useIsMutating() > 0)
  const candidates = useCandidates(occurrence)?.filter(({ id }) => !asked.includes(id))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={occurrence.opening ? texts.section.more : texts.offer}
      description={shortWhen(occurrence.starts_at)}
    >
      <OfflineNotice>{texts.needsInternet}</OfflineNotice>
      {candidates ? (
        <OfferForm occurrence={occurrence} onClose={onClose} candidates={candidates} />
      ) : (
        <Skeleton className="h-dvh rounded-xl" />
      )}
    </Dialog>
  )
}

type OfferFormProps = Omit<OfferProps, 'asked'> & { candidates: readonly StudentWithCredits[] }

function OfferForm({ occurrence, candidates, onClose }: OfferFormProps) {
  const { opening, starts_at: start, slot_id, slot_date, day } = occurrence
  // A retry keeps the id, because the answer may have been lost.
  const [ownId] = useState(() => crypto.randomUUID())
  // An end that passes while the form is open can be chosen no more.
  const ends = endsOf(start, useNow())
  const [chosenPlaces, setPlaces] = useState(() => freedPlaces(occurrence))
  const [chosenEnd, setUntil] = useState<Instant>()
  // The hour may have been offered since this form opened, by a lost request or another device: then more are asked.
  const {
    id,
    places,
    closes_at: until,
  } = opening ?? {
    id: ownId,
    places: chosenPlaces,
    closes_at: ends.find(({ at }) => at.instant === chosenEnd)?.at.instant ?? usualEnd(ends) ?? start.instant,
  }
  const [chosen, setChosen] = useState(() => (opening ? [] : chosenFirst(candidates, occurrence)))
  const [pressed, setPressed] = useState(false)
  const problemId = useId()
  const offer = useOpenPlaces()
  // A chosen student may have got another lesson, or become inactive, since.
  const students = candidates.filter(({ id: candidate }) => chosen.includes(candidate))
  const problem = offerProblem(students.length)
  const send = async () => {
    setPressed(true)
    if (problem) return
    const result = await offer.mutateAsync({
      id,
      slot_id,
      slot_date,
      starts_at: start.instant,
      places,
      closes_at: until,
      students: students.map((student) => student.id),
    })
    if (!result.success) {
      toastFailure(texts.failed, result)
      return
    }
    onClose()
    if (result.data.closed_at !== null || students.some((each) => !result.data.students.includes(each.id))) {
      toast({ title: texts.failed, description: texts.ended, tone: 'error' })
      return
    }
    withdrawFailure()
    openMessages(offerRequests(occurrence, id, students))
  }
  return (
    <DialogForm className="flex flex-col gap-5" onSubmit={() => void send()}>
      {!opening && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <LabeledSelect
            label={texts.places}
            options={PLACES}
            value={String(places)}
            onChange={(event) => setPlaces(Number(event.target.value))}
          />
          <LabeledSelect
            label={texts.until}
            options={ends.map(({ hours, at }) => ({
              value: at.instant,
              label: texts.before(hours, shortWhen(at)),
            }))}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
      )}
      <section aria-labelledby="oferecer-a">
        <h3 id="oferecer-a" className="text-base">
          {texts.to}
        </h3>
        <p className="mb-3 text-[15px] text-ink-soft">
          {candidates.length === 0 ? texts.nobody : texts.toHelp}
        </p>
        {candidates.length > 0 && (
          <StudentPicker
            students={candidates}
            selected={students.map((each) => each.id)}
            onChange={setChosen}
            day={day}
            withDetails
          />
        )}
      </section>
      <DialogActions>
        <FieldError id={problemId} message={pressed ? problem : undefined} />
        <Button
          type="submit"
          tone={students.length > 0 ? 'main' : 'early'}
          className="w-full"
          pending={offer.isPending}
          pendingLabel={texts.sending}
        >
          {students.length === 0 ? texts.offer : texts.send(students.length)}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}

const PLACES = Array.from({ length: MOST_PLACES }, (_, at) => ({
  value: String(at + 1),
  label: String(at + 1),
}))
