import type { ReactNode } from 'react'
import { Checkbox } from '@/ui/fields/checkbox'
import { COURT } from './court-texts'

/** The fields of one student's feedback, or 'Sem feedback'; what was typed stays behind it. */
export function OptionalFeedback({
  withFeedback,
  onChange,
  children,
}: {
  withFeedback: boolean
  onChange: (withFeedback: boolean) => void
  children: ReactNode
}) {
  return (
    <>
      {withFeedback && children}
      <Checkbox
        className={withFeedback ? 'mt-3' : ''}
        label={COURT.feedback.none}
        checked={!withFeedback}
        onChange={({ target }) => onChange(!target.checked)}
      />
      {!withFeedback && <p className="pb-1 text-[15px] text-ink-soft">{COURT.feedback.noneHint}</p>}
    </>
  )
}
