import { usePageTitle } from '@/hooks/use-page-title'

export function BetaEnglishPage() {
  usePageTitle('Voleio Beta')
  return (
    <main>
      <h1>Voleio Beta</h1>
    </main>
  )
}

export function BetaPortuguesePage() {
  usePageTitle('Voleio Beta')
  return (
    <main>
      <h1>Voleio Beta</h1>
    </main>
  )
}
