import { usePageTitle } from '@/hooks/use-page-title'

export function LeadFormPage() {
  usePageTitle('Beta')
  return (
    <main>
      <h1>Beta</h1>
    </main>
  )
}
