import { Input, type InputProps } from '@/components/ui/input'

/** An address: the keyboard with the '@', and nothing that corrects or capitalises it. */
export function EmailInput(props: Omit<InputProps, 'type'>) {
  return (
    <Input
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
