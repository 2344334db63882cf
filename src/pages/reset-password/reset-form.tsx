import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type FieldErrors } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { PasswordInput } from '@/components/ui/fields/password-input'
import {
  EMPTY_RESET_PASSWORD,
  resetPasswordSchema,
  type ResetPasswordForm,
  type ResetPasswordValues,
} from '@/domain/account/auth.schema'
import { LENGTHS } from '@/domain/shared/constants'
import { characters } from '@/domain/shared/text.schema'
import { useAuth } from '@/hooks/account/use-auth'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.reset

/**
 * The new password, typed twice. Problems appear beside the field and in a toast (docs/product.md, 'Password reset').
 */
export function ResetForm({ onDone, onLinkGone }: { onDone: () => void; onLinkGone: () => void }) {
  const { updatePassword } = useAuth()
  const form = useForm<ResetPasswordForm, unknown, ResetPasswordValues>({
    resolver: standardSchemaResolver(resetPasswordSchema),
    defaultValues: EMPTY_RESET_PASSWORD,
    mode: 'onTouched',
  })
  const { register } = form
  const { errors } = form.formState

  const [save, saving] = useSingleFlight(async ({ password }: ResetPasswordValues) => {
    const result = await updatePassword(password)
    if (result.success) {
      toast({ title: texts.done })
      onDone()
    } else if (result.code === 'unauthenticated') {
      onLinkGone()
    } else {
      toast({ title: texts.failed, description: result.message, tone: 'error' })
      if (result.field === 'password') {
        form.setError('password', { message: result.message }, { shouldFocus: true })
      }
    }
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(save, (found) => warn(form.getValues(), found))(event)}
    >
      <Field label="Nova senha" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            placeholder="Mínimo 6 caracteres"
            {...register('password', {
              // Not `deps`, which would report the untouched confirmation as wrong.
              onChange: () => {
                if (errors.confirmation) void form.trigger('confirmation')
              },
            })}
          />
        )}
      </Field>
      <Field label="Confirmar nova senha" required error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...register('confirmation')} />
        )}
      </Field>
      <Button type="submit" tone="main" pending={saving} pendingLabel="Salvando...">
        Redefinir Senha
      </Button>
    </form>
  )
}

function warn({ password, confirmation }: ResetPasswordForm, found: FieldErrors<ResetPasswordForm>) {
  const weak = { title: MESSAGES.auth.weakPassword.title, description: found.password?.message }
  if (characters(password) < LENGTHS.passwordMin) toast({ ...texts.short, tone: 'error' })
  else if (found.password) toast({ ...weak, tone: 'error' })
  else if (confirmation !== password) toast({ ...texts.mismatch, tone: 'error' })
}
