import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'

/**
 * The thanks for a lead, for as long as it is in the page. The browser's own dialog traps the focus, closes on Escape and gives the focus
 * back by itself; ui/dialog.tsx would bring 13 kB along to a public page.
 */
export function ThanksDialog({
  onClose,
  texts,
}: {
  /** Called when it was closed, by its button or by Escape; the focus is back by then. */
  onClose: () => void
  texts: { title: string; description: string; close: string }
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // Effects run twice in development, and an open dialog cannot be opened.
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
