import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import type { SessionChange } from '../session-edit'

/**
 * Lists what another device saved during this edit, so that neither side is overwritten unseen (docs/product.md, 'Two
 * devices').
 */
export function ChangedElsewhere({
  changes,
  onDiscard,
}: {
  changes: readonly SessionChange[]
  onDiscard: () => void
}) {
  return (
    <Notice title="Esta sessão mudou em outro aparelho">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {changes.map(({ text, contested }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <span className="line-clamp-6 whitespace-pre-line">{text}</span>
            {contested && <strong className="block">Se você salvar, fica o que está aqui.</strong>}
          </li>
        ))}
      </ul>
      <p>O que você escreveu continua abaixo. Confira e salve, ou fique com o que está no outro aparelho.</p>
      <Button tone="outline" size="sm" className="self-start text-warn!" onClick={onDiscard}>
        Descartar o meu
      </Button>
    </Notice>
  )
}

/** Says that the session was deleted. The typed text stays below, to be copied, until the coach discards it. */
export function DeletedElsewhere({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice title="Esta sessão foi deletada em outro aparelho">
      <p>
        Os créditos dela já voltaram para os pacotes. O que você escreveu continua aqui para copiar, até você
        descartar.
      </p>
      <Button tone="outline" size="sm" className="self-start text-warn!" onClick={onDiscard}>
        Descartar
      </Button>
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A block body: newer browsers return a promise here, which React would take for the clean-up function.
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className="flex scroll-mt-24 flex-col gap-2.5 rounded-lg bg-warn-soft px-4 py-3 text-[15px] text-warn"
    >
      <p className="font-bold">{title}</p>
      {children}
    </div>
  )
}
