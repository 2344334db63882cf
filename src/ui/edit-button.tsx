import type { LucideIcon } from 'lucide-react'
import Pencil from 'lucide-react/icons/pencil'
import type { ComponentProps } from 'react'
import { Button } from './button'

type EditButtonProps = ComponentProps<typeof Button> & { icon?: LucideIcon }

/** Opens the form of a card, from the card's heading. */
export const EditButton = ({ icon: Icon = Pencil, children = 'Editar', ...rest }: EditButtonProps) => (
  <Button size="sm" className="shrink-0" {...rest}>
    <Icon />
    {children}
  </Button>
)
