import { clsx } from 'clsx'
import { initial } from '@/core/names'

/** Court colours, each with a text colour of at least 4.5:1 contrast. */
const SURFACES = [
  'bg-saibro text-white',
  'bg-grama text-white',
  'bg-duro text-white',
  'bg-areia text-ball-ink',
] as const

const SIZES = {
  sm: 'size-8 rounded text-[15px]',
  md: 'size-11 rounded text-lg',
  lg: 'size-16 rounded-xl text-2xl',
} as const

type AvatarProps = { of: { id: string; name: string }; size?: keyof typeof SIZES }

/** The initial on a court colour; one id always gets the same colour. */
export function Avatar({ of: { id, name }, size = 'md' }: AvatarProps) {
  let sum = 0
  for (const letter of id) sum += letter.charCodeAt(0)
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center font-extrabold',
        SIZES[size],
        SURFACES[sum % SURFACES.length],
      )}
    >
      {initial(name)}
    </span>
  )
}
