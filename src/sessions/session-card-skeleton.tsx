import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

export function SessionCardSkeleton() {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-3/4 max-w-72" />
          <Skeleton className="h-4 w-1/2 max-w-48" />
        </div>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
      <div className="flex gap-2">
        <Skeleton className="h-11 w-32 rounded-full" />
        <Skeleton className="h-11 w-28 rounded-full" />
      </div>
      <Skeleton className="h-11 w-36" />
    </Card>
  )
}
