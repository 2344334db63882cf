import type { ReactNode } from 'react'

/** Header background with the lines of a service box. */
export function HeaderBackground({ children }: { children: ReactNode }) {
  return (
    <header className="relative overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a]">
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMaxYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.1"
        strokeWidth="3"
        aria-hidden="true"
      >
        <path d="M190 190 250-10M40 190 158-10M222 82H330" vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="relative mx-auto max-w-4xl px-4 pt-[max(1.5rem,env(safe-area-inset-top))] pb-5 md:px-8 md:pt-10 md:pb-8">
        {children}
      </div>
    </header>
  )
}
