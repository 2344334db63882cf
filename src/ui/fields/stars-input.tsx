import { clsx } from 'clsx'
import Star from 'lucide-react/icons/star'
import { useId, useState } from 'react'
import { countOf } from '@/core/common-texts'
import { STAR_LOOK, STARS } from '../stars'

/**
 * One element for all, its colours inherited: an icon drawn anew for each tap costs more than the rest of the stars.
 */
const STAR = <Star className="size-8 fill-[inherit] stroke-[inherit]" strokeWidth={1.5} />
/** A default that nobody has tapped. */
const UNTOUCHED = 'fill-ball/35 stroke-line-strong'

/**
 * Five radio buttons, so that arrow keys work and screen readers count them.
 *
 * A default is drawn dashed, with 'padrão'. A tap on any star, the current one included, chooses.
 */
export function StarsInput({
  name,
  legend,
  hiddenLegend = false,
  value,
  isDefault = false,
  onChange,
}: {
  /** Unique on the page: groups the radio buttons. */
  name: string
  legend: string
  hiddenLegend?: boolean
  /** 1 to 5; 0 for no rating. */
  value: number
  /** `value` is a default until the coach taps. */
  isDefault?: boolean
  onChange: (rating: number) => void
}) {
  const captionId = useId()
  /** The star tapped last. Only a tap is animated, not a rating that was loaded. */
  const [tapped, setTapped] = useState<number | null>(null)
  const choose = (star: number) => {
    setTapped(star)
    onChange(star)
  }
  return (
    <fieldset aria-describedby={isDefault ? captionId : undefined}>
      <legend className={hiddenLegend ? 'sr-only' : 'mb-1 text-[15px] font-bold'}>{legend}</legend>
      <div className="relative -ml-1.5 flex w-fit">
        {STARS.map((star) => (
          <label
            key={star}
            className={
              'relative grid size-11 cursor-pointer select-none place-items-center rounded-lg ' +
              'has-focus-visible:outline-3 has-focus-visible:outline-accent'
            }
          >
            <input
              type="radio"
              // Over the star: a tap on a label is a second click.
              className="absolute inset-0 z-1 size-full cursor-pointer opacity-0"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => choose(star)}
              // For the browser, a tap on the current star is no change.
              onClick={() => isDefault && star === value && choose(star)}
              aria-label={countOf(star, 'estrela', 'estrelas')}
            />
            <span
              className={clsx(
                isDefault && '-translate-y-1.5 [stroke-dasharray:2.6_2.2]',
                star <= value && value === tapped && 'motion-safe:animate-pop',
                star > value && STAR_LOOK.off,
                star <= value && (isDefault ? UNTOUCHED : STAR_LOOK.on),
              )}
              style={{ animationDelay: `${(star - 1) * 35}ms` }}
            >
              {STAR}
            </span>
          </label>
        ))}
        {isDefault && (
          <span
            id={captionId}
            className={
              'pointer-events-none absolute inset-x-0 bottom-0 text-center text-xs leading-none ' +
              'font-semibold text-ink-soft'
            }
          >
            padrão
          </span>
        )}
      </div>
    </fieldset>
  )
}
