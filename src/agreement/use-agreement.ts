import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { invalidateAgreement } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { agreements } from './data'
import type { NewAgreement } from './rules'

/** All versions, newest first. */
export const useAgreements = ({ enabled = true } = {}) =>
  useQuery(ownerQuery(useOwner(), ['agreement'], enabled ? agreements.list : null))

/** The versions that a student has confirmed; not read unless `enabled`. */
export const useConfirmations = (student: Uuid, { enabled }: { enabled: boolean }) =>
  useQuery(
    ownerQuery(
      useOwner(),
      ['agreement', 'confirmed', student],
      enabled ? () => agreements.confirmations(student) : null,
    ),
  )

/** Also after a refusal, which is about a version that this device has not read yet. */
const readAgain = (client: QueryClient) => void invalidateAgreement(client)

export const useSaveAgreement = () =>
  useOwnerMutation((agreement: NewAgreement, only) => agreements.save(agreement, only), readAgain)

export const useEndAgreement = () =>
  useOwnerMutation((seen: number, only) => agreements.end(seen, only), readAgain)
