import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { initial, shortName } from '@/domain/shared/names'
import { chatLink } from '@/domain/shared/phones'
import { CLASSE_LABELS, GENDER_LABELS } from '@/domain/students/students'
import type { PublicStudentData } from '@/services/public-student/public-student'
import { HeaderBackground } from './header-background'

/** Student, coach and level, with actions beside them on wide screens. */
export function PublicHeader({
  student,
  teacher,
  children,
}: Pick<PublicStudentData, 'student' | 'teacher'> & { children?: ReactNode }) {
  return (
    <HeaderBackground>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <Avatar initial={initial(student.name)} seed={student.id} size="lg" />
          <div className="min-w-0">
            <p className="line-clamp-2 text-[15px]">Aluno de {teacher.name}</p>
            <h1 className="mt-0.5 line-clamp-2 text-[1.9rem]">{shortName(student.name)}</h1>
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Badge tone="court">{CLASSE_LABELS[student.classe]}</Badge>
              <Badge tone="court">{GENDER_LABELS[student.gender]}</Badge>
            </div>
          </div>
        </div>
        {children}
      </div>
    </HeaderBackground>
  )
}

/** Opens a chat with the coach in a new tab; renders nothing without a phone. */
export function ChatButton({ teacher }: Pick<PublicStudentData, 'teacher'>) {
  const href = chatLink(teacher.phone)
  if (href === null) return null
  return (
    <Button asChild tone="main" className="md:max-w-sm">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <MessageCircle aria-hidden="true" />
        <span className="line-clamp-2">Falar com Professor(a) {teacher.name}</span>
      </a>
    </Button>
  )
}
