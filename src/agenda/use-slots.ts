import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { ownerQuery } from '@/data/queries/owner-query'
import { readSlots } from './read-data'
import { AGENDA_SERVICE } from './texts'

/** All slots, ended ones included. */
export const useSlots = (enabled = true) =>
  useQuery({ ...ownerQuery(useOwner(), ['agenda', 'slots'], readSlots, AGENDA_SERVICE.loadFailed), enabled })
