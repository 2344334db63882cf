import * as Radix from '@radix-ui/react-toast'
import { clsx } from 'clsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useRef, useSyncExternalStore, type RefObject } from 'react'
import { DELAYS, TOAST } from '@/core/constants'
import {
  currentToast,
  dismissToast,
  runToastAction,
  subscribeToToast,
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
      />
      <Radix.Viewport
        hotkey={[TOAST.hotkey]}
        label={texts.region}
        onFocus={({ currentTarget, target, relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && currentTarget.contains(relatedTarget)) return
          if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
          if (target === currentTarget) action.current?.focus()
        }}
        // Below a phone's bar at the top, where there is one.
        className="fixed top-0 right-0 z-60 flex w-full flex-col gap-2 p-4 outline-none max-md:[:root:has(.top-bar)_&]:top-16 md:top-auto md:bottom-(--bottom-inset) md:max-w-md"
      />
    </Radix.Provider>
  )
}

function Message({
  message: { id, title, description, tone, action },
  actionRef,
  closeLabel,
  onClose,
}: {
  message: ToastMessage
  actionRef: RefObject<HTMLButtonElement | null>
  closeLabel: string
  onClose: (region: Element | null) => void
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
