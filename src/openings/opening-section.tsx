import { useState } from 'react'
import type { Invite, Occurrence, Opening } from '@/agenda/rules'
import { shortWhen } from '@/agreement/replies'
import type { Instant } from '@/core/model'
import { toast } from '@/lib/browser/toast'
import { offerRequests } from '@/messages/requests'
import { openMessages } from '@/messages/use-message-requests'
import { useNotices, useOpenedAt } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { toastFailure } from '@/ui/forms/toast-failure'
import { lazyPart } from '@/ui/lazy-page'
import { hasPlace } from './rules'
import { OPENINGS } from './texts'
import { useCandidates, useCloseOpening } from './use-openings'

const { section: texts } = OPENINGS

const OfferDialog = lazyPart(() => import('./offer-dialog'), 'OfferDialog')

/** An offered hour: who was asked, who has a place, whom to write to, and its end. */
export function OpeningSection({ occurrence, opening }: { occurrence: Occurrence; opening: Opening }) {
  const [asksMore, setAsksMore] = useState(false)
  const candidates = useCandidates(occurrence)
  const openedAt = useOpenedAt()
  const notices = useNotices()
  const close = useCloseOpening()
  const { zone } = occurrence.starts_at
  const at = (instant: Instant) => shortWhen({ instant, zone })
  // No messages about a full hour, and none to students who have another lesson by now or gave this one back.
  const free = opening.taken < opening.places ? (candidates ?? []) : []
  const untold = offerRequests(
    occurrence,
    opening.id,
    opening.invites.filter(({ id }) => free.some((each) => each.id === id)),
  ).filter((request) => openedAt(request) === null)
  const end = async () => {
    const result = await close.mutateAsync(opening.id)
    if (result.success) toast({ title: texts.closed })
    else toastFailure(texts.closeFailed, result)
  }
  const wordsOf = (invite: Invite) => {
    if (invite.taken_at === null) return texts.invited(at(invite.invited_at))
    if (hasPlace(invite, occurrence)) return texts.took(at(invite.taken_at))
    return occurrence.students.some(({ id }) => id === invite.id) ? texts.gaveBack : texts.left
  }
  return (
    <section aria-labelledby="horario-oferecido" className="border-t border-line pt-4">
      <h3 id="horario-oferecido" className="text-base">
        {texts.title}
      </h3>
      <p className="figures text-[15px] text-ink-soft">
        {texts.state(opening.taken, opening.places, at(opening.closes_at))}
      </p>
      {opening.invites.length > 0 && (
        <ul aria-label={texts.asked} className="my-2 divide-y divide-line">
          {opening.invites.map((each) => (
            <li
              key={each.id}
              className="flex flex-wrap items-baseline justify-between gap-x-3 py-2 [overflow-wrap:anywhere]"
            >
              <span className="min-w-0 font-semibold">{each.name}</span>
              <span
                className={
                  hasPlace(each, occurrence)
                    ? 'figures text-[15px] font-bold text-ok'
                    : 'figures text-[15px] text-ink-soft'
                }
              >
                {wordsOf(each)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 grid gap-3 *:w-full min-[400px]:grid-cols-2">
        {notices.data && untold.length > 0 && (
          <Button onClick={() => openMessages(untold)}>{texts.message}</Button>
        )}
        <Button onClick={() => setAsksMore(true)}>{texts.more}</Button>
        <Button
          tone="ghost"
          pending={close.isPending}
          pendingLabel={texts.closing}
          onClick={() => void end()}
        >
          {texts.close}
        </Button>
      </div>
      {asksMore && (
        <OfferDialog
          occurrence={occurrence}
          asked={opening.invites.map(({ id }) => id)}
          onClose={() => setAsksMore(false)}
        />
      )}
    </section>
  )
}
