import { usePageTitle } from '@/hooks/use-page-title'

export function PrivacyPolicyPage() {
  usePageTitle('Política de Privacidade')
  return (
    <main>
      <h1>Política de Privacidade</h1>
    </main>
  )
}
