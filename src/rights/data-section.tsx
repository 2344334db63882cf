import Upload from 'lucide-react/icons/upload'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/fields/field'
import { PasswordInput } from '@/ui/fields/password-input'
import { ChangeList } from '@/ui/forms/change-list'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog, DialogForm } from '@/ui/overlay/dialog'
import { Section } from '@/ui/section'
import { ExportButtons } from './export-buttons'
import { ImportDialog } from './import-dialog'
import { DATA_RIGHTS, RIGHTS_LABELS } from './texts'
import { isWord, TypedWord } from './typed-word'
import { useAccountContents, useCloseAccount, useIsAccountEmpty, useWaitingCount } from './use-rights'

const EXPORT_HINT = 'exportar-tudo'
const IMPORT_HINT = 'importar-dados'
const CLOSE_HINT = 'encerrar-conta'
const texts = DATA_RIGHTS.close

/** Export, import and closing the account (LGPD; docs/product.md, 'Rights of the coach'). */
export function DataSection() {
  const waiting = useWaitingCount()
  const isEmpty = useIsAccountEmpty()
  const [dialog, setDialog] = useState<'import' | 'close' | null>(null)
  const close = () => setDialog(null)
  return (
    <Section title={RIGHTS_LABELS.account} id="meus-dados" className="lg:col-span-2">
      <Card className="md:p-6">
        <OfflineNotice>{OFFLINE.needs.account}</OfflineNotice>
        <div className="grid gap-6 *:flex *:flex-col *:items-start *:gap-3 md:grid-cols-[3fr_2fr_2fr]">
          <div>
            <Explained id={EXPORT_HINT} title={RIGHTS_LABELS.exportAll}>
              {DATA_RIGHTS.export.why}
              {waiting > 0 && (
                <strong className="text-caution"> {DATA_RIGHTS.export.without(waiting)}</strong>
              )}
            </Explained>
            <ExportButtons describedBy={EXPORT_HINT} />
          </div>
          <div className="border-line max-md:border-t max-md:pt-5">
            <Explained id={IMPORT_HINT} title={RIGHTS_LABELS.import}>
              {isEmpty === false ? DATA_RIGHTS.import.notEmpty : DATA_RIGHTS.import.why}
            </Explained>
            {isEmpty !== false && (
              <Button size="sm" aria-describedby={IMPORT_HINT} onClick={() => setDialog('import')}>
                <Upload />
                {RIGHTS_LABELS.import}
              </Button>
            )}
          </div>
          <div className="border-line max-md:border-t max-md:pt-5">
            <Explained id={CLOSE_HINT} title={RIGHTS_LABELS.close}>
              {DATA_RIGHTS.close.why}
            </Explained>
            <Button
              tone="ghost"
              size="sm"
              className="-mx-4 text-bad!"
              aria-describedby={CLOSE_HINT}
              onClick={() => setDialog('close')}
            >
              {RIGHTS_LABELS.close}
            </Button>
          </div>
        </div>
      </Card>
      <ImportDialog open={dialog === 'import'} onClose={close} />
      <Dialog
        open={dialog === 'close'}
        onOpenChange={close}
        title={texts.title}
        description={texts.description}
      >
        <CloseAccount onClose={close} />
      </Dialog>
    </Section>
  )
}

const Explained = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <div>
    <h3 className="text-base">{title}</h3>
    <p id={id} className="mt-1 text-[15px] text-ink-soft">
      {children}
    </p>
  </div>
)

interface Problems {
  password?: string
  word?: boolean
  /** A problem that concerns no single field. */
  other?: string
}

/** Closes the account: says what is deleted, offers an export, and asks for the password and a typed word. */
function CloseAccount({ onClose }: { onClose: () => void }) {
  const { user } = useAuth()
  const { contents, error } = useAccountContents()
  const waiting = useWaitingCount()
  const navigate = useNavigate()
  const closeAccount = useCloseAccount()
  const exportHint = useId()
  const [password, setPassword] = useState('')
  const [word, setWord] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const passwordInput = useRef<HTMLInputElement>(null)
  const wordInput = useRef<HTMLInputElement>(null)

  const [leave, leaving] = useSingleFlight(async () => {
    const isMissing = { password: password === '', word: !isWord(word, texts.word) }
    setProblems({ ...(isMissing.password && { password: texts.passwordRequired }), word: isMissing.word })
    if (isMissing.password) return passwordInput.current?.focus()
    if (isMissing.word) return wordInput.current?.focus()

    const result = await closeAccount(password)
    if (result.success) {
      await navigate(paths.login.href(), { replace: true, state: { closedAccount: true } })
      return
    }
    if (result.code !== 'wrong-password') {
      return setProblems({ other: result.unknown ? texts.unknown : result.message })
    }
    setProblems({ password: texts.passwordWrong })
    passwordInput.current?.focus()
    passwordInput.current?.select()
  })

  return (
    <DialogForm className="flex flex-col gap-5" onSubmit={() => void leave()}>
      <OfflineNotice className="">{OFFLINE.needs.account}</OfflineNotice>
      <ChangeList
        kind="goes"
        title={DATA_RIGHTS.student.goes}
        items={[
          texts.account(user?.name ?? '', user?.email ?? ''),
          contents !== undefined && texts.students(contents.students, contents.credits),
          contents !== undefined && texts.lessons(contents.lessons),
          contents === undefined && (error ? texts.uncounted : 'Contando o que há na conta...'),
          texts.rest,
          texts.lead,
          waiting > 0 && texts.waiting(waiting),
        ]}
      />
      <div className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
        <p id={exportHint} className="font-semibold">
          {texts.exportFirst}
        </p>
        <p className="text-[15px]">{texts.otherDevices}</p>
        <ExportButtons describedBy={exportHint} />
      </div>
      <Field label="Sua senha" required error={problems.password}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordInput}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <TypedWord
        ref={wordInput}
        word={texts.word}
        value={word}
        onChange={setWord}
        onEnter={() => void leave()}
        wrong={problems.word ?? false}
      />
      {problems.other !== undefined && (
        <div role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
          <p className="font-bold">{texts.failed}</p>
          <p>{problems.other}</p>
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" tone="danger" pending={leaving} pendingLabel="Encerrando...">
          {RIGHTS_LABELS.close}
        </Button>
      </div>
    </DialogForm>
  )
}
