// Versions that get a share of the executions of their workflow.
import { Migration } from '@mikro-orm/migrations'

export class Canaries extends Migration {
  override up(): void {
    this.addSql(`
-- JSON text: KeptCanary and EndedCanary (domain/work/versions/canary.ts).
alter table workflows add column canary text;
alter table workflows add column ended_canary text;
create index workflows_with_canary on workflows (id) where canary is not null;
`)
  }
}
