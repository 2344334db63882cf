import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { Logo } from './logo'

type HomeLinkProps = { to?: string; label?: string; className?: string }

/** The logo, leading to the landing page, which is a document of its own. */
export const HomeLink = ({
  to = paths.home.href(),
  label = 'Voleio, início',
  className = '',
}: HomeLinkProps) => (
  <Link to={to} reloadDocument aria-label={label} className="inline-flex min-h-11 items-center rounded-lg">
    <Logo className={className} />
  </Link>
)
