// The way to the pages of the payment provider, which are of another origin; the sandbox's are of our own.
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { words } from '../../../words/settings/billing.ts'

export type PaidPlan = 'pro' | 'scale'
const here = '/settings/billing'

/** Opens the checkout of a plan, or the portal, in place of this page. */
export function useLeave() {
  return useMutation({
    mutationFn: async (target: PaidPlan | 'portal') => {
      const { url } =
        target === 'portal'
          ? await api('POST /api/v1/billing/portal', { body: { returnPath: here } })
          : await api('POST /api/v1/billing/checkout', {
              body: {
                plan: target,
                successPath: `${here}?paid=${target}`,
                cancelPath: `${here}?checkout=canceled`,
              },
            })
      location.assign(addressOf(url))
      // The button stays busy until the page has gone.
      await new Promise(() => {})
    },
  })
}

/** The sandbox is reached by the name under which this page was opened, where the session is. */
function addressOf(text: string): string {
  const url = new URL(text, location.origin)
  if (url.pathname.startsWith('/billing/sandbox/')) return url.pathname
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href
  throw new Error(words.badAddress)
}
