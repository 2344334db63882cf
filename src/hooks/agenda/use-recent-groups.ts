import { useQuery } from '@tanstack/react-query'
import { recentGroups } from '@/domain/agenda/recent'
import { useOwner } from '@/hooks/account/use-auth'
import { recentLessonsQuery } from './recent-lessons'

/** The last distinct groups, newest first. */
export const useRecentGroups = (limit: number) =>
  useQuery({ ...recentLessonsQuery(useOwner()), select: ({ items }) => recentGroups(items, limit) })
