import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { emailSchema, type EmailForm, type EmailValues } from './auth.schema'
import { EmailInput } from './email-input'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

const texts = AUTH_MESSAGES.resend

/** Resends the confirmation mail. `email` is the initial address. */
export function ResendBox({
  email,
  open,
  onOpenChange,
}: {
  email: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { resendConfirmation } = useAuth()
  const toggle = useRef<HTMLButtonElement>(null)
  const form = useForm<EmailForm, unknown, EmailValues>({
    resolver: standardSchemaResolver(emailSchema),
    defaultValues: { email },
    mode: 'onTouched',
  })
  const { errors } = form.formState

  const close = () => {
    // The pressed button disappears; keep the focus nearby.
    toggle.current?.focus()
    onOpenChange(false)
  }
  const [send, sending] = useSingleFlight(async (values: EmailValues) => {
    const result = await resendConfirmation(values.email)
    if (result.success) {
      toast(texts.done)
      close()
      return
    }
    toast({ title: texts.failed, description: result.message, tone: 'error' })
    form.setError('email', { message: result.message }, { shouldFocus: true })
  })

  return (
    <section className="mt-8 border-t border-line pt-4">
      <h2 className="text-base font-bold tracking-normal">
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          onClick={() => onOpenChange(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg text-left"
        >
          Não recebeu o email de confirmação?
          <ChevronDown
            className={clsx('size-5 shrink-0 transition-transform', open && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h2>
      {open && (
        <form
          noValidate
          className="mt-3 flex flex-col gap-4"
          onSubmit={(event) => void form.handleSubmit(send)(event)}
        >
          <Field label="Email do cadastro" required error={errors.email?.message}>
            {(control) => <EmailInput {...control} {...form.register('email')} />}
          </Field>
          <div className="flex flex-wrap gap-3 *:flex-1">
            <Button tone="outline" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" pending={sending} pendingLabel="Reenviando...">
              Reenviar Email
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
