// The first schema. Ids are TypeIDs compared byte by byte (collate "C"), so that "newest first" is an index
// read backwards. Times are Unix ms. JSON that only this service reads is text: PostgreSQL need not parse it.
import { Migration } from '@mikro-orm/migrations'

export class Foundation extends Migration {
  override up(): void {
    for (const sql of [accounts, workflows, hotTables, toolServers, immutability]) this.addSql(sql)
  }
}

const accounts = `
create table organizations (
  id text collate "C" primary key,
  name text not null,
  plan text collate "C" not null check (plan in ('free', 'pro', 'scale')),
  created_at bigint not null
);
create table users (
  id text collate "C" primary key,
  email text not null,
  -- The one form of an address that may exist once: domain/people/user.ts.
  email_key text collate "C" not null unique,
  name text,
  password_hash text,
  created_at bigint not null
);
create table memberships (
  organization_id text collate "C" not null references organizations,
  user_id text collate "C" not null references users,
  role text collate "C" not null,
  primary key (organization_id, user_id)
);
create index on memberships (user_id);
create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users,
  organization_id text collate "C" not null references organizations,
  refresh_hash text collate "C" unique,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
create index on sessions (user_id) where ended_at is null;
create table api_keys (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  created_by text collate "C" not null references users,
  name text not null,
  prefix text collate "C" not null,
  -- SHA-256 of the whole key, in hex.
  hash text collate "C" not null unique,
  scopes text[] not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);
create index on api_keys (organization_id, id desc);
create table signing_keys (
  id text collate "C" primary key,
  kind text collate "C" not null,
  public_jwk text not null,
  sealed_private_jwk text not null,
  created_at bigint not null
);
`

const workflows = `
create table workflows (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  name text not null,
  description text,
  active_version_id text collate "C" not null,
  -- Number of the newest version, which need not be the active one.
  latest_version integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index on workflows (organization_id, id desc) where deleted_at is null;
create table workflow_versions (
  id text collate "C" primary key,
  workflow_id text collate "C" not null references workflows,
  organization_id text collate "C" not null,
  version integer not null,
  prompt text not null,
  plan text not null,
  diagnostics text not null,
  inputs_schema text not null,
  status text collate "C" not null,
  note text,
  created_by text collate "C" not null,
  created_at bigint not null,
  unique (workflow_id, version)
);
`

const hotTables = `
-- seq numbers the first event in body (a JSON array), from 1; the next row starts at seq + its number of events.
create table journal (
  address text collate "C" not null,
  seq integer not null,
  at bigint not null,
  body text not null,
  primary key (address, seq)
);
-- trigger, inputs, output, error: JSON text. Written at start, at a pause and at the end.
create table executions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  workflow_id text collate "C" not null,
  workflow_name text not null,
  workflow_version integer not null,
  version_id text collate "C" not null,
  status text collate "C" not null,
  trigger text not null,
  inputs text not null,
  output text,
  error text,
  cu integer not null,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint
) with (fillfactor = 85);
create index on executions (organization_id, id desc);
create index on executions (workflow_id, id desc);
create index on executions (id) where finished_at is null;
-- period: yyyymm, UTC. Hosts write shards of their own (storage/journal/journal.ts says which); the sum of a period counts.
-- ceiling: the limit in force at the last start, less what other shards had; granted: what that commit was given.
create table usage (
  organization_id text collate "C" not null,
  period integer not null,
  shard integer not null,
  executions bigint not null default 0,
  cu bigint not null default 0,
  ceiling bigint not null default 0,
  granted bigint not null default 0,
  primary key (organization_id, period, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
`

const toolServers = `
create table tool_servers (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  name text not null,
  slug text collate "C" not null,
  url text not null,
  enabled boolean not null,
  protocol text collate "C",
  tools text not null,
  status text collate "C" not null,
  error text,
  last_checked_at bigint,
  created_at bigint not null,
  unique (organization_id, slug)
);
`

const immutability = `
create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end
$$;
create trigger workflow_versions_are_immutable before update on workflow_versions
  for each statement execute function refuse_update();
create trigger journal_is_immutable before update on journal
  for each statement execute function refuse_update();
`
