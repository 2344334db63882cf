import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'

/**
 * Spec §4, §8: the thanks for a lead. The browser's own dialog traps the focus, closes on Escape and gives the focus
 * back by itself; ui/dialog.tsx would bring 13 kB along to a public page.
 */
export function ThanksDialog({
  open,
  onClose,
  texts,
}: {
  open: boolean
  onClose: () => void
  texts: { title: string; description: string; close: string }
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
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
        <Button tone="court" className="mt-6 w-full" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </dialog>
  )
}
