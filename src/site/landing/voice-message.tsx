import { clsx } from 'clsx'
import type { LandingTexts } from '../landing-texts'
import { Play, Waveform } from './icons'

/** An example voice message with its transcript. */
export function VoiceMessage({ voice, className }: { voice: LandingTexts['voice']; className?: string }) {
  return (
    <div
      role="img"
      aria-label={`${voice.description} “${voice.words}”`}
      className={clsx('rounded-xl rounded-br-sm bg-areia p-3 text-[15px] text-ball-ink', className)}
    >
      <p className="flex items-center gap-2.5">
        <Play className="size-9 rounded-full bg-ball-ink p-2 text-areia" />
        <Waveform className="h-5 w-0 flex-1" />
        <span className="figures text-[13px] font-bold">{voice.length}</span>
      </p>
      <p className="mt-2 leading-snug italic">“{voice.words}”</p>
    </div>
  )
}
