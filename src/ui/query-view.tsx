import type { ReactNode } from 'react'
import { failedRead, type Read } from '@/data/queries/owner-query'
import { ErrorState } from './states'

type Query<Data> = Read & { data: Data | undefined; isError: boolean }

interface QueryViewProps<Data> {
  query: Query<Data>
  failed: { title: string; description?: string }
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** A query's data, also while a refresh fails; before that the skeleton, or why it failed, with a retry. */
export function QueryView<Data>({ query, failed, skeleton, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ErrorState {...failedRead(failed, query)} /> : skeleton
}
