import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { LocalDate, Uuid } from '@/core/model'
import { invalidateAgreement } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { agreements } from './data'
import type { AgreementRules } from './rules'

/** All versions, newest first. */
export const useAgreements = ({ enabled = true } = {}) =>
  useQuery(ownerQuery(useOwner(), ['agreement'], enabled ? agreements.list : null))

/** Which versions a student has confirmed; not asked while there is none. */
export const useConfirmations = (student: Uuid, { enabled }: { enabled: boolean }) =>
  useQuery(
    ownerQuery(
      useOwner(),
      ['agreement', 'confirmed', student],
      enabled ? () => agreements.confirmations(student) : null,
    ),
  )

export const useSaveAgreement = () =>
  useOwnerMutation(
    (agreement: AgreementRules & { starts_on: LocalDate }, only) => agreements.save(agreement, only),
    whenSaved(invalidateAgreement),
  )

export const useEndAgreement = () =>
  useOwnerMutation((_: void, only) => agreements.end(only), whenSaved(invalidateAgreement))
