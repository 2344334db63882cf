import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { toast } from '@/lib/browser/toast'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { Button } from '@/ui/button'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { AGENDA_TEXTS } from './texts'
import { useSetTimeZone, useTimeZone } from './use-time-zone'
import { placeOf } from './zone'

const texts = AGENDA_TEXTS.zone

const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

/** Asks which time zone counts when this device's is not the agenda's; 'Manter' is remembered for that pair. */
export function TimeZoneNotice({ online }: { online: boolean }) {
  const { stored, device, differs } = useTimeZone()
  const flag = `keep-zone:${stored}:${device}`
  const [kept, setKept] = useState<string | null>(null)
  const { mutateAsync: change } = useSetTimeZone()
  const [use, changing] = useSingleFlight(async () => {
    const result = await change(device)
    if (result.success) toast({ title: texts.changed })
    else toastFailure(texts.failed, result)
  })
  if (!differs || stored === null || !online || kept === flag || readFlag(flag)) return null
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-info-soft px-4 py-2 text-info"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5 font-semibold">
        <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {texts.differs(placeOf(stored), placeOf(device))}
      </p>
      <div className="-mr-3 flex flex-wrap">
        <Button
          tone="ghost"
          size="sm"
          className="text-info"
          pending={changing}
          onClick={() => {
            // The notice goes away with its buttons.
            void use().then(focusPage)
          }}
        >
          {texts.use(placeOf(device))}
        </Button>
        <Button
          tone="ghost"
          size="sm"
          className="text-info"
          onClick={() => {
            writeFlag(flag, true)
            setKept(flag)
            focusPage()
          }}
        >
          {texts.keep}
        </Button>
      </div>
    </div>
  )
}
