import type { Package } from '@/core/model'
import { makeupDay } from './floors'
import { PACKAGE_FORMS } from './package-forms-texts'
import { dayOfYear } from './rules'
import { useGivenDays } from './use-package-plans'

/** Beside the last day of a package that is valid longer by an absence told in time: '· reposição de 24/11'. */
export function FloorNote({ pkg }: { pkg: Package }) {
  const { data = [] } = useGivenDays(pkg.student_id)
  const day = makeupDay(pkg, data)
  return day !== null && <> · {PACKAGE_FORMS.makeup(dayOfYear(day))}</>
}
