// The language models of an organization, and what they cost in a month.
import { Migration } from '@mikro-orm/migrations'

export class Models extends Migration {
  override up(): void {
    this.addSql(`
-- models: JSON text, Model[].
create table model_settings (
  organization_id text collate "C" primary key references organizations on delete cascade,
  models text not null,
  cu_per_month bigint,
  accept_plans boolean not null
);
create table model_usage (
  organization_id text collate "C" not null references organizations on delete cascade,
  period integer not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cu bigint not null,
  primary key (organization_id, period)
);
`)
  }
}
