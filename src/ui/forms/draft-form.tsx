import { clsx } from 'clsx'
import type { ComponentProps, FormEventHandler, ReactNode, Ref } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Button } from '../button'
import { OfflineNotice } from '../offline-notice'
import { DraftNotice } from './draft-notice'
import { StickyActions } from './sticky-actions'

/** The part of a form that is the same for all of them; `useNewForm`, `useRowForm` and `useEditForm` make it. */
interface Frame {
  onSubmit: FormEventHandler
  onCancel: () => void
  onReset: () => void
  /** What is shown was typed before, and brought back. */
  restored: boolean
  saving: boolean
  /** What another device changed since the edit began: labels and values. */
  elsewhere?: readonly (readonly [label: string, value: string | null])[] | null
}

/**
 * The frame of a form whose text is kept as a draft: what was brought back, what needs the internet, the fields, and at
 * the end 'Cancelar' and saving.
 */
export function DraftForm({
  frame,
  submit = 'Salvar',
  pending = 'Salvando...',
  offline,
  sticky = false,
  label,
  ref,
  children,
}: {
  frame: Frame
  /** What the button says, and what it says while it saves. */
  submit?: string
  pending?: string
  /** Said before anything is typed when it cannot be saved without network. */
  offline?: ReactNode
  /** The actions stay in reach of the thumb: of a form that is a screen of its own, or fills its dialog. */
  sticky?: boolean | 'dialog'
  /** For a form without a heading. */
  label?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}) {
  const actions = (
    <>
      <Button tone="outline" onClick={frame.onCancel}>
        Cancelar
      </Button>
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
            'mt-5 flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row',
            // Over the padding of the dialog, in which the fields would show below the buttons.
            sticky === 'dialog' &&
              'pb-safe sticky bottom-[calc(-1*max(1rem,env(safe-area-inset-bottom)))] -mx-5 mb-[calc(-1*max(1rem,env(safe-area-inset-bottom)))] border-t border-line bg-surface px-5 pt-3 md:rounded-b-2xl',
          )}
        >
          {actions}
        </div>
      )}
    </form>
  )
}

/**
 * A `DraftForm` whose fields take the form from its context (`useFormContext`), so that several forms can share them.
 */
export function ContextForm<Form extends FieldValues, Values>({
  form,
  ...frame
}: ComponentProps<typeof DraftForm> & { form: UseFormReturn<Form, unknown, Values> }) {
  return (
    <FormProvider {...form}>
      <DraftForm {...frame} />
    </FormProvider>
  )
}

/** What saving will do, while it is typed. Stays mounted while empty, so that screen readers hear the first text. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures min-h-7 text-lg font-bold">
      {children}
    </p>
  )
}

function ChangedElsewhere({ changes }: { changes: NonNullable<Frame['elsewhere']> }) {
  return (
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
}
