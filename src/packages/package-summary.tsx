import type { LocalDate, Package, PackageStatus } from '@/core/model'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Progress } from '@/ui/progress'
import { boughtText, expiryText, progressPercent, usedClasses, type PackageBalance } from './rules'

/** The colours of each status, for coach and student. */
export const STATUS_TONES = { active: 'ok', consumed: 'warn', expired: 'bad' } as const satisfies Record<
  PackageStatus,
  BadgeTone
>

interface PackageSummaryProps {
  pkg: PackageBalance & Pick<Package, 'name' | 'total_classes'>
  status: PackageStatus
  statusLabel: string
  /** The length of the validity, shown below the last valid day. */
  validity?: string | undefined
  today: LocalDate
}

/** A package as the student sees it. The coach has a card of its own (`package-card.tsx`). */
export function PackageSummary({ pkg, status, statusLabel, validity, today }: PackageSummaryProps) {
  const percent = progressPercent(pkg)
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-[17px]">{pkg.name.trim() || 'Pacote'}</h3>
          <p className="figures mt-1 text-[15px] text-ink-soft">{boughtText(pkg, today)}</p>
        </div>
        <Badge tone={STATUS_TONES[status]} className="shrink-0">
          {statusLabel}
        </Badge>
      </div>
      <div>
        <p className="figures mb-1.5 flex justify-between gap-3 text-[15px]">
          <span className="text-ink-soft">Progresso</span>
          <span className="font-bold">{percent}%</span>
        </p>
        <Progress percent={percent} label="Progresso" />
      </div>
      <dl className="figures grid grid-cols-3 gap-2 text-center">
        <Figure label="Total" value={pkg.total_classes} />
        <Figure label="Restantes" value={pkg.remaining_classes} strong />
        <Figure label="Usados" value={usedClasses(pkg)} />
      </dl>
      <dl className="figures flex justify-between gap-3 text-[15px]">
        <dt className="text-ink-soft">Validade</dt>
        <dd className="text-right font-bold">
          {expiryText(pkg)}
          {validity && <span className="block font-normal text-ink-soft">{validity}</span>}
        </dd>
      </dl>
    </Card>
  )
}

const Figure = ({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) => (
  <div className="flex flex-col-reverse rounded-lg bg-paper px-1 py-2">
    <dt className="text-[13px] text-ink-soft">{label}</dt>
    <dd className={strong ? 'text-xl font-extrabold' : 'text-xl font-semibold'}>{value}</dd>
  </div>
)
