// Events and their delivery by webhooks. A writer puts the event into the outbox in its own transaction;
// one reader moves it to `events` and gives it its position there. So positions become visible in their
// order, which a sequence drawn by many transactions would not ensure.
import { Migration } from '@mikro-orm/migrations'

export class Events extends Migration {
  override up(): void {
    this.addSql(outbox)
    this.addSql(events)
    this.addSql(webhooks)
    this.addSql(deliveries)
  }
}

const outbox = `
create table event_outbox (
  seq bigint generated always as identity primary key,
  id text collate "C" not null,
  organization_id text collate "C" not null,
  type text collate "C" not null,
  resource text collate "C" not null,
  created_at bigint not null,
  body text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
`

const events = `
create sequence event_positions;
create table events (
  position bigint primary key,
  id text collate "C" not null unique,
  organization_id text collate "C" not null,
  type text collate "C" not null,
  resource text collate "C" not null,
  created_at bigint not null,
  -- JSON text.
  body text not null
);
create index on events (organization_id, position);
`

const webhooks = `
create table webhooks (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null,
  -- Why it was switched off, when nobody did so by hand.
  disabled_reason text,
  failing_since bigint,
  sealed_secret text not null,
  -- Signs beside the new one until then.
  sealed_old_secret text,
  old_secret_until bigint,
  created_by text collate "C" not null,
  created_at bigint not null,
  -- Events up to this position have deliveries, or were not wanted; those from before this time are not wanted either.
  position bigint not null,
  listens_since bigint not null,
  -- Of the settings that its actor knows: how often they were changed, and which change it has heard of.
  revision integer not null,
  told integer not null,
  -- Its deliveries are being removed; nobody sees it any more.
  removed_at bigint
);
create index on webhooks (organization_id, id desc);
create index on webhooks (id) where revision > told or removed_at is not null;
`

const deliveries = `
create table deliveries (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event text collate "C" not null,
  resource text collate "C" not null,
  position bigint not null,
  -- pending, delivered, dead
  status text collate "C" not null,
  attempts integer not null,
  response_status integer,
  next_at bigint,
  expires_at bigint not null,
  created_at bigint not null,
  -- The latest attempts, JSON.
  log jsonb not null
) with (fillfactor = 80);
create index on deliveries (webhook_id, id desc);
create index deliveries_due on deliveries (webhook_id, next_at, position) where status = 'pending';
create index deliveries_pending on deliveries (position) where status = 'pending';
create index deliveries_chain on deliveries (webhook_id, resource, position) where status = 'pending';
`
