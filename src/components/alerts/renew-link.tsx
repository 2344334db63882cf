import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { alertRenewal } from '@/domain/alerts/alerts'
import type { Alert } from '@/domain/shared/model'
import { MESSAGES } from '@/texts/shared/messages'

const { renew } = MESSAGES.packages

/** 'Renovar', on an alert about credits or a package (docs/product.md, 'Selling and settling'). */
export function RenewLink({ alert }: { alert: Alert }) {
  const target = alertRenewal(alert)
  if (target === null) return null
  return (
    <Button asChild tone="outline" size="sm" className="px-3">
      <Link to={target} aria-label={renew.of(alert.student_name ?? 'Aluno')}>
        {renew.action}
      </Link>
    </Button>
  )
}
