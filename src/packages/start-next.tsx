import type { Uuid } from '@/core/model'
import { useToday } from '@/ui/use-now'
import { StartButton } from './start-button'
import { usePackages } from './use-packages'

/** 'Começar hoje' for the first of a student's packages that begin later; nothing until they are read. */
export function StartNext({ studentId }: { studentId: Uuid }) {
  const today = useToday()
  const [next] = (usePackages(studentId).data ?? [])
    .filter(({ purchase_date, remaining_classes }) => purchase_date > today && remaining_classes > 0)
    .toSorted((a, b) => a.purchase_date.localeCompare(b.purchase_date))
  return next && <StartButton pkg={next} />
}
