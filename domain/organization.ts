// An organization: what owns every other resource. Tenancy is its id, first in every query.
import { z } from 'zod'
import { roles } from './permissions.ts'
import { text } from './text.ts'

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

export const OrganizationDetail = Organization.extend({ createdAt: z.int(), memberCount: z.int() })
export type OrganizationDetail = z.infer<typeof OrganizationDetail>

export const ChangeOrganization = z.object({ name: text(1, organizationBounds.nameLength) })

/** One that somebody belongs to. */
export const OwnOrganization = Organization.extend({ role: z.enum(roles), current: z.boolean() })
export type OwnOrganization = z.infer<typeof OwnOrganization>

export const SwitchOrganization = z.object({ organizationId: text(1, 100) })
