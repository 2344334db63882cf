import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '@/core/paths'
import { invalidateAll } from '@/data/queries/effects'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { OutDrawing } from '@/ui/drawings'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useReplace } from '@/ui/use-address'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { STUDENT_MESSAGES } from '../texts'
import { useStudent } from '../use-students'
import { LoadFailed } from './load-failed'
import { Profile } from './profile'

const { notFound } = STUDENT_MESSAGES.toast

/** docs/product.md, 'Student profile'. */
export function StudentProfilePage() {
  const { id = '' } = useParams()
  const replace = useReplace()
  const client = useQueryClient()
  const student = useStudent(id)
  const today = useToday()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
  usePageTitle(student.data?.name ?? 'Aluno')

  /** True after the coach deleted the student: the refetch that finds nobody must then raise no error toast. */
  const leaving = useRef(false)
  const isMissing = student.data === null
  useEffect(() => {
    if (isMissing && !leaving.current) toast({ title: notFound, tone: 'error' })
  }, [isMissing])

  const leave = () => {
    leaving.current = true
    replace(paths.students.href({ refresh: true }))
  }

  if (student.data) {
    return (
      <Profile
        student={student.data}
        // Today, not the day of loading: persisted data may be days old, and packages expire.
        today={today}
        onDeleted={leave}
      />
    )
  }
  if (student.isPending) return <ProfileSkeleton />
  return (
    <>
      <PageHeader title="Aluno" />
      {student.isError ? (
        <LoadFailed query={student} />
      ) : (
        <EmptyState
          drawing={<OutDrawing />}
          title={notFound}
          description="O endereço pode estar incorreto, ou este aluno foi removido."
        >
          <Button asChild>
            <Link to={paths.students.href()}>Voltar para Alunos</Link>
          </Button>
        </EmptyState>
      )}
    </>
  )
}

/** The profile while it loads. */
function ProfileSkeleton() {
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
