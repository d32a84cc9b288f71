// An organization: what owns every other resource. Tenancy is its id, first in every query.
import { z } from 'zod'

export const billingPlans = ['free', 'pro', 'scale'] as const
export type BillingPlan = (typeof billingPlans)[number]

export const organizationBounds = { nameLength: 200 } as const

/** As it stands in a user's profile. */
export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(billingPlans),
})
export type Organization = z.infer<typeof Organization>
