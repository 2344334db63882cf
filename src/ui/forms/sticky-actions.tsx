import { useRef, type ReactNode } from 'react'
import { usePublishedHeight } from '../use-published-height'

/**
 * The actions of a form. On a phone they stay at the bottom, within reach of the thumb, however long the screen is
 * (src/index.css). On wide screens and in low windows, as at 200 % zoom, they are in the flow. They replace the bottom
 * bar and publish their height as --actions. The negative margin covers the shell's bottom padding, so that they do not
 * move when the page is scrolled to its end. Their buttons take no tap for 0.4 s, because 'Registrar' comes where
 * 'Continuar' was. The bar itself takes it, or the tap would meet the field below the bar.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  const actions = useRef<HTMLDivElement>(null)
  usePublishedHeight('--actions', actions)
  return (
    <>
      <div className="grow" />
      <div
        ref={actions}
        data-actions=""
        data-instead-of-bar=""
        className={
          '*:unhurried pb-safe sticky bottom-(--bottom-inset) z-20 -mx-4 mt-6 -mb-10 flex ' +
          'flex-col-reverse flex-wrap gap-3 border-t border-line bg-paper px-4 pt-3 low:static *:flex-1 ' +
          'min-[360px]:flex-row md:static md:mx-0 md:mb-0 md:justify-end md:border-0 md:px-0 ' +
          'md:*:flex-none'
        }
      >
        {children}
      </div>
    </>
  )
}
