import type { ReactNode } from 'react'
import { Badge } from '@/ui/badge'

const ROWS = [
  { time: '10:00', names: 'João Pedro', credits: '6' },
  { time: '17:30', names: 'Beatriz Lima', credits: '2' },
] as const

/** An example of 'Hoje' for a coach without slots, labelled as such. Nothing in it can be tapped. */
export const ExampleDay = ({ children }: { children: ReactNode }) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="min-w-0 text-ink-soft">Com a sua semana na agenda, cada aula é um toque.</p>
      {children}
    </div>
    <div
      aria-hidden="true"
      className="mt-1 mb-2 rounded-xl border-2 border-dashed border-line-strong p-3 text-ink-soft"
    >
      <p className="flex items-center justify-between gap-2">
        <span className="figures text-xl font-extrabold">09:00–10:00</span>
        <Badge>exemplo</Badge>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-[17px] font-bold">
        <span>
          Marina Costa <Sign>4</Sign>
        </span>
        <span>
          Lucas Prado <Sign>1</Sign>
        </span>
      </p>
      <p className="mt-2.5 grid min-h-12 place-items-center rounded-lg border-2 border-dashed border-line-strong font-bold">
        Aconteceu
      </p>
      {ROWS.map(({ time, names, credits }) => (
        <p key={time} className="mt-1 flex min-h-11 items-center gap-2 border-t border-line pt-1">
          <span className="figures w-12 font-extrabold">{time}</span>
          <span className="flex-1 font-bold">
            {names} <Sign>{credits}</Sign>
          </span>
          <span className="text-[15px]">exemplo</span>
        </p>
      ))}
    </div>
  </>
)

const Sign = ({ children }: { children: string }) => (
  <span className="figures inline-flex h-[22px] min-w-[22px] items-center justify-center rounded-full bg-sunken px-1.5 text-[13px] leading-none font-extrabold">
    {children}
  </span>
)
