import { clsx } from 'clsx'
import CloudOff from 'lucide-react/icons/cloud-off'
import type { ReactNode } from 'react'
import { useConnection } from './use-connection'

type Props = { className?: string; children: ReactNode }

/** While offline, says before anything is typed that a connection is needed. */
export const OfflineNotice = (props: Props) =>
  useConnection().online ? null : <ConnectionNotice {...props} />

/** The notice itself, whether online or not. */
export const ConnectionNotice = ({ className = 'mb-5', children }: Props) => (
  <p
    role="status"
    className={clsx(
      'flex items-start gap-2.5 rounded-lg bg-caution-soft px-4 py-3 font-semibold text-caution',
      className,
    )}
  >
    <CloudOff className="mt-0.5 size-5 shrink-0" />
    <span>{children}</span>
  </p>
)
