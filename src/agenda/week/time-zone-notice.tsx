import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { Button } from '@/ui/button'
import { useAction } from '@/ui/forms/use-action'
import { useSetTimeZone } from '../use-slot-plans'
import { placeOf } from '../zone'

const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

/** Asks which time zone counts if the device's is not the agenda's; 'Manter' is remembered for these two zones. */
export function TimeZoneNotice({ stored, device }: { stored: string; device: string }) {
  const flag = `keep-zone:${stored}:${device}`
  const [kept, setKept] = useState<string | null>(null)
  const { mutateAsync: change } = useSetTimeZone()
  const [use, changing] = useAction(() => change(device), {
    failed: { title: 'Erro ao mudar o fuso horário', description: 'Tente novamente.' },
    done: 'Fuso horário da agenda alterado',
  })
  if (kept === flag || readFlag(flag)) return null
  const keep = () => {
    writeFlag(flag, true)
    setKept(flag)
    focusPage()
  }
  return (
    <div
      role="status"
      className={
        'mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-info-soft px-4 ' +
        'py-2 text-info'
      }
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5 font-semibold">
        <Clock className="mt-0.5 size-5 shrink-0" />
        {`Sua agenda está no horário de ${placeOf(stored)}; este aparelho está no de ${placeOf(device)}. ` +
          'Mudando, cada aula fica na mesma hora, menos a que mudou só um dia, e quem avisou avisa de ' +
          'novo.'}
      </p>
      <div className="-mr-3 flex flex-wrap">
        {/* The notice disappears with its buttons, so the page takes the focus. */}
        <Button
          tone="ghost"
          size="sm"
          className="text-info"
          pending={changing}
          onClick={() => void use().then(focusPage)}
        >
          {`Usar o de ${placeOf(device)}`}
        </Button>
        <Button tone="ghost" size="sm" className="text-info" onClick={keep}>
          Manter
        </Button>
      </div>
    </div>
  )
}
