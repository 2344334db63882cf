import { useState } from 'react'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { Field, Textarea } from './fields/field'
import { Dialog } from './overlay/dialog'

interface CopyDialogProps {
  title: string
  label: string
  /** null while closed. */
  text: string | null
  onClose: () => void
}

/** Shows a text to copy by hand if the browser refuses the clipboard. Focusing the field selects all of it. */
export const CopyDialog = ({ title, label, text, onClose }: CopyDialogProps) => (
  <Dialog
    open={text !== null}
    onOpenChange={onClose}
    title={title}
    description="O navegador não deixou copiar sozinho. Selecione o texto e copie."
  >
    <Field label={label}>
      {(control) => (
        <Textarea
          {...control}
          readOnly
          value={text ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Field>
  </Dialog>
)

/** Copies a text and says so, or, if the browser refuses, shows it in the dialog. Resolves to whether it is copied. */
export function useCopy({ title, label }: Pick<CopyDialogProps, 'title' | 'label'>) {
  const [refused, setRefused] = useState<string | null>(null)
  const copy = async (text: string, done: Parameters<typeof toast>[0]): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (isCopied) toast(done)
    else setRefused(text)
    return isCopied
  }
  const dialog = <CopyDialog title={title} label={label} text={refused} onClose={() => setRefused(null)} />
  return [copy, dialog] as const
}
