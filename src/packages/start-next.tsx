import type { Uuid } from '@/core/model'
import { useToday } from '@/ui/use-now'
import { firstToBegin } from './rules'
import { StartButton } from './start-button'
import { usePackages } from './use-packages'

/** 'Começar hoje' for the first of a student's packages that begin later; nothing until they are read. */
export function StartNext({ studentId }: { studentId: Uuid }) {
  const today = useToday()
  const next = firstToBegin(usePackages(studentId).data ?? [], today)
  return next && <StartButton pkg={next} />
}
