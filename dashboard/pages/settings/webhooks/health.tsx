// How a webhook is (active, paused, switched off by the service, failing), and how a delivery is.
import type { Item } from '../../../../http/client.ts'
import { StatusBadge } from '../../../parts/status.tsx'
import { exactTime } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/webhooks.ts'

export type Webhook = Item<'GET /api/v1/webhooks'>

export function Health({ value: { active, failingSince } }: { readonly value: Webhook }) {
  if (!active) return <StatusBadge status="cancelled" label={words.paused} />
  if (failingSince === null) return <StatusBadge status="active" label={words.healthy} />
  return (
    <span title={words.failingSince(exactTime(failingSince))}>
      <StatusBadge status="failed" label={words.failing} />
    </span>
  )
}

export function eventsText(events: readonly string[]): string {
  return events.includes('*') ? words.all : events.join(', ')
}

const looks = { pending: 'retrying', delivered: 'delivered', dead: 'failed' } as const

export function DeliveryStatus({ status }: { readonly status: keyof typeof looks }) {
  return <StatusBadge status={looks[status]} label={words.statuses[status]} />
}
