// What deliveries change in their webhook's row, written by its actor: it is failing, it is well again, it
// is switched off. Failing and switching off notify the owner by an event, at most once a day.

import { derivedIdAt } from '../../domain/ids.ts'
import { eventRow } from '../../domain/news/event.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

const dayMs = 86_400_000

export interface FailingWebhook {
  readonly organizationId: string
  readonly id: string
  /** Unix ms. */
  readonly since: number
  readonly error: string
  readonly now: number
}

/** A delivery was given up. @throws {Failure} unavailable */
export async function markFailing(queries: Queries, webhook: FailingWebhook): Promise<void> {
  await queries.query(mark, [...ownedBy(webhook), webhook.since, ...eventOf(webhook)])
}

/** @throws {Failure} unavailable */
export async function markWell(
  queries: Queries,
  { organizationId, id }: Pick<FailingWebhook, 'organizationId' | 'id'>,
): Promise<void> {
  await queries.query(clear, [organizationId, id])
}

/** @returns the revision of the row. @throws {Failure} unavailable */
export async function switchOff(queries: Queries, webhook: FailingWebhook): Promise<number | null> {
  const [row] = await queries.query<{ revision: number }>(disable, [
    ...[...ownedBy(webhook), webhook.since, ...eventOf(webhook)],
    webhook.error,
  ])
  return row?.revision ?? null
}

function ownedBy({ organizationId, id }: FailingWebhook): string[] {
  return [organizationId, id]
}

/** The SQL adds `url` and `createdBy` from the row. */
function eventOf({ organizationId, id, since, error, now }: FailingWebhook): unknown[] {
  const day = now - (now % dayMs)
  const { body, type, ...event } = eventRow({
    ...{ id: derivedIdAt('event', `failing/${id}`, day), organizationId, resource: id, at: now },
    ...{ type: 'webhook.failing', data: { webhookId: id, error, failingSince: since } },
  })
  return [event.id, type, now, body]
}

const insertEvent = `insert into event_outbox (id, organization_id, type, resource, created_at, body)
    select $4, $1, $5, $2, $6::bigint, jsonb_set($7::jsonb, '{data}',
      $7::jsonb->'data' || jsonb_build_object('url', url, 'createdBy', created_by))::text from changed`

const mark: Statement = {
  name: 'webhooks.mark-failing',
  text: `with changed as (
      update webhooks set failing_since = $3
      where organization_id = $1 and id = $2 and failing_since is null returning url, created_by
    ) ${insertEvent}`,
}

const clear: Statement = {
  name: 'webhooks.mark-well',
  text: 'update webhooks set failing_since = null where organization_id = $1 and id = $2 and failing_since is not null',
}

const disable: Statement = {
  name: 'webhooks.switch-off',
  text: `with changed as (
      update webhooks set active = false, disabled_reason = $8, failing_since = coalesce(failing_since, $3),
        revision = revision + 1, told = revision + 1
      where organization_id = $1 and id = $2 and active returning url, created_by, revision
    ), said as (${insertEvent}) select revision from changed`,
}
