import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useRef, useState } from 'react'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { downloadFeed, useAgendaFeed, useNewFeedAddress } from '@/hooks/agenda/use-agenda-feed'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useConnection } from '@/hooks/offline/use-connection'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { failedRead } from '@/queries/service-error'
import { AGENDA_SERVICE } from '@/texts/agenda/agenda-service'
import { CALENDAR_TEXTS as texts } from '@/texts/agenda/calendar'
import { MESSAGES } from '@/texts/shared/messages'

const ROTATE_FAILED = { title: AGENDA_SERVICE.rotate, description: MESSAGES.common.tryAgain }

/** The address and the file of the coach's calendar (docs/product.md, 'Calendar'). */
export function CalendarSection() {
  const { online } = useConnection()
  const read = useAgendaFeed()
  const { data: feed, isError } = read
  return (
    <section aria-labelledby="calendario">
      <h2 id="calendario" className="mb-3 flex min-h-11 items-center text-xl">
        {texts.title}
      </h2>
      <OfflineNotice online={online} className="mb-3">
        {texts.offline}
      </OfflineNotice>
      {feed !== undefined ? (
        <Card className="flex flex-col gap-4">
          <p className="text-ink-soft">{texts.why}</p>
          {feed === null ? (
            <FirstAddress />
          ) : feed.address === null ? (
            <FileOnly token={feed.token} />
          ) : (
            <Address token={feed.token} address={feed.address} />
          )}
        </Card>
      ) : !online ? null : isError ? (
        <ErrorState {...failedRead({ title: AGENDA_SERVICE.feed }, read)} />
      ) : (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-44 rounded-xl" />
        </div>
      )}
    </section>
  )
}

/** [make, making]: a new address, told by a toast; `done` runs after a success. */
function useMaking(done?: () => void) {
  const change = useNewFeedAddress()
  return useSingleFlight(async () => {
    const result = await change.mutateAsync()
    if (!result.success) return toastFailure(ROTATE_FAILED, result)
    toast({ title: AGENDA_SERVICE.rotated })
    done?.()
  })
}

function FirstAddress() {
  const [make, making] = useMaking()
  return (
    <Button
      tone="outline"
      size="sm"
      className="self-start"
      pending={making}
      pendingLabel={texts.making}
      onClick={() => void make()}
    >
      <CalendarPlus aria-hidden="true" />
      {texts.make}
    </Button>
  )
}

function Address({ token, address }: { token: string; address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const [make, making] = useMaking(() => setAsking(false))
  const copy = async () => {
    if (await copyText(address)) return toast({ title: texts.copied })
    field.current?.select()
    toast({ title: texts.copyRefused })
  }
  return (
    <>
      <Field label={texts.address} hint={`${texts.how} ${texts.secret}`}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            readOnly
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button tone="court" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <DownloadButton token={token} />
        <Button tone="ghost" size="sm" className="-mx-4" onClick={() => setAsking(true)}>
          {texts.rotate}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.ask.title}
        description={texts.ask.description}
        confirmLabel={texts.rotate}
        pendingLabel={texts.making}
        pending={making}
        onConfirm={() => void make()}
      />
    </>
  )
}

/** Where the site answers no calendar at the address. */
function FileOnly({ token }: { token: string }) {
  return (
    <>
      <p className="text-sm text-ink-soft">{texts.fileWhy}</p>
      <DownloadButton token={token} />
    </>
  )
}

function DownloadButton({ token }: { token: string }) {
  const [download, downloading] = useSingleFlight(async () => {
    const result = await downloadFeed(token)
    if (!result.success) toastFailure(texts.fileFailed, result)
  })
  return (
    <Button
      tone="outline"
      size="sm"
      className="self-start"
      pending={downloading}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" />
      {texts.file}
    </Button>
  )
}
