import * as Radix from '@radix-ui/react-tabs'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface Tab {
  value: string
  label: string
  content: ReactNode
}

/** Tabs in one row that fits a phone of 320 px. */
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
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List aria-label={label} className="flex gap-1 rounded-lg bg-sunken p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              'min-h-11 flex-auto rounded px-1 text-sm font-bold whitespace-nowrap text-ink-soft sm:flex-1 sm:text-[15px]',
              'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-4 rounded-lg">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
