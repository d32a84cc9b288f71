// The dashboard itself, which main.ts has begun to load. The script of the page that the address names comes
// while the session is still asked for.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './app/api.ts'
import { loadPage, router } from './app/router.tsx'
import { listen, personNow } from './app/session.ts'
import { onLimitReached } from './app/upgrade.ts'
import { Toasts, toast } from './parts/toast.tsx'
import { words } from './words/settings/billing.ts'

loadPage()

// What one person has read is not shown to the next.
let person = personNow()
listen(() => {
  const now = personNow()
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
