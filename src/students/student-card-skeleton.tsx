import { Skeleton } from '@/ui/skeleton'

export function StudentCardSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <div className="flex gap-3">
        <Skeleton className="size-11" />
        <div className="flex-1">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-2 h-6 w-1/2" />
        </div>
      </div>
      <div className="mt-3 flex items-end justify-between gap-3">
        <div className="flex-1">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-1 h-5 w-4/5" />
        </div>
        <Skeleton className="h-6 w-28" />
      </div>
    </div>
  )
}
