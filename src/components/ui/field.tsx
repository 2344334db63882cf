import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

/** What a control must carry so that its label, hint and error are read with it. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/**
 * A label over a control, with a hint and the error of that field beside it (spec: bad input gets its message
 * beside the field). The child is a function so that the control itself gets the ids.
 */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Says '(opcional)' beside the label. */
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-[15px] font-bold">
        {label}
        {optional && <span className="font-medium text-ink-soft"> (opcional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** The message of one field or group; it is announced when it appears. */
export function FieldError({ id, message }: { id: string; message?: string | undefined }) {
  return (
    <p id={id} role="alert" className={clsx('text-sm font-semibold text-bad', !message && 'hidden')}>
      {message}
    </p>
  )
}
