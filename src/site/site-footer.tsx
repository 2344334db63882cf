import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { Logo } from '@/ui/logo'

/** The footer of the public pages: who runs the site, the privacy policy and a contact address. */
export function SiteFooter({
  texts,
  contactEmail,
}: {
  texts: { line: string; privacy: string; contact: string }
  contactEmail: string
}) {
  return (
    <footer className="bg-court-deep text-court-ink [--accent:#dbf24a]">
      <div className="mx-auto flex max-w-[1680px] flex-col gap-6 px-4 py-10 md:flex-row md:items-center md:justify-between md:px-8 xl:px-12">
        <div>
          <Logo />
          <p className="mt-2 max-w-md text-[15px] opacity-85">{texts.line}</p>
        </div>
        <ul className="-ml-2 flex flex-wrap gap-x-4 font-bold md:mr-[-0.5rem]">
          <li>
            <Link
              to={paths.privacyPolicy.href()}
              className="inline-flex min-h-11 items-center rounded-lg px-2 underline underline-offset-4 hover:text-ball"
            >
              {texts.privacy}
            </Link>
          </li>
          <li>
            <a
              href={`mailto:${contactEmail}`}
              className="inline-flex min-h-11 items-center rounded-lg px-2 underline underline-offset-4 hover:text-ball"
            >
              {texts.contact}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}
