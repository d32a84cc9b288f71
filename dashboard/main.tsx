// The dashboard starts here.
import './nonce.ts'
import './app/arrival.ts'
import './app/authorization.ts'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './app/api.ts'
import { router } from './app/router.tsx'
import { listen, sessionState } from './app/session.ts'
import { applyTheme } from './app/theme.ts'
import { onLimitReached } from './app/upgrade.ts'
import { Toasts, toast } from './parts/toast.tsx'
import { words } from './words/settings/billing.ts'

applyTheme()

// What one person has read is not shown to the next.
let person = ''
listen(() => {
  const session = sessionState()
  const now = session.status === 'in' ? `${session.user.id} ${session.user.organization.id}` : ''
  if (person !== '' && now !== person) queries.clear()
  person = now
  void router.invalidate()
})

onLimitReached(() => {
  const open = () => void router.navigate({ to: '/settings/billing' })
  toast({
    text: words.limitReached,
    tone: 'bad',
    link: { href: '/settings/billing', label: words.seePlans, open },
  })
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
