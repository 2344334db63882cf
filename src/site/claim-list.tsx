import { clsx } from 'clsx'

/** A row of figures about the product, each with its label, on a court-green background. */
export function ClaimList({
  claims,
  className,
}: {
  claims: readonly { figure: string; text: string }[]
  className?: string
}) {
  return (
    <ul className={clsx('grid grid-cols-[repeat(auto-fit,minmax(min(5.25rem,100%),1fr))] gap-4', className)}>
      {claims.map(({ figure, text }) => (
        <li key={figure}>
          <b className="figures block text-[1.75rem] leading-none font-black tracking-tight lg:text-4xl">
            {figure}
          </b>
          <span className="mt-1.5 block text-[15px] leading-snug text-court-ink/85">{text}</span>
        </li>
      ))}
    </ul>
  )
}
