import { makeupText } from '@/agreement/absence'
import type { LocalDate, Package, Uuid } from '@/core/model'
import { useGivenDays } from '../use-package-plans'
import { makeupDay, untilText } from '../words'

type FloorLinesProps = { studentId: Uuid; packages: readonly Package[]; today: LocalDate }

/** The packages that a floor makes valid longer: 'Pacote de 4 aulas: até 24/12/2026 · reposição de 24/11'. */
export function FloorLines({ studentId, packages, today }: FloorLinesProps) {
  const { data = [] } = useGivenDays(studentId)
  const lines = packages.flatMap((pkg) => {
    const day = makeupDay(pkg, data)
    return day ? { id: pkg.id, text: `${pkg.name}: ${untilText(pkg, today)} · ${makeupText(day)}` } : []
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
