import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import type { Club } from '@/core/model'
import { initial } from '@/core/names'
import { displayPhone } from '@/core/phones'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'

/** One club. Its name is an h3, so it needs an h2 above. `nameId` lets the actions name the club. */
export function ClubCard({
  club,
  nameId,
  children,
}: {
  club: Pick<Club, 'id' | 'name' | 'address' | 'phone' | 'is_default'>
  nameId: string
  /** Actions. */
  children?: ReactNode
}) {
  const phone = displayPhone(club.phone)
  return (
    <Card>
      <div className="flex items-start gap-3">
        <Avatar initial={initial(club.name)} seed={club.id} />
        <div className="min-w-0 flex-1">
          <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={nameId} tabIndex={-1} className="line-clamp-3 text-base outline-none">
              {club.name}
            </h3>
            {club.is_default && <Badge tone="ok">Padrão</Badge>}
          </div>
          {club.address && (
            <p className="mt-1 flex gap-2 text-[15px] text-ink-soft">
              <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <span className="sr-only">Endereço: </span>
              <span className="line-clamp-3 min-w-0">{club.address}</span>
            </p>
          )}
          {phone && (
            <p className="figures mt-1 flex gap-2 text-[15px] text-ink-soft">
              <Phone className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <span className="sr-only">Telefone: </span>
              <span className="min-w-0">{phone}</span>
            </p>
          )}
        </div>
      </div>
      {children && <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">{children}</div>}
    </Card>
  )
}
