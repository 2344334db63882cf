import type { ReactNode } from 'react'

/**
 * The actions of a form: in reach of the thumb at the bottom of a phone, in place on wide screens. It takes the room
 * that the shell leaves below the content, so that it does not move when the end of the page comes into sight.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div className="pb-safe sticky bottom-(--bottom-inset) z-20 -mx-4 mt-6 -mb-10 flex flex-col-reverse gap-3 border-t border-line bg-paper px-4 pt-3 *:flex-1 min-[360px]:flex-row md:static md:mx-0 md:mb-0 md:justify-end md:border-0 md:px-0 md:*:flex-none">
      {children}
    </div>
  )
}
