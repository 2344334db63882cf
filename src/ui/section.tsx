import { useId, type ReactNode, type Ref } from 'react'

interface SectionProps {
  title: ReactNode
  /** The id of the heading, for links to it. */
  id?: string
  action?: ReactNode
  /** The heading can take the focus of a button that disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  className?: string
  children: ReactNode
}

/** A part of a screen with a heading, and actions beside the heading. */
export function Section({ title, id, action, headingRef, className, children }: SectionProps) {
  const made = useId()
  const headingId = id ?? made
  return (
    <section aria-labelledby={headingId} className={className}>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
