// Reports of usage belong to a subscription of the provider: what was used before it began is not reported.
import { Migration } from '@mikro-orm/migrations'

export class UsageReports extends Migration {
  override up(): void {
    this.addSql('alter table usage_reports add column external_id text collate "C" not null')
  }
}
