// troupe usage and troupe billing: what was used, the plan, and the pages on which it is paid for.

import { type PaidPlan, paidPlans } from '../../domain/billing/checkout.ts'
import type { UsageBy, UsageRow } from '../../domain/billing/usage.ts'
import { usageDimensions } from '../../domain/billing/usage.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { moment, table } from '../output.ts'

/** @param by day, workflow, tool or key */
export async function showUsage(context: Context, { by }: { readonly by: string }): Promise<number> {
  if (!usageDimensions.includes(by as UsageBy))
    throw new UsageError(`--by: expected one of ${usageDimensions.join(', ')}`)
  const troupe = await context.connect()
  const found: UsageRow[] = []
  const query = { by: by as UsageBy, limit: 100 }
  for await (const each of troupe.pages('GET /api/v1/usage', { query })) found.push(each)
  const rows = found.map(row => [nameOf(row), ...[row.executions, row.cu, row.modelTokens].map(String)])
  context.output.result(found, table([by.toUpperCase(), 'EXECUTIONS', 'CU', 'MODEL TOKENS'], rows))
  return exitCodes.ok
}

function nameOf({ day, workflowId, tool, keyId }: UsageRow): string {
  return day ?? workflowId ?? tool ?? keyId ?? '-'
}

export async function showBilling(context: Context): Promise<number> {
  const troupe = await context.connect()
  const current = await troupe('GET /api/v1/billing/current')
  const subscription = await troupe('GET /api/v1/billing/subscription')
  const { executions, cu, currency, amountDue } = current
  const until = subscription.graceEndsAt ?? subscription.currentPeriodEnd
  const lines = [
    `plan        ${current.plan}`,
    `status      ${subscription.status}${subscription.cancelAtPeriodEnd ? ', ends with its period' : ''}`,
    ...(until === null ? [] : [`until       ${moment(until)}`]),
    `executions  ${executions.used} of ${executions.limit ?? 'any number'}`,
    `cu          ${cu.used}${cu.included === null ? '' : ` of ${cu.included}`}`,
    `due         ${(amountDue / 100).toFixed(2)} ${currency.toUpperCase()}`,
  ]
  context.output.result({ current, subscription }, lines)
  return exitCodes.ok
}

/** Prints the address of the page, alone on standard output. */
export async function openCheckout(context: Context, plan: string): Promise<number> {
  if (!paidPlans.includes(plan as PaidPlan))
    throw new UsageError(`plan: expected one of ${paidPlans.join(', ')}`)
  const troupe = await context.connect()
  const opened = await troupe('POST /api/v1/billing/checkout', { body: { plan: plan as PaidPlan } })
  context.output.say('open this page in a browser:')
  context.output.result(opened, [opened.url])
  return exitCodes.ok
}

export async function openPortal(context: Context): Promise<number> {
  const troupe = await context.connect()
  const opened = await troupe('POST /api/v1/billing/portal')
  context.output.say('open this page in a browser:')
  context.output.result(opened, [opened.url])
  return exitCodes.ok
}
