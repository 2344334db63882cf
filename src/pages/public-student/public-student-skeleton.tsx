import { Skeleton } from '@/components/ui/skeleton'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { HeaderBackground } from './header-background'

const FOUR = [0, 1, 2, 3] as const

/** Loading state of the page. student.html contains it before any script runs. */
export function PublicStudentSkeleton() {
  return (
    <main className="min-h-dvh">
      <HeaderBackground>
        <div className="flex items-center gap-4 *:bg-white/15">
          <Skeleton className="size-16 rounded-xl" />
          <span className="flex flex-1 flex-col gap-3 bg-transparent! *:bg-white/15">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-8 w-44" />
          </span>
        </div>
        <p role="status" className="mt-5 font-semibold">
          {PUBLIC_STUDENT.loading}
        </p>
        <noscript>{PUBLIC_STUDENT.noScript}</noscript>
      </HeaderBackground>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 md:px-8">
        <Skeleton className="h-13 rounded-lg" />
        <div className="grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-3">
          {FOUR.map((at) => (
            <Skeleton key={at} className="h-19 rounded-xl md:h-22" />
          ))}
        </div>
        <Skeleton className="mt-2 h-6 w-36" />
        <Skeleton className="h-38 rounded-xl" />
      </div>
    </main>
  )
}
