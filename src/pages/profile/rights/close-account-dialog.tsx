import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ChangeList } from '@/components/forms/change-list'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { ExportButtons } from '@/components/rights/export-buttons'
import { isWord, TypedWord } from '@/components/rights/typed-word'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { PasswordInput } from '@/components/ui/fields/password-input'
import { Dialog } from '@/components/ui/overlay/dialog'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useConnection } from '@/hooks/offline/use-connection'
import { useAccountContents, useCloseAccount, useWaitingCount } from '@/hooks/rights/use-data-rights'
import { exportToFile } from '@/hooks/rights/use-export'
import { OFFLINE } from '@/texts/offline/offline'
import { DATA_RIGHTS } from '@/texts/rights/data-rights'

const texts = DATA_RIGHTS.close

/** Closes the account: says what is deleted, offers an export, and asks for the password and a typed word. */
export function CloseAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={texts.title} description={texts.description}>
      <CloseAccount onClose={onClose} />
    </Dialog>
  )
}

interface Problems {
  password?: string
  word?: true
  /** A problem that belongs to no field. */
  other?: string
}

function CloseAccount({ onClose }: { onClose: () => void }) {
  const { online } = useConnection()
  const navigate = useNavigate()
  const closeAccount = useCloseAccount()
  const exportHint = useId()
  const [password, setPassword] = useState('')
  const [word, setWord] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const passwordInput = useRef<HTMLInputElement>(null)
  const wordInput = useRef<HTMLInputElement>(null)

  const [leave, leaving] = useSingleFlight(async () => {
    const missing: Problems = {
      ...(password === '' ? { password: texts.passwordRequired } : {}),
      ...(isWord(word, texts.word) ? {} : { word: true }),
    }
    setProblems(missing)
    if (missing.password !== undefined) return passwordInput.current?.focus()
    if (missing.word) return wordInput.current?.focus()

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
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void leave()
      }}
    >
      <OfflineNotice online={online} className="">
        {OFFLINE.needs.account}
      </OfflineNotice>
      <WhatGoes />
      <div className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
        <p id={exportHint} className="font-semibold">
          {texts.exportFirst}
        </p>
        <p className="text-[15px]">{texts.otherDevices}</p>
        <ExportButtons describedBy={exportHint} onExport={(format) => exportToFile(format)} />
      </div>
      <Field label={texts.password} required error={problems.password}>
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
        <Button tone="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" tone="danger" pending={leaving} pendingLabel={texts.running}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  )
}

function WhatGoes() {
  const { user } = useAuth()
  const { contents, error } = useAccountContents()
  const waiting = useWaitingCount()
  return (
    <ChangeList
      kind="goes"
      title={DATA_RIGHTS.student.goes}
      items={[
        texts.account(user?.name ?? '', user?.email ?? ''),
        ...(contents
          ? [texts.students(contents.students, contents.credits), texts.lessons(contents.lessons)]
          : [error ? texts.uncounted : texts.counting]),
        texts.rest,
        texts.lead,
        ...(waiting > 0 ? [texts.waiting(waiting)] : []),
      ]}
    />
  )
}
