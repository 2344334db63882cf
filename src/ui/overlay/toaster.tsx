import * as Radix from '@radix-ui/react-toast'
import { clsx } from 'clsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useSyncExternalStore, type PointerEvent, type RefObject } from 'react'
import { DELAYS, TOAST } from '@/core/constants'
import { focusNearest, withAncestors } from '@/lib/browser/focus-nearest'
import {
  currentPlace,
  currentToast,
  dismissToast,
  runToastAction,
  subscribeToToast,
  takePlace,
  type ToastAction,
  type ToastMessage,
  type ToastTone,
} from '@/lib/browser/toast'
import { buttonLook } from '../button-look'
import { useKeyboardOpen } from '../use-keyboard-open'

const TONES = {
  success: { icon: CircleCheck, look: 'text-ok' },
  info: { icon: Info, look: 'text-ink-soft' },
  error: { icon: CircleAlert, look: 'text-bad' },
  warning: { icon: TriangleAlert, look: 'text-warn' },
} as const satisfies Record<ToastTone, unknown>

/** Texts of the toaster itself, for screen readers. */
interface ToasterTexts {
  label: string
  /** Name of the region; '{hotkey}' is replaced by the key that moves the focus to it. */
  region: string
  close: string
}

const PORTUGUESE: ToasterTexts = { label: 'Aviso', region: 'Avisos ({hotkey})', close: 'Fechar aviso' }

/**
 * The toasts of docs/product.md, 'Messages'. Closing a toast that has the focus gives the focus back. The hotkey
 * focuses the toast's own button first, so that the hotkey and Enter are enough.
 */
export function Toaster({ texts = PORTUGUESE }: { texts?: ToasterTexts }) {
  const place = useSyncExternalStore(subscribeToToast, currentPlace, () => undefined)
  const isTyping = useKeyboardOpen()
  if (place !== undefined) return null
  return (
    <Toasts
      texts={texts}
      className={clsx(
        'fixed right-0 z-60 p-2 md:max-w-md md:p-4',
        // Near the thumb, unless a keyboard would cover it.
        isTyping ? 'top-14' : 'above-bottom',
      )}
    />
  )
}

/**
 * The toast while a modal dialog is open: part of the dialog's content, so that pointer, F8, Tab and screen readers
 * reach it, with space of its own above the rest. Last in the markup, so that the dialog begins with its own first
 * control.
 *
 * @param onEscape closes the dialog. Outside the toast Escape is meant for the dialog, and 'Desfazer' stays.
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

type ToastsProps = { texts: ToasterTexts; className: string; onEscape?: () => void }

function Toasts({ texts, className, onEscape }: ToastsProps) {
  const message = useSyncExternalStore(subscribeToToast, currentToast, () => null)
  const cameFrom = useRef<readonly HTMLElement[]>([])
  const action = useRef<HTMLButtonElement>(null)
  if (message === null) return null
  return (
    // One provider per toast: closing a toast under the pointer or focus leaves Radix's timer paused, so the next toast
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
          if (region?.contains(document.activeElement)) focusNearest(cameFrom.current)
        }}
        onEscape={onEscape}
      />
      <Radix.Viewport
        hotkey={[TOAST.hotkey]}
        label={texts.region}
        onFocus={({ currentTarget, target, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return
          if (relatedTarget) cameFrom.current = withAncestors(relatedTarget)
          if (target === currentTarget) action.current?.focus()
        }}
        className={clsx('flex w-full flex-col gap-2 outline-none', className)}
      />
    </Radix.Provider>
  )
}

function Message({
  message: { id, title, description, tone, action, also },
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
  const close = () => {
    leave()
    dismissToast(id)
  }
  const swipe = useSwipeDown(close)
  const button = (which: 'action' | 'also', { label, altText }: ToastAction, className?: string) => (
    <Radix.Action
      ref={which === 'action' ? actionRef : undefined}
      altText={altText}
      className={buttonLook({ size: 'sm', className: clsx('unhurried px-3!', className) })}
      onClick={() => {
        leave()
        runToastAction(id, which)
      }}
    >
      {label}
    </Radix.Action>
  )
  return (
    <Radix.Root
      ref={item}
      type={tone === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      onEscapeKeyDown={(event) => {
        const isMine = event.target instanceof Node && item.current?.contains(event.target)
        if (isMine || !onEscape) return
        event.preventDefault()
        onEscape()
      }}
      {...swipe}
      className={
        'grid animate-rise grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 rounded-xl ' +
        'border border-line bg-surface pr-1.5 pl-3.5 shadow-lift data-[swipe=cancel]:translate-x-0 ' +
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)'
      }
    >
      <Icon className={clsx('size-5 shrink-0', look)} />
      {/* With its border one line has 56 px, unless a description follows. */}
      <Radix.Title
        className={clsx(
          'flex items-center py-1.5 leading-tight font-bold',
          description === undefined ? 'min-h-13.5' : 'min-h-12',
        )}
      >
        {title}
      </Radix.Title>
      {description !== undefined && (
        <Radix.Description className="col-[2/5] row-start-2 -mt-1.5 pr-2 pb-3 text-[15px] leading-snug text-ink-soft">
          {description}
        </Radix.Description>
      )}
      {also && action ? (
        <div className="col-span-3 col-start-2 row-start-3 flex flex-wrap justify-end gap-2 pr-1 pb-2">
          {button('also', also)}
          {button('action', action)}
        </div>
      ) : (
        action && button('action', action, 'col-start-3 row-start-1')
      )}
      <Radix.Close
        aria-label={closeLabel}
        className="col-start-4 row-start-1 grid size-11 shrink-0 place-items-center rounded-lg"
      >
        <X className="size-5" />
      </Radix.Close>
    </Radix.Root>
  )
}

const follow = ({ currentTarget }: PointerEvent<HTMLElement>, pull: number) => {
  currentTarget.style.translate = pull > 0 ? `0 ${pull}px` : ''
}

/** Closes the toast on a swipe down too, because it is at the bottom of a phone. Radix supports only one direction. */
function useSwipeDown(close: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const pulledTo = ({ clientX, clientY }: PointerEvent): number => {
    if (start.current === null) return 0
    const down = clientY - start.current.y
    return down > Math.abs(clientX - start.current.x) ? down : 0
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    start.current = null
    follow(event, 0)
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => follow(event, pulledTo(event)),
    onPointerCancel: end,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const pulled = pulledTo(event)
      end(event)
      if (pulled > TOAST.swipeThreshold) close()
    },
  }
}
