// Budgets in compute units: of each execution of a workflow.
import { Migration } from '@mikro-orm/migrations'

export class Budgets extends Migration {
  override up(): void {
    this.addSql('alter table workflows add column budget integer')
  }
}
