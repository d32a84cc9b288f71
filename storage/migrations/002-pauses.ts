// What executions need to pause: when to wake them, who is asked for an approval; and the keys by which a
// request that is sent twice is answered once.
import { Migration } from '@mikro-orm/migrations'

export class Pauses extends Migration {
  override up(): void {
    for (const sql of [wakeups, approvals, idempotency, executions]) this.addSql(sql)
  }
}

const wakeups = `
-- The next moment at which an actor wants to be woken; one row an actor, none for those that wait for no moment.
create table wakeups (
  address text collate "C" primary key,
  due_at bigint not null
) with (fillfactor = 70);
create index on wakeups (due_at);
`

const approvals = `
-- args, assignees, form: JSON text.
create table approvals (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  execution_id text collate "C" not null,
  step_id text not null,
  message text not null,
  tool text,
  args text,
  digest text collate "C" not null,
  assignees text not null,
  form text,
  status text collate "C" not null,
  requested_at bigint not null,
  expires_at bigint,
  decided_at bigint,
  decided_by text collate "C",
  note text
);
create index on approvals (organization_id, id desc);
create index on approvals (organization_id, id desc) where status = 'pending';
create index on approvals (execution_id);
`

const idempotency = `
-- client: the API key or user; a row without an answer belongs to a request that is under way, or that died.
create table idempotency_keys (
  client text collate "C" not null,
  key text not null,
  request_hash text collate "C" not null,
  created_at bigint not null,
  status integer,
  body text,
  primary key (client, key)
);
create index on idempotency_keys (created_at);
`

const executions = `
alter table executions add column forked_from text collate "C";
-- What a start goes through: paused executions are found by their wakeups, decisions and events.
drop index executions_id_idx;
create index executions_unfinished on executions (id) where status in ('queued', 'running');
`
