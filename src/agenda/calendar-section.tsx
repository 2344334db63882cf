import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useRef, useState } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { failedRead } from '@/data/queries/service-error'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { AGENDA_SERVICE } from './agenda-service-texts'
import { CALENDAR_TEXTS as texts } from './calendar-texts'
import { downloadFeed, useAgendaFeed, useNewFeedAddress } from './use-agenda-feed'

const ROTATE_FAILED = { title: AGENDA_SERVICE.rotate, description: COMMON_MESSAGES.tryAgain }

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
