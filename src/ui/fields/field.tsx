import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

/** Attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/** Label, hint and error of a control, which `children` renders with the ids. */
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
  /** Adds '(opcional)' to the label. */
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

/** The error message of a field or group; screen readers announce it when it appears. */
export const FieldError = ({ id, message }: { id: string; message?: string | undefined }) => (
  <p id={id} role="alert" className={clsx('text-sm font-semibold text-bad', !message && 'hidden')}>
    {message}
  </p>
)
