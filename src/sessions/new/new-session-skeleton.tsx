import { Skeleton } from '@/ui/skeleton'

/** Step 1 while it loads. */
export function NewSessionSkeleton() {
  return (
    <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-4">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="h-12 w-full" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-18 w-full rounded-xl" />
        ))}
      </div>
    </div>
  )
}
