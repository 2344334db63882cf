import { useState } from 'react'
import type { CancelledReason, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { Extension } from '@/credits/intents'
import { ExtensionFields, ReasonChoice } from '@/sessions/extension-fields'
import { chosenExtension } from '@/sessions/lesson-form'
import { extensionDaysProblem, NO_EXTENSION } from '@/sessions/session.schema'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlay/dialog'
import { TODAY } from './today-texts'

const { skip: texts } = TODAY

/** 'Não aconteceu': why, and more time for the packages that would have been used (docs/product.md, 'Today'). */
export function SkipDialog({
  title,
  description,
  onClose,
  ...form
}: Parameters<typeof SkipForm>[0] & {
  title: string
  /** The day, and that nobody pays. */
  description: string
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <SkipForm {...form} />
    </Dialog>
  )
}

/** The content of that dialog. */
export function SkipForm({
  lessons,
  offerOf,
  nameOf,
  saving,
  onConfirm,
}: {
  /** What is answered. */
  lessons: readonly { key: string; time: string; names: string }[]
  /** More time to offer; undefined: nothing is there to extend. */
  offerOf: (reason: CancelledReason) => ExtensionOffer | undefined
  /** A student's name. */
  nameOf: (studentId: Uuid) => string
  saving: boolean
  onConfirm: (reason: CancelledReason, extension: Extension | undefined) => void
}) {
  const [reason, setReason] = useState<CancelledReason>('rain')
  const [extension, setExtension] = useState(NO_EXTENSION)
  const offer = offerOf(reason)
  const problem = offer ? extensionDaysProblem(extension.days) : null
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) onConfirm(reason, chosenExtension(extension, offer))
      }}
    >
      <ul className="figures flex flex-col gap-1 font-semibold">
        {lessons.map(({ key, time, names }) => (
          <li key={key} className="flex gap-3">
            <span className="w-12 shrink-0 font-extrabold">{time}</span>
            <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{names}</span>
          </li>
        ))}
      </ul>
      <ReasonChoice value={reason} onChange={setReason} />
      {offer && (
        <ExtensionFields
          offer={offer}
          value={extension}
          onChange={setExtension}
          error={problem ?? undefined}
          nameOf={nameOf}
        />
      )}
      <DialogActions>
        <Button type="submit" tone="main" className="w-full" pending={saving} pendingLabel={texts.confirming}>
          {texts.confirm(lessons.length)}
        </Button>
      </DialogActions>
    </form>
  )
}
