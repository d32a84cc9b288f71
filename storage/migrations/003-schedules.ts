// Schedules of workflows, beside the workflow, and the revision of each that its actor has confirmed.
import { Migration } from '@mikro-orm/migrations'

export class Schedules extends Migration {
  override up(): void {
    this.addSql(workflows)
  }
}

const workflows = `
-- schedule: JSON text of a KeptSchedule; null: there never was one. Every change counts schedule_revision up;
-- schedule_told follows it when the actor has journaled the change.
alter table workflows
  add column schedule text,
  add column schedule_revision integer not null default 0,
  add column schedule_told integer not null default 0;
create index workflows_schedule_untold on workflows (id) where schedule_told < schedule_revision;
`
