// What may be asked of the payment pages, and where they may lead back to: a path of our own origin, never
// an address, so that nobody is sent elsewhere from a page that they trust.
import { z } from 'zod'
import { billingPlans } from '../people/organization.ts'

export const paidPlans = billingPlans.filter(plan => plan !== 'free')
export type PaidPlan = (typeof paidPlans)[number]

/** Is it a path that no browser takes for another origin? */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return false
  return URL.parse(path, 'http://own.invalid')?.origin === 'http://own.invalid'
}

const OwnPath = z
  .string()
  .max(1_000)
  .refine(isOwnPath, 'expected a path of this service, for example /settings/billing')

export const CheckoutRequest = z.object({
  plan: z.enum(paidPlans as [PaidPlan, ...PaidPlan[]]).default('pro'),
  /** Where the browser goes after the payment. */
  successPath: OwnPath.default('/settings/billing?checkout=success'),
  /** Where it goes when nothing is paid. */
  cancelPath: OwnPath.default('/settings/billing?checkout=canceled'),
})
export type CheckoutRequest = z.infer<typeof CheckoutRequest>

export const PortalRequest = z.object({ returnPath: OwnPath.default('/settings/billing') })
export type PortalRequest = z.infer<typeof PortalRequest>

/** A page of the payment provider for the caller's browser. */
export const PaymentPage = z.object({
  url: z.string(),
  /** Until when it can be opened, Unix ms. */
  expiresAt: z.int(),
})
export type PaymentPage = z.infer<typeof PaymentPage>
