import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

interface ChipProps {
  pressed: boolean
  onToggle: () => void
  /** The name for screen readers, if the text is shortened. */
  label?: string
  children: ReactNode
  className?: string
}

/** A toggle button; several side by side select any number of options. */
export const Chip = ({ pressed, onToggle, label, children, className }: ChipProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    aria-label={label}
    onClick={onToggle}
    className={clsx(
      'inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] px-4 text-[15px] font-semibold',
      pressed
        ? 'border-court bg-court text-court-ink'
        : 'border-line-strong bg-surface text-ink hover:bg-sunken',
      className,
    )}
  >
    {children}
  </button>
)

/** Multiple choice as chips. `value` keeps the order of `options`. */
export function ChipGroup<Value extends string>({
  legend,
  hiddenLegend = false,
  options,
  value,
  onChange,
  labelOf = (option) => option,
}: {
  legend: string
  /** Shows the legend to screen readers only. */
  hiddenLegend?: boolean
  options: readonly Value[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  labelOf?: (option: Value) => string
}) {
  const toggle = (option: Value) =>
    onChange(options.filter((other) => (other === option ? !value.includes(other) : value.includes(other))))
  return (
    <fieldset>
      <legend className={hiddenLegend ? 'sr-only' : 'mb-2 text-[15px] font-bold'}>{legend}</legend>
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

/** A single choice among a few visible options: radio buttons, so that arrow keys work. */
export function Segmented<Value extends string>({
  legend,
  hiddenLegend = false,
  options,
  value,
  onChange,
  className,
}: {
  legend: string
  hiddenLegend?: boolean
  /** `short` is shown on narrow screens, with `label` as accessible name; `long` replaces `label` from 480 px up. */
  options: readonly { value: Value; label: string; short?: string; long?: string }[]
  value: Value
  onChange: (value: Value) => void
  /** The grid's columns. */
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
            className={
              'relative grid min-h-11 cursor-pointer select-none place-items-center rounded-lg px-0.5 ' +
              'text-center text-sm leading-tight min-[360px]:px-1.5 min-[360px]:text-[15px] font-semibold ' +
              'has-checked:bg-court has-checked:text-court-ink has-focus-visible:outline-3 ' +
              'has-focus-visible:outline-accent not-has-checked:hover:bg-raised'
            }
          >
            <input
              type="radio"
              // Over the text: a tap on a label is a second click.
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-label={option.short && option.label}
            />
            {option.short === undefined ? (
              option.label
            ) : (
              <>
                <span aria-hidden="true" className="sm:hidden">
                  {option.short}
                </span>
                <span aria-hidden="true" className="hidden sm:inline">
                  {option.long ?? option.label}
                </span>
              </>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
