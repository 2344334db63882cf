import type { Uuid } from '@/core/model'
import { useToday } from '@/ui/use-now'
import { stillToBegin } from './rules'
import { StartButton } from './start-button'
import { usePackages } from './use-packages'

/** 'Começar hoje' for the student's next package to begin; nothing until the packages are read. */
export function StartNext({ studentId }: { studentId: Uuid }) {
  const today = useToday()
  const [next] = stillToBegin(usePackages(studentId).data ?? [], today)
  return next && <StartButton pkg={next} />
}
