import { clsx } from 'clsx'
import { useId } from 'react'

/** A choice of one among a few, all of them in sight: radio buttons, so that arrow keys work. */
export function Segmented<Value extends string>({
  legend,
  hiddenLegend = false,
  options,
  value,
  onChange,
  className,
}: {
  legend: string
  /** Only screen readers get the legend. */
  hiddenLegend?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** The columns. */
  className: string
}) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={hiddenLegend ? 'sr-only' : 'mb-2 text-[15px] font-bold'}>{legend}</legend>
      <div className={clsx('grid gap-1 rounded-xl bg-sunken p-1', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-lg px-0.5 text-center text-sm leading-tight min-[360px]:px-1.5 min-[360px]:text-[15px] font-semibold has-checked:bg-court has-checked:text-court-ink has-focus-visible:outline-3 has-focus-visible:outline-accent not-has-checked:hover:bg-surface"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
