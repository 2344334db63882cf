import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useDraft, useFormDraft } from '@/ui/forms/use-draft'
import { EMPTY_SIGNUP, signupDraft, signupSchema, type SignupForm, type SignupValues } from './auth.schema'

export interface SignupFormState {
  form: UseFormReturn<SignupForm, unknown, SignupValues>
  /** True if the form was filled from a draft. */
  restored: boolean
  startAfresh: () => void
  /** Deletes the draft, after the account was requested. */
  forget: () => void
}

/** The sign-up form. Its text survives a reload; the password is never stored. */
export function useSignupForm(): SignupFormState {
  const draft = useDraft('signup', EMPTY_SIGNUP, signupDraft)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<SignupForm, unknown, SignupValues>({
    resolver: standardSchemaResolver(signupSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
    // signup-tab.tsx does it, in screen order.
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
