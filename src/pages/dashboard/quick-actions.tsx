import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { paths } from '@/domain/shared/paths'

const ACTIONS = [
  { label: 'Registrar Aula', to: paths.newSession.href(), icon: ClipboardList },
  { label: 'Gerenciar Alunos', to: paths.students.href(), icon: Users },
  { label: 'Ver Relatórios', to: paths.sessions.href(), icon: ChartColumn },
] as const

/** @param lessonsToday lessons of today that were not cancelled */
export function QuickActions({ lessonsToday }: { lessonsToday: number }) {
  return (
    <section aria-labelledby="acoes">
      <h2 id="acoes" className="mb-3 text-xl">
        Ações Rápidas
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-3">
        {ACTIONS.map(({ label, to, icon: Icon }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-xl border border-line bg-surface px-4 font-bold shadow-card hover:border-line-strong sm:h-full sm:flex-col sm:justify-center sm:py-4 sm:text-center"
            >
              <Icon className="size-6 shrink-0 text-accent" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {lessonsToday > 0 && (
        <Link
          to={paths.sessions.href({ cancelDay: true })}
          className="mt-2 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 text-[15px] font-bold text-ink-soft hover:text-ink"
        >
          <CloudRain className="size-5 shrink-0" aria-hidden="true" />
          Cancelar as aulas de hoje
        </Link>
      )}
    </section>
  )
}
