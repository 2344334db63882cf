import ChevronDown from 'lucide-react/icons/chevron-down'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode } from 'react'
import { useProfile } from '@/account/use-profile'
import { useAgendaToday } from '@/agenda/use-time-zone'
import { formatDate } from '@/core/dates'
import { agreementRequest } from '@/messages/requests'
import { openMessages } from '@/messages/use-message-requests'
import { useNotices, useOpenedAt } from '@/messages/use-messages'
import { compareByName } from '@/students/rules'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EditButton } from '@/ui/edit-button'
import { useAction } from '@/ui/forms/use-action'
import { useCardEdit } from '@/ui/forms/use-open-form'
import { lazyPart } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { AgreementText } from './agreement-text'
import { periodOf, agreementsShown, type Agreement } from './rules'
import { COACH_AGREEMENT as texts, AGREEMENT } from './texts'
import { useAgreements, useEndAgreement } from './use-agreement'

const AgreementForm = lazyPart(
  () => import('./agreement-form'),
  'AgreementForm',
  <Skeleton className="h-96 rounded-xl" />,
)

/** The combinados: the versions and the form (docs/product.md, 'Combinados'). */
export function AgreementSection() {
  const { editing, button, open, close } = useCardEdit('agreement')
  const query = useAgreements()
  const profile = useProfile()
  const today = useAgendaToday()
  const versions = query.data ?? []
  const { current, next } = agreementsShown(versions, today)
  const stored = next ?? current
  const rainDays = profile.data?.cancel_extension_days ?? 0
  const edit = query.data && !editing && stored && (
    <EditButton ref={button} aria-label={`Editar ${AGREEMENT.title}`} onClick={open} />
  )
  return (
    <Section title={AGREEMENT.title} id="combinados" action={edit}>
      <QueryView
        query={query}
        failed={{ title: texts.loadFailed }}
        skeleton={<Skeleton className="h-56 rounded-xl" />}
      >
        {() => (
          <Card className="flex flex-col gap-4 md:p-6">
            {editing && <AgreementForm {...{ stored, current, rainDays, today }} onClose={close} />}
            {!editing && stored && (
              <>
                {current && (
                  <Version heading={AGREEMENT.since(formatDate(current.starts_on))}>
                    <AgreementText rules={current} rainDays={rainDays} />
                  </Version>
                )}
                {next && (
                  <Version heading={texts.next(formatDate(next.starts_on))}>
                    <AgreementText rules={next} rainDays={rainDays} />
                  </Version>
                )}
                <Published latest={stored} />
              </>
            )}
            {!editing && !stored && (
              <>
                <p className="text-ink-soft">{texts.none}</p>
                <Button size="sm" className="self-start" onClick={open}>
                  {texts.write}
                </Button>
              </>
            )}
            <Earlier
              earlier={versions.filter((each) => each !== current && each !== next)}
              versions={versions}
              rainDays={rainDays}
            />
          </Card>
        )}
      </QueryView>
    </Section>
  )
}

const Version = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-2 text-[17px]">{heading}</h3>
    {children}
  </div>
)

/** Sends the latest version, and takes the combinados down. */
function Published({ latest }: { latest: Agreement }) {
  const { online } = useConnection()
  const { data: students } = useStudents()
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useEndAgreement()
  const [end, ending] = useAction(() => mutateAsync(latest.version), {
    failed: texts.endFailed,
    done: texts.ended,
    onDone: () => setAsking(false),
  })
  const active = (students ?? [])
    .filter(({ status, anonymized_at: since }) => status === 'active' && since === null)
    .toSorted(compareByName)
  const requests = active.map((student) => agreementRequest(student, latest.version))
  // Whoever has many students tells them in several sittings.
  const openedAt = useOpenedAt()
  const notices = useNotices()
  const left = requests.filter((request) => openedAt(request) === null)
  return (
    <>
      <OfflineNotice className="">{texts.offline}</OfflineNotice>
      <div className="flex flex-wrap gap-3">
        {notices.data && active.length > 0 && (
          <Button
            size="sm"
            aria-haspopup="dialog"
            onClick={() => openMessages(left.length > 0 ? left : requests)}
          >
            <MessageCircle aria-hidden="true" />
            {texts.tellAll}
          </Button>
        )}
        <Button tone="ghost" size="sm" disabled={!online} onClick={() => setAsking(true)}>
          {texts.end}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.endTitle}
        description={texts.endHelp}
        confirmLabel={texts.end}
        pendingLabel={texts.ending}
        pending={ending}
        onConfirm={() => void end()}
      />
    </>
  )
}

interface EarlierProps {
  earlier: readonly Agreement[]
  /** All of them. */
  versions: readonly Agreement[]
  rainDays: number
}

/** Earlier versions, folded; lessons of their days keep them. */
function Earlier({ earlier, versions, rainDays }: EarlierProps) {
  if (earlier.length === 0) return null
  return (
    <details className="group border-t border-line pt-1">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
        {texts.earlier(earlier.length)}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="divide-y divide-line">
        {earlier.map((version) => (
          <li key={version.version} className="py-3 text-[15px]">
            <p className="figures mb-1 font-bold">{periodOf(version, versions)}</p>
            <AgreementText rules={version} rainDays={rainDays} className="text-ink-soft" />
          </li>
        ))}
      </ul>
    </details>
  )
}
