import { clsx } from 'clsx'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { Ref } from 'react'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { CREDIT_ACTIONS } from '@/credits/action-texts'
import { creditAction, creditSentence, type CreditAction } from '@/credits/credit-action'
import { creditWords } from '@/credits/credit-state'
import { DATA_RIGHTS } from '@/rights/texts'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { buttonLook } from '@/ui/button-look'
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { MoreActions } from '@/ui/overlay/more-actions'
import { PageHeader } from '@/ui/page-header'
import { CREDIT_INK } from '../owed-text'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_BADGES } from '../rules'
import { useProfileAddress, type OpenForm } from './use-profile-address'

const StartNext = lazyPart(() => import('@/packages/start-next'), 'StartNext')
const ProfileSheet = lazyPage(() => import('./profile-sheet'), 'ProfileSheet')

interface HeaderProps {
  student: StudentWithCredits
  today: LocalDate
  /** Receives the focus when an edit ends. */
  more: Ref<HTMLButtonElement>
}

/** Above every tab: the student, and the commonest actions (docs/product.md, 'Student profile'). */
export function ProfileHeader({ editing, ...props }: HeaderProps & { editing: boolean }) {
  const { student, today } = props
  const { state, tone } = creditWords(student, today, 'usable')
  const isAnonymized = student.anonymized_at !== null
  return (
    <PageHeader
      back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
      lead={<Avatar of={student} />}
      title={student.name}
      subtitle={
        isAnonymized ? (
          <Badge className="mt-2 border border-line-strong">{DATA_RIGHTS.student.anonymized}</Badge>
        ) : (
          <>
            <span
              className={clsx(
                'figures mt-1.5 block text-[17px] leading-tight font-bold',
                state === 'owes' ? 'text-bad' : CREDIT_INK[tone],
              )}
            >
              {creditSentence(student, today)}
            </span>
            <span className="mt-2 flex flex-wrap gap-1.5">
              {student.status === 'inactive' && <Badge tone="warn">{STUDENT_STATUS_LABELS.inactive}</Badge>}
              <Badge tone="info">{CLASSE_LABELS[student.classe]}</Badge>
              <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
              <Badge>{GENDER_LABELS[student.gender]}</Badge>
            </span>
          </>
        )
      }
    >
      {!editing && !isAnonymized && <HeaderActions {...props} />}
    </PageHeader>
  )
}

/** The action that the credits call for is filled; on 'Pacotes' the package's own card offers it. */
function HeaderActions({ student, today, more }: HeaderProps) {
  const { tab, showTab, openForm } = useProfileAddress(student)
  const open = (action: Parameters<typeof formOf>[0]) => showTab('pacotes', formOf(action))
  const chat = chatLink(student.phone)
  const asked = creditAction(student, today)
  const sale: CreditAction = { kind: student.credits_version > 0 ? 'renew' : 'sell' }
  const action = tab === 'pacotes' ? null : (asked ?? sale)
  return (
    <div className="flex w-full items-stretch gap-2 wrap-normal sm:whitespace-nowrap max-sm:*:px-2 max-[359px]:*:px-1 max-[359px]:*:text-sm max-sm:[&>:not(:last-child)]:flex-1 max-sm:[&>:not([aria-haspopup])_svg]:hidden">
      {action?.kind === 'start' && <StartNext studentId={student.id} />}
      {action && action.kind !== 'start' && (
        <Button size="sm" tone={asked ? 'court' : 'outline'} onClick={() => open(action)}>
          {CREDIT_ACTIONS[action.kind]}
        </Button>
      )}
      {student.status === 'active' && (
        <ButtonLink to={paths.newSession.href({ repeat: [student.id] })} size="sm">
          <ClipboardList />
          Registrar
        </ButtonLink>
      )}
      {chat && (
        <a
          href={chat}
          target="_blank"
          rel="noopener noreferrer"
          title="Mensagem (abre outra aba)"
          className={buttonLook({ size: 'sm' })}
        >
          <MessageCircle />
          Mensagem
        </a>
      )}
      <MoreActions ref={more} about={student.name}>
        {(sheet) => (
          <ProfileSheet
            {...sheet}
            student={student}
            onEdit={() => openForm({ kind: 'student' })}
            onSell={action?.kind === sale.kind ? undefined : () => open(sale)}
          />
        )}
      </MoreActions>
    </div>
  )
}

function formOf(action: Exclude<CreditAction, { kind: 'start' }>): OpenForm {
  switch (action.kind) {
    case 'pay':
      return { kind: 'money', id: action.packageId }
    case 'extend':
      return { kind: 'extend', id: action.packageId }
    case 'renew':
      return { kind: 'renew' }
    case 'sell':
      return { kind: 'new-package' }
  }
}
