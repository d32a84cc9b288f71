// How many executions may be at work at once: per workflow, per organization; null for no limit.
import { Migration } from '@mikro-orm/migrations'

export class Concurrency extends Migration {
  override up(): void {
    this.addSql('alter table workflows add column concurrency integer')
    this.addSql('alter table organizations add column concurrency integer')
  }
}
