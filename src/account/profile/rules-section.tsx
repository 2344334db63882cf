import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { tell } from '@/credits/tell'
import type { GivenRecess } from '@/recess/data'
import { RECESS as recess } from '@/recess/texts'
import { useRecesses, useUndoRecess } from '@/recess/use-recess'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EditButton } from '@/ui/edit-button'
import { Facts } from '@/ui/facts'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { useCardEdit } from '@/ui/forms/use-open-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPart } from '@/ui/lazy-page'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Section } from '@/ui/section'
import { Skeleton, RetryButton } from '@/ui/states'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { useProfile } from '../use-profile'
import { RULES as rules } from './texts'

const WAITING = <Skeleton className="h-40 rounded-xl" />
const RulesForm = lazyPart(() => import('./rules-form'), 'RulesForm', WAITING)
const RecessForm = lazyPart(() => import('@/recess/recess-form'), 'RecessForm', WAITING)

/** The coach's rules for all lessons, and the recesses (docs/product.md, 'Rules of the coach', 'Recess'). */
export function RulesSection() {
  // If the profile could not be read, `PersonalSection` says so.
  const { data, isPending } = useProfile()
  const { editing, button: editButton, open: openRules, close: closeRules } = useCardEdit('rules')
  const { editing: adding, button: addButton, open: openRecess, close: closeRecess } = useCardEdit('recess')
  if (!data) return isPending ? <Skeleton className="h-72 rounded-xl" /> : null
  const edit = !editing && (
    <EditButton ref={editButton} aria-label={`Editar ${rules.title}`} onClick={openRules} />
  )
  return (
    <Section title={rules.title} id="regras" action={edit}>
      <Card className="md:p-6">
        {editing ? (
          <RulesForm profile={data} onClose={closeRules} />
        ) : (
          <Facts
            facts={{
              [rules.order]: rules.orders[data.package_order],
              [rules.days]: rules.inDays(data.cancel_extension_days),
              [rules.renewalDay]: rules.dayOfMonth(data.renewal_due_day),
              [rules.showPix]: rules.yesNo(data.show_pix),
            }}
          />
        )}
        <div className="mt-5 border-t border-line pt-4">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <h3 className="text-[17px]">{recess.title}</h3>
            {!adding && (
              <EditButton ref={addButton} icon={Plus} onClick={openRecess}>
                {recess.add}
              </EditButton>
            )}
          </div>
          <p className="mt-2 mb-4 text-[15px] text-ink-soft">{recess.help}</p>
          {adding && <RecessForm onClose={closeRecess} />}
          <RecessList />
        </div>
      </Card>
    </Section>
  )
}

/** The coach's recesses, each with a button that undoes it. */
function RecessList() {
  const { data, isError, isFetching, refetch } = useRecesses()
  const { mutateAsync } = useUndoRecess()
  const opIdOf = useAttemptId()
  const [undoing, setUndoing] = useState<GivenRecess | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusAfterChange = useFocusAfterChange(data)
  const [confirm, running] = useSingleFlight(async ({ id, packages }: GivenRecess) => {
    const result = await mutateAsync({ id, listed: packages, opId: opIdOf(id) })
    setUndoing(null)
    if (!result.success) {
      toastFailure(recess.undoFailed, result)
      return
    }
    // The pressed button goes with its recess, so the focus moves.
    focusAfterChange(() => (list.current ?? document.querySelector('main'))?.focus({ preventScroll: true }))
    tell(result.data, ({ passedOver, offers }) => ({
      title: recess.undone,
      warnings: [
        ...(passedOver > 0 ? [recess.passedOver(passedOver)] : []),
        ...(offers > 0 ? [recess.offers(offers)] : []),
      ],
    }))
  })

  if (isError && data === undefined) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p>{recess.listFailed}</p>
        <RetryButton size="sm" query={{ isFetching, refetch }} />
      </div>
    )
  }
  return (
    <>
      {data && data.length > 0 && (
        <ul ref={list} tabIndex={-1} className="figures flex flex-col divide-y divide-line outline-none">
          {data.map((given) => (
            <li key={given.id} className="flex min-h-14 items-center justify-between gap-3 py-1">
              <span className="min-w-0">
                <span className="block font-semibold">{recess.reason(given)}</span>
                <span className="block text-[15px] text-ink-soft">
                  {recess.has(given.packages, given.lessons)}
                </span>
              </span>
              <Button
                tone="ghost"
                size="sm"
                className="shrink-0"
                aria-label={recess.undoOf(recess.reason(given))}
                onClick={() => setUndoing(given)}
              >
                {recess.undo}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={() => setUndoing(null)}
        title={recess.undoTitle}
        description={
          undoing
            ? [recess.reason(undoing), recess.has(undoing.packages, undoing.lessons), recess.undoHelp]
                .filter(Boolean)
                .join('. ')
            : ''
        }
        confirmLabel={recess.undoConfirm}
        pendingLabel={recess.undoing}
        pending={running}
        onConfirm={() => {
          if (undoing) void confirm(undoing)
        }}
      />
    </>
  )
}
