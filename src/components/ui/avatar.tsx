import { clsx } from 'clsx'

/** Each surface with an ink that keeps 4.5:1 on it. */
const SURFACES = [
  'bg-saibro text-white',
  'bg-grama text-white',
  'bg-duro text-white',
  'bg-areia text-ball-ink',
] as const

const SIZES = { md: 'size-11 rounded text-lg', lg: 'size-16 rounded-xl text-2xl' } as const

/** The initial on one of the four court surfaces; the same `seed` (an id) always gives the same surface. */
export function Avatar({
  initial,
  seed,
  size = 'md',
}: {
  initial: string
  seed: string
  size?: keyof typeof SIZES
}) {
  let sum = 0
  for (let at = 0; at < seed.length; at++) sum += seed.charCodeAt(at)
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center font-extrabold',
        SIZES[size],
        SURFACES[sum % SURFACES.length],
      )}
    >
      {initial}
    </span>
  )
}
