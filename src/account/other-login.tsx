import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { AuthFrame } from './auth-frame'
import { MAIL_LINKS } from './mail-links-texts'

const texts = MAIL_LINKS.otherLogin

/** Asks before a link takes the place of another login (docs/product.md, 'A link of another account'). */
export function OtherLogin({
  here,
  isSignedIn,
  email,
  stay,
  enter,
}: {
  here: { name: string; email: string }
  isSignedIn: boolean
  email: string | null
  stay: () => void
  enter: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  // What Enter presses changes nothing.
  useEffect(() => first.current?.focus(), [])
  const who = isSignedIn ? texts.signedIn(here) : texts.wasHere(here)
  const which = email === null ? texts.unknown : texts.known
  return (
    <AuthFrame title={which.title}>
      <div className="flex flex-col gap-5 [overflow-wrap:anywhere]">
        <div id="other-login" className="flex flex-col gap-3">
          <p>
            {who} {which.sentence}
          </p>
          {email !== null && <p>{texts.comes(email)}</p>}
          <p className="text-ink-soft">{texts.advice(here)}</p>
        </div>
        <Button ref={first} tone="main" aria-describedby="other-login" onClick={stay}>
          {texts.stay(here)}
        </Button>
        <Button tone="outline" onClick={enter}>
          {texts.enter}
        </Button>
      </div>
    </AuthFrame>
  )
}
