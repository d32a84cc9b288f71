// What somebody should know of the subscription: a payment is due, it ends, it has ended.
import type { Answer } from '../../../../http/client.ts'
import { Button } from '../../../parts/button.tsx'
import { ErrorNote, Note } from '../../../parts/notes.tsx'
import { dayOf } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/billing.ts'
import type { useLeave } from './leave.ts'

export interface SubscriptionNoteProps {
  readonly value: Answer<'GET /api/v1/billing/subscription'>
  readonly plans: Answer<'GET /api/v1/billing/plans'>
  readonly canPay: boolean
  readonly leave: ReturnType<typeof useLeave>
}

export function SubscriptionNote({ value, plans, canPay, leave }: SubscriptionNoteProps) {
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd, graceEndsAt } = value
  const toPortal = (label: string) =>
    canPay && (
      <Button isBusy={leave.isPending} onClick={() => leave.mutate('portal')}>
        {label}
      </Button>
    )
  if (status === 'past_due' && graceEndsAt !== null)
    return <ErrorNote action={toPortal(words.settle)}>{words.pastDue(dayOf(graceEndsAt))}</ErrorNote>
  if (status === 'canceled') return <Note>{words.ended}</Note>
  if (status !== 'active' || !cancelAtPeriodEnd || currentPeriodEnd === null) return null
  const name = plans.find(each => each.plan === plan)?.name ?? plan
  return (
    <Note tone="warn">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-60">{words.ending(name, dayOf(currentPeriodEnd))}</span>
        {toPortal(words.keepIt)}
      </div>
    </Note>
  )
}
