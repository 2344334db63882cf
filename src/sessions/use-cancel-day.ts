import { useOwnerMutation } from '@/data/use-owner-mutation'
import { lessonPlans } from './lesson-plans-data'
import { lessonsChanged } from './use-sessions'

/** Cancels lessons of a day in one plan. Apart from `use-sessions`, which the app loads when it starts. */
export const useCancelDay = () => useOwnerMutation(lessonPlans.cancelDay, lessonsChanged)
