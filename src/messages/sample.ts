import { addDays } from '@/core/dates'
import type { LocalDate, Package, Student } from '@/core/model'
import { isExpired, isUsable } from '@/packages/rules'
import { COLLECTS } from './compose'
import type { MessageKind, MessageRequest } from './requests'

/** A message of this kind to a real student, for its preview. Only the lesson is made up. */
export function sampleRequest(
  kind: MessageKind,
  student: Pick<Student, 'id' | 'name'>,
  packages: readonly Package[],
  today: LocalDate,
): MessageRequest {
  const pkg = packages.find((each) => {
    if (COLLECTS.has(kind)) return each.open_amount > 0
    if (kind === 'expired_package') return each.remaining_classes > 0 && isExpired(each, today)
    return kind === 'expiring_package' && isUsable(each, today)
  })
  return {
    kind,
    student,
    cause: 'sample',
    ...(pkg && { packageId: pkg.id }),
    lesson: {
      day: kind === 'tomorrow_lesson' ? addDays(today, 1) : today,
      time: '18:00',
      feedback: { rating: 4, tags: ['Saque', 'Voleio'], notes: null },
    },
  }
}
