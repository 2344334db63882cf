import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { ZodMiniType } from 'zod/mini'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { Court } from '@/site/court'
import court from '@/site/courts/saibro-tall.svg?raw'
import { Button } from '@/ui/button'
import { Field, type InputProps } from '@/ui/fields/field'
import { PasswordInput } from '@/ui/fields/password-input'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { HomeLink } from '@/ui/home-link'
import type { AuthFailure, AuthResult } from './auth-data'
import { EmailInput } from './email-input'
import type { OtherLogin as Question } from './use-mail-link'

interface AuthFrameProps {
  title: ReactNode
  subtitle?: ReactNode
  back?: { to: string; label: string }
  children: ReactNode
}

/** The account screens: court artwork beside the form, on a phone above it. `title` is the page's only h1. */
export const AuthFrame = ({ title, subtitle, back, children }: AuthFrameProps) => (
  <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
    <header
      className={
        'relative isolate h-36 overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a] lg:sticky ' +
        'lg:top-0 lg:h-dvh'
      }
    >
      <Court svg={court} className="absolute inset-0 -z-10" />
      <div
        className={
          'absolute inset-0 -z-10 bg-linear-to-b from-court-deep to-transparent to-75% lg:from-10% ' +
          'lg:to-55%'
        }
      />
      <div className="p-4 lg:p-12">
        <HomeLink className="lg:text-2xl" />
        <p
          className={
            'mt-10 hidden max-w-xl text-5xl leading-[1.05] font-black tracking-tight text-balance lg:block ' +
            'xl:text-6xl'
          }
        >
          Você dá a aula.
          <span className="block">
            <em className="text-ball not-italic">O resto</em> fica anotado.
          </span>
        </p>
        <p className="mt-5 hidden max-w-md text-lg [@media(min-width:1024px)_and_(min-height:800px)]:block">
          Alunos, pacotes, créditos e feedback de cada aula, na palma da mão e na beira da quadra.
        </p>
      </div>
    </header>
    <main
      tabIndex={-1}
      className={
        'mx-auto flex w-full max-w-md flex-col px-4 pt-4 pb-[calc(3rem+var(--bottom-inset))] outline-none ' +
        'lg:justify-center lg:px-6 lg:pt-12'
      }
    >
      {back && (
        <Link
          to={back.to}
          reloadDocument={back.to === paths.home.href()}
          className={
            '-ml-2 inline-flex min-h-11 items-center gap-1 self-start rounded-lg px-2 font-semibold ' +
            'text-ink-soft hover:text-ink'
          }
        >
          <ChevronLeft className="size-5" />
          {back.label}
        </Link>
      )}
      <h1 className="mt-2 text-3xl">{title}</h1>
      {subtitle && <p className="mt-2 text-ink-soft">{subtitle}</p>}
      <div className="mt-6">{children}</div>
    </main>
  </div>
)

/** Asks before a link replaces another login (docs/product.md, 'A link of another account'). */
export function OtherLogin({ here: { name, email: address }, isSignedIn, email, stay, enter }: Question) {
  const first = useRef<HTMLButtonElement>(null)
  // Enter must press the button that changes nothing.
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
        <Button onClick={enter}>Sair e continuar</Button>
      </div>
    </AuthFrame>
  )
}

/** Names the account that a link signed in to: the coach may have expected another. */
export const EnteredAs = ({ email, className = '' }: { email: string; className?: string }) => (
  <p className={`font-bold [overflow-wrap:anywhere] ${className}`}>Você entrou como {email}.</p>
)

/** A form of the account screens. A field's error shows once the coach has left the field. */
export const useAuthForm = <Form extends FieldValues, Values>(
  schema: ZodMiniType<Values, Form>,
  defaultValues: DefaultValues<Form>,
) =>
  useForm<Form, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onTouched',
  })

/** The frame of such a form. Sends once, however often the button is pressed; a toast says why sending failed. */
export function AuthForm<Form extends FieldValues, Values>({
  form,
  send,
  onDone,
  failed,
  why = ({ message }) => message,
  onFailed,
  onInvalid,
  submit,
  pending,
  onCancel,
  children,
}: {
  form: UseFormReturn<Form, unknown, Values>
  send: (values: Values) => Promise<AuthResult<unknown>>
  onDone: (values: Values) => void
  /** The toast's title. */
  failed: string
  /** The toast's text; null for no toast. */
  why?: (failure: AuthFailure) => string | null
  onFailed?: (failure: AuthFailure, values: Values) => void
  onInvalid?: (errors: FieldErrors<Form>) => void
  /** The button's label, and its label while sending. */
  submit: string
  pending: string
  /** Only for a form inside a screen; a form that is the whole screen has no 'Cancelar'. */
  onCancel?: () => void
  children: ReactNode
}) {
  const [run, sending] = useSingleFlight(async (values: Values) => {
    const result = await send(values)
    if (result.success) return onDone(values)
    const description = why(result)
    if (description !== null) toast({ title: failed, description, tone: 'error' })
    onFailed?.(result, values)
  })
  const button = (
    <Button type="submit" tone={onCancel ? 'court' : 'main'} pending={sending} pendingLabel={pending}>
      {submit}
    </Button>
  )
  return (
    <form
      noValidate
      className={onCancel ? 'mt-3 flex flex-col gap-4' : 'flex flex-col gap-5'}
      onSubmit={(event) => void form.handleSubmit(run, onInvalid)(event)}
    >
      {children}
      {onCancel ? (
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button onClick={onCancel}>Cancelar</Button>
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  )
}

interface BoundField<Form extends FieldValues, Values> {
  form: UseFormReturn<Form, unknown, Values>
  name: FieldPath<Form>
  label: string
  input?: Omit<InputProps, 'type'>
  rules?: RegisterOptions<Form, FieldPath<Form>>
}

function errorOf<Form extends FieldValues, Values>({ form, name }: BoundField<Form, Values>) {
  const error: { message?: string } | undefined = get(form.formState.errors, name)
  return error?.message
}

export const EmailField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Field label={field.label} required error={errorOf(field)}>
    {(control) => (
      <EmailInput {...control} {...field.input} {...field.form.register(field.name, field.rules)} />
    )}
  </Field>
)

export const PasswordField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Field label={field.label} required error={errorOf(field)}>
    {(control) => (
      <PasswordInput {...control} {...field.input} {...field.form.register(field.name, field.rules)} />
    )}
  </Field>
)
