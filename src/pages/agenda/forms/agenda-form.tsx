import type { Occurrence } from '@/domain/agenda/agenda'
import type { AgendaView } from '../agenda-view'
import type { OccurrenceForm } from '../use-agenda-address'
import { EndForm } from './end-form'
import { MoveForm } from './move-form'
import { OnwardForm } from './onward-form'
import { SkipAnswer } from './skip-answer'

/** A form about one occurrence or its slot. */
export function AgendaForm({
  kind,
  ...props
}: {
  kind: Exclude<OccurrenceForm, 'occurrence'>
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}) {
  switch (kind) {
    case 'skip':
      return <SkipAnswer {...props} />
    case 'day':
      return <MoveForm {...props} />
    case 'onward':
      return <OnwardForm {...props} />
    case 'end':
      return <EndForm {...props} />
  }
}
