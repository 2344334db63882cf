import type { LucideIcon } from 'lucide-react'
import Pencil from 'lucide-react/icons/pencil'
import type { ComponentProps } from 'react'
import { Button } from './button'

/** The button in a card's heading that opens the card's form. */
export function EditButton({
  icon: Icon = Pencil,
  children = 'Editar',
  ...rest
}: ComponentProps<typeof Button> & { icon?: LucideIcon }) {
  return (
    <Button tone="outline" size="sm" className="shrink-0" {...rest}>
      <Icon />
      {children}
    </Button>
  )
}
