import { clsx } from 'clsx'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab {
  value: string
  label: string
  content: ReactNode
}

/** The index a key leads to from tab `at` of `count`; undefined for other keys. */
function leadsTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/**
 * Tabs in one row that fits 320 px. Arrows, Home and End move and open; only the open tab is in the tab order, and
 * only its panel is rendered. Written by hand because Radix's would cost the public page 7 kB.
 */
export function Tabs({
  label,
  tabs,
  value,
  onValueChange,
  className,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
  className?: string
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: string) => `${id}-tab-${tab}`
  const panelId = `${id}-panel`
  const open = tabs.find((tab) => tab.value === value)

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = leadsTo(event.key, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
    onValueChange(tab.value)
  }
  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className="flex gap-1 rounded-lg bg-sunken p-1">
        {tabs.map((tab, at) => {
          const selected = tab === open
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(tab.value)}
              aria-selected={selected}
              aria-controls={selected ? panelId : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
              className={clsx(
                'min-h-11 flex-auto rounded px-1 text-sm font-bold whitespace-nowrap sm:flex-1 sm:text-[15px]',
                selected ? 'bg-surface text-ink shadow-card' : 'text-ink-soft',
              )}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {open && (
        <div
          key={open.value}
          role="tabpanel"
          id={panelId}
          aria-labelledby={tabId(open.value)}
          tabIndex={0}
          className="mt-4 rounded-lg"
        >
          {open.content}
        </div>
      )}
    </div>
  )
}
