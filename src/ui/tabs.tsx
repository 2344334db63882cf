import { Content, List, Root, Trigger } from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; content: ReactNode }

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
}

/** Tabs in one row that fits a phone of 320 px; long labels wrap. Only the open tab's panel is in the document. */
export const Tabs = ({ label, tabs, value, onValueChange }: TabsProps) => (
  <Root value={value} onValueChange={onValueChange}>
    <List aria-label={label} className="flex gap-1 rounded-lg bg-sunken p-1">
      {tabs.map((tab) => (
        <Trigger
          key={tab.value}
          value={tab.value}
          className={
            'min-h-11 flex-auto rounded px-1 text-sm leading-tight font-bold wrap-normal text-ink-soft ' +
            // 44 px at least. As a minimum width that would let a long word leave its tab.
            'before:block before:w-[36px] aria-selected:bg-raised aria-selected:text-ink ' +
            'aria-selected:shadow-card sm:flex-1 sm:text-[15px]'
          }
        >
          {tab.label}
        </Trigger>
      ))}
    </List>
    {tabs.map((tab) => (
      <Content key={tab.value} value={tab.value} className="mt-4 rounded-lg">
        {tab.content}
      </Content>
    ))}
  </Root>
)
