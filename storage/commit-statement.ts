// The one statement by which everything becomes durable. Its parameters are arrays, so that its size does not depend on
// how many actors a commit has. It is put together from the sections that a commit needs: a section that has nothing
// to do still costs about 20 us, and most commits start, wake and ask nobody. Each combination is planned once per
// connection. Parameters of a section stand in the order of storage/commit-parameters.ts.
import type { Statement } from './statement.ts'

/** What a commit has beside its entries, in the order of the statement's parameters. */
export const sections = ['starts', 'changes', 'wakes', 'approvals', 'snapshots', 'events'] as const
export type Section = (typeof sections)[number]

/** All names of commit statements begin so. */
export const commitName = 'journal.commit'

const statements = new Map<string, Statement>()

/** Answers a row {id, executions} per refused start. */
export function commitStatement(has: ReadonlySet<Section>): Statement {
  const name = `${commitName}${sections.map(section => (has.has(section) ? `.${section}` : '')).join('')}`
  let statement = statements.get(name)
  if (statement === undefined) {
    statement = { name, text: textOf(has) }
    statements.set(name, statement)
  }
  return statement
}

function textOf(has: ReadonlySet<Section>): string {
  let numbered = 4
  const used = sections
    .filter(section => has.has(section))
    .map(section => {
      const { parameters, ctes } = parts[section]
      const text = ctes(has).replace(/\$(\d+)/g, (_, number) => `$${numbered + Number(number)}`)
      numbered += parameters
      return text
    })
  const shared = has.has('starts') || has.has('changes') ? [noted(has), metered(has, numbered + 1)] : []
  const ctes = [...used, entered(has), ...shared].join(',\n')
  return `with ${ctes}\n${has.has('starts') ? refused : 'select where false'}`
}

/** A refused start leaves nothing: no entry, no row, no alarm. */
function unlessRefused(has: ReadonlySet<Section>, id: string): string {
  return has.has('starts')
    ? `not exists (select from started s where s.id = ${id} and not s.is_granted)`
    : 'true'
}

const refused = 'select id, executions from started where not is_granted'

const entered = (has: ReadonlySet<Section>) => `entered as (
  insert into journal (address, seq, at, body)
  select address, seq, at, body from unnest($1::text[], $2::int4[], $3::int8[], $4::text[]) as e(address, seq, at, body)
  where ${unlessRefused(has, 'e.address')}
)`

/** The rows of executions that were written, by whichever section. */
function written(has: ReadonlySet<Section>, columns: string, condition = 'true'): string {
  return [
    ...(has.has('starts') ? [`select ${columns} from started where is_granted and ${condition}`] : []),
    ...(has.has('changes') ? [`select ${columns} from changed where ${condition}`] : []),
  ].join(' union all ')
}

const noted = (has: ReadonlySet<Section>) => `noted as (
  insert into execution_changes (ids) select ids from (
    select array_agg(id) as ids from (${written(has, 'id')}) written
  ) noted where ids is not null
)`

const metered = (has: ReadonlySet<Section>, shard: number) => `metered as (
  insert into usage as u (organization_id, period, shard, cu)
  select organization_id, period, $${shard}::int4, sum(cu) from (
    ${written(has, 'organization_id, cu, finished_at', 'finished_at is not null')}
  ) ended,
  lateral (select (extract(year from at) * 100 + extract(month from at))::int as period
    from (select to_timestamp(finished_at / 1000) at time zone 'utc' as at) moment) month
  group by organization_id, period order by organization_id, period
  on conflict (organization_id, period, shard) do update set cu = u.cu + excluded.cu
)`

interface Part {
  readonly parameters: number
  /** Numbered from $1. */
  readonly ctes: (has: ReadonlySet<Section>) => string
}

const parts: Readonly<Record<Section, Part>> = {
  starts: {
    parameters: 23,
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
    $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::int4[], $20::int8[], $21::int8[], $22::int8[], $23::text[])
    as s(charge, rank, id, organization_id, workflow_id, workflow_name, workflow_version, version_id,
      status, trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from)
  join charge c on c.n = s.charge
  join grant_ g on g.organization_id = c.organization_id and g.period = c.period and g.shard = c.shard
),
inserted as (
  insert into executions (id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status,
    trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from)
  select id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status,
    trigger, inputs, output, error, cu, created_at, started_at, finished_at, forked_from
  from started where is_granted
)`,
  },
  changes: {
    parameters: 8,
    ctes: () => `changed as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int4[], $7::int8[], $8::int8[])
    as c(id, organization_id, status, output, error, cu, started_at, finished_at)
),
updated as (
  update executions x set status = c.status, output = c.output, error = c.error, cu = c.cu,
    started_at = c.started_at, finished_at = c.finished_at
  from changed c where x.id = c.id
)`,
  },
  wakes: {
    parameters: 2,
    ctes: has => `woken as (
  insert into wakeups (address, due_at)
  select address, due_at from unnest($1::text[], $2::int8[]) as w(address, due_at)
  where due_at is not null and ${unlessRefused(has, 'w.address')}
  on conflict (address) do update set due_at = excluded.due_at
),
slept as (
  delete from wakeups using unnest($1::text[], $2::int8[]) as w(address, due_at)
  where wakeups.address = w.address and w.due_at is null
)`,
  },
  approvals: {
    parameters: 2,
    ctes: has => `requested as (
  insert into approvals (id, organization_id, execution_id, step_id, message, tool, args, digest, assignees, form,
    status, requested_at, expires_at, decided_at, decided_by, note)
  select id, "organizationId", "executionId", "stepId", message, tool, args, digest, assignees, form,
    status, "requestedAt", "expiresAt", "decidedAt", "decidedBy", note
  from jsonb_to_recordset($1::jsonb) as r(id text, "organizationId" text, "executionId" text, "stepId" text,
    message text, tool text, args text, digest text, assignees text, form text, status text, "requestedAt" int8,
    "expiresAt" int8, "decidedAt" int8, "decidedBy" text, note text)
  where ${unlessRefused(has, 'r."executionId"')}
),
decided as (
  update approvals a set status = d.status, decided_at = d."decidedAt", decided_by = d."decidedBy", note = d.note,
    args = coalesce(d.args, a.args)
  from jsonb_to_recordset($2::jsonb) as d(id text, status text, "decidedAt" int8, "decidedBy" text, note text, args text)
  where a.id = d.id
)`,
  },
  snapshots: {
    parameters: 1,
    ctes: has => `snapshotted as (
  insert into snapshots (address, seq, version, body, at)
  select address, seq, version, body, at
  from jsonb_to_recordset($1::jsonb) as n(address text, seq int4, version int4, body text, at int8)
  where ${unlessRefused(has, 'n.address')}
  on conflict (address) do update set
    seq = excluded.seq, version = excluded.version, body = excluded.body, at = excluded.at
)`,
  },
  events: {
    parameters: 1,
    ctes: has => `told as (
  insert into event_outbox (id, organization_id, type, resource, created_at, body)
  select id, "organizationId", type, resource, "createdAt", body
  from jsonb_to_recordset($1::jsonb)
    as t(id text, "organizationId" text, type text, resource text, "createdAt" int8, body text)
  where ${unlessRefused(has, 't.resource')}
)`,
  },
}
