import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { AuthFrame } from './auth-frame'
import type { OtherLogin as Question } from './use-mail-link'

/** Asks before a link takes the place of another login (docs/product.md, 'A link of another account'). */
export function OtherLogin({ here: { name, email: address }, isSignedIn, email, stay, enter }: Question) {
  const first = useRef<HTMLButtonElement>(null)
  // What Enter presses changes nothing.
  useEffect(() => first.current?.focus(), [])
  const title = email === null ? 'Este link entra com outro login' : 'Este link é de outra conta'
  return (
    <AuthFrame title={title}>
      <div className="flex flex-col gap-5 [overflow-wrap:anywhere]">
        <div id="other-login" className="flex flex-col gap-3">
          <p>
            {isSignedIn
              ? `Você está como ${name} (${address}).`
              : `${name} (${address}) usou este aparelho por último, e aqui há o que ainda não foi enviado.`}{' '}
            {title}.
          </p>
          {email !== null && <p>Com ele, você entra como {email}.</p>}
          <p className="text-ink-soft">
            Se não foi você que pediu este link, continue como {name}: nada muda. Se sair, o que {name} ainda
            não enviou fica guardado neste aparelho até {name} entrar de novo.
          </p>
        </div>
        <Button ref={first} tone="main" aria-describedby="other-login" onClick={stay}>
          Continuar como {name}
        </Button>
        <Button tone="outline" onClick={enter}>
          Sair e continuar
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Whose login a link has made: the coach may have expected another. */
export function EnteredAs({ email, className = '' }: { email: string; className?: string }) {
  return <p className={`font-bold [overflow-wrap:anywhere] ${className}`}>Você entrou como {email}.</p>
}
