import { useCallback, useEffect, useRef } from 'react'
import type { SessionDetails, Uuid } from '@/core/model'
import { SessionEditor } from '../edit/session-editor'
import { SessionCard } from '../session-card'

/**
 * One session of the history: its card or, in its place, its edit form. Returns the focus to the card after the edit.
 */
export function SessionItem({
  session,
  editing,
  gone,
  canEdit,
  onEdit,
  onAssign,
}: {
  session: SessionDetails
  editing: boolean
  /** The session was deleted during its edit. */
  gone: boolean
  canEdit: boolean
  onEdit: (sessionId: Uuid | null) => void
  onAssign: (sessionId: Uuid, studentId: Uuid) => void
}) {
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const close = useCallback(() => onEdit(null), [onEdit])

  if (editing) return <SessionEditor session={session} gone={gone} onClose={close} />
  return (
    <SessionCard
      session={session}
      editButton={editButton}
      canEdit={canEdit}
      onEdit={onEdit}
      onAssign={onAssign}
    />
  )
}
