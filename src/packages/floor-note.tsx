import { makeupText } from '@/agreement/absence'
import type { Package } from '@/core/model'
import { useGivenDays } from './use-package-plans'
import { makeupDay } from './words'

/** '· reposição de 24/11', beside the last day of a package that a floor makes valid longer. */
export function FloorNote({ pkg }: { pkg: Package }) {
  const { data = [] } = useGivenDays(pkg.student_id)
  const day = makeupDay(pkg, data)
  return day !== null && <> · {makeupText(day)}</>
}
