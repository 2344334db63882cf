import { PageHeader } from '@/components/shared/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/domain/shared/paths'

/** The profile while it loads. */
export function ProfileSkeleton() {
  return (
    <>
      <PageHeader
        title={<span className="sr-only">Aluno</span>}
        subtitle={<Skeleton className="h-11 w-48" />}
        back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
      />
      <div role="status" aria-label="Carregando aluno" className="flex flex-col gap-6">
        <Skeleton className="h-13 rounded-lg" />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} className="h-24 rounded-xl" />
          ))}
        </div>
        <Skeleton className="h-64 rounded-xl" />
      </div>
    </>
  )
}
