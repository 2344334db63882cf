import { clsx } from 'clsx'

type FactsProps = { facts: Readonly<Record<string, string>>; className?: string }

/** Terms with their values, in two columns where there is room. */
export const Facts = ({ facts, className }: FactsProps) => (
  <dl className={clsx('figures grid gap-4 min-[400px]:grid-cols-2', className)}>
    {Object.entries(facts).map(([term, fact]) => (
      <div key={term} className="min-w-0">
        <dt className="text-sm text-ink-soft">{term}</dt>
        <dd className="font-bold wrap-anywhere">{fact}</dd>
      </div>
    ))}
  </dl>
)
