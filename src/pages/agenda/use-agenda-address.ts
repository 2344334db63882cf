import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isLocalDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { AGENDA } from '@/domain/shared/paths'

/** What is open over the agenda; one at a time. */
export type Opened =
  | { kind: 'new'; student: Uuid | null; session: Uuid | null }
  | { kind: OccurrenceForm; slotId: Uuid; slotDate: LocalDate }

/** About one occurrence: what can be done with it; why it is skipped; a change of this day, or from this day on; its end. */
export type OccurrenceForm = 'occurrence' | 'skip' | 'day' | 'onward' | 'end'

const NAMES = {
  occurrence: 'aula',
  skip: 'nao-acontece',
  day: 'este-dia',
  onward: 'em-diante',
  end: 'encerrar',
} as const satisfies Record<OccurrenceForm, string>
const FORMS = ['occurrence', 'skip', 'day', 'onward', 'end'] as const

/** Keeps the day and the open form in the address, so that a reload, 'back' and a new login return to them. */
export function useAgendaAddress(today: LocalDate) {
  const [params, setParams] = useSearchParams()
  const asked = params.get(AGENDA.day) ?? ''
  const day = isLocalDate(asked) ? asked : today
  const opened = useMemo(() => readForm(params), [params])
  const showDay = useCallback(
    (next: LocalDate) =>
      setParams(
        (now) => {
          now.set(AGENDA.day, next)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  const open = useCallback(
    (form: Opened | null) =>
      setParams(
        (now) => {
          for (const name of [AGENDA.form, AGENDA.student, AGENDA.session]) now.delete(name)
          if (form) now.set(AGENDA.form, writeForm(form))
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return { day, opened, showDay, open }
}

function writeForm(form: Opened): string {
  return form.kind === 'new' ? 'novo' : `${NAMES[form.kind]}:${form.slotId}:${form.slotDate}`
}

/** Ignores unknown values. */
function readForm(params: URLSearchParams): Opened | null {
  const [name, slotId, slotDate] = (params.get(AGENDA.form) ?? '').split(':')
  if (name === 'novo') {
    return { kind: 'new', student: params.get(AGENDA.student), session: params.get(AGENDA.session) }
  }
  const kind = FORMS.find((form) => NAMES[form] === name)
  return kind && slotId && slotDate && isLocalDate(slotDate) ? { kind, slotId, slotDate } : null
}
