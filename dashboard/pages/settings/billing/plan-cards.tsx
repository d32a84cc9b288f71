// The plans side by side, with the button that fits: choose one, change in the portal, or none.
import { Check } from 'lucide-react'
import type { Answer, Item } from '../../../../http/client.ts'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/class-names.ts'
import { Badge } from '../../../parts/status.tsx'
import { numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/billing.ts'
import type { useLeave } from './leave.ts'
import { moneyText } from './money.ts'

type Plan = Item<'GET /api/v1/billing/plans'>

export interface PlanCardsProps {
  readonly plans: readonly Plan[]
  readonly inForce: string | undefined
  readonly subscription: Answer<'GET /api/v1/billing/subscription'> | undefined
  readonly canPay: boolean
  readonly leave: ReturnType<typeof useLeave>
}

export function PlanCards(props: PlanCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {props.plans.map(plan => (
        <li
          key={plan.plan}
          className={cx(
            'flex flex-col gap-3 rounded-lg border bg-raised p-4',
            plan.plan === props.inForce && 'border-accent',
          )}
        >
          <div className="flex items-center justify-between gap-2">
            <h3 className="text-base font-semibold">{plan.name}</h3>
            {plan.plan === props.inForce && <Badge tone="good">{words.yours}</Badge>}
          </div>
          <div className="text-lg font-semibold">{plan.price}</div>
          <ul className="flex flex-1 flex-col gap-1.5 text-sm">
            {featuresOf(plan).map(feature => (
              <li key={feature} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
                <span className="min-w-0">{feature}</span>
              </li>
            ))}
          </ul>
          {props.canPay && <PlanButton {...props} plan={plan} />}
        </li>
      ))}
    </ul>
  )
}

function PlanButton({ plan, inForce, subscription, leave }: PlanCardsProps & { readonly plan: Plan }) {
  const isSubscribed = subscription?.status === 'active' || subscription?.status === 'past_due'
  if (inForce === undefined || subscription === undefined || plan.plan === inForce) return null
  if (plan.plan === 'free')
    return isSubscribed && !subscription.cancelAtPeriodEnd ? (
      <Button isBusy={leave.isPending} onClick={() => leave.mutate('portal')}>
        {words.cancel}
      </Button>
    ) : null
  const target = plan.plan
  if (isSubscribed)
    return (
      <Button isBusy={leave.isPending} onClick={() => leave.mutate('portal')}>
        {words.change(plan.name)}
      </Button>
    )
  return (
    <Button
      look="primary"
      disabled={leave.isPending}
      isBusy={leave.isPending && leave.variables === target}
      onClick={() => leave.mutate(target)}
    >
      {words.choose(plan.name)}
    </Button>
  )
}

/** What the figures say comes first, then what the operator wrote. */
function featuresOf({ executions, cu, overage, currency, features }: Plan): string[] {
  const more = overage === null ? '' : `, ${words.overage(moneyText(overage, currency))}`
  const runs = executions === null ? [] : [words.runsIn(numberText(executions))]
  return [...new Set([...runs, ...(cu === null ? [] : [words.cuIn(numberText(cu)) + more]), ...features])]
}
