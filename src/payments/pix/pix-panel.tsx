import Copy from 'lucide-react/icons/copy'
import { useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { formatBRL } from '@/core/prices'
import { copyText } from '@/lib/browser/copy-text'
import { Button } from '@/ui/button'
import type { CoachPix, PixCharge } from './coach-pix'
import { pixCode } from './pix'

/** Only the bank knows whether the money arrived. */
const NOTES = {
  coach: 'Confira no seu banco: o Voleio não vê o dinheiro chegar.',
  student: 'Confira o nome antes de pagar. Quem confirma o pagamento é o professor.',
} as const
const NO_CODE = {
  coach: 'Não foi possível montar o código. Confira a chave em Meu Perfil.',
  student: 'Não foi possível montar o código. Combine o pagamento com o seu professor.',
} as const

export type PixPanelProps = { pix: CoachPix; charge: PixCharge; reader: 'coach' | 'student' }

/** A PIX code, as a QR code and as text, with its amount and receiver (docs/product.md, 'PIX'). */
export function PixPanel({ pix, charge, reader }: PixPanelProps) {
  const code = pixCode(pix, charge)
  if (code === null) return <p role="alert">{NO_CODE[reader]}</p>
  const amount = charge.amount === null ? null : formatBRL(charge.amount)
  // On a phone the QR code comes last: only another phone can scan it, while this phone copies the text.
  return (
    <div className="@container">
      <div className="flex flex-col gap-4 @min-[440px]:flex-row-reverse @min-[440px]:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="figures wrap-anywhere">
            {amount === null ? 'Para' : `${amount} para`} <b>{pix.name}</b>, {pix.city}
          </p>
          <CopyCode code={code} />
          <p className="text-sm text-ink-soft">{NOTES[reader]}</p>
        </div>
        <Qr text={code} label={amount === null ? 'QR code do PIX' : `QR code do PIX de ${amount}`} />
      </div>
    </div>
  )
}

/** Uses neither a toast nor a text field, because the public page loads neither. A tap selects the whole text. */
function CopyCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null)
  const [told, tell] = useState('')
  const copy = async () => {
    const copied = await copyText(code)
    if (!copied && text.current) window.getSelection()?.selectAllChildren(text.current)
    tell(
      copied
        ? 'Copiado. Cole no aplicativo do banco.'
        : 'O navegador não deixou copiar. O código está selecionado: copie por aí.',
    )
  }
  return (
    <>
      <Button tone="court" size="sm" onClick={() => void copy()}>
        <Copy />
        Copiar PIX
      </Button>
      <p role="status" className="text-sm font-semibold empty:hidden">
        {told}
      </p>
      <div>
        <p className="text-sm text-ink-soft">PIX copia e cola</p>
        <code
          ref={text}
          className="mt-1 block rounded-lg bg-sunken px-3 py-2 text-xs wrap-anywhere select-all"
        >
          {code}
        </code>
      </div>
    </>
  )
}

/** Black on white in the dark theme too, with the white margin of four modules that scanners need. */
function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-60 max-w-full shrink-0 self-center rounded-lg border border-line @min-[440px]:self-start"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: modules.join('') }
}
