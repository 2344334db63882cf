import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthProvider } from '@/account/use-auth'

/** What the app puts around its screens, for hooks that are tested without one; `client` is asked at each drawing. */
export const providers =
  (client: () => QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client()}>
      <AuthProvider>{children}</AuthProvider>
    </QueryClientProvider>
  )
