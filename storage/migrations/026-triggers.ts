// Triggers of workflows: hooks, which anybody who has their address may call, and the ends of executions of
// other workflows.
import { Migration } from '@mikro-orm/migrations'

export class Triggers extends Migration {
  override up(): void {
    this.addSql(`
-- settings: JSON text (storage/workflows/triggers.ts). token_hash: SHA-256 of the token of a hook, in hex.
create table workflow_triggers (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  workflow_id text collate "C" not null references workflows,
  kind text collate "C" not null check (kind in ('hook', 'completion')),
  enabled boolean not null,
  settings text not null,
  -- Of a completion: the workflow whose executions it watches, those that end from then on.
  source_id text collate "C",
  listens_since bigint not null,
  token_hash text collate "C" unique,
  -- Counts beside the new one until then.
  old_token_hash text collate "C" unique,
  old_token_until bigint,
  sealed_secret text,
  created_by text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  error text,
  error_at bigint,
  check ((kind = 'hook') = (token_hash is not null)),
  check ((kind = 'completion') = (source_id is not null))
);
create index on workflow_triggers (workflow_id, id desc);
create index on workflow_triggers (organization_id, source_id) where kind = 'completion';
-- One row: the ends of executions up to this position of the feed have started what they trigger.
create table trigger_mark (position bigint not null);
insert into trigger_mark select coalesce(max(position), 0) from events;
`)
  }
}
