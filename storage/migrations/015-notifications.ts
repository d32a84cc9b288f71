// Notifications of members, their preferences, and the times of their mails. All of it is deleted with the
// membership.
import { Migration } from '@mikro-orm/migrations'

export class Notifications extends Migration {
  override up(): void {
    this.addSql(warnings)
    this.addSql(mark)
    this.addSql('insert into notification_mark values (0)')
    this.addSql(readers)
    this.addSql(notifications)
    for (const sql of indexes) this.addSql(sql)
  }
}

const warnings = `
-- Organizations that were told that their limit of a month is near.
create table usage_warnings (
  organization_id text collate "C" not null references organizations on delete cascade,
  period integer not null,
  primary key (organization_id, period)
)`

const mark = `
-- One row: events up to this position are told.
create table notification_mark (position bigint not null)`

const readers = `
-- preferences: JSON text of what was chosen. mailed_at: of the last hour.
create table notification_readers (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  preferences text not null default '{}',
  mailed_at bigint[] not null default '{}',
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
)`

const notifications = `
-- subject: what it is about, the same for what one notification tells of. occasion: JSON text of what happened last.
-- approvals: those that it asks for. in_app is false for what only goes by mail.
create table notifications (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  occasion text not null,
  approvals text[] not null default '{}',
  count integer not null,
  in_app boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  read_at bigint,
  mail_due_at bigint,
  mailed_at bigint,
  foreign key (organization_id, user_id) references memberships on delete cascade
)`

const indexes = [
  'create index usage_period on usage (period)',
  'create index notifications_listed on notifications (organization_id, user_id, id desc)',
  'create index notifications_subject on notifications (organization_id, user_id, subject)',
  'create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null',
  'create index notifications_read on notifications (read_at) where read_at is not null',
  'create index notifications_by_mail_only on notifications (created_at) where not in_app',
]
