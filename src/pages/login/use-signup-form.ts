import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import {
  EMPTY_SIGNUP,
  signupDraft,
  signupSchema,
  type SignupForm,
  type SignupValues,
} from '@/domain/account/auth.schema'
import { useDraft, useFormDraft } from '@/hooks/forms/use-draft'

export interface SignupFormState {
  form: UseFormReturn<SignupForm, unknown, SignupValues>
  /** True while the form shows what an earlier visit left. */
  restored: boolean
  startAfresh: () => void
  /** The account was asked for: nothing of it stays in the tab's storage. */
  forget: () => void
}

/** The sign-up form, whose text survives a reload; its password never reaches any storage. */
export function useSignupForm(): SignupFormState {
  const draft = useDraft('signup', EMPTY_SIGNUP, signupDraft)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<SignupForm, unknown, SignupValues>({
    resolver: standardSchemaResolver(signupSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
    // signup-tab.tsx does it, in the order of the screen.
    shouldFocusError: false,
  })
  const { keep } = draft
  useFormDraft(
    form,
    useMemo(() => ({ keep: (values: SignupForm) => keep({ ...values, password: '' }) }), [keep]),
  )
  return {
    form,
    restored,
    startAfresh: () => {
      draft.clear()
      form.reset(EMPTY_SIGNUP)
      setRestored(false)
      form.setFocus('name')
    },
    forget: () => {
      draft.clear()
      setRestored(false)
    },
  }
}
