import { Input, type InputProps } from '@/ui/fields/field'

/** Email field: shows the keyboard with '@' and turns off autocorrect and capitals. */
export const EmailInput = (props: Omit<InputProps, 'type'>) => (
  <Input
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)
