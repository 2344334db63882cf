import type { Ref } from 'react'

/**
 * A field that only bots fill in: hidden from view, tab order, screen readers, autofill and password managers
 * (docs/decisions/0010-lead-rate-limit.md).
 */
export function Honeypot({ label, ref }: { label: string; ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {label}
        <input
          ref={ref}
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  )
}
