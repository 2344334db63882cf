import ClipboardList from 'lucide-react/icons/clipboard-list'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import type { ButtonProps } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'

type RegisterLinkProps = { student: Student } & Pick<ButtonProps, 'tone'>

/** To a new lesson with this student; nothing if the student is inactive or anonymised. */
export function RegisterLink({ student, tone }: RegisterLinkProps) {
  if (student.status !== 'active' || student.anonymized_at !== null) return null
  return (
    <ButtonLink to={paths.newSession.href({ repeat: [student.id] })} tone={tone}>
      <ClipboardList />
      Registrar Aula
    </ButtonLink>
  )
}
