import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_FIRST } from '@/core/constants'
import { paths } from '@/core/paths'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { Checkbox } from '@/ui/fields/field'
import { Dialog } from '@/ui/overlay/dialog'

/** Kept on this device: a coach may need these keys for something else, such as voice control. */
const OFF = 'shortcuts-off'

const KEYS = [
  ['N', 'Nova aula'],
  ['/', 'Buscar aluno'],
  ['?', 'Esta lista'],
] as const

/** Single-key shortcuts (docs/product.md, 'Shell'), and the dialog that lists them. */
export function Shortcuts({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const navigate = useNavigate()
  const [isOn, setOn] = useState(() => !readFlag(OFF))
  useEffect(() => {
    if (!isOn || open) return undefined
    const search = () => {
      const field = document.querySelector<HTMLElement>('main input[type=search]')
      if (field) field.focus()
      else void navigate(paths.students.href(), { state: SEARCH_FIRST })
    }
    const actions = new Map([
      ['n', () => void navigate(paths.newSession.href())],
      ['/', search],
      ['?', () => onOpenChange(true)],
    ])
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event
      const act = actions.get(key.toLowerCase())
      if (!act || ctrlKey || metaKey || altKey || repeat || isTyping(target)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, isOn, open, onOpenChange])

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Atalhos de teclado">
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
          writeFlag(OFF, !target.checked)
        }}
      />
    </Dialog>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
