import type { Ref } from 'react'
import { Field, Input } from '@/ui/fields/field'

/** True if `typed` is `word`, which must be in capitals. Ignores case and the spaces that phone keyboards add. */
export const isWord = (typed: string, word: string): boolean => typed.trim().toUpperCase() === word

interface TypedWordProps {
  /** In capitals. */
  word: string
  value: string
  onChange: (typed: string) => void
  /** Must do the same as the confirm button. */
  onEnter: () => void
  /** True after the coach tried to confirm without the right word. */
  wrong: boolean
  ref: Ref<HTMLInputElement>
}

/** Asks the coach to type a word before something irreversible. */
export const TypedWord = ({ word, value, onChange, onEnter, wrong, ref }: TypedWordProps) => (
  <Field
    label={`Digite ${word} para confirmar`}
    required
    error={wrong ? `Digite a palavra ${word}` : undefined}
  >
    {(control) => (
      <Input
        {...control}
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // In React, events bubble from a dialog to the form that opened it, which Enter would submit.
          if (event.key === 'Enter') {
            event.preventDefault()
            onEnter()
          }
        }}
        autoComplete="off"
        enterKeyHint="done"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
    )}
  </Field>
)
