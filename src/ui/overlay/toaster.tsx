import * as Radix from '@radix-ui/react-toast'
import { clsx } from 'clsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useSyncExternalStore, type RefObject } from 'react'
import { DELAYS, TOAST } from '@/core/constants'
import {
  currentPlace,
  currentToast,
  dismissToast,
  runToastAction,
  subscribeToToast,
  takePlace,
  type ToastMessage,
  type ToastTone,
} from '@/lib/browser/toast'
import { buttonLook } from '../button-look'

const TONES = {
  success: { icon: CircleCheck, look: 'text-ok' },
  info: { icon: Info, look: 'text-ink-soft' },
  error: { icon: CircleAlert, look: 'text-bad' },
  warning: { icon: TriangleAlert, look: 'text-warn' },
} as const satisfies Record<ToastTone, unknown>

/** Texts around a toast for screen readers. */
interface ToasterTexts {
  label: string
  /** Name of the region; '{hotkey}' becomes the key that moves focus to it. */
  region: string
  close: string
}

const PORTUGUESE: ToasterTexts = { label: 'Aviso', region: 'Avisos ({hotkey})', close: 'Fechar aviso' }

/**
 * Toasts as in docs/product.md, 'Messages'. Closing a toast that has the focus gives the focus back; a button of its own
 * gets the focus first, so that the hotkey and Enter are enough.
 */
export function Toaster({ texts = PORTUGUESE }: { texts?: ToasterTexts }) {
  const place = useSyncExternalStore(subscribeToToast, currentPlace, () => undefined)
  if (place !== undefined) return null
  return (
    <Toasts
      texts={texts}
      // Below a phone's bar at the top, where there is one.
      className="fixed top-0 right-0 z-60 p-4 max-md:[:root:has(.top-bar)_&]:top-16 md:top-auto md:bottom-(--bottom-inset) md:max-w-md"
    />
  )
}

/**
 * The toast while a modal dialog is open: a part of its content, so that pointer, F8, Tab and screen readers reach it, above
 * what it says and covering nothing. Written last in the dialog, which begins with its own first control.
 *
 * @param onEscape closes the dialog: outside the toast Escape is meant for the dialog, and 'Desfazer' stays.
 */
export function DialogToaster({ onEscape }: { onEscape: () => void }) {
  const id = useId()
  const place = useSyncExternalStore(subscribeToToast, currentPlace, () => undefined)
  useEffect(() => takePlace(id), [id])
  if (place !== id) return null
  return (
    <div className="order-first shrink-0">
      <Toasts texts={PORTUGUESE} className="p-4 pb-0" onEscape={onEscape} />
    </div>
  )
}

function Toasts({
  texts,
  className,
  onEscape,
}: {
  texts: ToasterTexts
  className: string
  onEscape?: () => void
}) {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const action = useRef<HTMLButtonElement>(null)
  if (message === null) return null
  return (
    // One provider per toast: closing one under the pointer or focus leaves Radix's timer paused, so the next toast
    // would never close by itself.
    <Radix.Provider
      key={message.id}
      duration={message.action?.undoes ? DELAYS.toastWithUndo : DELAYS.toast}
      swipeDirection={TOAST.swipeDirection}
      swipeThreshold={TOAST.swipeThreshold}
      label={texts.label}
    >
      <Message
        message={message}
        actionRef={action}
        closeLabel={texts.close}
        onClose={(region) => {
          if (!region?.contains(document.activeElement)) return
          const target = cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('main')
          target?.focus({ preventScroll: true })
        }}
        onEscape={onEscape}
      />
      <Radix.Viewport
        hotkey={[TOAST.hotkey]}
        label={texts.region}
        onFocus={({ currentTarget, target, relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && currentTarget.contains(relatedTarget)) return
          if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
          if (target === currentTarget) action.current?.focus()
        }}
        className={clsx('flex w-full flex-col gap-2 outline-none', className)}
      />
    </Radix.Provider>
  )
}

function Message({
  message: { id, title, description, tone, action },
  actionRef,
  closeLabel,
  onClose,
  onEscape,
}: {
  message: ToastMessage
  actionRef: RefObject<HTMLButtonElement | null>
  closeLabel: string
  onClose: (region: Element | null) => void
  onEscape: (() => void) | undefined
}) {
  const { icon: Icon, look } = TONES[tone]
  const item = useRef<HTMLLIElement>(null)
  const leave = () => onClose(item.current?.parentElement ?? null)
  return (
    <Radix.Root
      ref={item}
      type={tone === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (open) return
        leave()
        dismissToast(id)
      }}
      onEscapeKeyDown={(event) => {
        const isMine = event.target instanceof Node && item.current?.contains(event.target)
        if (isMine || !onEscape) return
        event.preventDefault()
        onEscape()
      }}
      className="flex animate-rise items-start gap-3 rounded-xl border border-line bg-surface p-4 shadow-lift data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon className={clsx('mt-0.5 size-5 shrink-0', look)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-bold">{title}</Radix.Title>
        {description !== undefined && (
          <Radix.Description className="text-ink-soft">{description}</Radix.Description>
        )}
        {action && (
          <Radix.Action
            ref={actionRef}
            altText={action.altText}
            className={buttonLook({ tone: 'outline', size: 'sm', className: 'mt-3' })}
            onClick={() => {
              leave()
              runToastAction(id)
            }}
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label={closeLabel}
        className="-m-2.5 grid size-11 shrink-0 place-items-center rounded-lg"
      >
        <X className="size-5" aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  )
}
