import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'

const LOOKS: Record<'goes' | 'stays', { icon: LucideIcon; ink: string }> = {
  goes: { icon: CircleMinus, ink: 'text-bad' },
  stays: { icon: CircleCheck, ink: 'text-ok' },
}

type ChangeListProps = { kind: 'goes' | 'stays'; title: string; items: readonly (string | false)[] }

/** Lists what an erasure removes ('goes') or keeps ('stays'), without items that are false. Empty: renders nothing. */
export function ChangeList({ kind, title, items }: ChangeListProps) {
  const shown = items.filter((item) => item !== false)
  if (shown.length === 0) return null
  const { icon: Icon, ink } = LOOKS[kind]
  return (
    <div>
      <h3 className="mb-2 text-[15px]">{title}</h3>
      <ul className="figures flex flex-col gap-2">
        {shown.map((item) => (
          <li key={item} className="flex items-start gap-2.5 text-[15px] leading-snug">
            <Icon className={`mt-px size-4.5 shrink-0 ${ink}`} />
            <span className="min-w-0">{item}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
