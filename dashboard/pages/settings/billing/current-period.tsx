// The current period: the plan, what was used of it, what it costs so far.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { Card } from '../../../parts/page.tsx'
import { StatusBadge } from '../../../parts/status.tsx'
import { dayOf, numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/billing.ts'
import { moneyText } from './money.ts'

export interface CurrentPeriodProps {
  readonly value: Answer<'GET /api/v1/billing/current'>
  readonly plans: Answer<'GET /api/v1/billing/plans'>
  readonly subscription: Answer<'GET /api/v1/billing/subscription'> | undefined
}

export function CurrentPeriod({ value, plans, subscription }: CurrentPeriodProps) {
  const { plan, periodStart, periodEnd, executions, cu, amountDue, currency } = value
  const renewsAt = subscription?.cancelAtPeriodEnd ? null : subscription?.currentPeriodEnd
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        <Fact name={words.plan}>
          <span className="me-2">{plans.find(each => each.plan === plan)?.name ?? plan}</span>
          {subscription && subscription.status !== 'none' && <StatusBadge status={subscription.status} />}
        </Fact>
        {/* Months of UTC: their noons are on the same days everywhere. */}
        <Fact name={words.period}>
          {words.periodOf(dayOf(periodStart + 43_200_000), dayOf(periodEnd - 43_200_000))}
        </Fact>
        <Fact name={words.due}>{moneyText(amountDue, currency)}</Fact>
        <Fact name={words.runs}>{ofMost(executions.used, executions.limit)}</Fact>
        <Fact name={words.cu}>{ofMost(cu.used, cu.included)}</Fact>
        {renewsAt != null && subscription?.status === 'active' && (
          <Fact name={words.renews}>{dayOf(renewsAt)}</Fact>
        )}
      </dl>
      <p className="mt-4 text-sm">
        <Link to="/settings/usage" className="text-accent no-underline hover:underline">
          {words.usage}
        </Link>
      </p>
    </Card>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-dim">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function ofMost(used: number, most: number | null): string {
  return most === null ? numberText(used) : words.ofMost(numberText(used), numberText(most))
}
