import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { fileNamePart } from '@/core/names'
import { downloadFile } from '@/lib/browser/download'
import { Button } from '@/ui/button'
import { CARD, describe, drawCard, type ShareCard } from './share-card'

const texts = {
  title: 'Compartilhar',
  about: 'A imagem é feita neste aparelho e só sai dele se você a enviar.',
  share: 'Enviar imagem',
  download: 'Baixar imagem',
  close: 'Fechar',
  failed: 'Não foi possível criar a imagem neste navegador.',
} as const

const TYPE = 'image/png'

/**
 * Shows the card and offers to send or download it. A native dialog, which handles the focus without the library of the
 * coach's dialogs.
 */
export function ShareDialog({ card, onClose }: { card: ShareCard; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { canvas, file, failed } = useCard(card)
  useEffect(() => dialog.current?.showModal(), [])
  const canShare =
    file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onClose}
      closedby="any"
      className={
        'mx-auto mt-auto mb-0 w-full max-w-full animate-rise rounded-t-2xl bg-surface text-ink ' +
        'shadow-lift backdrop:bg-[#071415]/60 md:my-auto md:max-w-md md:rounded-2xl'
      }
    >
      <div className="pb-safe flex flex-col gap-3 p-4 md:p-5">
        <div className="flex items-center justify-between gap-4">
          <h2 id={title} className="text-xl">
            {texts.title}
          </h2>
          <button
            type="button"
            aria-label={texts.close}
            onClick={() => dialog.current?.close()}
            className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        <canvas
          ref={canvas}
          width={CARD.width}
          height={CARD.height}
          role="img"
          aria-label={describe(card)}
          className="mx-auto max-h-[52dvh] max-w-full rounded-xl"
        />
        {failed ? (
          <p role="alert">{texts.failed}</p>
        ) : (
          <p className="text-center text-sm text-ink-soft">{texts.about}</p>
        )}
        {canShare && (
          <Button tone="main" onClick={() => void send(file)}>
            <Share2 aria-hidden="true" />
            {texts.share}
          </Button>
        )}
        <Button
          tone={canShare ? 'outline' : 'main'}
          disabled={file === null}
          onClick={() => file && downloadFile(file.name, file, TYPE)}
        >
          <Download aria-hidden="true" />
          {texts.download}
        </Button>
      </div>
    </dialog>
  )
}

/**
 * Draws the card and makes the file before the tap, because sharing must follow a tap at once.
 */
function useCard(card: ShareCard) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [failed, setFailed] = useState(false)
  const [drawn] = useState(card)
  useEffect(() => {
    let isLeft = false
    const draw = async () => {
      // Where it cannot be fetched, the device's own font is drawn.
      await document.fonts?.load('800 100px Figtree', `${drawn.name} ${drawn.teacher}`).catch(() => {})
      const pen = canvas.current?.getContext('2d')
      if (isLeft || !pen) return
      drawCard(pen, drawn)
      const blob = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, TYPE))
      if (!blob) throw new Error('The browser made no picture')
      const name = ['voleio', fileNamePart(drawn.name)].filter(Boolean).join('-')
      if (!isLeft) setFile(new File([blob], `${name}.png`, { type: TYPE }))
    }
    draw().catch((error: unknown) => {
      console.error(error)
      if (!isLeft) setFailed(true)
    })
    return () => {
      isLeft = true
    }
  }, [drawn])
  return { canvas, file, failed }
}

/** A visitor who closes the device's list of apps does not want the file. */
async function send(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) downloadFile(file.name, file, TYPE)
  }
}
