import Megaphone from 'lucide-react/icons/megaphone'
import { useState } from 'react'
import { canSkip, hasBegun, namesOf, type Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-page'
import { usePreloaded } from '@/ui/use-preloaded'
import { OPENINGS as texts } from './texts'

const OfferDialog = lazyPart(() => import('./offer-dialog'), 'OfferDialog')
const SHEETS = [OfferDialog]

type OfferButtonProps = { occurrence: Occurrence; now: Date; size?: 'sm' | 'md' }

/** 'Oferecer horário'. Nothing for a lesson that has begun, is answered, or is offered already. */
export function OfferButton({ occurrence, now, size = 'md' }: OfferButtonProps) {
  usePreloaded(SHEETS)
  const [open, setOpen] = useState(false)
  const canOffer =
    canSkip(occurrence) && !occurrence.pending && !hasBegun(occurrence, now) && !occurrence.opening
  // An open dialog stays while the result of its offer is read.
  if (!canOffer && !open) return null
  return (
    <>
      <Button
        size={size}
        {...(size === 'sm' && {
          'aria-label': `${texts.offer}: ${timeOf(occurrence.starts_at)}, ${namesOf(occurrence)}`,
        })}
        onClick={() => setOpen(true)}
      >
        <Megaphone aria-hidden="true" />
        {texts.offer}
      </Button>
      {open && <OfferDialog occurrence={occurrence} onClose={() => setOpen(false)} />}
    </>
  )
}
