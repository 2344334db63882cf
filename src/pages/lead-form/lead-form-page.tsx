import { useRef, useState, useSyncExternalStore, type SyntheticEvent } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Toaster } from '@/components/ui/overlay/toaster'
import { paths } from '@/domain/shared/paths'
import { leadLanguage, leadOf, type LeadForm } from '@/domain/site/leads'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { usePageHead } from '@/hooks/site/use-page-head'
import { useSubmitLead } from '@/hooks/site/use-submit-lead'
import { currentToast, dismissToast, toast } from '@/lib/browser/toast'
import { LEAD_FORM } from '@/texts/site/lead-form'
import { Honeypot } from './honeypot'
import { LeadFields } from './lead-fields'
import { LeadFrame } from './lead-frame'
import { ThanksDialog } from './thanks-dialog'
import { LEAD_FORM_ID } from './typed-before-hydration'
import { useLeadForm } from './use-lead-form'

const never = () => () => {}

/** The lead form (docs/product.md, 'Lead form') in the language of its address. */
export function LeadFormPage() {
  const language = leadLanguage(useParams()['lang'])
  usePageHead(language === 'pt' ? 'leadFormPt' : 'leadFormEn')
  const texts = LEAD_FORM[language]
  const { form, problems, change, leave, check, idFor, startOver } = useLeadForm(language)
  const submitLead = useSubmitLead()
  const honeypot = useRef<HTMLInputElement>(null)
  const [thanked, setThanked] = useState(false)
  // Submitting before hydration would put the typed data into the address.
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  const thank = () => {
    if (honeypot.current) honeypot.current.value = ''
    // Close the toast of an earlier failure.
    const failure = currentToast()
    if (failure) dismissToast(failure.id)
    startOver()
    setThanked(true)
  }
  const [send, sending] = useSingleFlight(async (values: LeadForm) => {
    if (honeypot.current?.value) {
      thank()
      return
    }
    const lead = leadOf(values, language)
    const result = await submitLead(idFor(lead), lead)
    if (result.success) thank()
    else toast({ title: texts.failed.title, description: result.message, tone: 'error' })
  })

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A second quick press would send the form again, or report it as empty.
    if (sending || thanked) return
    const checked = check()
    if ('form' in checked) void send(checked.form)
    else focusField(event.currentTarget, checked.firstWrong)
  }

  return (
    <LeadFrame language={language}>
      <h1 className="text-3xl lg:text-4xl">{texts.title}</h1>
      <p className="mt-3 text-ink-soft">{texts.intro}</p>
      <form id={LEAD_FORM_ID} noValidate className="mt-7 flex flex-col gap-5" onSubmit={submit}>
        <noscript>
          <p className="rounded-lg bg-warn-soft px-4 py-3 font-semibold text-warn">{texts.noScript}</p>
        </noscript>
        <LeadFields form={form} problems={problems} change={change} leave={leave} language={language} />
        <Honeypot ref={honeypot} label={texts.fields.honeypot} />
        <div className="text-sm text-ink-soft">
          <p>{texts.privacy}</p>
          <Link
            reloadDocument
            to={paths.privacyPolicy.href()}
            hrefLang="pt-BR"
            className="inline-flex min-h-11 items-center font-bold text-ink underline underline-offset-4"
          >
            {texts.privacyLink}
          </Link>
        </div>
        <Button type="submit" tone="main" disabled={!ready} pending={sending} pendingLabel={texts.submitting}>
          {texts.submit}
        </Button>
      </form>
      {thanked && <ThanksDialog onClose={() => setThanked(false)} texts={texts.done} />}
      <Toaster texts={texts.notices} />
    </LeadFrame>
  )
}

function focusField(element: HTMLFormElement, name: keyof LeadForm) {
  const field = element.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
