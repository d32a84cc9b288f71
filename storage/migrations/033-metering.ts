// Usage by day, workflow, key and tool, and what it is counted from. What there is of executions is counted
// here; a chore counts what comes (storage/usage/usage-days.ts).
import { Migration } from '@mikro-orm/migrations'

export class Metering extends Migration {
  override up(): void {
    for (const sql of [column, queue, days, tools, existing]) this.addSql(sql)
  }
}

const column = `
-- JSON text: Meter (domain/billing/meter.ts), once the execution has ended; null when it used nothing but the start.
alter table executions add column usage text`

const queue = `
-- Ids of executions that a commit has started and ended, one row a commit, in no order; whoever has counted them
-- deletes it.
create table usage_queue (
  started text[],
  ended text[]
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table usage_queue alter column started set storage external;
alter table usage_queue alter column ended set storage external`

const days = `
-- day: yyyymmdd, UTC. workflow_id and key_id are empty where there is none. Executions count on the day of their start,
-- the rest on the day of their end.
create table usage_days (
  organization_id text collate "C" not null,
  day integer not null,
  workflow_id text collate "C" not null,
  key_id text collate "C" not null,
  executions bigint not null default 0,
  cu bigint not null default 0,
  model_tokens bigint not null default 0,
  primary key (organization_id, day, workflow_id, key_id)
) with (fillfactor = 80)`

const tools = `
create table usage_tools (
  organization_id text collate "C" not null,
  day integer not null,
  tool text collate "C" not null,
  executions bigint not null default 0,
  calls bigint not null default 0,
  primary key (organization_id, day, tool)
) with (fillfactor = 80)`

const existing = `
insert into usage_days (organization_id, day, workflow_id, key_id, executions, cu)
select organization_id, to_char(to_timestamp(at / 1000) at time zone 'utc', 'YYYYMMDD')::int, workflow_id,
  case when trigger::json->>'ref' like 'key\\_%' then trigger::json->>'ref' else '' end, sum(started), sum(cu)
from (
  select organization_id, workflow_id, trigger, created_at as at, 1 as started, 0 as cu from executions
  union all select organization_id, workflow_id, trigger, finished_at, 0, cu from executions where finished_at is not null
) counted group by 1, 2, 3, 4`
