// Subscriptions, the pages of the local sandbox for payments, the applied events of the payment provider,
// and the warnings at shares of a limit.
import { Migration } from '@mikro-orm/migrations'

export class Subscriptions extends Migration {
  override up(): void {
    for (const sql of [subscriptions, pages, applied, reports, ...thresholds]) this.addSql(sql)
  }
}

const subscriptions = `
-- One per organization that has ever come near a payment. customer_id, external_id: of the payment provider.
-- due_at: when time alone changes something. asked, answered: numbers of the questions to the provider, so that an
-- older answer never overwrites a newer one.
create table subscriptions (
  organization_id text collate "C" primary key references organizations on delete cascade,
  id text collate "C" not null unique,
  customer_id text collate "C" unique,
  external_id text collate "C",
  checkout_id text collate "C",
  plan text collate "C" not null default 'free',
  status text collate "C" not null default 'none',
  current_period_end bigint,
  cancel_at_period_end boolean not null default false,
  past_due_since bigint,
  due_at bigint,
  asked bigint not null default 0,
  answered bigint not null default 0,
  created_at bigint not null
);
create index subscriptions_due on subscriptions (due_at) where due_at is not null`

const pages = `
-- Pages of the sandbox: whoever has the token may use one until it expires.
create table sandbox_pages (
  token_hash text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  kind text collate "C" not null,
  plan text collate "C",
  success_path text not null,
  cancel_path text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index sandbox_pages_expiring on sandbox_pages (expires_at)`

const applied = `
-- Events of the payment provider that were applied, each once.
create table provider_events (
  id text collate "C" primary key,
  type text collate "C" not null,
  applied_at bigint not null
);
create index provider_events_by_age on provider_events (applied_at)`

/** Warnings were at 80 percent only. */
const thresholds = [
  'alter table usage_warnings add column percent smallint not null default 80',
  'alter table usage_warnings drop constraint usage_warnings_pkey',
  'alter table usage_warnings add primary key (organization_id, period, percent)',
]

const reports = `
-- Compute units for the payment provider, in portions that are sent until it has taken them.
create table usage_reports (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  period integer not null,
  cu bigint not null,
  made_at bigint not null,
  sent_at bigint
);
create index usage_reports_by_period on usage_reports (organization_id, period);
create index usage_reports_unsent on usage_reports (made_at) where sent_at is null`
