import ClipboardList from 'lucide-react/icons/clipboard-list'
import { Link } from 'react-router-dom'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { Button, type ButtonProps } from '@/ui/button'

const canRegister = (student: Student): boolean =>
  student.status === 'active' && student.anonymized_at === null

/** To a new session with this student; nothing for somebody whom it cannot be with. */
export function RegisterLink({
  student,
  tone = 'outline',
}: { student: Student } & Pick<ButtonProps, 'tone'>) {
  if (!canRegister(student)) return null
  return (
    <Button asChild tone={tone}>
      <Link to={paths.newSession.href({ repeat: [student.id] })}>
        <ClipboardList />
        Registrar Aula
      </Link>
    </Button>
  )
}
