import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A toggle button; several side by side select any number of options. */
export function Chip({
  pressed,
  onToggle,
  children,
  className,
}: {
  pressed: boolean
  onToggle: () => void
  children: ReactNode
  className?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className={clsx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] px-4 text-[15px] font-semibold transition-colors',
        pressed
          ? 'border-court bg-court text-court-ink'
          : 'border-line-strong bg-surface text-ink hover:bg-sunken',
        className,
      )}
    >
      {children}
    </button>
  )
}

/** Multiple choice as chips. `value` keeps the order of `options`. */
export function ChipGroup<Value extends string>({
  legend,
  options,
  value,
  onChange,
  labelOf = (option) => option,
}: {
  legend: string
  options: readonly Value[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  labelOf?: (option: Value) => string
}) {
  const toggle = (option: Value) =>
    onChange(options.filter((other) => (other === option ? !value.includes(other) : value.includes(other))))
  return (
    <fieldset>
      <legend className="mb-2 text-[15px] font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip key={option} pressed={value.includes(option)} onToggle={() => toggle(option)}>
            {labelOf(option)}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}
