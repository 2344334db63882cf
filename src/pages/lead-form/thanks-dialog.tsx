import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'

/**
 * Thanks for a lead; open while mounted. Uses the native dialog, which traps and restores focus by itself:
 * ui/dialog.tsx would add 13 kB to a public page.
 */
export function ThanksDialog({
  onClose,
  texts,
}: {
  /** Called after it was closed by button or Escape, with the focus already restored. */
  onClose: () => void
  texts: { title: string; description: string; close: string }
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // In development effects run twice, and showModal throws on an open dialog.
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-2xl bg-surface text-ink shadow-lift backdrop:bg-[#071415]/60 open:animate-rise md:inset-0 md:m-auto md:h-fit md:max-w-md md:rounded-2xl"
    >
      <div className="pb-safe p-6 md:p-8">
        <h2 id={`${id}-title`} className="text-2xl">
          {texts.title}
        </h2>
        <p id={`${id}-text`} className="mt-2 text-ink-soft">
          {texts.description}
        </p>
        <Button tone="court" className="mt-6 w-full" onClick={() => dialog.current?.close()}>
          {texts.close}
        </Button>
      </div>
    </dialog>
  )
}
