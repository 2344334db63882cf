import { makeupText } from '@/agreement/absence'
import type { Package } from '@/core/model'
import { makeupDay } from './floors'
import { useGivenDays } from './use-package-plans'

/** Beside the last day of a package that is valid longer by an absence told in time: '· reposição de 24/11'. */
export function FloorNote({ pkg }: { pkg: Package }) {
  const { data = [] } = useGivenDays(pkg.student_id)
  const day = makeupDay(pkg, data)
  return day !== null && <> · {makeupText(day)}</>
}
