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
