// An organization: the owner of every other resource. Its id comes first in every query.
import { z } from 'zod'
import { nameText, text } from '../text.ts'
import { roles } from './permissions.ts'

export const billingPlans = ['free', 'pro', 'scale'] as const
export type BillingPlan = (typeof billingPlans)[number]

export const organizationBounds = { nameLength: 200 } as const

/** An organization as a user's profile shows it. */
export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(billingPlans),
})
export type Organization = z.infer<typeof Organization>

export const OrganizationDetail = Organization.extend({ createdAt: z.int(), memberCount: z.int() })
export type OrganizationDetail = z.infer<typeof OrganizationDetail>

/** What ends with an organization. */
export const OrganizationImpact = z.object({
  members: z.int(),
  closedAccounts: z.int().meta({ description: 'Members who belong to no other organization' }),
  workflows: z.int(),
  executions: z.int().meta({ description: 'Executions that have not ended' }),
  apiKeys: z.int(),
  webhooks: z.int(),
  toolServers: z.int(),
})
export type OrganizationImpact = z.infer<typeof OrganizationImpact>

export const ChangeOrganization = z.object({ name: nameText(organizationBounds.nameLength) })

/** An organization that the user belongs to. */
export const OwnOrganization = Organization.extend({ role: z.enum(roles), current: z.boolean() })
export type OwnOrganization = z.infer<typeof OwnOrganization>

export const SwitchOrganization = z.object({ organizationId: text(1, 100) })
