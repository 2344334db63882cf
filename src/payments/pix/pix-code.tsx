import QrCode from 'lucide-react/icons/qr-code'
import { useId, useState } from 'react'
import { Button } from '@/ui/button'
import { optionalPart } from '@/ui/optional-part'
import { Skeleton } from '@/ui/states'
import type { PixPanelProps } from './pix-panel'

/** Loads the PIX library and the drawing of QR codes only when the coach or student opens a code. */
const PixPanel = optionalPart(
  () => import('./pix-panel'),
  'PixPanel',
  <Skeleton className="h-80 rounded-xl" />,
)

/** A button that opens the PIX code of a charge below it. */
export function PixCode(props: PixPanelProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={open ? 'w-full' : undefined}>
      <Button
        size="sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <QrCode />
        Código PIX
      </Button>
      {open && (
        <div id={id} className="mt-3">
          <PixPanel {...props} />
        </div>
      )}
    </div>
  )
}
