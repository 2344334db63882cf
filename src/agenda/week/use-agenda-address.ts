import { useCallback, useMemo } from 'react'
import { isLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { AGENDA } from '@/core/paths'
import { useAddress } from '@/ui/use-address'

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
  const [params, put] = useAddress()
  const asked = params.get(AGENDA.day) ?? ''
  const day = isLocalDate(asked) ? asked : today
  const opened = useMemo(() => readForm(params), [params])
  const showDay = useCallback((next: LocalDate) => put({ [AGENDA.day]: next }), [put])
  const open = useCallback(
    (form: Opened | null) =>
      put({ [AGENDA.form]: form && writeForm(form), [AGENDA.student]: null, [AGENDA.session]: null }),
    [put],
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
