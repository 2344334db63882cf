import { useState } from 'react'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { Checkbox } from '@/ui/fields/checkbox'
import { Dialog } from '@/ui/overlay/dialog'
import { SHORTCUTS_OFF } from './use-shortcuts'

const KEYS = [
  ['N', 'Nova aula'],
  ['/', 'Buscar aluno'],
  ['?', 'Esta lista'],
] as const

/** The single keys, and the switch for who needs them for something else. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !readFlag(SHORTCUTS_OFF))
  return (
    <Dialog open onOpenChange={onClose} title="Atalhos de teclado">
      <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="grid size-9 place-items-center rounded-md border-[1.5px] border-line-strong font-bold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Usar atalhos neste aparelho"
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          writeFlag(SHORTCUTS_OFF, !target.checked)
        }}
      />
    </Dialog>
  )
}
