// The deliveries of a webhook, all or of one status, read again while some are under way.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Item } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { only } from '../../../app/search.ts'
import { Section } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { numberText, Time } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/webhooks.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryStatus, type Webhook } from './health.tsx'
import { deliveryStatuses } from './search.ts'

type Delivery = Item<'GET /api/v1/webhooks/:id/deliveries'>
type Pages = { readonly pages: readonly { readonly rows: readonly Delivery[] }[] }

const route = getRouteApi('/in/settings/webhooks/$id')
const lookEveryMs = 3_000

export function Deliveries({ value }: { readonly value: Webhook }) {
  const { status, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const refetchInterval = (query: { state: { data?: unknown } }) => {
    const pages = (query.state.data as Pages | undefined)?.pages
    return pages?.some(page => page.rows.some(each => each.status === 'pending')) ? lookEveryMs : false
  }
  const options = {
    ...readPages('GET /api/v1/webhooks/:id/deliveries', {
      params: { id: value.id },
      query: only({ status }),
    }),
    refetchInterval,
  }
  return (
    <Section title={words.deliveries}>
      <Tabs
        label={words.deliveries}
        tabs={[undefined, ...deliveryStatuses].map(each => ({
          label: words.statuses[each ?? 'all'],
          from: '/settings/webhooks/$id' as const,
          to: '.' as const,
          search: only({ status: each }),
          activeOptions: { exact: true, includeSearch: true },
        }))}
      />
      <Rows<Delivery>
        options={options}
        empty={
          <p className="text-dim">{status === undefined ? words.noDeliveries : words.noSuchDeliveries}</p>
        }
      >
        {rows => <Table label={words.deliveries} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Rows>
      {delivery !== undefined && (
        <DeliveryDialog
          webhook={value}
          id={delivery}
          onClose={() => void navigate({ search: only({ status }), replace: true })}
        />
      )}
    </Section>
  )
}

const columns: readonly Column<Delivery>[] = [
  {
    name: words.event,
    width: 'minmax(0, 2fr)',
    cell: ({ id, event }) => (
      <Link
        from="/settings/webhooks/$id"
        to="."
        search={before => ({ ...before, delivery: id })}
        className="font-medium no-underline hover:underline"
      >
        {event}
      </Link>
    ),
  },
  { name: words.status, width: '8rem', cell: ({ status }) => <DeliveryStatus status={status} /> },
  {
    name: words.answer,
    width: '7rem',
    cell: ({ responseStatus, attempts }) =>
      responseStatus ?? <span className="text-faint">{attempts === 0 ? '–' : words.noAnswer}</span>,
  },
  { name: words.attempts, width: '5rem', align: 'end', cell: ({ attempts }) => numberText(attempts) },
  {
    name: words.next,
    width: '7rem',
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />,
    isSecondary: true,
  },
  { name: words.when, width: '7rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
