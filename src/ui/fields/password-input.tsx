import { clsx } from 'clsx'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Input, type InputProps } from './field'

/** A password field with a button that shows and hides the password. */
export function PasswordInput({ className, ...rest }: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={clsx('pr-14', className)}
        {...rest}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-lg text-ink-soft hover:text-ink"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
      </button>
    </span>
  )
}
