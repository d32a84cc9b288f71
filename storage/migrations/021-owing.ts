// An actor of any kind with pending effects has a row in `wakeups`, like one with an alarm: a start looks
// there, and no longer into the tables of tool servers and webhooks. Those that exist get their rows here.
// A superfluous row does no harm: it wakes its actor, whose next commit corrects it. Older rows of actors
// with pending effects name a moment in the past, so they are found too.
import { Migration } from '@mikro-orm/migrations'

export class Owing extends Migration {
  override up(): void {
    this.addSql(`
-- is_owing: effects are pending, or events follow by themselves. due_at: of the next alarm, null without one.
alter table wakeups
  alter column due_at drop not null,
  add column is_owing boolean not null default false,
  add constraint wakeups_reason check (is_owing or due_at is not null);
create index wakeups_owing on wakeups (address) where is_owing;
insert into wakeups (address, is_owing)
  select id, true from tool_servers union all select id, true from webhooks where active
  on conflict (address) do update set is_owing = true;
`)
  }
}
