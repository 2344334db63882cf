import { clsx } from 'clsx'
import type { ComponentProps, FormEventHandler, ReactNode, Ref } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Button } from '../button'
import { OfflineNotice } from '../offline-notice'
import { DraftNotice } from './draft-notice'
import { StickyActions } from './sticky-actions'

/** The part that all forms share, made by `useNewForm`, `useRowForm` and `useEditForm`. */
interface Frame {
  onSubmit: FormEventHandler
  onCancel: () => void
  onReset: () => void
  /** The form shows text that was restored from a draft. */
  restored: boolean
  saving: boolean
  /** Labels and values that another device changed since the edit began. */
  elsewhere?: readonly (readonly [label: string, value: string | null])[] | null
}

/** The frame of a form with a draft: notices of a restored draft and a missing connection, 'Cancelar' and submit. */
export function DraftForm({
  frame,
  submit = 'Salvar',
  pending = 'Salvando...',
  offline,
  sticky = false,
  told,
  label,
  ref,
  children,
}: {
  frame: Frame
  /** The labels of the submit button, idle and while saving. */
  submit?: string
  pending?: string
  /** Says, before anything is typed, that it cannot be saved offline. */
  offline?: ReactNode
  /** Keeps the actions within reach of the thumb: of a form that is a screen of its own, or fills its dialog. */
  sticky?: boolean | 'dialog'
  /** What saving does besides. Stands beside the submit button, because below the fields nobody sees it in time. */
  told?: ReactNode
  /** For a form without a heading. */
  label?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}) {
  const actions = (
    <>
      {told && (
        <div className="order-last basis-full! has-[>:empty]:hidden min-[360px]:order-first">{told}</div>
      )}
      <Button onClick={frame.onCancel}>Cancelar</Button>
      <Button type="submit" tone="main" pending={frame.saving} pendingLabel={pending}>
        {frame.elsewhere ? 'Salvar o meu' : submit}
      </Button>
    </>
  )
  return (
    <form ref={ref} noValidate aria-label={label} onSubmit={frame.onSubmit}>
      {offline && <OfflineNotice>{offline}</OfflineNotice>}
      {frame.restored && <DraftNotice onDiscard={frame.onReset} />}
      {children}
      {frame.elsewhere && <ChangedElsewhere changes={frame.elsewhere} />}
      {sticky === true ? (
        <StickyActions>{actions}</StickyActions>
      ) : (
        <div
          className={clsx(
            'mt-5 flex flex-col-reverse flex-wrap gap-3 *:flex-1 min-[360px]:flex-row',
            // Covers the dialog's padding, in which the fields would otherwise show below the buttons.
            sticky === 'dialog' &&
              'pb-safe sticky bottom-[calc(-1*max(1rem,env(safe-area-inset-bottom)))] -mx-5 ' +
                'mb-[calc(-1*max(1rem,env(safe-area-inset-bottom)))] border-t border-line bg-surface px-5 ' +
                'pt-3 low:static md:rounded-b-2xl',
          )}
        >
          {actions}
        </div>
      )}
    </form>
  )
}

/** A `DraftForm` whose fields take the form from the context (`useFormContext`), so that several can share them. */
export const ContextForm = <Form extends FieldValues, Values>({
  form,
  ...frame
}: ComponentProps<typeof DraftForm> & { form: UseFormReturn<Form, unknown, Values> }) => (
  <FormProvider {...form}>
    <DraftForm {...frame} />
  </FormProvider>
)

/** What saving will do. Stays mounted while empty, so that screen readers announce the first text. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <p role="status" className="figures min-h-7 text-lg font-bold">
    {children}
  </p>
)

const ChangedElsewhere = ({ changes }: { changes: NonNullable<Frame['elsewhere']> }) => (
  <div role="alert" className="mt-5 rounded-lg bg-warn-soft px-4 py-3 text-warn">
    <p className="font-bold">Isto mudou em outro aparelho. Agora está assim:</p>
    <ul className="figures mt-1">
      {changes.map(([label, value]) => (
        <li key={label} className="line-clamp-6 whitespace-pre-line">
          {label}: {value || '(vazio)'}
        </li>
      ))}
    </ul>
  </div>
)
