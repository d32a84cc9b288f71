// The variables of plans and of the payment provider (docs/internals/contract.md, 11), for
// domain/settings/settings.ts.
import { z } from 'zod'
import {
  type CuLimits,
  cuLimitsOf,
  type ExecutionLimits,
  executionLimitsOf,
  TierChanges,
  type Tiers,
  tiersOf,
} from './tiers.ts'

const tierChanges = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('expected JSON, for example {"pro": {"price": "$35 a month", "amount": 3500}}')
      return z.NEVER
    }
  })
  .pipe(TierChanges)

const visible = (expected: string) => z.string().regex(/^[\x21-\x7e]+$/, expected)
const price = (plan: string) =>
  z
    .string()
    .regex(/^price_\w{1,200}$/, 'expected the id of a price, for example price_1PqRs')
    .optional()
    .describe(`id of the monthly Stripe price of the plan ${plan}; when unset ${plan} is not sold`)

export const billingVariables = {
  PLANS: tierChanges
    .optional()
    .describe(
      'JSON object that changes the plans free, pro and scale: name, executions and cu a month (null for no number), price (text), amount and overage (for each thousand cu over cu) in the smallest unit of currency, features (texts)',
    ),
  STRIPE_SECRET_KEY: visible('expected a secret key of Stripe: sk_test_... or sk_live_...')
    .optional()
    .describe('secret key of Stripe; when unset payment pages are a local sandbox, and 503 in production'),
  STRIPE_WEBHOOK_SECRET: visible('expected the signing secret of a webhook endpoint: whsec_...')
    .optional()
    .describe("signing secret of Stripe's webhook endpoint at /api/v1/billing/stripe-webhook"),
  STRIPE_PRICE_PRO: price('pro'),
  STRIPE_PRICE_SCALE: price('scale'),
  STRIPE_PRICE_CU: z
    .string()
    .regex(/^price_\w{1,200}$/, 'expected the id of a price, for example price_1PqRs')
    .optional()
    .describe('id of a Stripe price by usage of STRIPE_METER, which every subscription gets beside its plan'),
  STRIPE_METER: z
    .string()
    .regex(/^\w{1,100}$/, 'expected the event name of a meter')
    .optional()
    .describe('event name of the Stripe meter that gets compute units; when unset none are reported'),
  STRIPE_URL: z
    .url('expected an http or https address')
    .regex(/^https?:\/\/[^/]+\/?$/, 'expected an http or https address without a path')
    .optional()
    .describe('origin of the API of Stripe, for tests; when unset https://api.stripe.com'),
}

/** How Stripe is reached; a plan without a price is not sold. */
export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: { readonly pro: string | null; readonly scale: string | null }
  /** By usage, beside the price of the plan; null: none. */
  readonly usagePrice: string | null
  /** Event name of the meter of compute units; null: they are not reported. */
  readonly meter: string | null
  /** Origin of its API, no slash at the end. */
  readonly url: string
}

interface Given {
  readonly FREE_TIER_EXECUTIONS: number
  readonly PLANS?: TierChanges | undefined
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined
  readonly STRIPE_PRICE_PRO?: string | undefined
  readonly STRIPE_PRICE_SCALE?: string | undefined
  readonly STRIPE_PRICE_CU?: string | undefined
  readonly STRIPE_METER?: string | undefined
  readonly STRIPE_URL?: string | undefined
}

export interface BillingSettings {
  readonly tiers: Tiers
  readonly executionLimits: ExecutionLimits
  readonly cuLimits: CuLimits
  /** Null: no payment provider, but the sandbox where that is allowed. */
  readonly stripe: StripeSettings | null
}

export function billingOf(given: Given): BillingSettings {
  const tiers = tiersOf(given.FREE_TIER_EXECUTIONS, given.PLANS)
  return {
    tiers,
    executionLimits: executionLimitsOf(tiers),
    cuLimits: cuLimitsOf(tiers),
    stripe: stripeOf(given),
  }
}

function stripeOf(given: Given): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = given
  if (secretKey === undefined || webhookSecret === undefined) return null
  return {
    ...{ secretKey, webhookSecret },
    prices: { pro: given.STRIPE_PRICE_PRO ?? null, scale: given.STRIPE_PRICE_SCALE ?? null },
    usagePrice: given.STRIPE_PRICE_CU ?? null,
    meter: given.STRIPE_METER ?? null,
    url: given.STRIPE_URL?.replace(/\/$/, '') ?? 'https://api.stripe.com',
  }
}

/** What contradicts itself, as `NAME: expected ...`. */
export function billingContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = []
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = given
  if (key !== undefined && secret === undefined)
    problems.push('STRIPE_WEBHOOK_SECRET: expected a value, since STRIPE_SECRET_KEY is set')
  const others = [
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PRO',
    'STRIPE_PRICE_SCALE',
    'STRIPE_PRICE_CU',
    'STRIPE_METER',
    'STRIPE_URL',
  ]
  const other = others.find(name => given[name] !== undefined)
  if (key === undefined && other !== undefined)
    problems.push(`STRIPE_SECRET_KEY: expected a value, since ${other} is set`)
  const { pro, scale } = { pro: given['STRIPE_PRICE_PRO'], scale: given['STRIPE_PRICE_SCALE'] }
  if (pro !== undefined && pro === scale)
    problems.push('STRIPE_PRICE_SCALE: expected another price than STRIPE_PRICE_PRO')
  if (given['STRIPE_PRICE_CU'] !== undefined && given['STRIPE_METER'] === undefined)
    problems.push('STRIPE_METER: expected a value, since STRIPE_PRICE_CU is set')
  if (
    given['FREE_TIER_EXECUTIONS'] !== undefined &&
    /"free"\s*:\s*\{[^}]*"executions"/.test(given['PLANS'] ?? '')
  )
    problems.push('FREE_TIER_EXECUTIONS: expected no value, since PLANS says the executions of the free plan')
  return problems
}
