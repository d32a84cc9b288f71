// A version keeps who made its plan; that somebody has accepted it stands beside it, because a version never
// changes.
import { Migration } from '@mikro-orm/migrations'

export class AcceptedPlans extends Migration {
  override up(): void {
    this.addSql(`
-- digest: of plan and explanation, where a language model made them.
alter table workflow_versions add column planned_by text, add column digest text;
create table accepted_versions (
  version_id text collate "C" primary key references workflow_versions,
  organization_id text collate "C" not null,
  accepted_at bigint not null,
  accepted_by text collate "C" not null
);
`)
  }
}
