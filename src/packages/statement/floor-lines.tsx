import type { LocalDate, Package, Uuid } from '@/core/model'
import { makeupDay } from '../floors'
import { PACKAGE_FORMS } from '../package-forms-texts'
import { dayOfYear } from '../rules'
import { useGivenDays } from '../use-package-plans'
import { untilText } from '../words'

/** Which packages are valid longer by an absence told in time: 'Pacote de 4 aulas: até 24/12/2026 · reposição de 24/11'. */
export function FloorLines({
  studentId,
  packages,
  today,
}: {
  studentId: Uuid
  packages: readonly Package[]
  today: LocalDate
}) {
  const { data = [] } = useGivenDays(studentId)
  const lines = packages.flatMap((pkg) => {
    const day = makeupDay(pkg, data)
    const words = day && PACKAGE_FORMS.makeup(dayOfYear(day))
    return words ? { id: pkg.id, text: `${pkg.name}: ${untilText(pkg, today)} · ${words}` } : []
  })
  if (lines.length === 0) return null
  return (
    <ul className="figures mt-4 text-[15px] text-ink-soft">
      {lines.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}
