import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_FIRST } from '@/core/constants'
import { paths } from '@/core/paths'
import { readFlag } from '@/lib/storage/device-storage'

/** Of this device: the coach needs these keys for something else, such as a voice control. */
export const SHORTCUTS_OFF = 'shortcuts-off'

/** Single keys for who has a keyboard (docs/product.md, 'Shell'). None while something is typed or a dialog is open. */
export function useShortcuts(onHelp: () => void) {
  const navigate = useNavigate()
  useEffect(() => {
    const search = () => {
      const field = document.querySelector<HTMLElement>('main input[type=search]')
      if (field) field.focus()
      else void navigate(paths.students.href(), { state: SEARCH_FIRST })
    }
    const actions = new Map([
      ['n', () => void navigate(paths.newSession.href())],
      ['/', search],
      ['?', onHelp],
    ])
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const act = actions.get(key.toLowerCase())
      if (!act || ctrlKey || metaKey || altKey || event.repeat || isTyping(target) || readFlag(SHORTCUTS_OFF))
        return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, onHelp])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
