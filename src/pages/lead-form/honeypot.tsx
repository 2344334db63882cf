import type { Ref } from 'react'

/**
 * A field that nobody meets but robots that fill in whatever a page has: out of sight, of the tab order and of the
 * accessibility tree, and nothing that browsers or password managers fill in (docs/decisions/0010-lead-brake.md).
 */
export function Trap({ label, ref }: { label: string; ref: Ref<HTMLInputElement> }) {
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
