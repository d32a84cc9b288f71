// The SQL of storage/workflows/triggers.ts.
import type { Statement } from '../postgres/statement.ts'

const columns = `t.id, t.organization_id as "organizationId", t.workflow_id as "workflowId", t.kind, t.enabled, t.settings,
  t.source_id as "sourceId", t.sealed_secret as "sealedSecret", t.created_by as "createdBy", t.key_id as "keyId",
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.from_prompt as "fromPrompt", t.error, t.error_at as "errorAt"`
const own = 't.organization_id = $1 and t.workflow_id = $2 and t.id = $3'
/** Of workflows and organizations that are still there. */
const live = `from workflow_triggers t
    join workflows w on w.id = t.workflow_id and w.deleted_at is null
    join organizations o on o.id = t.organization_id and o.deleted_at is null`

export const find: Statement = {
  name: 'triggers.find',
  text: `select ${columns} from workflow_triggers t where ${own}`,
}

export const list: Statement = {
  name: 'triggers.list',
  text: `select ${columns} from workflow_triggers t where t.organization_id = $1 and t.workflow_id = $2 order by t.id desc`,
}

/** Two requests that create a trigger at the same time count one after the other. */
export const lock: Statement = {
  name: 'triggers.lock',
  text: 'select id from workflows where organization_id = $1 and id = $2 and deleted_at is null for no key update',
}

export const insert: Statement = {
  name: 'triggers.insert',
  text: `insert into workflow_triggers as t (id, organization_id, workflow_id, kind, enabled, settings, source_id,
      token_hash, sealed_secret, created_by, created_at, updated_at, listens_since, key_id)
    select $1, $2, $3, $4, $5::boolean, $6, $7, $8, $9, $10, $11::bigint, $11::bigint, $11::bigint, $13
    where (select count(*) from workflow_triggers where workflow_id = $3) < $12::bigint
    returning ${columns}`,
}

/**
 * A trigger that is switched on again takes what happens from then on; a changed one is no prompt's, but
 * stays the plan's that says it by its id.
 */
export const update: Statement = {
  name: 'triggers.update',
  text: `update workflow_triggers t set enabled = coalesce($4::boolean, enabled), settings = $5::text,
      sealed_secret = case when $6::boolean then $7 else sealed_secret end, updated_at = $8::bigint,
      listens_since = case when $4::boolean and not enabled then $8::bigint else listens_since end,
      error = null, error_at = null, from_prompt = from_prompt and $5::text::jsonb ? 'startId', key_id = $9
    where ${own} returning ${columns}`,
}

export const rotate: Statement = {
  name: 'triggers.rotate',
  text: `update workflow_triggers t set token_hash = $4, old_token_until = $5::bigint, updated_at = $6::bigint, key_id = $7,
      error = null, error_at = null,
      old_token_hash = case when $5::bigint is null then null else token_hash end
    where ${own} and kind = 'hook' returning ${columns}`,
}

export const remove: Statement = {
  name: 'triggers.remove',
  text: `delete from workflow_triggers t where ${own} returning ${columns}`,
}

export const findByToken: Statement = {
  name: 'triggers.by-token',
  text: `select ${columns}, case when t.token_hash = $1 then null else t.old_token_until end as until ${live}
    where (t.token_hash = $1 or t.old_token_hash = $1) and t.enabled`,
}

/** Those that an execution of this workflow triggers which ended at that time. */
export const listening: Statement = {
  name: 'triggers.listening',
  text: `select ${columns} ${live}
    where t.organization_id = $1 and t.source_id = $2 and t.kind = 'completion' and t.enabled and t.listens_since <= $3
    order by t.id`,
}

export const noteError: Statement = {
  name: 'triggers.note-error',
  text: `update workflow_triggers set error = $3, error_at = $4 where organization_id = $1 and id = $2`,
}

/**
 * Ends of executions in organizations that have completion triggers go into the queue; the mark passes all
 * others too. One statement, so an end is in the queue or still before the mark. Two at once have one effect:
 * the mark's row is locked.
 */
export const takeEnds: Statement = {
  name: 'triggers.take-ends',
  text: `with mark as materialized (select position from trigger_mark limit 1 for update),
    portion as materialized (
      select e.* from mark, lateral (
        select position, organization_id, type, created_at, body from events
        where position > mark.position order by position limit $1
      ) e
    ),
    queued as (
      insert into completion_queue (organization_id, position, execution_id, workflow_id, status, created_at)
      select organization_id, position, body::json->'data'->>'id', body::json->'data'->>'workflowId',
        body::json->'data'->>'status', created_at
      from portion p
      where p.type in ('execution.completed', 'execution.failed') and exists (
        select from workflow_triggers t where t.organization_id = p.organization_id and t.kind = 'completion'
      )
      on conflict do nothing
    ),
    moved as (
      update trigger_mark set position = last.position
      from (select max(position) as position from portion) last
      where last.position > trigger_mark.position
    )
    select count(*)::int as count from portion`,
}

/**
 * Looks each organization up by the index, one after the other, and begins anew at the first after the last.
 */
export const queuedEnds: Statement = {
  name: 'triggers.queued-ends',
  text: `with recursive turns(organization_id, n) as (
      (select organization_id, 1 from completion_queue where organization_id > $1 order by organization_id limit 1)
      union all
      select next.organization_id, n + 1 from turns, lateral (
        select organization_id from completion_queue q where q.organization_id > turns.organization_id
        order by organization_id limit 1
      ) next where n < $2
    ),
    firsts(organization_id, n) as (
      (select organization_id, 1 from completion_queue order by organization_id limit 1)
      union all
      select next.organization_id, n + 1 from firsts, lateral (
        select organization_id from completion_queue q where q.organization_id > firsts.organization_id
          and q.organization_id <= $1 order by organization_id limit 1
      ) next where n < $2
    ),
    chosen as (
      select organization_id, n from turns
      union all
      select organization_id, n + (select count(*)::int from turns) from firsts where organization_id <= $1
    )
    select e.position, e.organization_id as "organizationId", e.execution_id as "executionId",
      e.workflow_id as "workflowId", e.status, e.created_at as "createdAt"
    from chosen c, lateral (
      select * from completion_queue q where q.organization_id = c.organization_id order by position limit $3
    ) e
    where c.n <= $2 order by c.n, e.position`,
}

export const removeEnds: Statement = {
  name: 'triggers.remove-ends',
  text: 'delete from completion_queue where organization_id = $1 and position = any($2::int8[])',
}

export const rootOf: Statement = {
  name: 'triggers.root',
  text: 'select root from executions where organization_id = $1 and id = $2',
}

/** How many completion triggers have led to an execution, by the executions that started each other. */
export const chainLength: Statement = {
  name: 'triggers.chain',
  text: `with recursive chain(trigger, length) as (
      select trigger::json, 1 from executions where organization_id = $1 and id = $2
      union all
      select e.trigger::json, length + 1 from chain c join executions e on e.id = c.trigger->>'ref'
      where e.organization_id = $1 and c.trigger->>'kind' in ('completion', 'workflow', 'retry') and length < 200
    )
    select count(*)::int as length from chain where trigger->>'kind' = 'completion'`,
}
