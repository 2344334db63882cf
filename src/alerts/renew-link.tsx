import { Link } from 'react-router-dom'
import type { Alert } from '@/core/model'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { Button } from '@/ui/button'
import { alertRenewal } from './rules'

const { renew } = PACKAGE_MESSAGES

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
