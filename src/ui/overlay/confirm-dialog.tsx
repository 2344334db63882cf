import * as Radix from '@radix-ui/react-alert-dialog'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '../button'
import { DialogToaster } from './toaster'
import { useOverlay } from './use-overlay'

/**
 * Asks before an irreversible action; the initial focus is on 'Cancelar'. It stays open while the action runs, which
 * closing would not stop.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel,
  pending = false,
  canConfirm = true,
  onConfirm,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmLabel: string
  pendingLabel?: string
  pending?: boolean
  /** False while what to confirm is still loading. */
  canConfirm?: boolean
  onConfirm: () => void
  /** More to read or choose before confirming. */
  children?: ReactNode
}) {
  const [isDrawn, giveBackFocus] = useOverlay(open)
  const change = pending ? undefined : onOpenChange
  return (
    <Radix.Root open={isDrawn} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-[#071415]/60" />
        <Radix.Content
          aria-modal
          onCloseAutoFocus={giveBackFocus}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-2xl ' +
              'bg-surface shadow-lift md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:w-full ' +
              'md:-translate-x-1/2 md:-translate-y-1/2 md:animate-appear md:rounded-2xl',
            // Content gets a wider dialog, so that the buttons stay in view.
            children ? 'md:max-w-lg' : 'md:max-w-md',
          )}
        >
          <div className="pb-safe overflow-y-auto p-5">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
            {children}
            <div className="unhurried mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Radix.Cancel asChild>
                <Button aria-disabled={pending || undefined}>Cancelar</Button>
              </Radix.Cancel>
              <Button
                tone="danger"
                pending={pending}
                disabled={!canConfirm}
                pendingLabel={pendingLabel}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </div>
          <DialogToaster onEscape={() => change?.(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
