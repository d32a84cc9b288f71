// Results of tools that are too large to pass on. The index alone gives the sum of an organization's bytes.
import { Migration } from '@mikro-orm/migrations'

export class ToolResults extends Migration {
  override up(): void {
    this.addSql(`
      create table tool_results (
        id text collate "C" primary key,
        organization_id text collate "C" not null references organizations on delete cascade,
        body text not null,
        size_bytes integer not null,
        created_at bigint not null
      )`)
    this.addSql('create index tool_results_size on tool_results (organization_id) include (size_bytes)')
  }
}
