import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import type { SessionChange } from '@/domain/sessions/session-edit'

/** What another device saved while this coach was editing the same lesson: nothing of either is lost unseen. */
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

/** The lesson is gone, what was typed is not: it can be read and copied until it is dismissed. */
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
    // Not as an expression: it answers a promise in newer browsers, which React would take for a clean-up.
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
