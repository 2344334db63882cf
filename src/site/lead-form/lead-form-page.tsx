import Languages from 'lucide-react/icons/languages'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  type ChangeEvent,
} from 'react'
import { Link, useParams } from 'react-router-dom'
import { EmailInput } from '@/account/email-input'
import { LEAD_COUNTRIES, LEAD_HEARD_FROM, LEAD_SPORTS } from '@/core/constants'
import { paths } from '@/core/paths'
import { toast, withdrawFailure } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field, Checkbox, Input, type InputProps, Select } from '@/ui/fields/field'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { HomeLink } from '@/ui/home-link'
import { Toaster } from '@/ui/overlay/toaster'
import { useInBrowser } from '@/ui/use-in-browser'
import { Court } from '../court'
import court from '../courts/grama-tall.svg?raw'
import { usePageHead } from '../use-page-head'
import {
  leadLanguage,
  leadOf,
  type LeadForm,
  type LeadLanguage,
  blurredLeadPhone,
  focusedLeadPhone,
  typedLeadPhone,
  OTHER_COUNTRY,
  OTHER_HEARD_FROM,
} from './rules'
import { LEAD_FORM } from './texts'
import { submitLead, useLeadForm, LEAD_FORM_ID } from './use-lead-form'

const HOME = { en: paths.homeEn.href(), pt: paths.home.href() } as const
const SWITCHED = { en: paths.leadFormLanguage.href({ lang: 'pt' }), pt: paths.leadForm.href() } as const

/** The lead form (docs/product.md, 'Lead form') in the language of its address. */
export function LeadFormPage() {
  const language = leadLanguage(useParams()['lang'])
  usePageHead(language === 'pt' ? 'leadFormPt' : 'leadFormEn')
  const texts = LEAD_FORM[language]
  const { form, problems, change, leave, check, idFor, startOver } = useLeadForm(language)
  const honeypot = useRef<HTMLInputElement>(null)
  const [thanked, setThanked] = useState(false)
  // Before hydration, submitting would put the typed data into the address.
  const ready = useInBrowser(() => true, false)

  const thank = () => {
    if (honeypot.current) honeypot.current.value = ''
    withdrawFailure()
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

/**
 * A field that only bots fill in: hidden from view, tab order, screen readers, autofill and password managers
 * (docs/decisions/0010-lead-rate-limit.md).
 */
const Honeypot = ({ label, ref }: { label: string; ref: Ref<HTMLInputElement> }) => (
  <div aria-hidden="true" className="sr-only">
    <label>
      {label}
      <input
        ref={ref}
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </label>
  </div>
)

interface ThanksDialogProps {
  /** Called after the button or Escape closed the dialog and the focus was restored. */
  onClose: () => void
  texts: { title: string; description: string; close: string }
}

/**
 * Thanks for a lead; open while mounted. The native dialog traps and restores the focus by itself:
 * ui/overlay/dialog.tsx would add 13 kB to a public page.
 */
function ThanksDialog({ onClose, texts }: ThanksDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // In development effects run twice, and showModal throws on an open dialog.
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={
        'fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-2xl bg-surface text-ink ' +
        'shadow-lift backdrop:bg-[#071415]/60 open:animate-rise md:inset-0 md:m-auto md:h-fit md:max-w-md ' +
        'md:rounded-2xl'
      }
    >
      <div className="pb-safe p-6 md:p-8">
        <h2 id={`${id}-title`} className="text-2xl">
          {texts.title}
        </h2>
        <p id={`${id}-text`} className="mt-2 text-ink-soft">
          {texts.description}
        </p>
        <Button tone="court" className="mt-6 w-full" onClick={() => dialog.current?.close()}>
          {texts.close}
        </Button>
      </div>
    </dialog>
  )
}

/**
 * Court artwork beside the form on wide screens, above it on a phone. The language switch is a link, so it works
 * without scripts.
 */
function LeadFrame({ language, children }: { language: LeadLanguage; children: ReactNode }) {
  const texts = LEAD_FORM[language]
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <header
        className={
          'relative isolate overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a] lg:sticky ' +
          'lg:top-0 lg:h-dvh'
        }
      >
        <Court svg={court} className="absolute inset-0 -z-10" />
        <div
          className={
            'absolute inset-0 -z-10 bg-linear-to-b from-court-deep from-20% to-court-deep/40 lg:from-45% ' +
            'lg:to-transparent'
          }
        />
        <div className="flex min-h-36 flex-col p-4 lg:p-12">
          <nav aria-label={texts.site} className="flex flex-wrap items-center justify-between gap-x-4">
            <HomeLink to={HOME[language]} label={texts.home} className="lg:text-2xl" />
            <Link
              to={SWITCHED[language]}
              lang={texts.switch.lang}
              hrefLang={texts.switch.lang}
              className={
                'inline-flex min-h-11 items-center gap-2 rounded-full bg-white/12 px-4 font-bold ' +
                'hover:bg-white/20'
              }
            >
              <Languages className="size-5 shrink-0" />
              {texts.switch.label}
            </Link>
          </nav>
          <ul className="mt-12 hidden max-w-md flex-col gap-4 text-lg lg:flex">
            {texts.perks.map((perk) => (
              <li key={perk} className="flex gap-3">
                <span aria-hidden="true" className="mt-2 size-3 shrink-0 rounded-full bg-ball" />
                {perk}
              </li>
            ))}
          </ul>
        </div>
      </header>
      <main
        // A target for the focus when the focused element disappears.
        tabIndex={-1}
        className="mx-auto w-full max-w-xl px-4 pt-6 pb-12 outline-none lg:px-8 lg:py-14"
      >
        {children}
      </main>
    </div>
  )
}

type LeadFieldsProps = Pick<ReturnType<typeof useLeadForm>, 'form' | 'problems' | 'change' | 'leave'> & {
  language: LeadLanguage
}

function LeadFields({ form, problems, change, leave, language }: LeadFieldsProps) {
  const texts = LEAD_FORM[language]
  const { fields } = texts
  /** Props that bind a text field or select to the form. */
  const bind = (name: Exclude<keyof LeadForm, 'sports'>) => ({
    name,
    value: form[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
    onBlur: () => leave(name),
  })
  return (
    <>
      <Field label={fields.name} required error={problems.name}>
        {(aria) => <Input {...aria} autoComplete="name" autoCapitalize="words" {...bind('name')} />}
      </Field>
      <Field label={fields.email} required error={problems.email}>
        {(aria) => <EmailInput {...aria} {...bind('email')} />}
      </Field>
      <Field label={fields.phone} hint={fields.phoneHint} required error={problems.phone}>
        {(aria) => (
          <LeadPhoneInput
            {...aria}
            {...bind('phone')}
            language={language}
            onChange={(phone) => change({ phone })}
          />
        )}
      </Field>
      {/* The Portuguese form implies Brazil. */}
      {language === 'en' && (
        <Field label={fields.country} required error={problems.country}>
          {(aria) => (
            <Select
              {...aria}
              autoComplete="country-name"
              placeholder={fields.choose}
              options={LEAD_COUNTRIES.map((value) => ({ value, label: texts.countries[value] }))}
              {...bind('country')}
            />
          )}
        </Field>
      )}
      {language === 'en' && form.country === OTHER_COUNTRY && (
        <Field label={fields.countryOther} required error={problems.countryOther}>
          {(aria) => <Input {...aria} autoCapitalize="words" {...bind('countryOther')} />}
        </Field>
      )}
      <fieldset>
        <legend className="text-[15px] font-bold">
          {fields.sports} <Optional text={texts.optional} />
        </legend>
        <div className="mt-1 grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2 sm:grid-cols-3">
          {LEAD_SPORTS.map((sport) => (
            <Checkbox
              key={sport}
              name="sports"
              value={sport}
              label={texts.sports[sport]}
              checked={form.sports.includes(sport)}
              onChange={({ currentTarget: { checked } }) => {
                const others = form.sports.filter((other) => other !== sport)
                change({ sports: checked ? [...others, sport] : others })
              }}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={
          <>
            {fields.sportsOther} <Optional text={texts.optional} />
          </>
        }
        error={problems.sportsOther}
      >
        {(aria) => <Input {...aria} autoComplete="off" {...bind('sportsOther')} />}
      </Field>
      <Field label={fields.heardFrom} required error={problems.heardFrom}>
        {(aria) => (
          <Select
            {...aria}
            placeholder={fields.choose}
            options={LEAD_HEARD_FROM.map((value) => ({ value, label: texts.heardFrom[value] }))}
            {...bind('heardFrom')}
          />
        )}
      </Field>
      {form.heardFrom === OTHER_HEARD_FROM && (
        <Field label={fields.heardFromOther} required error={problems.heardFromOther}>
          {(aria) => <Input {...aria} autoComplete="off" {...bind('heardFromOther')} />}
        </Field>
      )}
    </>
  )
}

const Optional = ({ text }: { text: string }) => <span className="font-medium text-ink-soft">({text})</span>

type LeadPhoneInputProps = Omit<InputProps, 'value' | 'onChange'> & {
  language: LeadLanguage
  value: string
  onChange: (phone: string) => void
}

/**
 * A phone with country code, normalised while it is typed, pasted or autofilled (docs/product.md, 'Lead form').
 * Normalising changes only the beginning, so the caret keeps its distance from the end.
 */
function LeadPhoneInput({ language, value, onChange, onBlur, ...rest }: LeadPhoneInputProps) {
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    const phone = typedLeadPhone(input.value, language)
    if (phone !== input.value) {
      // Sets the value here, because React's next render would move the caret to the end.
      input.value = phone
      const caret = Math.max(0, phone.length - behind)
      input.setSelectionRange(caret, caret)
    }
    onChange(phone)
  }
  return (
    <Input
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      className="figures"
      value={value}
      onChange={change}
      onFocus={() => onChange(focusedLeadPhone(value, language))}
      onBlur={(event) => {
        onChange(blurredLeadPhone(value))
        onBlur?.(event)
      }}
    />
  )
}
