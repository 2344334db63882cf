import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { CourtDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import { paths } from '@/domain/paths'
import { usePageTitle } from '@/hooks/use-page-title'

/** Stands honestly where a screen of a later issue will be. */
export function PlaceholderPage() {
  usePageTitle('Em construção')
  return (
    <div className="mx-auto max-w-xl p-4 pt-10">
      <h1 className="sr-only">Em construção</h1>
      <EmptyState
        drawing={<CourtDrawing />}
        title="Esta tela ainda não existe"
        description="Ela está na fila e vai aparecer aqui assim que ficar pronta. Nada do que você já registrou depende dela."
      >
        <Button asChild>
          <Link to={paths.dashboard.href()}>Ir para o Dashboard</Link>
        </Button>
      </EmptyState>
    </div>
  )
}
