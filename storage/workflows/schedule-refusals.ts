// Tells that a schedule started nothing: an event, of which notifications are made. Called by the kind of
// schedules, in a host's thread.
// 1. The same refusal has the same event, so that telling it again after a crash tells nothing.
import { derivedIdAt } from '../../domain/ids.ts'
import { eventRow } from '../../domain/news/event.ts'
import type { Queries } from '../postgres/statement.ts'

export interface ScheduleRefusal {
  readonly organizationId: string
  readonly workflowId: string
  /** In whose name it would have run. */
  readonly setBy: string
  readonly scheduledAt: number
  readonly error: { readonly code: string; readonly message: string }
}

/** @throws {Failure} unavailable */
export async function tellRefusal(queries: Queries, refusal: ScheduleRefusal): Promise<void> {
  const { organizationId, workflowId, setBy, scheduledAt, error } = refusal
  const id = derivedIdAt('event', `${workflowId} refused ${scheduledAt}`, scheduledAt)
  const data = { workflowId, setBy, scheduledAt, error }
  const event = eventRow({ id, organizationId, type: 'schedule.refused', resource: workflowId, data })
  await queries.query(tell, [id, organizationId, workflowId, event.createdAt, event.body])
}

/** With the name of the workflow; nothing once that is gone. */
const tell = {
  name: 'schedules.refused',
  text: `insert into event_outbox (id, organization_id, type, resource, created_at, body)
    select $1, $2, 'schedule.refused', $3, $4::bigint,
      jsonb_set($5::jsonb, '{data,workflowName}', to_jsonb(w.name))::text
    from workflows w where w.id = $3 and w.organization_id = $2`,
}
