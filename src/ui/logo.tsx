import { clsx } from 'clsx'
import { Ball } from './loader'

export function Logo({ className, short = false }: { className?: string; short?: boolean }) {
  return (
    <span className={clsx('inline-flex items-center gap-2 text-xl font-black tracking-tight', className)}>
      <Ball className="size-7 shrink-0" />
      <span className={short ? 'sr-only' : undefined}>Voleio</span>
    </span>
  )
}
