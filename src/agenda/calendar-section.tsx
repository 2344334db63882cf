import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useRef, useState } from 'react'
import { copyText } from '@/lib/browser/copy-text'
import { downloadFile } from '@/lib/browser/download'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field, Input } from '@/ui/fields/field'
import { useAction } from '@/ui/forms/use-action'
import { OfflineNotice } from '@/ui/offline-notice'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusKept } from '@/ui/use-focus-after'
import { CALENDAR_TEXTS } from './calendar-texts'
import { readCalendarFile, useAgendaFeed, useNewFeedAddress, type AgendaFeed } from './use-calendar'

const HOW =
  'No seu calendário, escolha adicionar por URL (ou assinar) e cole o endereço. As mudanças da agenda ' +
  'chegam lá sozinhas. O Google pode levar até um dia para atualizar. Quem tem o endereço vê essas ' +
  'aulas sem senha.'
const ASK_NEW =
  'O endereço atual deixa de valer: os calendários que o usam ficam sem as suas aulas, até você adicionar o novo neles.'

/** The address and the file of the coach's calendar (docs/product.md, 'Calendar'). */
export function CalendarSection() {
  const { online } = useConnection()
  const read = useAgendaFeed()
  return (
    <Section title="Calendário" id="calendario">
      <OfflineNotice className="mb-3">
        Sem conexão: o endereço e o arquivo do calendário só estão disponíveis com internet.
      </OfflineNotice>
      {(online || read.data !== undefined) && (
        <QueryView
          query={read}
          failed={{ title: CALENDAR_TEXTS.feed }}
          skeleton={<SkeletonList label="Carregando calendário" count={1} each="h-44" />}
        >
          {(feed) => (
            <Card className="flex flex-col gap-4">
              <p className="text-ink-soft">
                Suas aulas no calendário do celular ou do computador, com o horário, o clube e o primeiro nome
                de quem vem.
              </p>
              <Feed feed={feed} />
            </Card>
          )}
        </QueryView>
      )}
    </Section>
  )
}

function Feed({ feed }: { feed: AgendaFeed | null }) {
  // The pressed 'Gerar Endereço' disappears once there is an address.
  useFocusKept()
  const field = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useNewFeedAddress()
  const [make, making] = useAction(() => mutateAsync(), {
    failed: CALENDAR_TEXTS.rotate,
    done: CALENDAR_TEXTS.rotated,
    onDone: () => setAsking(false),
  })
  const [download, downloading] = useAction(readCalendarFile, {
    failed: CALENDAR_TEXTS.feedFile,
    done: null,
    onDone: (file) => file && downloadFile('agenda-voleio.ics', file.data, 'text/calendar'),
  })
  const copy = async (address: string) => {
    if (await copyText(address)) return toast({ title: 'Endereço copiado!' })
    field.current?.select()
    toast({ title: 'O navegador não deixou copiar sozinho. O endereço está selecionado.' })
  }
  if (feed === null) {
    return (
      <Button
        size="sm"
        className="self-start"
        pending={making}
        pendingLabel="Gerando..."
        onClick={() => void make()}
      >
        <CalendarPlus />
        Gerar Endereço
      </Button>
    )
  }
  const { token, address } = feed
  const downloadButton = (
    <Button size="sm" className="self-start" pending={downloading} onClick={() => void download(token)}>
      <Download />
      Baixar Arquivo
    </Button>
  )
  // The site answers no calendar at the address.
  if (address === null) {
    return (
      <>
        <p className="text-sm text-ink-soft">
          O arquivo tem as aulas dos próximos 120 dias. Ele não se atualiza: depois de mudanças na agenda,
          baixe outro.
        </p>
        {downloadButton}
      </>
    )
  }
  return (
    <>
      <Field label="Endereço do calendário" hint={HOW}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            readOnly
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button tone="court" size="sm" onClick={() => void copy(address)}>
          <Copy />
          Copiar Endereço
        </Button>
        {downloadButton}
        <Button tone="ghost" size="sm" className="-mx-4" onClick={() => setAsking(true)}>
          Gerar novo endereço
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Gerar novo endereço?"
        description={ASK_NEW}
        confirmLabel="Gerar novo endereço"
        pendingLabel="Gerando..."
        pending={making}
        onConfirm={() => void make()}
      />
    </>
  )
}
