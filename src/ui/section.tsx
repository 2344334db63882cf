import { useId, type ReactNode, type Ref } from 'react'

/** A part of a screen under its heading, with what can be done there beside it. */
export function Section({
  title,
  id,
  action,
  headingRef,
  className,
  children,
}: {
  title: ReactNode
  /** Of the heading, for links to it. */
  id?: string
  action?: ReactNode
  /** The heading takes the focus of a button that goes away. */
  headingRef?: Ref<HTMLHeadingElement>
  className?: string
  children: ReactNode
}) {
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
