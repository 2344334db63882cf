import * as Radix from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { DialogToaster } from './toaster'
import { useOverlay } from './use-overlay'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the dialog is gone and has given the focus back. */
  onClosed?: () => void
  title: string
  description?: string
  children: ReactNode
}

/** A modal dialog that traps the focus and gives it back. On a phone it is at the bottom, within reach of the thumb. */
export function Dialog({ open, onOpenChange, onClosed, title, description, children }: DialogProps) {
  const [isDrawn, giveBackFocus] = useOverlay(open)
  return (
    <Radix.Root open={isDrawn} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-[#071415]/60" />
        <Radix.Content
          aria-modal
          onCloseAutoFocus={(event) => {
            giveBackFocus(event)
            onClosed?.()
          }}
          className={
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-2xl ' +
            'bg-surface shadow-lift md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:w-full ' +
            'md:max-w-lg md:-translate-x-1/2 md:-translate-y-1/2 md:animate-appear md:rounded-2xl'
          }
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className="flex items-start justify-between gap-4 p-5 pb-3">
            <div className="min-w-0">
              <Radix.Title className="line-clamp-4 text-xl">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Fechar"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken"
            >
              <X className="size-5" />
            </Radix.Close>
          </header>
          <div className="dialog-body pb-safe">{children}</div>
          <DialogToaster onEscape={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DialogFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }

/** The form of a dialog that is no `DraftForm`. */
export const DialogForm = ({ onSubmit, ...form }: DialogFormProps) => (
  <form
    noValidate
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      // In React's tree a dialog may be inside the form of a screen, which must not be saved by it.
      event.stopPropagation()
      onSubmit()
    }}
  />
)

/** The buttons at the end of a dialog, which stay visible while long content scrolls, and are not on paper. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 border-t border-line bg-surface p-5 md:rounded-b-2xl print:hidden">
    {children}
  </div>
)
