import { clsx } from 'clsx'

/**
 * Inlines a decorative picture of ./courts, imported with '?raw' (`node tests/og/draw.ts` draws them). An <img> would
 * be heavier, and the largest contentful paint of the public pages on phones.
 */
export const Court = ({ svg, className }: { svg: string; className: string }) => (
  <div
    aria-hidden="true"
    className={clsx('*:size-full', className)}
    dangerouslySetInnerHTML={{ __html: svg }}
  />
)

/**
 * The lines of a tennis court from above (1 unit is 1 cm), a pale pattern behind a card. Decorative. Only on wide
 * screens, beside the text, which is up to 28rem wide: elsewhere the lines would strike it through.
 */
export const CourtPlan = ({ className }: { className: string }) => (
  <svg
    viewBox="-20 -20 2417 1137"
    preserveAspectRatio="xMidYMid slice"
    fill="none"
    stroke="currentColor"
    strokeWidth="10"
    className={`absolute -right-[33rem] -z-10 w-[44rem] -rotate-12 max-xl:hidden ${className}`}
    aria-hidden="true"
  >
    <path
      d={
        'M0 0H2377V1097H0ZM0 137H2377M0 960H2377M548.5 137V960M1828.5 137V960M548.5 548.5H1828.5M0 ' +
        '548.5H15M2362 548.5H2377'
      }
    />
    <path d="M1188.5 -91V1188" strokeWidth="14" />
  </svg>
)
