import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** After a sign-up: the address the mail went to, and the next step. */
export function SignupSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused form is gone; move screen readers here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <span className="grid size-12 place-items-center rounded-lg bg-ok-soft text-ok">
        <MailCheck className="size-6" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Falta só confirmar seu email
      </h2>
      <p>
        Enviamos um link para <strong>{email}</strong>. Abra a mensagem e toque em “Confirmar meu email”.
      </p>
      <p className="text-ink-soft">Se não aparecer em alguns minutos, olhe também a caixa de spam.</p>
      <Button tone="outline" size="sm" onClick={onCorrect}>
        Corrigir o email
      </Button>
    </Card>
  )
}
