// Sections of the commit statement for executions: rows of those that start and change, and for both the
// queue of the search index and the usage.
// 1. A start counts against its organization's limit in its own transaction. Past the limit `started` marks
//    it as refused, and every section leaves its rows out.
// 2. Compute units count in the month in which an execution ends.
import { periodOf } from '../../domain/work/projection.ts'
import { int4Array, int8Array, textArray } from '../postgres/array-parameter.ts'
import { Charges, meterShard } from '../usage/charges.ts'
import { type CommitSource, type Has, type Parameter, projectionsOf, type Section } from './commit-section.ts'

/** The result of the whole statement: a row {id, executions} per refused start. */
export const refusedStarts = 'select id, executions from started where not is_granted'

const starts: Section = {
  name: 'starts',
  width: 25,
  values: startValues,
  ctes: () => `charge as materialized (
  select organization_id, period, shard, wanted, n,
    coalesce("limit", 9000000000000000) - (
      select coalesce(sum(u.executions), 0) from usage u
      where u.organization_id = c.organization_id and u.period = c.period and u.shard <> c.shard
    ) as ceiling
  from unnest($1::text[], $2::int4[], $3::int4[], $4::int8[], $5::int8[])
    with ordinality as c(organization_id, period, shard, wanted, "limit", n)
),
grant_ as (
  insert into usage as u (organization_id, period, shard, executions, ceiling, granted)
  select organization_id, period, shard, least(wanted, greatest(0, ceiling)), ceiling, least(wanted, greatest(0, ceiling))
  from charge order by organization_id, period, shard
  on conflict (organization_id, period, shard) do update set
    executions = u.executions + least(excluded.granted, greatest(0, excluded.ceiling - u.executions)),
    granted = least(excluded.granted, greatest(0, excluded.ceiling - u.executions)),
    ceiling = excluded.ceiling
  returning organization_id, period, shard, granted, executions
),
started as materialized (
  select s.*, s.rank <= g.granted as is_granted, g.executions
  from unnest($6::int4[], $7::int8[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int4[], $13::text[],
    $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::int4[], $20::int8[], $21::int8[], $22::int8[], $23::text[], $24::text[], $25::text[])
    as s(charge, rank, id, organization_id, workflow_id, workflow_name, workflow_version, version_id,
      status, trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from, usage, root)
  join charge c on c.n = s.charge
  join grant_ g on g.organization_id = c.organization_id and g.period = c.period and g.shard = c.shard
),
inserted as (
  insert into executions (id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status,
    trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from, usage, root)
  select id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status,
    trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from, usage, root
  from started where is_granted
)`,
}

const changes: Section = {
  name: 'changes',
  width: 9,
  values: changeValues,
  ctes: () => `changed as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int4[], $7::int8[], $8::int8[], $9::text[])
    as c(id, organization_id, status, output, error, cu, started_at, finished_at, usage)
),
updated as (
  update executions x set status = c.status, output = c.output, error = c.error, cu = c.cu,
    started_at = c.started_at, finished_at = c.finished_at, usage = c.usage
  from changed c where x.id = c.id
)`,
}

/** Takes part when `starts` or `changes` does, so that each table gets one insert for both. */
const followUps: Section = {
  name: 'follow-ups',
  width: 1,
  values: ({ commits, slot }) =>
    projectionsOf(commits, 'execution').length === 0 ? null : [meterShard(slot)],
  ctes: has => `noted as (
  insert into execution_changes (ids) select ids from (
    select array_agg(id) as ids from (${writtenRows(has, 'id')}) written
  ) noted where ids is not null
),
queued as (
  insert into usage_queue (started, ended) select started, ended from (
    ${queuedRows(has)}
  ) queued where started is not null or ended is not null
),
metered as (
  insert into usage as u (organization_id, period, shard, cu)
  select organization_id, period, $1::int4, sum(cu) from (
    ${writtenRows(has, 'organization_id, cu, finished_at', 'finished_at is not null')}
  ) ended,
  lateral (select (extract(year from at) * 100 + extract(month from at))::int as period
    from (select to_timestamp(finished_at / 1000) at time zone 'utc' as at) moment) month
  group by organization_id, period order by organization_id, period
  on conflict (organization_id, period, shard) do update set cu = u.cu + excluded.cu
)`,
}

export const executionSections: readonly Section[] = [starts, changes, followUps]

/** SQL of what the chore of usage is to count (storage/usage/usage-days.ts). */
function queuedRows(has: Has): string {
  const started = has('starts') ? '(select array_agg(id) from started where is_granted)' : 'null::text[]'
  return `select ${started} as started, (select array_agg(id) from (
      ${writtenRows(has, 'id', 'finished_at is not null')}
    ) done) as ended`
}

/** SQL of the rows that `starts` and `changes` write. */
function writtenRows(has: Has, columns: string, condition = 'true'): string {
  return [
    ...(has('starts') ? [`select ${columns} from started where is_granted and ${condition}`] : []),
    ...(has('changes') ? [`select ${columns} from changed where ${condition}`] : []),
  ].join(' union all ')
}

function startValues({ commits, slot }: CommitSource): Parameter[] | null {
  const started = projectionsOf(commits, 'execution').filter(projection => projection.type === 'started')
  if (started.length === 0) return null
  const rows = started.map(({ row }) => row)
  const charges = new Charges(slot)
  const ranks = started.map(({ row, charge }) =>
    charges.add(row.organizationId, periodOf(row.createdAt), charge.limit),
  )
  return [
    textArray(charges.all.map(charge => charge.organizationId)),
    int4Array(charges.all.map(charge => charge.period)),
    int4Array(charges.all.map(charge => charge.shard)),
    int8Array(charges.all.map(charge => charge.wanted)),
    int8Array(charges.all.map(charge => charge.limit)),
    int4Array(ranks.map(({ charge }) => charge)),
    int8Array(ranks.map(({ rank }) => rank)),
    textArray(rows.map(row => row.id)),
    textArray(rows.map(row => row.organizationId)),
    textArray(rows.map(row => row.workflowId)),
    textArray(rows.map(row => row.workflowName)),
    int4Array(rows.map(row => row.workflowVersion)),
    textArray(rows.map(row => row.versionId)),
    textArray(rows.map(row => row.status)),
    textArray(rows.map(row => row.trigger)),
    textArray(rows.map(row => row.inputs)),
    textArray(rows.map(row => row.output)),
    textArray(rows.map(row => row.error)),
    int4Array(rows.map(row => row.cu)),
    int8Array(rows.map(row => row.createdAt)),
    int8Array(rows.map(row => row.startedAt)),
    int8Array(rows.map(row => row.finishedAt)),
    textArray(rows.map(row => row.forkedFrom)),
    textArray(rows.map(row => row.usage)),
    textArray(rows.map(row => row.root)),
  ]
}

function changeValues({ commits }: CommitSource): Parameter[] | null {
  const changed = projectionsOf(commits, 'execution').flatMap(projection =>
    projection.type === 'changed' ? [projection.change] : [],
  )
  if (changed.length === 0) return null
  return [
    textArray(changed.map(change => change.id)),
    textArray(changed.map(change => change.organizationId)),
    textArray(changed.map(change => change.status)),
    textArray(changed.map(change => change.output)),
    textArray(changed.map(change => change.error)),
    int4Array(changed.map(change => change.cu)),
    int8Array(changed.map(change => change.startedAt)),
    int8Array(changed.map(change => change.finishedAt)),
    textArray(changed.map(change => change.usage)),
  ]
}
